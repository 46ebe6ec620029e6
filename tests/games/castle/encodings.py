"""Rows and features of Castle in plain Python, from what a seat's view says: slow, and written apart from the compiled code."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cardlab import Seat, State

VALUES = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14, "X": 15}
NAMES = {value: name for name, value in VALUES.items()}
PHASES = ("castle", "swap", "play", "four", "over")
STRENGTH = (3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 2, 10)
SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 28)
PILES = (1, 3, 6, 10, 15, 20)


def ranks(text: str) -> list[int]:
    """The values of the cards that can be seen in a text of the view."""
    return sorted(VALUES[name] for name in text.split() if name != "?")


def how_many(text: str) -> int:
    """How many cards there are in a text of the view."""
    return len(text.split())


def commas(text: str) -> str:
    """Cards as they are stored."""
    return ",".join(map(str, ranks(text)))


def values_of(state: State | Seat, player: int) -> dict[str, Any]:
    """The row of a position as it would be stored."""
    view = state.view() if isinstance(state, Seat) else state.view(player)
    others = _others(view, player)
    pile = view["pile"].split()
    solid = [name for name in pile if VALUES[name] - 2 not in state.game.options["transparent"]]
    run = next((i for i, name in enumerate(reversed(pile)) if name != pile[-1]), len(pile))
    row: dict[str, Any] = {"hand": commas(view["hands"][player]), "castle_fu": commas(view["up"][player])}
    row |= {"castle_fd_size": how_many(view["down"][player]), **_other(view, others[0], "op", known=False)}
    row |= {"top": str(VALUES[solid[-1]]) if solid else "", "deck_empty": view["stock"] == ""}
    row |= {
        "pile": commas(view["pile"]),
        "burned": commas(view["burned"]),
        "stock_size": how_many(view["stock"]),
        "run_length": run,
    }
    row |= {"op_known": _known(view, others[0]), "phase": PHASES.index(view["phase"]), "wait": _wait(view, player)}
    for number, other in enumerate(others[1:], 2):
        row |= _other(view, other, f"op{number}", known=True)
    return row


def _others(view: dict[str, Any], player: int) -> list[int]:
    n = len(view["hands"])
    return [(player + step * view.get("direction", 1)) % n for step in range(1, n)]


def _known(view: dict[str, Any], seat: int) -> str:
    return commas(view["known"][seat]) if "known" in view else ""


def _other(view: dict[str, Any], seat: int, name: str, known: bool) -> dict[str, Any]:
    row = {f"{name}_hand_size": how_many(view["hands"][seat]), f"{name}_castle_fu": commas(view["up"][seat])}
    row[f"{name}_castle_fd_size"] = how_many(view["down"][seat])
    return row | ({f"{name}_known": _known(view, seat)} if known else {})


def _wait(view: dict[str, Any], player: int) -> int:
    if view["player"] is None:
        return 0
    return int((player - view["player"]) * view.get("direction", 1) % len(view["hands"]))


def cards(text: str) -> list[int]:
    """The values of cards in a stored text."""
    return [int(part) for part in text.split(",")] if text else []


def svm(row: dict[str, Any], fd: int = 4, top: bool = False, order: str = "numeric") -> list[float]:
    """The vector of 23 numbers."""
    hand = cards(row["hand"])
    numbers = [min(1.0, hand.count(value) / 4) for value in range(2, 15)]
    numbers += [*_slots(row["castle_fu"], order), row["castle_fd_size"] / fd, min(1.0, row["op_hand_size"] / 50)]
    numbers += [*_slots(row["op_castle_fu"], order), row["op_castle_fd_size"] / fd, float(row["deck_empty"])]
    return numbers + ([(int(row["top"]) - 1) / 13 if row["top"] else 0.0] if top else [])


def _slots(text: str, order: str) -> list[float]:
    places = [value for value in STRENGTH if value != 15]
    worth = sorted((places.index(v) + 1 if order == "strength" else v - 1) / 13 for v in cards(text))
    return (worth + [0.0] * 3)[:3]


def image(row: dict[str, Any], fd_fill: str = "thermometer", col39: str = "own_fd") -> set[tuple[int, int]]:
    """The points of the picture that are set, as (row, column)."""
    points = set()
    for first, name in ((0, "hand"), (13, "castle_fu"), (26, "op_castle_fu")):
        for value, count in Counter(cards(row[name])).items():
            points |= {(i, first + value - 2) for i in range(min(count, 4))}
    for column, name in ((39, "op_hand_size" if col39 == "op_hand" else "castle_fd_size"), (40, "op_castle_fd_size")):
        height = {"thermometer": min(row[name], 4), "full": 4, "row0": 1}[fd_fill] if row[name] else 0
        points |= {(i, column) for i in range(height)}
    return points


def flat(points: set[tuple[int, int]]) -> list[float]:
    """A picture as 164 numbers, row by row."""
    return [float((i, j) in points) for i in range(4) for j in range(41)]


def rich(row: dict[str, Any], playable: set[int], packs: int = 1, known: bool = False) -> dict[str, float]:
    """Cardlab's own features that are not zero, by label. `playable`: the values that may go on the pile now."""
    hand, up, pile = cards(row["hand"]), cards(row["castle_fu"]), cards(row["pile"])
    found = (
        _steps("hand", hand, 4) | _steps("row", up, 3) | _down("down", row["castle_fd_size"]) | _size("hand_size", len(hand))
    )
    ways = set(hand or up) & playable
    found |= {"can_play": float(bool(ways)), "ways": len(ways) / 5} | {f"playable_{NAMES[v]}": 1.0 for v in ways}
    found[f"top_{NAMES[int(row['top'])] if row['top'] else 'none'}"] = 1.0
    found |= {f"pile_from_{i}": 1.0 for i in PILES if len(pile) >= i} | {"pile_size": len(pile) / 20}
    found |= {f"pile_{NAMES[v]}": n / (4 * packs) for v, n in Counter(pile).items()}
    found |= {f"run_{i}": 1.0 for i in (2, 3, 4) if row["run_length"] >= i}
    found |= {f"stock_from_{i}": 1.0 for i in (1, 4, 7, 10) if row["stock_size"] >= i} | {"stock_size": row["stock_size"] / 34}
    found |= {"choosing": float(row["phase"] < 2), "waiting": float(row["wait"] > 0)}
    names = [("op", "other"), ("op2", "other2"), ("op3", "other3")]
    others = [(name, label) for name, label in names if f"{name}_hand_size" in row]
    seen = Counter(hand + up + pile + cards(row["burned"]))
    for name, label in others:
        seen.update(cards(row[f"{name}_castle_fu"]))
        found |= _rich_other(row, name, label, 4 * packs if known else 0)
    found |= {f"unseen_{NAMES[v]}": (4 * packs - seen[v]) / (4 * packs) for v in range(2, 15)}
    return {label: number for label, number in found.items() if number}


def _rich_other(row: dict[str, Any], name: str, label: str, known: int) -> dict[str, float]:
    found = {label: 1.0} | _size(f"{label}_hand_size", row[f"{name}_hand_size"])
    found |= _steps(f"{label}_row", cards(row[f"{name}_castle_fu"]), 3) | _down(f"{label}_down", row[f"{name}_castle_fd_size"])
    held = Counter(cards(row[f"{name}_known"])) if known else {}
    return found | {f"{label}_known_{NAMES[v]}": n / known for v, n in held.items()}


def _steps(zone: str, held: list[int], most: int) -> dict[str, float]:
    return {f"{zone}_{NAMES[v]}_{i}": 1.0 for v, n in Counter(held).items() for i in range(1, min(n, most) + 1)}


def _down(name: str, count: int) -> dict[str, float]:
    return {f"{name}_{i}": 1.0 for i in range(1, count + 1)}


def _size(name: str, size: int) -> dict[str, float]:
    return {f"{name}_from_{i}": 1.0 for i in SIZES if size >= i} | {name: size / 20}
