"""A game in another package, really installed: it is found, lawful, searched by compiled agents and played in matches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "cardlab-kuhn"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example installed by pip, built from a copy so that the source tree stays clean."""
    root = tmp_path_factory.mktemp("kuhn")
    source, target = root / "source", root / "site"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "cardlab_kuhn.py"):
        (source / name).write_bytes((EXAMPLE / name).read_bytes())
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--target", str(target), str(source)], check=True, capture_output=True)
    return target


def run(site: Path, code: str) -> Any:
    """What a fresh Python with the package on its path prints, as JSON."""
    env = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_installed_game_and_its_agents_are_listed(site: Path) -> None:
    found = run(
        site,
        "from cardlab import *; import json; print(json.dumps([game_names(), agent_names('kuhn'), agent_names('castle')]))",
    )
    games, own, castle = found
    assert {"castle", "kuhn"} <= set(games)
    assert {"honest", "stubborn", "ismcts", "random"} <= set(own)
    assert "stubborn" in castle and "honest" not in castle


def test_the_installed_game_keeps_all_laws(site: Path) -> None:
    code = "import json; from cardlab.testing import *\nr=check_game('kuhn'); print(json.dumps([r.games, r.hidden, r.longest]))"
    assert run(site, code) == [20, True, 3]


SEARCH = """
import cardlab, json
game = cardlab.game("kuhn")
found = {}
for mine, line in (("K", ["bet"]), ("J", ["bet"]), ("K", ["pass"])):
    seat = len(line) % 2
    other, spare = [card for card in ("J", "Q", "K") if card != mine]
    cards = [mine, other] if seat == 0 else [other, mine]
    state = game.from_dict({"cards": cards, "spare": spare, "line": line})
    agent = cardlab.make_agent(game, "ismcts:2000")
    choice = agent.choose(state.seat(seat), 5)
    found[mine + " after " + " ".join(line)] = [state.text(choice), sum(l.visits for l in agent.report.lines)]
print(json.dumps(found))
"""


def test_compiled_search_finds_the_dominant_moves(site: Path) -> None:
    assert run(site, SEARCH) == {
        "K after bet": ["bet", 2000],
        "J after bet": ["pass", 2000],
        "K after pass": ["bet", 2000],
    }


MATCH = """
import cardlab, json
from cardlab.lab.matches.arena import Arena
game = cardlab.game("kuhn")
arena = Arena(game, [cardlab.make_agent(game, text) for text in ("ismcts:200", "{other}")], seed=1, recording=True)
rows = arena.play(0, 60)
ends = [cardlab.Replay(game, r.seed, tuple(r.actions), digest=r.digest).verify().over for r in rows.replays]
print(json.dumps([len(rows.scores), rows.errors, all(ends), sum(s[0] for s in rows.scores)]))
"""


@pytest.mark.parametrize(("other", "least"), [("honest", 0), ("stubborn", 30)])
def test_a_match_with_agents_of_the_package_can_be_played_and_replayed(site: Path, other: str, least: int) -> None:
    games, errors, finished, score = run(site, MATCH.replace("{other}", other))
    assert (games, errors, finished) == (60, {}, True)
    assert score > least


def test_an_agent_of_another_package_plays_castle(site: Path) -> None:
    code = (
        "import cardlab, json; from cardlab.lab.matches.arena import Arena; g = cardlab.game('castle', limit=200); "
        "rows = Arena(g, [cardlab.make_agent(g, 'stubborn'), cardlab.make_agent(g, 'lowest')], seed=1).play(0, 4); "
        "print(json.dumps([len(rows.scores), rows.errors]))"
    )
    assert run(site, code) == [4, {}]


def test_its_table_hides_the_other_card_and_is_touched_by_buttons(site: Path) -> None:
    table, touched = run(
        site,
        "import json, cardlab; from cardlab.core.picking import Picking\n"
        "state = cardlab.game('kuhn').new(3); state.apply(state.parse('bet'))\n"
        "table = state.game.table(state.view(1), 1, state.legal()); picking = Picking(table)\n"
        "touched = [state.game.action_text(picking.touch((), name).action) for name in picking.live(())]\n"
        "print(json.dumps([table.to_dict(), touched]))",
    )
    assert ["face" in thing for thing in table["things"][:2]] == [False, True]
    assert table["things"][2]["face"] == {"name": "chips in the pot", "number": 3}
    assert touched == ["pass", "bet"]
