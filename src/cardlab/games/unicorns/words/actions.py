"""Unstable Unicorns in words: actions, events, and effects that wait for an answer."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action, kind_of, pack, source_of, target_of
from cardlab.core.cards import Joint
from cardlab.core.chain import CHAIN_ROOM
from cardlab.core.events import EventKind
from cardlab.core.forms import InnerTable, TablePart, TablesPart
from cardlab.core.positionparts import Entangled, FlagPart, Lists, NumberPart, OptionalPart, PositionPart, Telling, WordPart
from cardlab.core.reading import UNKNOWN, whole
from cardlab.core.space import ActionKind, Part
from cardlab.errors import PositionError, nearest
from cardlab.games.unicorns.rules.state import NO_CARD, SEATS, TARGETS, Ask, Code, Kind, Reason, Step, Told, Where, Who
from cardlab.games.unicorns.words.cards import CardPart, CardSetPart, listed_cards, words_of

if TYPE_CHECKING:
    from cardlab.core.effects import Card

ASKS, STEPS = words_of(Ask, "ASK_"), words_of(Step, "STEP_")
ROWS = ("hand", "stable", "upgrades", "downgrades")
_SEAT = Part("seat", 0, SEATS - 1)
_PLACES = SEATS << 9
_HELP = (
    "play Neigh, draw, pass, into 2, react Neigh, decline, yes, no, variant 0, seat 3, "
    "choose 2.stable.0 Llamacorn, take Yay, steal Yay"
)
_CARD_WORDS = {Kind.PLAY: "play", Kind.REACT: "react", Kind.TAKE: "take", Kind.SECRET: "steal"}
_SEAT_WORDS = {Kind.WHERE: "into", Kind.PLAYER: "seat", Kind.VARIANT: "variant"}
_PLAIN_WORDS = {Kind.DRAW: "draw", Kind.PASS: "pass", Kind.DECLINE: "decline", Kind.YES: "yes", Kind.NO: "no"}
_CARD = re.compile(r"(play|react|take|steal) (?P<name>\S.*?)(?: \((?P<copy>[1-9]\d?)\))?", re.ASCII)
_NUMBER = re.compile(r"(into|seat|variant) (?P<number>\d\d?)", re.ASCII)
_PLACE = re.compile(
    r"choose (?P<seat>[0-7])\.(?P<row>stable|upgrades|downgrades)\.(?P<at>\d{1,3})(?: (?P<name>\S.*))?", re.ASCII
)


def unicorn_actions(kinds: int, copies: int) -> tuple[ActionKind, ...]:
    """All kinds of actions with so many kinds of cards, and at most so many copies of one."""
    card, copy = Part("card", 0, kinds - 1), Part("copy", 0, max(copies - 1, 0))
    return (
        ActionKind(Kind.PLAY, card, copy),
        ActionKind(Kind.DRAW),
        ActionKind(Kind.PASS),
        ActionKind(Kind.WHERE, _SEAT),
        ActionKind(Kind.REACT, card, copy),
        ActionKind(Kind.DECLINE),
        ActionKind(Kind.YES),
        ActionKind(Kind.NO),
        ActionKind(Kind.VARIANT, Part("variant", 0, 15)),
        ActionKind(Kind.PLAYER, _SEAT),
        ActionKind(Kind.TARGET, Part("place", 0, _PLACES - 1), Part("card", 0, kinds - 1, derived=True)),
        ActionKind(Kind.TAKE, card, copy),
        ActionKind(Kind.SECRET, card, copy),
    )


def place_text(place: int) -> str:
    """A place on the table, such as ``2.stable.0``: seat, row, number in the row."""
    return f"{place >> 9}.{ROWS[place >> 7 & 3]}.{place & 127}"


def action_text(cards: Sequence[Card], action: Action) -> str:
    """An action in words; `parse_action` reads them back."""
    kind, source, target = kind_of(action), source_of(action), target_of(action)
    text = ""
    if kind in _PLAIN_WORDS:
        text = _PLAIN_WORDS[Kind(kind)]
    elif kind in _SEAT_WORDS:
        text = f"{_SEAT_WORDS[Kind(kind)]} {source}"
    elif kind in _CARD_WORDS and source < len(cards):
        text = f"{_CARD_WORDS[Kind(kind)]} {cards[source].name}{f' ({target + 1})' if target else ''}"
    elif kind == Kind.TARGET and target < len(cards):
        text = f"choose {place_text(source)} {cards[target].name}"
    try:
        if text and parse_action(cards, text) == action:
            return text
    except PositionError:
        pass
    raise PositionError(f"{action!r:.40} is not an action of Unstable Unicorns")


def parse_action(cards: Sequence[Card], text: str) -> Action:
    """The action that a text names."""
    text = text.strip() if isinstance(text, str) else ""
    for kind, word in _PLAIN_WORDS.items():
        if text == word:
            return pack(kind)
    if found := _NUMBER.fullmatch(text):
        kind = next(kind for kind, word in _SEAT_WORDS.items() if word == found[1])
        if int(found["number"]) < (16 if kind == Kind.VARIANT else SEATS):
            return pack(kind, int(found["number"]))
    if found := _CARD.fullmatch(text):
        kind = next(kind for kind, word in _CARD_WORDS.items() if word == found[1])
        return pack(kind, card_kind(cards, found["name"]), int(found["copy"] or 1) - 1)
    if (found := _PLACE.fullmatch(text)) and int(found["at"]) < 128:
        place = int(found["seat"]) << 9 | ROWS.index(found["row"]) << 7 | int(found["at"])
        return pack(Kind.TARGET, place, card_kind(cards, found["name"]) if found["name"] else 0)
    raise PositionError(f"{text!r:.80} is not an action of Unstable Unicorns; actions look like: {_HELP}")


def card_kind(cards: Sequence[Card], name: str) -> int:
    """The kind of a card by its name."""
    names = [card.name for card in cards]
    if name not in names:
        near = nearest(name, names)
        guess = f"; did you mean {near!r}?" if near is not None else ""
        raise PositionError(f"there is no card {name!r:.60} in these decks{guess}")
    return names.index(name)


# ---- events ------------------------------------------------------------------------------------------------------------------

_DOES = {
    Code.DO_DRAW: "draw", Code.DO_DISCARD: "discard", Code.DO_SACRIFICE: "sacrifice", Code.DO_DESTROY: "destroy",
    Code.DO_STEAL: "steal", Code.DO_RETURN: "return", Code.DO_BRING: "bring", Code.DO_SEARCH: "search", Code.DO_PULL: "pull",
    Code.DO_TAKE: "take", Code.DO_SWAP_HANDS: "swap hands", Code.DO_MOVE: "move", Code.DO_GIVE: "give",
    Code.DO_SHUFFLE: "shuffle", Code.DO_RESHUFFLE: "reshuffle", Code.DO_EXTRA_DRAW: "extra draw", Code.DO_PLAYS: "more plays",
    Code.DO_SKIP: "skip to the end",
    Code.DO_EXTRA_TURN: "extra turn", Code.DO_SHRINK: "shrink", Code.DO_BABIES: "babies", Code.DO_TO_NURSERY: "to the Nursery",
    Code.DO_TO_HAND: "back to hand", Code.DO_GO_BACK: "go back", Code.DO_FOLLOW: "follow the turn",
    Code.DO_TO_DECK: "into the deck",
}  # fmt: skip
_ENDINGS = {
    Reason.GOAL_REACHED: "somebody has enough unicorns", Reason.DECK_OUT: "the deck is empty",
    Reason.TOO_LONG: "it has taken too long",
}  # fmt: skip


def effect_word(code: int) -> str:
    """What an effect does, in a word or two."""
    return next((word for known, word in _DOES.items() if known == code), "nothing")


# ---- effects in words ----------------------------------------------------------------------------------------------------

_NOUNS = {
    "": ("card", "cards"), "card": ("card", "cards"), "unicorn": ("unicorn", "unicorns"), "baby": ("baby", "babies"),
    "basic": ("Basic unicorn", "Basic unicorns"), "magical": ("Magical unicorn", "Magical unicorns"),
    "upgrade": ("Upgrade", "Upgrades"),
    "downgrade": ("Downgrade", "Downgrades"), "upgrade_or_downgrade": ("Upgrade or Downgrade", "Upgrades and Downgrades"),
    "magic": ("Magic card", "Magic cards"), "instant": ("Instant", "Instants"),
}  # fmt: skip
_ZONES: dict[int, str] = {
    Where.AT_HAND: "your hand", Where.AT_DECK: "the deck", Where.AT_DISCARD: "the discard pile",
    Where.AT_NURSERY: "the Nursery",
}  # fmt: skip
_UNTIL: dict[int, str] = {Where.AT_TURN_END: " until the end of the turn", Where.AT_SOURCE: " until this card leaves"}
_SIMPLE: dict[int, str] = {
    Code.DO_SWAP_HANDS: "swap hands with another player", Code.DO_SHUFFLE: "shuffle the deck",
    Code.DO_RESHUFFLE: "shuffle the discard pile into the deck", Code.DO_SKIP: "end the turn",
    Code.DO_EXTRA_TURN: "take another turn",
    Code.DO_SHRINK: "discard all unicorns of a stable", Code.DO_BABIES: "put as many babies in their place",
    Code.DO_TO_NURSERY: "put it into the Nursery", Code.DO_TO_HAND: "put it back into its owner's hand",
    Code.DO_GO_BACK: "give it back", Code.DO_FOLLOW: "move it to whose turn it is", Code.DO_SAVE_FRIEND: "sacrifice it instead",
    Code.DO_SAVE_SELF: "discard a card instead",
}  # fmt: skip


def noun(filter_: str, n: int = 1) -> str:
    """So many cards that pass a filter: ``a unicorn``, ``2 Upgrades``, ``all Downgrades``."""
    one, many = _NOUNS.get(filter_, ("card", "cards"))
    more = f" with {filter_.removeprefix('named ')} in the name" if filter_ not in _NOUNS else ""
    if n == 1:
        return f"{'an' if one[0] in 'UI' else 'a'} {one}{more}".replace("an Unicorn", "a Unicorn")
    return f"{'all' if n >= 99 else n} {many}{more}"


def effect_words(ops: Sequence[Mapping[str, int]], filters: Sequence[str], op: int) -> str:
    """What an effect, given by the number of its op, does: ``sacrifice a card, then destroy 2 cards``."""

    def words(at: int) -> str:
        return effect_words(ops, filters, at)

    row = ops[op]
    code, then, other = row["code"], row["next"], row["other"]
    if code in (Joint.JOINT_MAY, Joint.JOINT_BRANCH):
        return words(other)
    if code == Joint.JOINT_BOTH:
        return f"{words(then)} and {words(other)}"
    if code == Joint.JOINT_IF_DONE:
        return f"{words(then)}, then {words(other)}"
    if code == Joint.JOINT_CHOOSE:
        return " or ".join(words(op + 1 + variant) for variant in range(row["n"]))
    if code == Joint.JOINT_EACH:
        return f"everybody in turn may {words(other)}"
    if code == Joint.JOINT_PYTHON:
        return "do what its text says"
    single = _single(row, filters[row["filter"] - 1] if row["filter"] else "")
    return ", then ".join([single, *(words(at) for at in (then, other) if at)])


def _single(row: Mapping[str, int], filter_: str) -> str:
    code, who, n = row["code"], row["who"], row["n"]
    what, where = noun(filter_, n), _ZONES.get(row["zone"], "")
    if code in _SIMPLE:
        return _SIMPLE[code]
    if code == Code.DO_DISCARD:
        if row["zone"]:
            return f"shuffle {what} of your hand into the deck"
        whose: dict[int, str] = {
            Who.WHO_EACH: f"everybody discards {what}", Who.WHO_CHOSEN: f"make a player discard {what}",
            Who.WHO_OTHER: f"make another player discard {what}", Who.WHO_THAT: f"that player discards {what}",
        }  # fmt: skip
        return whose.get(who, f"discard {what}")
    if code == Code.DO_SACRIFICE:
        every = "everybody sacrifices" if who == Who.WHO_EACH else "sacrifice"
        return "sacrifice this card" if who == Who.WHO_SELF else f"{every} {what}"
    if code == Code.DO_STEAL:
        return f"steal {what}{' from that player' if who == Who.WHO_THAT else ''}{_UNTIL.get(row['zone'], '')}"
    if code == Code.DO_RETURN:
        every = " of every stable" if who in (Who.WHO_EACH, Who.WHO_CASTER) else ""
        return f"return {what}{every} to its owner's hand"
    others: dict[int, str] = {
        Code.DO_DRAW: f"draw {what}", Code.DO_DESTROY: f"destroy {what}", Code.DO_BRING: f"bring {what} from {where}",
        Code.DO_SEARCH: f"take {what} from {where}", Code.DO_PULL: f"take {noun('', n)} at random from a player's hand",
        Code.DO_TAKE: f"look at a player's hand and take {noun('', n)}", Code.DO_MOVE: f"move {what} to another stable",
        Code.DO_GIVE: f"give {what} to another player", Code.DO_EXTRA_DRAW: f"draw {noun('', n)} more",
        Code.DO_PLAYS: f"play {n} cards this turn", Code.DO_TO_DECK: f"shuffle {what} of your stable into the deck",
    }  # fmt: skip
    return others.get(code, "do nothing")


def unicorn_events(name: Callable[[int], str]) -> Sequence[EventKind]:
    """Every kind of event; `name` tells the name of a card by its number."""

    def card(fields: Mapping[str, int]) -> str:
        return name(fields["card"])

    def source(fields: Mapping[str, int]) -> str:
        return name(fields["source"])

    def does(fields: Mapping[str, int]) -> str:
        return effect_word(fields["code"])

    def ending(fields: Mapping[str, int]) -> str:
        return _ENDINGS[Reason(fields["reason"])]

    def uses(fields: Mapping[str, int]) -> str:
        return "uses" if fields["yes"] else "does not use"

    def use(fields: Mapping[str, int]) -> str:
        return "use" if fields["yes"] else "do not use"

    def wherefrom(fields: Mapping[str, int]) -> str:
        return f" from seat {fields['victim']}" if fields["victim"] >= 0 else ""

    def lost(fields: Mapping[str, int]) -> str:
        return (
            f"{'shuffles' if fields['deck'] else 'discards'} {name(fields['card'])}{' into the deck' if fields['deck'] else ''}"
        )

    def lose(fields: Mapping[str, int]) -> str:
        return (
            f"{'shuffle' if fields['deck'] else 'discard'} {name(fields['card'])}{' into the deck' if fields['deck'] else ''}"
        )

    one = {"card": card}
    return (
        EventKind(Told.TOLD_TURN, ("turn",), "begins turn {turn}", "begin turn {turn}", turn=True),
        EventKind(Told.TOLD_DREW, ("card",), "draws {card}", "draw {card}", "draws a card", phrases=one),
        EventKind(Told.TOLD_ANNOUNCED, ("card",), "plays {card}", "play {card}", phrases=one, opens="card", closes="link"),
        EventKind(
            Told.TOLD_REACTED, ("card",), "reacts with {card}", "react with {card}", phrases=one, opens="answer", nested=True
        ),
        EventKind(
            Told.TOLD_STOPPED, ("card", "below"), "loses {card} from the stack", "lose {card} from the stack", phrases=one,
            closes="answer",
        ),
        EventKind(
            Told.TOLD_RESOLVED, ("card", "into"), "gets {card} through, for {into}", "get {card} through, for {into}",
            phrases=one, seats=("into",), closes="card",
        ),
        EventKind(Told.TOLD_ENTERED, ("card",), "gets {card} into the stable", "get {card} into the stable", phrases=one),
        EventKind(Told.TOLD_LEFT, ("card",), "loses {card} from the stable", "lose {card} from the stable", phrases=one),
        EventKind(
            Told.TOLD_DISCARDED, ("card", "deck"), "{lost}", "{lose}", "gives a card up", ("card",),
            {"lost": lost, "lose": lose},
        ),
        EventKind(
            Told.TOLD_TOOK, ("card", "victim"), "takes {card}{from}", "take {card}{from}", "takes a card{from}", ("card",),
            {"card": card, "from": wherefrom},
        ),
        EventKind(Told.TOLD_SWAPPED, ("other",), "swaps hands with {other}", "swap hands with {other}", seats=("other",)),
        EventKind(Told.TOLD_SHUFFLED, (), "the deck is shuffled"),
        EventKind(Told.TOLD_LINK, ("link",), "link {link} of the chain", quiet=True, opens="link"),
        EventKind(
            Told.TOLD_EFFECT, ("source", "code", "targets"), "has {source} do: {does}", "have {source} do: {does}",
            phrases={"source": source, "does": does}, quiet=True,
        ),
        EventKind(
            Told.TOLD_AIMED, ("card", "source", "code"), "aims {source} at {card} ({does})", "aim {source} at {card} ({does})",
            phrases={"card": card, "source": source, "does": does},
        ),
        EventKind(
            Told.TOLD_USED, ("card", "yes"), "{uses} {card}", "{use} {card}", phrases={"card": card, "uses": uses, "use": use}
        ),
        EventKind(
            Told.TOLD_SAVED, ("card", "source"), "saves {card} with {source}", "save {card} with {source}",
            phrases={"card": card, "source": source},
        ),
        EventKind(Told.TOLD_RETURNED, ("card",), "takes {card} back to hand", "take {card} back to hand", phrases=one),
        EventKind(Told.TOLD_ENDED, ("reason",), "the game is over: {ending}", phrases={"ending": ending}),
        EventKind(Told.TOLD_POLL, ("asked", "idle"), "all may react", secret="all may react", quiet=True),
        EventKind(Told.TOLD_DREW_INSTEAD, (), "draws instead of playing", "draw instead of playing", closes="link"),
        EventKind(
            Told.TOLD_LOOKED, ("victim",), "looks at the hand of {victim}", "look at the hand of {victim}", seats=("victim",)
        ),
    )  # fmt: skip


# ---- questions, and effects that wait ------------------------------------------------------------------------------------


class SeatPart(PositionPart):
    """A seat; not told, it is the one whose turn it is."""

    def read(self, telling: Telling, told: Any) -> int:
        return whole(self.where(telling), told, 0, telling.game.players - 1)

    def absent(self, telling: Telling) -> int:
        turn: int = telling.table.get("turn", 0)
        return turn


class _Effect(PositionPart):
    """The op of a card that a frame does."""

    def show(self, telling: Telling, value: int) -> str:
        name: str = telling.game.effect_names[value]
        return name

    def read(self, telling: Telling, told: Any) -> int:
        names: list[str] = telling.game.effect_names
        if not isinstance(told, str) or told not in names:
            raise PositionError(f"{reprlib.repr(told)} is no effect of these cards; write NAME:NUMBER")
        return names.index(told)


class _Aims(PositionPart):
    """The first target of a frame in the pool, and how many it has."""

    def take(self, telling: Telling, *held: Any) -> list[int]:
        return [held[0] & 255, held[0] >> 8]

    def put(self, telling: Telling, value: Sequence[int]) -> tuple[Any, ...]:
        return (value[0] + 256 * value[1],)

    def read(self, telling: Telling, told: Any) -> list[int]:
        if not isinstance(told, list) or len(told) != 2:
            raise PositionError("'aims' are two numbers: the first target in the pool, and how many")
        first, n = whole("first target", told[0], 0, TARGETS), whole("number of targets", told[1], 0, 127)
        frame, pool = telling.table, telling.around["pool"]
        if telling.game.takes_aim(frame["effect"]) and first + n > len(pool) and frame["seen"]:
            raise PositionError("'aims' of a frame lie in the pool")
        return [first, n]


_FRAME = InnerTable(
    "a frame of the chain has the parts effect, seat, card, player, seen, chose, group, aims",
    _Effect("effect", "a"), SeatPart("seat"), CardPart("card"),
    Entangled(
        (OptionalPart(SeatPart("player")),), ("at",),
        lambda telling, at: (at - 1 if at else None,), lambda telling, player: (0 if player is None else player + 1,),
    ),
    Entangled(
        (FlagPart("seen"), FlagPart("chose"), NumberPart("group", 0, 15)), ("what",),
        lambda telling, what: (what & 1, what >> 1 & 1, what >> 4),
        lambda telling, seen, chose, group: (seen + 2 * chose + 16 * group,),
    ),
    _Aims("aims", "b"),
    after=" of a frame",
)  # fmt: skip


class _Pool(PositionPart):
    """Cards that effects are aimed at. Of one in a hand that a player does not know, a view tells the place."""

    def take(self, telling: Telling, *held: Any) -> list[int | None]:
        return [None if card == NO_CARD else card for card in held[0][: held[1]]]

    def put(self, telling: Telling, value: Sequence[int | None]) -> tuple[Any, ...]:
        return [NO_CARD if card is None else card for card in value], len(value)

    def show(self, telling: Telling, value: Sequence[int | None]) -> list[str | None]:
        names = {card: f"{UNKNOWN}{p}.{at}" for card, (p, at) in hidden_cards(telling.around, telling.seat).items()}
        return [None if card is None else names.get(card, telling.game.labels.of[card]) for card in value]

    def read(self, telling: Telling, told: Any) -> list[int | None]:
        return [None if label is None else self._aim(telling, label) for label in listed_cards(self.name, told)]

    def _aim(self, telling: Telling, label: Any) -> int:
        if isinstance(label, str) and label.startswith(UNKNOWN) and telling.seat is not None:
            p, _, at = label[1:].partition(".")
            hands = [player["hand"] for player in telling.around["players"]]
            if p.isdecimal() and at.isdecimal() and int(p) < len(hands) and int(at) < len(hands[int(p)]):
                return int(hands[int(p)][int(at)])
        return int(telling.game.labels.read(label))


def hidden_cards(table: Lists, seat: int | None) -> dict[int, tuple[int, int]]:
    """Cards of hands that a viewer does not know, and where they are: whose, and in which place."""
    if seat is None:
        return {}
    shown = (table.get("chain") or {"marks": ()})["marks"]
    return {
        card: (p, at)
        for p, player in enumerate(table["players"])
        for at, (card, seats) in enumerate(zip(player["hand"], player["seen"], strict=True))
        if not seats >> seat & 1 and card not in shown
    }


_CHAIN = InnerTable(
    "a 'chain' has the parts link, step, now, end, sub, groups, failed, frames, pool, marks",
    NumberPart("link", 1, 255), PositionPart("now"), PositionPart("end"), WordPart("step", STEPS),
    NumberPart("sub", 0, 200), NumberPart("groups", 0, 15), NumberPart("failed", 0, 65535),
    TablesPart("frames", _FRAME, "frame", "n", late=True), _Pool("pool", "target", "n_targets"),
    CardSetPart("marks", "marked"),
    after=" of the chain",
)  # fmt: skip
_IN_STRUCT = ("link", "now", "end", "step", "frame", "n")
_BESIDE = tuple(name for name in _CHAIN.fields if name not in _IN_STRUCT)
_NO_CHAIN = {**dict.fromkeys(_CHAIN.names, 0), "frames": [], "pool": [], "marks": []}


class _Chain(TablePart):
    """Effects that wait in the order in which they are resolved, and what they are aimed at."""

    def read(self, telling: Telling, told: Any) -> Lists:
        chain: Lists = super().read(telling, told)
        n = len(chain["frames"])
        if telling.told.get("question") is None or not 0 < n <= CHAIN_ROOM or len(chain["pool"]) > TARGETS:
            raise PositionError(f"a 'chain' has 1 to {CHAIN_ROOM} frames, and waits for a 'question'")
        whole("'now' of the chain", chain["now"], 0, whole("'end' of the chain", chain["end"], 1, n) - 1)
        return chain


class _Picked(PositionPart):
    """How many are picked already."""

    def read(self, telling: Telling, told: Any) -> int:
        return whole(self.where(telling), told, 0, telling.table["n"] - 1)


_QUESTION = InnerTable(
    "a 'question' has 'ask', 'seat', 'n', 'picked', 'start' and 'card'",
    WordPart("ask", ASKS, "what"), SeatPart("seat"),
    Entangled((NumberPart("n", 1, 200),), ("least", "most"), lambda telling, least, most: (most,), lambda telling, n: (n, n)),
    _Picked("picked", "n"),
    Entangled(
        (NumberPart("start", 0, 254), OptionalPart(CardPart("card"))), ("picked",),
        lambda telling, picked: (picked[0], picked[1] if picked[1] < len(telling.game.kinds) else None),
        lambda telling, start, card: ([start, NO_CARD if card is None else card],),
    ),
    after=" of a question",
)  # fmt: skip


def _take_waiting(telling: Telling, *held: Any) -> tuple[Lists | None, Lists | None]:
    [chain], *beside = held
    waits = _CHAIN.taken(telling, {**chain, **dict(zip(_BESIDE, beside, strict=True))}) if chain["n"] else None
    return waits, _QUESTION.taken(telling, chain["ask"]) if chain["asking"] else None


def _put_waiting(telling: Telling, waits: Lists | None, asked: Lists | None) -> tuple[Any, ...]:
    z = _CHAIN.held(telling, waits or _NO_CHAIN)
    ask = {} if asked is None else _QUESTION.held(telling, asked)
    return [{**{name: z[name] for name in _IN_STRUCT}, "asking": bool(ask), "ask": ask}], *(z[name] for name in _BESIDE)


WAITING = Entangled(
    (OptionalPart(_Chain("chain", _CHAIN, late=True)), OptionalPart(TablePart("question", _QUESTION))),
    ("chain", *_BESIDE),
    _take_waiting,
    _put_waiting,
)
"""The chain of effects that wait, and the question that is open."""


def frame_now(chain: Lists) -> Lists:
    """The effect that is being resolved."""
    frame: Lists = chain["frames"][chain["now"]]
    return frame
