"""Files of cases: reading them, and finding who runs each."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cardlab.core.files import read_json, read_text
from cardlab.core.scenario import ScenarioRunner
from cardlab.errors import CardlabError, RunError, ScenarioError
from cardlab.lab.scenarios.commoncases import CommonCases
from cardlab.registry import game as find_game
from cardlab.registry import game_names

MOST_BYTES = 64 << 20

Case = Mapping[str, Any]


def run_scenarios(path: str | Path, game: str | None = None) -> list[dict[str, Any]]:
    """Run all cases of a file. `game` is the game of those cases that name none."""
    return run_cases(read_cases(path, read_text(path, MOST_BYTES)), game)


def read_cases(name: str | Path, text: str) -> list[Case]:
    """The cases that the text of a file holds: a list of them, or one alone."""
    data = read_json(name, text)
    cases = [data] if isinstance(data, dict) else data
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise RunError(f"{name}: a scenario file is a list of cases, each a table with 'id' and 'steps'")
    return cases


def run_cases(cases: Sequence[Case], game: str | None = None) -> list[dict[str, Any]]:
    """The results of cases, in their order. One that cannot be run has an `error`; the others are run all the same."""
    results: list[dict[str, Any]] = []
    for number, case in enumerate(cases, 1):
        try:
            results += runner_of(case, number, game).run(case)
        except CardlabError as error:
            shown = error if isinstance(error, ScenarioError) else ScenarioError(name_of(case, number), str(error))
            results.append({"id": case.get("id", number), "error": str(shown), "steps": []})
    return results


def runner_of(case: Case, number: int, game: str | None = None) -> ScenarioRunner:
    """Who runs a case: its game's own runner if it is in that game's form, else the common one."""
    named = case.get("game", game)
    if named is None:
        return _claimant(case, number)
    if not isinstance(named, str):
        raise ScenarioError(name_of(case, number), f"'game' is the name of a game, not {reprlib.repr(named)}")
    found = find_game(named)
    own = found.scenario()
    return own if own is not None and own.claims(case) else CommonCases(found)


def _claimant(case: Case, number: int) -> ScenarioRunner:
    for name in game_names():
        try:
            own = find_game(name).scenario()
        except CardlabError:  # a broken game of another package claims nothing
            continue
        if own is not None and own.claims(case):
            return own
    raise ScenarioError(name_of(case, number), f'it names no game, such as "game": "{game_names()[0]}"')


def name_of(case: Case, number: int) -> str:
    """What a case is called in errors."""
    return str(case.get("id", f"number {number}"))
