"""Tables of other kinds of games: a board with many moves, and many players with a prompt in the middle of an effect."""

from __future__ import annotations

from cardlab.core.looks import CounterLook, Looks
from cardlab.core.table import Face, Move, Table, Thing, Zone, place_id

COLUMNS, ROWS = 9, 5

BOARD_LOOKS = Looks(
    counters={"health": CounterLook("bar", "♥", "heart"), "mana": CounterLook("gems", "◆", "cost")},
    others=(("head",),),
    middle=(("board",),),
    own=(("status",), ("head",), ("buttons",), ("hand",)),
)


def board_table() -> Table:
    """Two generals and some units on nine by five places; every unit may go to many of them, every card to all free ones."""
    units = {0: ("General", 0, 18), 1: ("Lion", 0, 20), 2: ("Rival", 1, 26), 3: ("Shade", 1, 22)}
    things = [
        Thing(f"unit{n}", "board", at, Face(name, "own" if seat == 0 else "other", left="2", right="25"))
        for n, (name, seat, at) in units.items()
    ]
    taken = {at for _, _, at in units.values()}
    free = [at for at in range(COLUMNS * ROWS) if at not in taken]
    hand = [Thing(f"card{n}", "hand0", n, Face(name, cost="2", left="3", right="3")) for n, name in enumerate(("Sage", "Wolf"))]
    for seat in range(2):
        faces = (Face("health", number=25 - seat, most=25), Face("mana", number=2, most=3), Face("in hand", number=2))
        things += [Thing(f"player{seat}:{n}", f"player{seat}", n, face) for n, face in enumerate(faces)]
    moves = [Move(1000 + at, f"General to {at}", (("unit0",), (place_id("board", at),))) for at in free[:30]]
    moves += [Move(2000 + at, f"Lion to {at}", (("unit1",), (place_id("board", at),))) for at in free[:36]]
    moves += [Move(n * 100 + at, f"{n} at {at}", ((f"card{n}",), (place_id("board", at),))) for n in range(2) for at in free]
    moves += [Move(3000, "Lion strikes Shade", (("unit1",), ("unit3",))), Move(4000, "end the turn", (("end",),))]
    zones = (
        Zone("player1", "player", "counters", 1), Zone("board", "board", "grid", room=COLUMNS * ROWS, columns=COLUMNS),
        Zone("player0", "player", "counters", 0), Zone("answers", "answers", "buttons"),
        Zone("hand0", "hand", "fan", 0, room=6),
    )  # fmt: skip
    return Table(0, zones, (*things, Thing("end", "answers", 0, Face("End turn")), *hand), tuple(moves), enter=4000)


PROMPT_LOOKS = Looks(
    others=(("head",), ("unicorns",), ("upgrades",)),
    middle=(("deck", "discard"), ("status",)),
    own=(("unicorns",), ("upgrades",), ("head",), ("buttons",), ("hand",)),
)


def prompt_table(players: int = 8) -> Table:
    """Everybody has a stable; seat 0 is asked whether to stop a card, and which of two cards to discard."""
    zones = [Zone("deck", "deck", "stack", title="deck", size=70), Zone("discard", "discard", "pile", title="discard pile")]
    things = [Thing("old", "discard", 0, Face("Neigh", "instant"))]
    for seat in range(players):
        zones += [Zone(f"unicorns{seat}", "unicorns", "row", seat), Zone(f"upgrades{seat}", "upgrades", "row", seat)]
        zones += [Zone(f"player{seat}", "player", "counters", seat), Zone(f"hand{seat}", "hand", "fan", seat, "your hand")]
        things.append(Thing(f"player{seat}:0", f"player{seat}", 0, Face("in hand", number=5)))
        names = ("Baby Unicorn", "Llamacorn", "Ginormous Unicorn")
        things += [Thing(f"u{seat}.{n}", f"unicorns{seat}", n, Face(name)) for n, name in enumerate(names)]
        things.append(Thing(f"up{seat}", f"upgrades{seat}", 0, Face("Rainbow Mane")))
    things += [Thing(f"h{n}", "hand0", n, Face(name)) for n, name in enumerate(("Neigh", "Back Kick", "Good Deal", "Yay"))]
    zones.append(Zone("answers", "answers", "buttons"))
    things += [Thing("neigh", "answers", 0, Face("Neigh it")), Thing("let", "answers", 1, Face("Let it happen"))]
    moves = (Move(1, "neigh it", (("neigh",),)), Move(2, "let it happen", (("let",),)))
    return Table(0, tuple(zones), tuple(things), moves, "Stop Unicorn Poison of player 3?")
