"""The table of Magpies: hands, nests, deck and meadow as far as the viewer knows, and what each move touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardlab.core.action import Action, kind_of, source_of
from cardlab.core.effects import Card, Do, Effect, May, Python
from cardlab.core.looks import Looks, MarkLook
from cardlab.core.reading import UNKNOWN
from cardlab.core.table import Face, Lessons, Move, Table, Thing, Zone
from cardlab_magpies.trinkets import ASKING, LOOK, PASS, ROOM, TAKE, TOSS, Trinkets

_SEATS = range(3)
_LAY, _STOP, _REST = 1, 6, 7
SEEN, PICKED = "seen", "picked"
GLOSSARY = {SEEN: "somebody else knows that this card is here", PICKED: "picked, or to be passed to the left"}
RULES = (
    ("The aim", "After five turns each, the nest with the most shine wins. A card's shine stands in its corner."),
    (
        "A turn",
        "Lay a trinket into your nest. What it does is done, and what comes of it, one after the other. Then draw a card.",
    ),
    ("The meadow", "Tossed cards lie open on the meadow. When the deck is empty, it is shuffled and becomes the deck."),
    ("Hands", "Who has seen a card of another hand, or had it before, knows where it is as long as it stays in hands."),
)
LOOKS = Looks(
    ground="felt",
    paper="cream",
    marks={SEEN: MarkLook("◦", "quiet"), PICKED: MarkLook("✓", "good")},
    others=(("head",), ("hand", "nest")),
    middle=(("deck", "meadow", "turns"), ("status",)),
    own=(("nest",), ("hand",), ("buttons",), ("head",)),
)
_ASKS = {TOSS: "Toss which card?", LOOK: "Look at whose hand?", TAKE: "Take which card?"}


def magpie_table(made: Trinkets, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
    """The table of a view, or of a whole position."""
    laying = _Laying(made, view, seat)
    zones, things = tuple(laying.zones()), tuple(laying.things(legal))
    moves = tuple(laying.move(action) for action in legal)
    return Table(seat, zones, things, moves, laying.prompt(), lessons=Lessons(RULES, GLOSSARY))


def brief(card: Card) -> str:
    """What a card does in a few words, read from its effects: there is little room on a card."""
    return ", ".join("tossed: " * (on.trigger == "tossed") + _brief(on.effect) for on in card.effects)


def _brief(effect: Effect) -> str:
    if isinstance(effect, Do):
        return " ".join(filter(None, (effect.who, effect.what, str(effect.n) if effect.n > 1 else "")))
    if isinstance(effect, May):
        return f"may {_brief(effect.effect)}"
    if isinstance(effect, Python):
        return " or ".join(map(_brief, effect.variants))
    return f"{_brief(effect.first)}, {_brief(effect.second)}"


class _Laying:
    def __init__(self, made: Trinkets, view: Mapping[str, Any], seat: int | None) -> None:
        self.made, self.view, self.seat = made, view, seat
        self.code = made.ops[view["chain"][0]["op"]]["code"] if view["chain"] else 0

    def zones(self) -> Iterator[Zone]:
        for owner in _SEATS:
            yield Zone(f"hand{owner}", "hand", "fan", owner, "hand")
            yield Zone(f"nest{owner}", "nest", "row", owner, "nest", room=5)
            yield Zone(f"shine{owner}", "shine", "counters", owner)
        yield Zone("deck", "deck", "stack", title="deck", size=len(self.view["deck"]))
        yield Zone("meadow", "meadow", "pile", title="meadow")
        yield Zone("turns", "turns", "counters")
        yield Zone("answers", "answers", "buttons")

    def things(self, legal: Sequence[Action]) -> Iterator[Thing]:
        for owner in _SEATS:
            for place, card in enumerate(self.view["hands"][owner]):
                yield self.thing(f"hand{owner}", place, card, self.marks(owner, place, card))
            for place, card in enumerate(self.view["nests"][owner]):
                yield self.thing(f"nest{owner}", place, card)
            shine = self.made.shine(self.view["nests"][owner])
            yield Thing(f"shine{owner}:0", f"shine{owner}", 0, Face("shine", number=shine))
        for place, card in enumerate(self.view["meadow"]):
            yield self.thing("meadow", place, card)
        if self.view["deck"]:
            yield Thing("deck:0", "deck", 0)
        yield Thing("turns:0", "turns", 0, Face("turns left", number=self.view["left"]))
        names = {_STOP: "enough", _REST: "rest"}
        for place, name in enumerate(names[kind_of(action)] for action in legal if kind_of(action) in names):
            yield Thing(name, "answers", place, Face(name))

    def thing(self, zone: str, place: int, single: str, marks: tuple[str, ...] = ()) -> Thing:
        if single.startswith(UNKNOWN):
            return Thing(f"{zone}:{place}", zone, place, marks=marks)
        card = self.made.card(single)
        face = Face(card.name, right=str(card.facts["shine"]), text=brief(card) if zone.startswith("hand") else "")
        return Thing(f"{zone}:{place}", zone, place, face, marks, (card.text,))

    def marks(self, owner: int, place: int, card: str) -> tuple[str, ...]:
        """What is known of a card in a hand, and whether it is picked."""
        seen = [SEEN] if len(self.view["seen_by"].get(card, ())) > 1 else []
        option = {TOSS: place, TAKE: owner * ROOM + place}.get(self.code)
        mine = self.code != TOSS or self.view["chain"][0]["seat"] == owner
        picked = mine and option in (self.view["picked"] or ())
        given = self.view["poll"] is not None and self.view["poll"][owner] == place
        return (*seen, *([PICKED] if picked or given else []))

    def prompt(self) -> str:
        if self.view["poll"] is not None:
            return "Pass which card to the left? All choose at once"
        return _ASKS[self.code] if self.view["picked"] is not None else "Lay which trinket into your nest?"

    def move(self, action: Action) -> Move:
        kind, place = kind_of(action), source_of(action)
        if kind in ASKING:
            return self.picking(action, place)
        name = self.name(self.seat or 0, place)
        if kind == _LAY:
            return Move(action, f"lay {name}", ((f"hand{self.seat}:{place}",),))
        if kind == PASS:
            return Move(action, f"pass {name} to the left", ((f"hand{self.seat}:{place}",),))
        words, button = {_STOP: ("no more", "enough"), _REST: ("rest: the hand is empty", "rest")}[kind]
        return Move(action, words, ((button,),))

    def picking(self, action: Action, option: int) -> Move:
        if self.code == LOOK:
            cards = tuple(f"hand{option}:{place}" for place in range(len(self.view["hands"][option])))
            return Move(action, f"look at the hand of seat {option}", ((f"hand{option}", *cards),))
        owner, place = divmod(option, ROOM) if self.code == TAKE else (self.seat or 0, option)
        words = f"take {self.name(owner, place)} of seat {owner}" if self.code == TAKE else f"toss {self.name(owner, place)}"
        return Move(action, words, ((f"hand{owner}:{place}",),))

    def name(self, owner: int, place: int) -> str:
        single = self.view["hands"][owner][place]
        return f"card {place + 1}" if single.startswith(UNKNOWN) else self.made.card(single).name
