"""The table of Legends of Code and Magic: the draft or the battle as far as the viewer knows, and what each move touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.events import Event
from cardlab.core.reading import UNKNOWN
from cardlab.core.table import Face, Move, Table, Thing, Zone
from cardlab.games.locm.rules.state import HAND_LIMIT, ROUNDS, Kind
from cardlab.games.locm.screen.lessons import (
    ABLE,
    CHOSEN,
    KINDS,
    LESS,
    MORE,
    deeds,
    effect_words,
    held,
    locm_lessons,
    marks_of,
)  # fmt: skip
from cardlab.games.locm.words.actions import LANES
from cardlab.games.locm.words.cards import KEYWORD_NAMES, TYPES, LocmCard, card, card_named, parse_keywords

if TYPE_CHECKING:
    from cardlab.games.locm.game import Locm

_SLOTS = 6
_RUNES = (5, 10, 15, 20, 25)


def locm_table(game: Locm, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
    """The table of a view, or of a whole position."""
    kind = _Draft if view["phase"] == "draft" else _Battle
    return kind(game, view, seat, legal).table()


@dataclass(frozen=True)
class _Piece:
    """A card in a hand or a creature; `card` is None if the viewer does not know it. Values are those of now."""

    id: int
    card: LocmCard | None
    attack: int = 0
    defense: int = 0
    keywords: int = 0
    lane: int = -1
    able: bool = False
    attacked: bool = False

    @classmethod
    def of(cls, value: Any) -> _Piece:
        row = value if isinstance(value, Mapping) else {"card": value}
        name, _, instance = str(row["card"]).partition("#")
        facts = card(card_named(name)) if name != UNKNOWN else None
        printed = (facts.attack, facts.defense, facts.keywords) if facts else (0, 0, 0)
        keywords = parse_keywords(row["keywords"]) if "keywords" in row else printed[2]
        now = (row.get("attack", printed[0]), row.get("defense", printed[1]), keywords, row.get("lane", -1))
        return cls(int(instance), facts, *now, bool(row.get("able")), bool(row.get("attacked")))

    @property
    def name(self) -> str:
        return self.card.name if self.card else "a card"

    @property
    def spot(self) -> str:
        return f"#{self.id}"


class _Laying:
    def __init__(self, game: Locm, position: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> None:
        self.options, self.position, self.seat, self.legal = game.rules, position, seat, legal
        self.me = seat or 0
        self.heals = game.rules["opponent_hp"] == "heals"
        self.lessons = locm_lessons(game.rules)

    def thing(self, piece: _Piece, zone: str, place: int, *more: str, printed: bool, why_not: str = "") -> Thing:
        """A card as it is printed, or a creature as it is now."""
        facts = piece.card
        if facts is None:
            return Thing(piece.spot, zone, place)
        left, right = (str(piece.attack), str(piece.defense)) if facts.is_creature else ("", facts.stats)
        if not facts.is_creature and not (facts.attack or facts.defense):
            right = ""
        cost, text = (str(facts.cost), effect_words(facts, self.heals)) if printed else ("", "")
        face = Face(facts.name, KINDS[facts.type], cost=cost, left=left, right=right, text=text)
        marks = marks_of(facts) if printed else tuple(KEYWORD_NAMES[at] for at in held(piece.keywords))
        does = deeds(facts, piece.attack, piece.defense, piece.keywords, self.heals)
        return Thing(piece.spot, zone, place, face, (*marks, *more), does, why_not)


# ---- the draft ---------------------------------------------------------------------------------------------------------


class _Draft(_Laying):
    def table(self) -> Table:
        offers, picks = self.position["offers"], self.position["picks"]
        now = min(map(len, picks))
        offer = [card(number) for number in offers[now]]
        zones = [Zone("offer", "offer", "spread", title="offered"), Zone("turn", "turn", "counters")]
        things = [self._offered(at, one, now) for at, one in enumerate(offer)]
        things.append(Thing("turn:0", "turn", 0, Face(f"pick {now + 1} of {ROUNDS}")))
        for seat in range(2):
            if UNKNOWN not in picks[seat] and (picks[seat] or seat == self.me):
                taken = [card(offers[at][index]) for at, index in enumerate(picks[seat])]
                zones.append(Zone(f"curve{seat}", "curve", "bars", seat, "mana curve"))
                things += self._curve(seat, taken)
                zones.append(Zone(f"picks{seat}", "picks", "list", seat, "latest picks" if taken else "no picks yet"))
                things += self._latest(seat, taken)
        moves = tuple(
            Move(action, f"pick {offer[source_of(action)].name}", ((f"pick:{source_of(action)}",),)) for action in self.legal
        )
        prompt = "Pick one of the three cards for your deck"
        return Table(self.seat, tuple(zones), tuple(things), moves, prompt, lessons=self.lessons)

    def _offered(self, at: int, one: LocmCard, now: int) -> Thing:
        """An offered card; the viewer's choice is marked while the other player has not chosen."""
        own = self.position["picks"][self.me]
        chosen = len(own) > now and own[now] == at
        piece = _Piece(0, one, one.attack, one.defense, one.keywords)
        laid = self.thing(piece, "offer", at, *([CHOSEN] if chosen else []), printed=True)
        return Thing(f"pick:{at}", "offer", at, laid.face, laid.marks, laid.does)

    def _curve(self, seat: int, taken: Sequence[LocmCard]) -> Iterator[Thing]:
        costs, types = Counter(min(one.cost, 7) for one in taken), Counter(one.type for one in taken)
        faces = [Face(f"{cost}{'+' if cost == 7 else ''}", number=costs[cost]) for cost in range(8)]
        names = ("creatures", *TYPES[1:])
        faces += [Face(f"{types[number]} {name}", KINDS[number]) for number, name in enumerate(names)]
        return (Thing(f"curve{seat}:{at}", f"curve{seat}", at, face) for at, face in enumerate(faces))

    def _latest(self, seat: int, taken: Sequence[LocmCard]) -> Iterator[Thing]:
        for at, one in enumerate(reversed(taken)):
            yield Thing(f"picks{seat}:{at}", f"picks{seat}", at, Face(one.name, KINDS[one.type], cost=str(one.cost)))


