"""Small situations, made and played as scenario files do."""

from __future__ import annotations

from typing import Any

from cardlab.games.tribute.words.scenario import TributeCases

PATRONS = ["PELIN", "RED_EAGLE", "TREASURY", "ANSEI", "HLAALU"]
State = dict[str, Any]


def run(steps: list[Any], rules: dict[str, Any] | None = None, **setup: Any) -> list[State]:
    """The states before and after each step. A step is a text such as ``PLAY_CARD GOLD``, or a whole step."""
    case = {"id": "test", "setup": {"patrons": PATRONS, **setup}, "steps": [step_of(step) for step in steps]}
    result = TributeCases().run(case if rules is None else {**case, "rules": rules})[0]
    return [result["initial"], *(step["state"] for step in result["steps"])]


def last(steps: list[Any], rules: dict[str, Any] | None = None, **setup: Any) -> State:
    """The state after all steps."""
    return run(steps, rules, **setup)[-1]


def step_of(step: Any) -> dict[str, Any]:
    """A step from a text: ``BUY_CARD X``, ``CALL_PATRON X``, ``CHOOSE A B``, ``EFFECT 1``, ``INDEX 3``, ``END_TURN``."""
    if not isinstance(step, str):
        return dict(step)
    word, *rest = step.split()
    if word == "CHOOSE":
        return {"do": {"type": "MAKE_CHOICE", "cards": rest}}
    if word == "EFFECT":
        return {"do": {"type": "MAKE_CHOICE", "effect": int(rest[0])}}
    if word == "INDEX":
        return {"do": {"type": "INDEX", "index": int(rest[0])}}
    key = "patron" if word == "CALL_PATRON" else "card"
    return {"do": {"type": word, **({key: rest[0]} if rest else {})}}


def me(state: State) -> dict[str, Any]:
    """What PLAYER1 has."""
    return dict(state["players"]["PLAYER1"])


def foe(state: State) -> dict[str, Any]:
    """What PLAYER2 has."""
    return dict(state["players"]["PLAYER2"])


def some(side: dict[str, Any], *names: str) -> list[Any]:
    """Some of it, in that order."""
    return [side[name] for name in names]


def log_of(state: State) -> list[tuple[Any, ...]]:
    """The log, each entry as (type, by, source or patron, target, amount)."""
    return [(e["type"], e["by"], e["source"] or e["patron"], e["target"], e["amount"]) for e in state["log"]]
