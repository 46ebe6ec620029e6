"""Unstable Unicorns: positions and views as plain values, and the checks that only possible ones pass.

A position may be short: `players` is all that is needed, and of a player only what is there. A card is written as its name,
with the number of the copy after a ``#`` if there are several: ``Neigh#3``. Cards mentioned nowhere are not in the game
(`absent`).

A view is a position with ``?`` for hidden cards: those of other hands that the player does not know, and the deck, unless
the player searches it. `seen` tells for each card of a hand the seats that know it.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cardlab.core.chain import CHAIN_ROOM
from cardlab.core.limits import EVERYBODY
from cardlab.core.reading import UNKNOWN, flag, only, whole, word
from cardlab.errors import PositionError, nearest
from cardlab.games.unicorns.rules.state import (
    DECK,
    DISCARD,
    GONE,
    HOME,
    NO_CARD,
    NOBODY,
    NURSERY,
    ROOM,
    SEATS,
    STACK,
    STACK_ROOM,
    TARGETS,
    UNTIL_SOURCE,
    UNTIL_TURN,
    ZONES,
    Ask,
    Phase,
    Step,
)
from cardlab.games.unicorns.words.actions import ROWS

if TYPE_CHECKING:
    from cardlab.games.unicorns.game import Unicorns
    from cardlab.games.unicorns.rules.state import UnicornState

Fields = dict[str, Any]


def _names(numbers: Any, prefix: str) -> tuple[str, ...]:
    members: Mapping[str, int] = numbers.__members__
    return tuple(name.removeprefix(prefix).lower() for name in sorted(members, key=lambda name: int(members[name])))


PHASES, ASKS, STEPS, REASONS = _names(Phase, "AT_"), _names(Ask, "ASK_"), _names(Step, "STEP_"), ("", "goal", "deck", "limit")
_PILES = ("deck", "discard", "nursery")
_FLAGS = {"plays": (1, 255), "played": (0, 255), "extra_draws": (0, 255), "skip": None, "again": None, "deck_out": None}
_PARTS = (
    "turn", "turns", "phase", "players", *_PILES, "order", "leashes", "flags", "decisions", "entries", "stack", "into", "poll",
    "chain", "question", "reason", "absent", "shuffled",
)  # fmt: skip
_PLAYER_PARTS = ("hand", "seen", "stable", "upgrades", "downgrades")
_TOLD = (
    "turn", "turns", "phase", "viewer", "next", "head", "zone", "seen_by", "order", "n_order", *_FLAGS, "decisions",
    "entry", "into", "leash",
    "lender", "stack_seat", "poll", "poll_first", "reason", "shuffled",
)  # fmt: skip
"""Fields of the struct that positions tell; those of the chain are told where effects wait."""
_CHAIN_PARTS = ("link", "step", "now", "end", "sub", "groups", "failed", "frames", "pool", "marks")
_FRAME_PARTS = ("effect", "seat", "card", "player", "seen", "chose", "group", "aims")


class Labels:
    """What the single cards of a game are called, and back."""

    def __init__(self, names: Sequence[str], kind_of: Sequence[int]) -> None:
        count: dict[int, int] = {}
        self.of: list[str] = []
        for kind in kind_of:
            count[kind] = count.get(kind, 0) + 1
            self.of.append(f"{names[kind]}#{count[kind]}")
        self.of = [
            label.removesuffix("#1") if count[kind] == 1 else label for label, kind in zip(self.of, kind_of, strict=True)
        ]
        self.number = {label: card for card, label in enumerate(self.of)}
        self.names = {names[kind] for kind in kind_of}

    def read(self, label: Any) -> int:
        """The card that a label names."""
        if not isinstance(label, str) or label not in self.number:
            raise PositionError(f"{reprlib.repr(label)} is no card of these decks{self._hint(label)}")
        return self.number[label]

    def _hint(self, label: Any) -> str:
        if not isinstance(label, str):
            return "; write a name such as 'Llamacorn', or 'Neigh#2' where there are several copies"
        name = label.partition("#")[0]
        if name in self.names:
            many = [known for known in self.number if known.partition("#")[0] == name]
            return f": there is one copy, {name!r}" if many == [name] else f": copies are {many[0]} to {many[-1]}"
        near = nearest(name, self.names)
        return f"; did you mean {near!r}?" if near is not None else ""


# ---- writing -------------------------------------------------------------------------------------------------------------


def position_of(game: Unicorns, state: UnicornState) -> dict[str, Any]:
    """The position as plain values, with ``?`` for what is hidden from the viewer."""
    waits = state.effects > 0 or state.asking
    z = state.peek((*_TOLD, "chain", "target", "n_targets", "marked", "sub", "groups", "failed") if waits else _TOLD)
    seat = None if z["viewer"] == EVERYBODY else z["viewer"]
    label = game.labels.of
    zones = zone_lists(z)
    searching = seat is not None and waits and is_searching(game, z, seat)
    position: dict[str, Any] = {
        "turn": z["turn"],
        "turns": z["turns"],
        "phase": PHASES[z["phase"]],
        "players": [_player(label, z, zones, p, seat) for p in range(game.players)],
        "deck": [label[card] if seat is None or searching else UNKNOWN for card in zones[DECK]],
        "discard": [label[card] for card in zones[DISCARD]],
        "nursery": [label[card] for card in zones[NURSERY]],
        "order": [label[card] for card in z["order"][: z["n_order"]]],
        "flags": {name: z[name] if bounds else bool(z[name]) for name, bounds in _FLAGS.items()},
        "decisions": z["decisions"],
        "entries": z["entry"][: game.players],
        "into": z["into"],
    }
    absent = [label[card] for card in range(len(label)) if z["zone"][card] == GONE]
    leashes = [_leash(label, z, card) for card in range(len(label)) if z["leash"][card]]
    stack = [{"card": label[card], "seat": z["stack_seat"][at]} for at, card in enumerate(zones[STACK])]
    extra = {
        "absent": absent,
        "leashes": leashes,
        "shuffled": [label[card] for card in range(len(label)) if z["shuffled"][card >> 6] >> (card & 63) & 1],
        "stack": stack,
        "poll": _poll(label, z) if z["phase"] == Phase.AT_REACTIONS else None,
        "chain": _chain(game, z, seat, zones) if waits and z["chain"][0]["n"] else None,
        "question": _question(label, z["chain"][0]["ask"]) if waits and z["chain"][0]["asking"] else None,
        "reason": REASONS[z["reason"]],
    }
    return {**position, **{name: part for name, part in extra.items() if part}}


def zone_lists(z: Fields) -> list[list[int]]:
    """The cards of every zone, in order."""
    lists = []
    for zone in range(ZONES):
        cards, card = [], z["head"][zone]
        while card != NO_CARD:
            cards.append(card)
            card = z["next"][card]
        lists.append(cards)
    return lists


def is_searching(game: Unicorns, z: Fields, seat: int) -> bool:
    """Whether a seat looks through the deck, and so knows which cards are in it."""
    chain = z["chain"][0]
    if (
        not chain["asking"]
        or chain["ask"]["what"] != Ask.ASK_GET
        or chain["ask"]["seat"] != seat
        or z["phase"] == Phase.AT_LIMIT
    ):
        return False
    op = game.ops[chain["frame"][chain["now"]]["a"]]
    return bool(op["code"] == game.searches and op["zone"] == game.in_deck)


def _player(label: Sequence[str], z: Fields, zones: Sequence[Sequence[int]], p: int, seat: int | None) -> dict[str, Any]:
    first = 4 * (p + 1)
    hand = zones[first]
    known = [seat is None or z["seen_by"][card] >> seat & 1 or ("marked" in z and _marked(z, card)) for card in hand]
    return {
        "hand": [label[card] if seen else UNKNOWN for card, seen in zip(hand, known, strict=True)],
        "seen": ["".join(map(str, _seats(z["seen_by"][card]))) for card in hand],
        **{name: [label[card] for card in zones[first + row]] for row, name in enumerate(ROWS) if row},
    }


def _marked(z: Fields, card: int) -> int:
    return int(z["marked"][card >> 6] >> (card & 63) & 1)


def _seats(bits: int) -> list[int]:
    return [p for p in range(SEATS) if bits >> p & 1]


def _leash(label: Sequence[str], z: Fields, card: int) -> dict[str, Any]:
    until = "source" if z["leash"][card] & UNTIL_SOURCE else "turn_end"
    return {"card": label[card], "home": (z["leash"][card] & HOME) - 1, "until": until, "lender": label[z["lender"][card]]}


def _poll(label: Sequence[str], z: Fields) -> dict[str, Any]:
    poll = z["poll"][0]
    answers = {str(p): _or_none(label, poll["answer"][p] - 1) for p in _seats(poll["answered"])}
    return {"asked": _seats(poll["asked"]), "answers": answers, "first": None if z["poll_first"] == NOBODY else z["poll_first"]}


def _or_none(label: Sequence[str], card: int) -> str | None:
    return label[card] if 0 <= card < len(label) else None


def _question(label: Sequence[str], ask: Fields) -> dict[str, Any]:
    return {
        "ask": ASKS[ask["what"]],
        "seat": ask["seat"],
        "n": ask["most"],
        "picked": ask["n"],
        "start": ask["picked"][0],
        "card": _or_none(label, ask["picked"][1]),
    }


def _chain(game: Unicorns, z: Fields, seat: int | None, zones: Sequence[Sequence[int]]) -> dict[str, Any]:
    label, chain = game.labels.of, z["chain"][0]
    hands = {card: (p, at) for p in range(game.players) for at, card in enumerate(zones[4 * (p + 1)])}

    def aim(card: int) -> str | None:
        if card == NO_CARD:
            return None
        hidden = seat is not None and card in hands and not z["seen_by"][card] >> seat & 1 and not _marked(z, card)
        return f"{UNKNOWN}{hands[card][0]}.{hands[card][1]}" if hidden else label[card]

    frames = [
        {
            "effect": game.effect_names[frame["a"]],
            "seat": frame["seat"],
            "card": label[frame["card"]],
            "player": frame["at"] - 1 if frame["at"] else None,
            "seen": bool(frame["what"] & 1),
            "chose": bool(frame["what"] & 2),
            "group": frame["what"] >> 4,
            "aims": [frame["b"] & 255, frame["b"] >> 8],
        }
        for frame in chain["frame"][: chain["n"]]
    ]
    marks = [card for card in range(ROOM) if _marked(z, card)]
    return {
        **{name: chain[name] for name in ("link", "now", "end")},
        "step": STEPS[chain["step"]],
        **{name: z[name] for name in ("sub", "groups", "failed")},
        "frames": frames,
        "pool": [aim(card) for card in z["target"][: z["n_targets"]]],
        "marks": [label[card] for card in marks],
    }


# ---- reading -------------------------------------------------------------------------------------------------------------


def load_position(game: Unicorns, state: UnicornState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state; with a seat, from what that player sees."""
    if not isinstance(position, Mapping):
        raise PositionError("a position of unicorns is a table with the part 'players'")
    only("a position of unicorns has", position, _PARTS)
    reader = _Reader(game, position, seat)
    state.poke(reader.fields())
    reader.check(state)