# ---- the battle --------------------------------------------------------------------------------------------------------


class _Battle(_Laying):
    def __init__(self, game: Locm, position: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> None:
        super().__init__(game, position, seat, legal)
        rows = position["players"]
        self.hands, self.boards = ([list(map(_Piece.of, row[zone])) for row in rows] for zone in ("hand", "board"))
        self.lanes = self.options["lanes"]
        self.pieces = {piece.id: piece for pieces in (*self.hands, *self.boards) for piece in pieces}

    def table(self) -> Table:
        moves = tuple(Move(action, self._words(action), self._touches(action)) for action in self.legal)
        sources = {move.touches[0][0] for move in moves}
        foe, end = 1 - self.me, pack(Kind.PASS)
        zones = [
            *self._zones(foe),
            *self._zones(self.me),
            Zone("turn", "turn", "counters"),
            Zone("answers", "answers", "buttons"),
        ]
        things = [
            *self._creatures(foe, sources),
            *self._creatures(self.me, sources),
            *self._counters(foe),
            *self._counters(self.me),
        ]
        things += [thing for seat in (foe, self.me) for thing in self._hand(seat, sources)]
        things.append(Thing("turn:0", "turn", 0, Face(f"turn {self.position.get('turn', 0) // 2 + 1}")))
        things += [Thing("end", "answers", 0, Face("End turn"))] if end in self.legal else []
        asks = {spot: self._ask(spot, moves) for spot in sources if spot != "end"}
        prompt = "Touch a card or a creature, or end the turn (Enter)" if asks else "Nothing left to do: end the turn (Enter)"
        enter = end if end in self.legal else None
        return Table(self.seat, tuple(zones), tuple(things), moves, prompt, asks, enter, self.lessons)

    def _zones(self, seat: int) -> list[Zone]:
        room = _SLOTS // self.lanes
        titles = ("left lane", "right lane") if self.lanes == 2 else ("",)
        lanes = [Zone(f"{LANES[at]}{seat}", LANES[at], "row", seat, title, room) for at, title in enumerate(titles)]
        hand = Zone(f"hand{seat}", "hand", "fan", seat, "your hand" if seat == self.seat else "hand", HAND_LIMIT)
        player = Zone(f"player{seat}", "player", "counters", seat)
        return [player, *lanes, hand] if seat != self.me else [*lanes, player, hand]

    def _creatures(self, seat: int, sources: set[str]) -> Iterator[Thing]:
        for lane in range(self.lanes):
            for at, piece in enumerate(piece for piece in self.boards[seat] if piece.lane == lane):
                change = piece.defense - piece.card.defense if piece.card else 0
                more = [*([ABLE] if piece.able else []), *([LESS] if change < 0 else [MORE] if change else [])]
                why = self._idle(piece) if self.legal and seat == self.me and piece.spot not in sources else ""
                yield self.thing(piece, f"{LANES[lane]}{seat}", at, *more, printed=False, why_not=why)

    def _idle(self, piece: _Piece) -> str:
        if piece.attacked:
            return "it has attacked already"
        return "it can attack from your next turn on" if not piece.able else "there is nothing that it may attack"

    def _hand(self, seat: int, sources: set[str]) -> Iterator[Thing]:
        for at, piece in enumerate(self.hands[seat]):
            asked = self.legal and seat == self.me and piece.spot not in sources
            yield self.thing(piece, f"hand{seat}", at, printed=True, why_not=self._why_not(piece) if asked else "")

    def _why_not(self, piece: _Piece) -> str:
        mana = self.position["players"][self.me]["mana"]
        if piece.card is None:
            return ""
        if piece.card.cost > mana:
            return f"it costs {piece.card.cost}, and you have {mana} mana"
        return "there is no room on the lanes" if piece.card.is_creature else "there is no creature to use it on"

    def _counters(self, seat: int) -> Iterator[Thing]:
        row = self.position["players"][seat]
        faces = [
            Face("health", number=row["health"], most=30, ticks=_RUNES[: row["runes"]], lost=_RUNES[row["runes"] :]),
            Face("mana", number=row["mana"], most=row["max_mana"]),
            Face("in hand", number=len(self.hands[seat])),
            Face("in deck", number=len(row["deck"])),
        ]
        faces += [Face(f"draws {row['draws']} next")] if row["draws"] > 1 else []
        faces += [Face("★")] if self.position.get("winner") == seat else []
        return (Thing(f"player{seat}:{at}", f"player{seat}", at, face) for at, face in enumerate(faces))

    # ---- what can be done --------------------------------------------------------------------------------------------

    def _touches(self, action: Action) -> tuple[tuple[str, ...], ...]:
        kind, source, target = kind_of(action), source_of(action), target_of(action)
        if kind == Kind.PASS:
            return (("end",),)
        first = (f"#{source}",)
        if kind == Kind.SUMMON:
            return first, (f"{LANES[target]}{self.me}",)
        if target:
            return first, (f"#{target}",)
        foe = f"player{1 - self.me}"
        return first, (foe,) if kind == Kind.ATTACK else (foe, f"player{self.me}")

    def _words(self, action: Action) -> str:
        kind, source, target = kind_of(action), source_of(action), target_of(action)
        if kind == Kind.PASS:
            return "end the turn"
        name = card(extra_of(action)).name
        if kind == Kind.SUMMON:
            return f"summon {name}" + (f" {LANES[target]}" if self.lanes == 2 else "")
        whom = self._called(target) if target else "the foe"
        if kind == Kind.ATTACK:
            return f"{self._called(source)} attacks {whom}"
        return f"use {name}" + (f" on {whom}" if target else "")

    def _called(self, instance: int) -> str:
        """The name of a creature, with its values if its side has another of that name."""
        piece = self.pieces[instance]
        side = next((board for board in self.boards if piece in board), [])
        twins = sum(other.name == piece.name for other in side)
        return f"{piece.name} {piece.attack}/{piece.defense}" if twins > 1 else piece.name

    def _ask(self, spot: str, moves: Sequence[Move]) -> str:
        action = next(move.action for move in moves if move.touches[0][0] == spot)
        name = card(extra_of(action)).name
        return {
            Kind.SUMMON: f"Which lane for {name}?",
            Kind.ATTACK: f"Whom does {name} attack?",
            Kind.USE: f"On whom is {name} used?",
        }[Kind(kind_of(action))]


def locm_turning_points(told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """The five heaviest losses of health, every rune lost by drawing, and the end."""
    rows = [(number, place, event) for place, (number, event) in enumerate(told)]
    found = [row for row in rows if row[2].kind in ("burned_rune", "ended")]
    losses = [row for row in rows if row[2].kind == "health" and row[2].fields["change"] < -1]
    found += sorted(losses, key=lambda row: row[2].fields["change"])[:5]
    return [(number, event) for number, _, event in sorted(found, key=lambda row: row[:2])]
