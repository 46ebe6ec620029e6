"""What a case expects of a result, compared key by key. Babies of one name are interchangeable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Result = Mapping[str, Any]
LISTS = {"discard": "discard", "nursery": "nursery", "deck_contains": "deck"}
ORDERED = {"discard_order": "discard", "nursery_order": "nursery"}
PLAIN = ("game_over", "winner", "ranking", "score", "asked_to_react")


def _name(card: str) -> str:
    return card.partition("#")[0] if card.startswith("Baby ") else card


def _same(found: Sequence[str], wanted: Sequence[str], ordered: bool = False) -> bool:
    left, right = [_name(card) for card in found], [_name(card) for card in wanted]
    return left == right if ordered else sorted(left) == sorted(right)


def _contains(found: Sequence[str], wanted: Sequence[str]) -> bool:
    rest = [_name(card) for card in found]
    for card in map(_name, wanted):
        if card not in rest:
            return False
        rest.remove(card)
    return True


def _of_players(found: Sequence[Mapping[str, Any]], wanted: Sequence[Mapping[str, Any] | None]) -> list[str]:
    rows = [(seat, row, cards) for seat, player in enumerate(wanted) for row, cards in (player or {}).items()]
    return [
        f"seat {seat} {row}: {found[seat][row]}, expected {cards}"
        for seat, row, cards in rows
        if not _same(found[seat][row], cards)
    ]


def _of_knowledge(found: Sequence[Mapping[str, Any]], wanted: Sequence[Mapping[str, Any]]) -> list[str]:
    known = {(pair["observer"], pair["owner"]): pair["cards"] for pair in found}
    return [
        f"{pair['observer']} knows of {pair['owner']}: {known.get((pair['observer'], pair['owner']), [])}, expected {pair}"
        for pair in wanted
        if not _same(known.get((pair["observer"], pair["owner"]), []), pair["cards"])
    ]


def _differs(state: Mapping[str, Any], key: str, wanted: Any) -> bool:
    if key in PLAIN:
        return bool(state[key] != wanted)
    if key == "deck_contains":
        return not _contains(state["deck"], wanted)
    if key in LISTS:
        return not _same(state[LISTS[key]], wanted)
    if key in ORDERED:
        return not _same(state[ORDERED[key]], wanted, ordered=True)
    if key == "deck_top":
        return not _same(state["deck"][: len(wanted)], wanted, ordered=True)
    if key == "deck_size":
        return bool(len(state["deck"]) != wanted)
    if key == "hand_sizes":
        return bool([len(player["hand"]) for player in state["players"]] != wanted)
    if key == "turn_flags":
        return any(state["turn_flags"][flag] != value for flag, value in wanted.items())
    raise KeyError(f"no expectation is called {key}")


def differences(state: Mapping[str, Any], expect: Mapping[str, Any]) -> list[str]:
    """What is otherwise in a state than expected."""
    wrong = []
    for key, wanted in expect.items():
        if key == "players":
            wrong += _of_players(state["players"], wanted)
        elif key == "knows":
            wrong += _of_knowledge(state["knows"], wanted)
        elif _differs(state, key, wanted):
            wrong.append(f"{key} should be {wanted}: {state}")
    return wrong


def problems(case: Mapping[str, Any], result: Result) -> list[str]:
    """All that is wrong with the result of a case."""
    if result["error"] is not None:
        return [str(result["error"])]
    wrong = []
    for step, done in zip(case["steps"], result["steps"], strict=True):
        if "expect" in step and "value" in done:
            wrong += [] if done["value"] == step["expect"] else [f"{step}: {done['value']}"]
        elif "expect" in step:
            wrong += differences(done["state"], step["expect"])
    return wrong + differences(result["state"], case.get("expect", {}))
