"""A deck in another package, really installed: it is found, shuffled into the base deck, lawful, and played in matches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "cardlab-meadow"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example installed by pip, built from a copy so that the source tree stays clean."""
    root = tmp_path_factory.mktemp("meadow")
    source, target = root / "source", root / "site"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "cardlab_meadow.py"):
        (source / name).write_bytes((EXAMPLE / name).read_bytes())
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--target", str(target), str(source)], check=True, capture_output=True)
    return target


def run(site: Path, code: str) -> Any:
    """What a fresh Python with the package on its path prints, as JSON."""
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_installed_deck_is_shuffled_into_the_base_deck(site: Path) -> None:
    code = """
import json
from cardlab.games.unicorns import Unicorns
both = Unicorns(decks="base+meadow", players=4)
state = both.new(1)
print(json.dumps([len(both.kinds) - len(Unicorns().kinds), both.native, state.to_dict()["nursery"][:2]]))
"""
    assert run(site, code) == [11, False, ["Baby Narwhal", "Baby Unicorn#1"]]


def test_the_weathervane_asks_its_function(site: Path) -> None:
    code = """
import json
from cardlab.games.unicorns import Unicorns
both = Unicorns(decks="base+meadow", players=2)
rows = [{"hand": ["Weathervane Unicorn"]}, {"stable": ["Llamacorn", "Narwhal"]}]
state = both.from_dict({"players": rows, "deck": ["Yay#1", "Yay#2", "Neigh#1", "Neigh#2"]})
for text in ("play Weathervane Unicorn", "into 0"):
    state.apply(state.parse(text))
print(json.dumps(state.to_dict()["players"]))
"""
    mine, other = run(site, code)
    assert mine["hand"] == ["Yay#1"] and mine["stable"] == ["Weathervane Unicorn"] and other["hand"] == ["Yay#2"]


def test_matches_are_played_with_the_deck(site: Path) -> None:
    code = """
import json
from cardlab import play_match
result = play_match("unicorns,decks=base+meadow,players=3", ["random"] * 3, games=6, seed=1)
print(json.dumps(result.games))
"""
    assert run(site, code) == 6