class _Reader:
    """Turns a position into the fields of the struct, and says what is wrong with it."""

    def __init__(self, game: Unicorns, position: Mapping[str, Any], seat: int | None) -> None:
        self.game, self.position, self.seat = game, position, seat
        self.place: dict[int, int] = {}
        self.zones: list[list[int]] = [[] for _ in range(ZONES)]
        self.seen: dict[int, int] = {}
        self.unknown: list[tuple[int, int]] = []
        self.masks: dict[tuple[int, int], int] = {}
        chain = position.get("chain")
        marks = chain.get("marks") if isinstance(chain, Mapping) else None
        self.marks: list[Any] = marks if isinstance(marks, list) else []

    def fields(self) -> Fields:
        """All fields of the struct."""
        get = self.position.get
        self._read_zones()
        phase = word("phase", get("phase", "action"), PHASES)
        flags = self._flags(get("flags", {}))
        order = self._order(get("order"))
        leash, lender, leashes = self._leashes(get("leashes", []))
        entries = self._entries(get("entries"))
        chain = self._chain(get("chain"), get("question"), phase)
        seats = self.game.players
        return {
            **self._lists(),
            **flags,
            **chain,
            "seen_by": [self.seen.get(card, 0) for card in range(ROOM)],
            "leash": leash,
            "lender": lender,
            "n_leashes": leashes,
            "shuffled": self._shuffled(get("shuffled", [])),
            "order": order + [0] * (ROOM - len(order)),
            "n_order": len(order),
            "entry": entries,
            "stack_seat": self._stack_seats(phase),
            "turn": whole("'turn'", get("turn", 0), 0, seats - 1),
            "turns": whole("'turns'", get("turns", 1), 0, 65535),
            "decisions": whole("'decisions'", get("decisions", 0), 0, 200_000),
            "into": whole("'into'", get("into", get("turn", 0)), 0, seats - 1),
            "phase": phase,
            "reason": word("reason", get("reason", ""), REASONS),
            "viewer": EVERYBODY if self.seat is None else self.seat,
            **self._poll(get("poll"), phase),
        }

    # ---- where cards lie -------------------------------------------------------------------------------------------------

    def _read_zones(self) -> None:
        players = self.position.get("players")
        if not isinstance(players, list) or len(players) != self.game.players:
            raise PositionError(f"'players' must be a list of {self.game.players} tables, one for each seat")
        for p, player in enumerate(players):
            self._read_player(p, player)
        for zone, name in enumerate(_PILES):
            for at, told in enumerate(self._list(name, self.position.get(name, []))):
                self._put(name, zone, at, told)
        for at, told in enumerate(self._list("stack", self.position.get("stack", []))):
            if not isinstance(told, Mapping) or set(told) != {"card", "seat"}:
                raise PositionError("'stack' holds tables with 'card' and 'seat', the announced card first")
            self._put("stack", STACK, at, told["card"])
        self._fill_unknown()

    def _read_player(self, p: int, player: Any) -> None:
        if not isinstance(player, Mapping):
            raise PositionError(f"player {p} must be a table with some of {', '.join(_PLAYER_PARTS)}")
        only(f"player {p} has", player, _PLAYER_PARTS)
        for row, name in enumerate(ROWS):
            for at, told in enumerate(self._list(f"{name} of player {p}", player.get(name, []))):
                self._put(f"{name} of player {p}", 4 * (p + 1) + row, at, told)
        hand = self.zones[4 * (p + 1)]
        seen = player.get("seen", [str(p)] * len(hand))
        if not isinstance(seen, list) or len(seen) != len(hand):
            raise PositionError(
                f"'seen' of player {p} must tell for each of {len(hand)} cards of the hand the seats that know it"
            )
        for at, seats in enumerate(seen):
            self.masks[4 * (p + 1), at] = self._knowing(p, seats, hand[at])

    def _knowing(self, p: int, seats: Any, card: int) -> int:
        fits = isinstance(seats, str) and all(seat.isdecimal() and int(seat) < self.game.players for seat in seats)
        if not fits or str(p) not in seats or "".join(sorted(set(seats))) != seats:
            raise PositionError(
                f"'seen' of player {p}: {reprlib.repr(seats)} is no list of seats such as '{p}', with the owner in it"
            )
        shown = card != NO_CARD and self.game.labels.of[card] in self.marks
        if self.seat is not None and (str(self.seat) in seats) != (card != NO_CARD) and not shown:
            raise PositionError(f"'seen' of player {p} does not go with the cards that are shown")
        return sum(1 << int(seat) for seat in seats)

    def _list(self, name: str, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise PositionError(f"{name!r} must be a list of cards, not {reprlib.repr(value)}")
        return value

    def _put(self, where: str, zone: int, at: int, told: Any) -> None:
        """A card where it is told to lie."""
        if told == UNKNOWN and self.seat is not None and (zone == DECK or (zone >= 4 and zone & 3 == 0)):
            self.zones[zone].append(NO_CARD)
            self.unknown.append((zone, at))
            return
        card = self.game.labels.read(told)
        if card in self.place:
            raise PositionError(f"{told} is in two places")
        if not self._belongs(card, zone):
            raise PositionError(f"{told} cannot lie in {where}")
        self.place[card] = zone
        self.zones[zone].append(card)

    def _belongs(self, card: int, zone: int) -> bool:
        """Whether a card can lie in a zone, by its printed type."""
        kind = self.game.book.cards[self.game.kinds[card]].type
        if zone >= 4:
            rows = {"baby": 1, "basic": 1, "magical": 1, "upgrade": 2, "downgrade": 3}
            return zone & 3 == rows.get(kind, 0) if zone & 3 else kind != "baby"
        return (kind == "baby") == (zone == NURSERY)

    def _fill_unknown(self) -> None:
        """Of a view: hidden cards lie in hidden places by their numbers."""
        absent = [self.game.labels.read(told) for told in self._list("absent", self.position.get("absent", []))]
        if len(set(absent)) != len(absent) or any(card in self.place for card in absent):
            raise PositionError("'absent' names cards that are nowhere, each once")
        left = [card for card in range(self.game.book.size) if card not in self.place and card not in absent]
        if self.seat is None:
            if "absent" in self.position and left:
                raise PositionError(f"{self.game.labels.of[left[0]]} is neither anywhere nor 'absent'")
            return
        places = sorted(self.unknown, key=lambda place: (place[0] == DECK, place))
        if len(left) != len(places):
            raise PositionError(f"{len(left)} cards are nowhere to be seen, but there are {len(places)} hidden places")
        for card, (zone, at) in zip(left, places, strict=True):
            if not self._belongs(card, zone):
                raise PositionError(f"{self.game.labels.of[card]} cannot be among the hidden cards")
            self.zones[zone][at] = card
            self.place[card] = zone

    def _lists(self) -> Fields:
        """Zones as linked lists."""
        follow, before = [NO_CARD] * ROOM, [NO_CARD] * ROOM
        for cards in self.zones:
            for one, other in pairwise(cards):
                follow[one], before[other] = other, one
        for (zone, at), mask in self.masks.items():
            self.seen[self.zones[zone][at]] = mask
        return {
            "next": follow,
            "prev": before,
            "zone": [self.place.get(card, GONE) for card in range(ROOM)],
            "head": [cards[0] if cards else NO_CARD for cards in self.zones],
            "tail": [cards[-1] if cards else NO_CARD for cards in self.zones],
            "count": [len(cards) for cards in self.zones],
        }

    # ---- the rest --------------------------------------------------------------------------------------------------------

    def _table(self) -> list[int]:
        """Cards on the table, seat by seat, row by row."""
        return [card for zone in range(4, ZONES) if zone & 3 for card in self.zones[zone]]

    def _order(self, told: Any) -> list[int]:
        table = self._table()
        if told is None:
            return table
        order = [self.game.labels.read(label) for label in self._list("order", told)]
        if len(set(order)) != len(order) or not set(order) <= set(table):
            raise PositionError(
                "'order' names cards of the stables, each once: those whose effects are switched on, oldest first"
            )
        if "chain" not in self.position and len(order) != len(table):
            raise PositionError("'order' names all cards of the stables unless effects are being resolved")
        return order

    def _leashes(self, told: Any) -> tuple[list[int], list[int], int]:
        leash, lender, table = [0] * ROOM, [0] * ROOM, self._table()
        for one in self._list("leashes", told):
            if not isinstance(one, Mapping) or set(one) != {"card", "home", "until", "lender"}:
                raise PositionError("'leashes' holds tables with 'card', 'home', 'until' and 'lender'")
            card = self.game.labels.read(one["card"])
            if card not in table or leash[card]:
                raise PositionError(f"{one['card']}: a leash holds a card of a stable, and there is one at most")
            home = whole("'home' of a leash", one["home"], 0, self.game.players - 1)
            leash[card] = home + 1 | (UNTIL_TURN, UNTIL_SOURCE)[word("until", one["until"], ("turn_end", "source"))]
            lender[card] = self.game.labels.read(one["lender"])
        return leash, lender, sum(map(bool, leash))

    def _shuffled(self, told: Any) -> list[int]:
        cards = [self.game.labels.read(label) for label in self._list("shuffled", told)]
        if sorted(set(cards)) != cards or any(self.game.cards[self.game.kinds[card]].type == "baby" for card in cards):
            raise PositionError("'shuffled' names the cards of the last discard pile that became part of the deck, each once")
        return [sum(1 << (card & 63) for card in cards if card >> 6 == word) for word in range(3)]

    def _flags(self, told: Any) -> Fields:
        if not isinstance(told, Mapping):
            raise PositionError("'flags' must be a table")
        only("'flags' have", told, _FLAGS)
        read: Fields = {}
        for name, bounds in _FLAGS.items():
            default = 1 if name == "plays" else 0 if bounds else False
            value = told.get(name, default)
            read[name] = whole(f"flag {name!r}", value, *bounds) if bounds else int(flag(f"flag {name!r}", value))
        return read

    def _entries(self, told: Any) -> list[int]:
        n = self.game.players
        if told is None:
            return list(range(SEATS))
        if not isinstance(told, list) or any(type(entry) is not int for entry in told) or sorted(told) != list(range(n)):
            raise PositionError(
                f"'entries' must tell for each seat which entry of the list of players sits there: 0 to {n - 1}, each once"
            )
        return [*told, *range(n, SEATS)]

    def _bits(self, name: str, told: Any) -> int:
        fits = isinstance(told, list) and all(type(p) is int and 0 <= p < self.game.players for p in told)
        if not fits or sorted(set(told)) != told:
            raise PositionError(f"{name!r} must be a list of seats, in order")
        return sum(1 << p for p in told)

    def _is_stopped(self, phase: int) -> bool:
        """Whether the limit of decisions ended the game, maybe in the middle of something."""
        return phase == Phase.AT_OVER and self.position.get("reason") == "limit"

    def _stack_seats(self, phase: int) -> list[int]:
        stack = self.position.get("stack", [])
        open_ = phase in (Phase.AT_WHERE, Phase.AT_REACTIONS, Phase.AT_LATE_WHERE)
        if (bool(stack) != open_ and not self._is_stopped(phase)) or len(stack) > STACK_ROOM:
            raise PositionError(
                "there is a 'stack' when somebody is asked where to, or to react, or when the limit ended a game there"
            )
        seats = [whole("'seat' on the stack", told["seat"], 0, self.game.players - 1) for told in stack]
        kinds = [self.game.book.cards[self.game.kinds[card]].type for card in self.zones[STACK]]
        if stack and (
            seats[0] != self.position.get("turn", 0) or kinds[0] in ("instant", "baby") or set(kinds[1:]) - {"instant"}
        ):
            raise PositionError("a 'stack' begins with a card of whose turn it is; all others are Instants")
        return seats + [0] * (STACK_ROOM - len(seats))

    def _poll(self, told: Any, phase: int) -> Fields:
        if (told is not None) != (phase == Phase.AT_REACTIONS):
            raise PositionError("there is a 'poll' in phase 'reactions', and only then")
        if told is None:
            return {"poll_first": NOBODY}
        if (
            not isinstance(told, Mapping)
            or set(told) != {"asked", "answers", "first"}
            or not isinstance(told["answers"], Mapping)
        ):
            raise PositionError("a 'poll' has 'asked', 'answers' and 'first'")
        asked = self._bits("asked", told["asked"])
        answer, answered = [0] * 16, 0
        for p in range(self.game.players):
            if str(p) in told["answers"]:
                answered |= 1 << p
                answer[p] = self._answer(p, told["answers"][str(p)])
        first = NOBODY if told["first"] is None else whole("'first'", told["first"], 0, self.game.players - 1)
        if len(told["answers"]) != bin(answered).count("1") or answered & ~asked or asked == answered:
            raise PositionError("'answers' are of seats that were asked, and somebody has still to answer")
        if first != NOBODY and not asked >> first & 1:
            raise PositionError("'first' is a seat that is asked")
        return {"poll": [{"asked": asked, "answered": answered, "answer": answer}], "poll_first": first}

    def _answer(self, p: int, told: Any) -> int:
        if told is None:
            return 0
        card = self.game.labels.read(told)
        if card not in self.zones[4 * (p + 1)] or self.game.book.cards[self.game.kinds[card]].type != "instant":
            raise PositionError(f"{told} is no Instant in the hand of seat {p}")
        return card + 1

    # ---- effects that wait -----------------------------------------------------------------------------------------------

    def _chain(self, told: Any, asked: Any, phase: int) -> Fields:
        ask = self._question(asked)
        if told is None:
            if asked is not None and phase != Phase.AT_LIMIT and not self._is_stopped(phase):
                raise PositionError("a 'question' belongs to a 'chain', but for the one in phase 'limit'")
            return {"chain": [{"asking": int(asked is not None), "ask": ask}]}
        if not isinstance(told, Mapping) or set(told) != set(_CHAIN_PARTS):
            raise PositionError(f"a 'chain' has the parts {', '.join(_CHAIN_PARTS)}")
        frames = self._list("frames", told["frames"])
        pool = [NO_CARD if label is None else self._aim(label) for label in self._list("pool", told["pool"])]
        if asked is None or not 0 < len(frames) <= CHAIN_ROOM or len(pool) > TARGETS:
            raise PositionError(f"a 'chain' has 1 to {CHAIN_ROOM} frames, and waits for a 'question'")
        end = whole("'end' of the chain", told["end"], 1, len(frames))
        marked = [0, 0, 0]
        for label in self._list("marks", told["marks"]):
            card = self.game.labels.read(label)
            marked[card >> 6] |= 1 << (card & 63)
        chain = {
            "frame": [self._frame(frame, len(pool)) for frame in frames],
            "n": len(frames),
            "now": whole("'now' of the chain", told["now"], 0, end - 1),
            "end": end,
            "link": whole("'link' of the chain", told["link"], 1, 255),
            "step": word("step", told["step"], STEPS),
            "asking": 1,
            "ask": ask,
        }
        return {
            "chain": [chain],
            "target": pool,
            "n_targets": len(pool),
            "marked": marked,
            "sub": whole("'sub' of the chain", told["sub"], 0, 200),
            "groups": whole("'groups' of the chain", told["groups"], 0, 15),
            "failed": whole("'failed' of the chain", told["failed"], 0, 65535),
        }

    def _aim(self, label: Any) -> int:
        """A card, or, where it is hidden, its place in a hand."""
        if isinstance(label, str) and label.startswith(UNKNOWN) and self.seat is not None:
            p, _, at = label[1:].partition(".")
            if p.isdecimal() and at.isdecimal() and int(p) < self.game.players and int(at) < len(self.zones[4 * (int(p) + 1)]):
                return self.zones[4 * (int(p) + 1)][int(at)]
        return self.game.labels.read(label)

    def _frame(self, told: Any, pool: int) -> Fields:
        if not isinstance(told, Mapping) or set(told) != set(_FRAME_PARTS):
            raise PositionError(f"a frame of the chain has the parts {', '.join(_FRAME_PARTS)}")
        if not isinstance(told["effect"], str) or told["effect"] not in self.game.effect_names:
            raise PositionError(f"{reprlib.repr(told['effect'])} is no effect of these cards; write NAME:NUMBER")
        aims = told["aims"]
        if not isinstance(aims, list) or len(aims) != 2:
            raise PositionError("'aims' are two numbers: the first target in the pool, and how many")
        first, n = whole("first target", aims[0], 0, TARGETS), whole("number of targets", aims[1], 0, 127)
        op = self.game.effect_names.index(told["effect"])
        seen = flag("'seen' of a frame", told["seen"])
        if self.game.takes_aim(op) and first + n > pool and seen:
            raise PositionError("'aims' of a frame lie in the pool")
        player = told["player"]
        what = (
            int(seen) + 2 * flag("'chose' of a frame", told["chose"]) + 16 * whole("'group' of a frame", told["group"], 0, 15)
        )
        return {
            "what": what,
            "seat": whole("'seat' of a frame", told["seat"], 0, self.game.players - 1),
            "card": self.game.labels.read(told["card"]),
            "at": 0 if player is None else 1 + whole("'player' of a frame", player, 0, self.game.players - 1),
            "a": op,
            "b": first + 256 * n,
        }

    def _question(self, told: Any) -> Fields:
        if told is None:
            return {}
        if not isinstance(told, Mapping) or set(told) != {"ask", "seat", "n", "picked", "start", "card"}:
            raise PositionError("a 'question' has 'ask', 'seat', 'n', 'picked', 'start' and 'card'")
        n = whole("'n' of a question", told["n"], 1, 200)
        card = NO_CARD if told["card"] is None else self.game.labels.read(told["card"])
        return {
            "what": word("ask", told["ask"], ASKS),
            "seat": whole("'seat' of a question", told["seat"], 0, self.game.players - 1),
            "least": n,
            "most": n,
            "n": whole("'picked' of a question", told["picked"], 0, n - 1),
            "picked": [whole("'start' of a question", told["start"], 0, 254), card],
        }

    # ---- the whole -------------------------------------------------------------------------------------------------------

    def check(self, state: UnicornState) -> None:
        """Whether a game can wait like this."""
        phase = state.peek(("phase",))["phase"]
        over = phase == Phase.AT_OVER
        if over != bool(self.position.get("reason")):
            raise PositionError("a game that is over has a 'reason' (goal, deck or limit), and no other")
        asks = (Phase.AT_ACTION, Phase.AT_WHERE, Phase.AT_LATE_WHERE, Phase.AT_REACTIONS)
        if not over and phase not in asks and "question" not in self.position:
            raise PositionError(f"in phase {self.position.get('phase')!r} somebody is asked a 'question'")
        if "question" in self.position and phase in asks:
            raise PositionError(f"there is no 'question' in phase {self.position.get('phase')!r}")
        if not over:
            self._check_question(state)

    def _check_question(self, state: UnicornState) -> None:
        if not state.check_question():
            raise PositionError("the 'question' does not go with the 'chain'")
        if not state.legal() and (self.seat is None or state.player == self.seat):
            raise PositionError(f"seat {state.player} is asked something, but there is nothing to answer")
