"""The form of cases that every game has: a position, actions in words, chance by script, agents that are asked."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from cardlab.agents.making import make_agent
from cardlab.core.game import Game
from cardlab.core.luck import Script
from cardlab.core.reading import only, whole
from cardlab.core.rng import Rng
from cardlab.core.state import State
from cardlab.errors import CardlabError, PositionError, ScenarioError
from cardlab.lab.scenarios.expecting import unmet

PARTS = ("id", "title", "game", "options", "seed", "position", "steps", "expect")
STEP_PARTS: Mapping[str, tuple[str, ...]] = {
    "act": ("action", "chance"),
    "can": ("action",),
    "agent": ("agent", "seed"),
    "view": ("seat",),
    "imagine": ("seat", "seed"),
}
"""What can be done in a step, and the parts that say how."""


class CommonCases:
    """Runs cases of any game. The game given is the one with its defaults; a case may name options."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def claims(self, case: Mapping[str, Any]) -> bool:
        """A case in this form always names its game."""
        return False

    def run(self, case: Mapping[str, Any]) -> list[dict[str, Any]]:
        """One result: the state before the first step and after each, with the legal actions in words."""
        return [_Sitting(self.game, case).result()]


class _Sitting:
    """One case, on the way through its steps."""

    def __init__(self, game: Game, case: Mapping[str, Any]) -> None:
        self.case = case
        self.failed: list[str] = []
        with _Naming(case):
            only("a case has", case, PARTS)
            options = case.get("options", {})
            if not isinstance(options, dict):
                raise PositionError(f"'options' is a table of names and values, not {reprlib.repr(options)}")
            self.game = type(game)(**{**game.options, **options}) if options else game
            self.steps = [_step_of(step) for step in _list_of_steps(case)]
            self.state = self._beginning()

    def _beginning(self) -> State:
        if "position" in self.case:
            if "seed" in self.case:
                raise PositionError("'seed' and 'position' do not go together: a position is what a seed would have dealt")
            return self.game.from_dict(self.case["position"])
        return self.game.new(_seed(self.case))

    def result(self) -> dict[str, Any]:
        told: dict[str, Any] = {"id": self.case.get("id"), "game": self.game.spec(), "error": None}
        told["initial"] = shown(self.state)
        told["steps"] = []
        for number, step in enumerate(self.steps, 1):
            try:
                self.state, done = DOING[step["do"]](self.state, step)
            except CardlabError as error:
                told["error"] = f"step {number}: {error}"
                break
            self._compare(f"step {number}", step.get("expect"), done)
            told["steps"].append(done)
        told["state"] = shown(self.state)
        if told["error"] is None:
            self._compare("the end", self.case.get("expect"), told["state"])
        return {**told, "failed": self.failed}

    def _compare(self, where: str, expected: Any, found: Mapping[str, Any]) -> None:
        if expected is not None:
            self.failed += [f"{where}: {difference}" for difference in unmet(expected, found.get("value", found))]


def shown(state: State) -> dict[str, Any]:
    """A state as results tell it: the whole position, who decides, what is legal, and how it ended if it is over."""
    return {
        "position": state.to_dict(),
        "player": state.player,
        "legal": [state.text(action) for action in state.legal()],
        "over": state.over,
        "result": asdict(state.result) if state.result is not None else None,
    }


Done = tuple[State, dict[str, Any]]
"""The state after a step, and what the result tells of it."""


def act(state: State, step: Mapping[str, Any]) -> Done:
    """Carry out an action. `chance` says how everything comes out that is drawn; without it luck decides, and is told."""
    script = Script(step["chance"]) if "chance" in step else Script()
    if state.luck is None and step.get("chance"):
        raise PositionError(f"{state.game.name} draws nothing in play: 'chance' must be empty")
    events: list[dict[str, Any]] = []
    after = state.copy()
    after.listener = lambda event: events.append(event.to_dict())
    if state.luck is not None:
        after.script = script
    after.apply(after.parse(_text(step, "action")))
    if script.left:
        raise PositionError(f"{script.left} outcomes of 'chance' were not used: {len(script.told)} were drawn")
    return after.copy(), {"events": events, "chance": [list(outcome) for outcome in script.told], "state": shown(after)}


def can(state: State, step: Mapping[str, Any]) -> Done:
    """Whether an action is legal now."""
    return state, {"value": state.parse(_text(step, "action")) in state.legal()}


def ask(state: State, step: Mapping[str, Any]) -> Done:
    """What an agent would do now. It is shown what the player to move may know, and nothing is done."""
    if state.player is None:
        raise PositionError("the game is over: there is nothing to choose")
    agent = make_agent(state.game, _text(step, "agent"))
    choice = agent.choose(state.seat(state.player), Rng(_seed(step)))
    return state, {"value": state.text(choice)}


def look(state: State, step: Mapping[str, Any]) -> Done:
    """What a seat sees."""
    return state, {"value": state.seat(_seat(state, step)).view()}


def imagine(state: State, step: Mapping[str, Any]) -> Done:
    """A whole world that a seat could not tell from this one, as a position."""
    return state, {"value": state.seat(_seat(state, step)).resample(_seed(step)).to_dict()}


DOING: Mapping[str, Callable[[State, Mapping[str, Any]], Done]] = {
    "act": act, "can": can, "agent": ask, "view": look, "imagine": imagine,
}  # fmt: skip


class _Naming:
    """Errors of a case that cannot be begun tell which case it is."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.case = case

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, CardlabError) and not isinstance(error, ScenarioError):
            raise ScenarioError(self.case.get("id"), str(error)) from error


def _list_of_steps(case: Mapping[str, Any]) -> list[Any]:
    steps = case.get("steps", [])
    if not isinstance(steps, list):
        raise PositionError(f"'steps' is a list of steps, not {reprlib.repr(steps)}")
    return steps


def _step_of(step: Any) -> dict[str, Any]:
    """A step in full; an action in words alone is short for doing it."""
    if isinstance(step, str):
        return {"do": "act", "action": step}
    if not isinstance(step, dict) or step.get("do", "act") not in STEP_PARTS:
        raise PositionError(
            f"a step is an action in words, or a table with 'do': {', '.join(STEP_PARTS)}; not {reprlib.repr(step)}"
        )
    full = {"do": "act", **step}
    only(f"a step that does {full['do']!r} has", full, ("do", *STEP_PARTS[full["do"]], "expect"))
    return full


def _text(step: Mapping[str, Any], part: str) -> str:
    if not isinstance(step.get(part), str):
        raise PositionError(f"{part!r} is a text, not {reprlib.repr(step.get(part))}")
    return str(step[part])


def _seat(state: State, step: Mapping[str, Any]) -> int:
    return whole("'seat'", step.get("seat"), 0, state.players - 1)


def _seed(told: Mapping[str, Any]) -> int:
    return whole("'seed'", told.get("seed", 0), -(1 << 63), (1 << 64) - 1)
