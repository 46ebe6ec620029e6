"""A game that offers more actions than there is room for gets an error everywhere, and never lost memory."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cardlab.core.limits import MAX_ACTIONS
from tests.cli.projects import cardlab, change, run

SAID = f"PluginError: a game offers more than {MAX_ACTIONS} actions at one decision"
ASK = """
import json
from cardlab import CardlabError, Rng, make_agent
from cardlab.models.model import Evaluator
from cardlab import play_match
from cardlab_high_tide.game import HighTide


class Tide(HighTide):
    def evaluators(self):
        return ("even",)

    def evaluator(self, name):
        return Evaluator() if name == "even" else None


def start():
    return Tide().new(1)


def crowded():
    state = start()
    state.apply(state.legal()[0])
    return state


def choose(text, state):
    return make_agent(state.game, text).choose(state.seat(state.player), Rng(1))


asked = {
    "legal": lambda: crowded().legal(),
    "legal of a seat": lambda: crowded().seat(1).legal(),
    "apply": lambda: crowded().apply(77),
    "random action": lambda: crowded().random_action(Rng(1)),
    "rollout": lambda: start().rollout(Rng(1)),
    "playouts of a search": lambda: choose("flat:400", start()),
    "a tree that reaches it": lambda: choose("ismcts:400", start()),
    "a match": lambda: play_match(Tide(), ["random", "ismcts:50"], games=2),
}
names = "random ismcts:50 ismcts:50,threads=2 pimc:50 mcts:50 flat:50 e-ismcts:50 oneply:50 beam:50 dfs:50"
for text in names.split():
    asked[text] = lambda text=text: choose(text, crowded())
told = {}
for name, ask in asked.items():
    try:
        told[name] = f"nothing, but {ask()}"
    except CardlabError as error:
        told[name] = f"{type(error).__name__}: {error}"
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What becomes of each question about a compiled game whose cards can be played in 400 ways but for the first."""
    folder = tmp_path_factory.mktemp("crowded")
    cardlab(folder, "new", "game", "high_tide", "--compiled")
    project = folder / "cardlab-high-tide"
    change(
        project / "cardlab_high_tide" / "rules.py",
        "            offer(out, pack(PLAY, lowest_bit(cards), 0, 0))\n",
        "            for way in range(400 if self.z.table else 1):\n"
        "                offer(out, pack(PLAY, lowest_bit(cards), way, 0))\n",
    )
    built = run(project, sys.executable, "setup.py", "--quiet", "build_ext", "--inplace")
    assert built.returncode == 0, built.stderr
    done = run(project, sys.executable, "-c", ASK)
    assert done.returncode == 0, f"exit code {done.returncode}: {done.stderr}"
    answers: dict[str, str] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize(
    "question",
    [
        "legal", "legal of a seat", "apply", "random action", "rollout", "playouts of a search", "a tree that reaches it",
        "a match", "random", "ismcts:50", "ismcts:50,threads=2", "pimc:50", "mcts:50", "flat:50", "e-ismcts:50", "oneply:50",
        "beam:50",
        "dfs:50",
    ],
)  # fmt: skip
def test_too_many_actions_of_a_compiled_game_are_an_error(told: dict[str, str], question: str) -> None:
    assert told[question].startswith(SAID), told[question]


def test_the_uncompiled_build_counts_as_well() -> None:
    code = """
import cardlab.core.state
cardlab.core.state.MAX_ACTIONS = 13
import cardlab
castle = cardlab.game("castle").new(7)
try:
    castle.legal()
except cardlab.CardlabError as error:
    print(error)
"""
    env = {**os.environ, "CARDLAB_PURE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.stdout.startswith("a game offers more than 13 actions at one decision"), done.stderr


SOURCES = Path(__file__).parents[2] / "src" / "cardlab"
ADDS = re.compile(r"^\s*(?!self)\w+\.at\[\w+\.n\] = |^\s*(?:out|acts|scratch)\.at\[[^]]+\] = (?!.*\.at\[)", re.M)
"""Puts an action on a list by hand. Moving one within the list is another matter."""


def test_nothing_is_put_on_a_list_of_actions_but_by_the_function_that_counts() -> None:
    adding = {path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py") if ADDS.search(path.read_text("utf-8"))}
    assert adding == {"core/state.py"}


@pytest.mark.parametrize(
    ("line", "found"),
    [("out.at[out.n] = action", True), ("acts.at[0] = pack(1, 2, 0, 0)", True), ("out.at[n] = out.at[i]", False)],
)
def test_an_action_that_is_put_there_by_hand_is_noticed(line: str, found: bool) -> None:
    assert (ADDS.search(f"def offer_all(out):\n    {line}\n") is not None) == found
