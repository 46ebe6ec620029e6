"""The rules, the contract and the games' tests pass in the uncompiled build too, where every index and number is checked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRACT = [
    "tests/core/test_values.py",
    "tests/core/test_history.py",
    "tests/core/test_luck.py",
    "tests/core/test_events.py",
    "tests/core/test_memory.py",
    "tests/core/test_views.py",
    "tests/core/test_foreigners.py::test_rows_of_any_numbers_can_be_encoded",
    "tests/core/test_replay.py",
    "tests/testing/test_rebuilding.py",
    "tests/testing/test_all_games.py::test_an_installed_game_keeps_all_laws",
]
LEARNING = [
    "tests/testing/test_observations.py",
    "tests/core/test_columns.py",
    "tests/models/test_models.py",
    "tests/agents/test_evaluating.py",
    "tests/agents/test_estimates.py",
    "tests/lab/matches/test_recorder.py",
    "tests/learn/test_builds.py",
]
CASTLE = [
    "vectors", "observer", "encoders", "house_rules", "endings", "knowledge", "agents", "fuzz", "worlds", "secrets", "views",
]  # fmt: skip
LOCM = [
    "keywords", "items", "runes_and_drawing", "mana", "endings", "lanes", "draft", "knowledge", "positions", "fuzz",
    "against_oracle", "agents", "explanations", "secrets", "observer", "evaluator", "views",
]  # fmt: skip
TRIBUTE = [
    "scenarios", "turns", "choices", "patrons", "luck", "positions", "views", "observer", "each_card",
    "against_oracle", "bots", "laws", "rivals", "leaking", "log",
]  # fmt: skip
UNICORNS = ["scenarios", "decks", "dragons", "observer", "imagining"]
EXAMPLES = [
    "tests/core/test_checked_structs.py",
    "tests/core/test_chain.py",
    "tests/examples/test_magpies_rules.py",
    "tests/examples/test_magpies_equal.py",
]
DUELYST = ["spells", "minions_and_artifacts", "turns_and_cards", "extension", "recorded_form", "starter_ai"]
SETS = {
    "duelyst": [f"tests/games/duelyst/test_{name}.py" for name in DUELYST],
    "castle": CONTRACT + [f"tests/games/castle/test_{name}.py" for name in CASTLE],
    "examples": EXAMPLES,
    "learning": LEARNING,
    "locm": [f"tests/games/locm/test_{name}.py" for name in LOCM],
    "tribute": [f"tests/games/tribute/test_{name}.py" for name in TRIBUTE],
    "unicorns": [f"tests/games/unicorns/test_{name}.py" for name in UNICORNS],
}


@pytest.mark.skipif(os.environ.get("CARDLAB_PURE") == "1", reason="this is the uncompiled build")
@pytest.mark.parametrize("name", SETS)
def test_the_uncompiled_build_passes_the_same_tests(name: str) -> None:
    env = {**os.environ, "CARDLAB_PURE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *SETS[name]]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_uncompiled_build_runs_from_source() -> None:
    code = "import cardlab.core.state as s, cython; print(s.__file__.endswith('.py'), cython.compiled)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "CARDLAB_PURE": "1"}, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False"]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources alone, as after a clone."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "src" / "cardlab", folder / "cardlab", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    return folder


def run_in(checkout: Path, code: str, pure: str = "") -> subprocess.CompletedProcess[str]:
    """Python on a checkout, whatever is installed."""
    code = f"import sys; sys.path.insert(0, {str(checkout)!r}); {code}"
    env = {**os.environ, "CARDLAB_PURE": pure}
    return subprocess.run([sys.executable, "-c", code], cwd=checkout, env=env, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("module", ["cardlab", "cardlab.core.state", "cardlab.lab", "cardlab.cli"])
def test_a_checkout_that_was_not_built_says_what_to_do(checkout: Path, module: str) -> None:
    done = run_in(checkout, f"import {module}")
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: the rules and the search of this cardlab are not compiled")
    assert "pip install -e ." in last and "CARDLAB_PURE=1" in last


@pytest.mark.parametrize(
    ("missing", "code"),
    [
        ("agents/flat", "import cardlab"),
        ("games/castle/rules/play", "import cardlab.games.castle.game"),
        ("lab/speed/pace", "import cardlab.lab.speed.measuring"),
    ],
)
def test_a_source_that_came_after_the_build_is_named(tmp_path: Path, missing: str, code: str) -> None:
    if not list((ROOT / "src" / "cardlab" / "core").glob("state.*.so")):
        pytest.skip("this cardlab is not compiled")
    left_out = shutil.ignore_patterns("__pycache__", f"{Path(missing).name}.*.so")
    shutil.copytree(ROOT / "src" / "cardlab", tmp_path / "cardlab", ignore=left_out)
    done = run_in(tmp_path, code)
    assert done.returncode == 1
    assert f"cardlab.{missing.replace('/', '.')} is a source file only" in done.stderr.strip().splitlines()[-1]


def test_a_checkout_that_was_not_built_runs_from_source_if_asked_to(checkout: Path) -> None:
    done = run_in(checkout, "import cardlab; print(cardlab.__file__, cardlab.game('castle').new(1).player)", pure="1")
    assert done.stdout.split() == [str(checkout / "cardlab" / "__init__.py"), "0"], done.stderr
