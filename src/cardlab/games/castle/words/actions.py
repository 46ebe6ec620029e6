"""Castle in words: actions and events."""

from __future__ import annotations

from collections.abc import Mapping

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.events import EventKind
from cardlab.core.space import ActionKind, Part
from cardlab.errors import PositionError
from cardlab.games.castle.rules.dealing import RANKS
from cardlab.games.castle.rules.state import Kind, Reason, Told
from cardlab.games.castle.words.cards import cards_text, parse_cards, rank_text

_LAST = RANKS - 1
MOST_EQUAL = 8
"""Cards of one rank in two packs."""

CASTLE_ACTIONS = (
    ActionKind(Kind.PICK, Part("first", 0, _LAST), Part("second", 0, _LAST), Part("third", 0, _LAST)),
    ActionKind(Kind.SWAP, Part("laid", 0, _LAST), Part("taken", 0, _LAST)),
    ActionKind(Kind.DONE),
    ActionKind(Kind.HAND, Part("rank", 0, _LAST), Part("count", 1, MOST_EQUAL)),
    ActionKind(Kind.UP, Part("rank", 0, _LAST), Part("count", 1, 3)),
    ActionKind(Kind.DOWN, Part("slot", 0, 2)),
    ActionKind(Kind.PICKUP, Part("rank", 0, _LAST), Part("with_row", 0, 1)),
    ActionKind(Kind.GAMBLE),
    ActionKind(Kind.COMPLETE, Part("rank", 0, _LAST)),
    ActionKind(Kind.PASS),
)
"""Ranks by their indices; a pickup may take a card of the row along, and names its rank then."""

_PLAIN = {Kind.DONE: "done", Kind.GAMBLE: "gamble", Kind.PASS: "pass"}
_SLOTS = ("0", "1", "2")
_HELP = "castle 2 10 A, play 9 9, row J, down 0, pickup, pickup 8, gamble, swap 3 A, done, complete 6, pass"


def action_text(action: Action) -> str:
    """An action in words."""
    try:
        return _words(action)
    except (ValueError, KeyError, IndexError, TypeError):
        raise PositionError(f"{action!r} is not an action of Castle") from None


def _words(action: Action) -> str:
    kind, a, b = kind_of(action), source_of(action), target_of(action)
    if kind == Kind.PICK:
        return f"castle {cards_text([a, b, extra_of(action)])}"
    if kind in (Kind.HAND, Kind.UP) and b:
        return f"{'play' if kind == Kind.HAND else 'row'} {cards_text([a] * b)}"
    if kind == Kind.DOWN:
        return f"down {a}"
    if kind == Kind.PICKUP:
        return f"pickup {rank_text(a)}" if b else "pickup"
    if kind == Kind.SWAP:
        return f"swap {rank_text(a)} {rank_text(b)}"
    if kind == Kind.COMPLETE:
        return f"complete {rank_text(a)}"
    return _PLAIN[Kind(kind)]


def parse_action(text: str) -> Action:
    """The action that a text names."""
    if not isinstance(text, str):
        raise PositionError(f"an action is written as a text, such as: {_HELP}")
    word, _, rest = text.strip().partition(" ")
    for kind, plain in _PLAIN.items():
        if word == plain and not rest:
            return pack(kind)
    try:
        if word == "down":
            return pack(Kind.DOWN, _SLOTS.index(rest))
        return _with_cards(word, parse_cards(rest))
    except (ValueError, KeyError, IndexError):
        raise PositionError(f"{text!r:.80} is not an action of Castle; actions look like: {_HELP}") from None


def _with_cards(word: str, cards: list[int]) -> Action:
    if word == "pickup":
        if len(cards) > 1:
            raise ValueError
        return pack(Kind.PICKUP, cards[0], 1) if cards else pack(Kind.PICKUP)
    if word == "castle":
        a, b, c = sorted(cards)
        return pack(Kind.PICK, a, b, c)
    if word == "swap":
        a, b = cards
        return pack(Kind.SWAP, a, b)
    if word == "complete":
        (rank,) = cards
        return pack(Kind.COMPLETE, rank)
    kind = {"play": Kind.HAND, "row": Kind.UP}[word]
    if len(set(cards)) != 1 or len(cards) > MOST_EQUAL:
        raise ValueError
    return pack(kind, cards[0], len(cards))


_ENDINGS = {
    Reason.WIN: "the game is won",
    Reason.LIMIT: "draw: the limit of decisions is reached",
    Reason.REPETITION: "draw by repetition",
}


def _rank(fields: Mapping[str, int]) -> str:
    return rank_text(fields["rank"])


def _played(fields: Mapping[str, int]) -> str:
    return cards_text([fields["rank"]] * fields["count"])


def _count(fields: Mapping[str, int]) -> str:
    return f"{fields['count']} card{'s' if fields['count'] != 1 else ''}"


def _row(fields: Mapping[str, int]) -> str:
    return cards_text([fields["first"], fields["second"], fields["third"]])


def _laid(fields: Mapping[str, int]) -> str:
    return rank_text(fields["laid"])


def _taken(fields: Mapping[str, int]) -> str:
    return rank_text(fields["taken"])


def _ending(fields: Mapping[str, int]) -> str:
    return _ENDINGS[Reason(fields["reason"])]


def _of_a_card(what: Told, others: str, you: str) -> EventKind:
    return EventKind(what, ("rank",), others, you, phrases={"rank": _rank})


CASTLE_EVENTS = (
    EventKind(Told.PLAYED, ("rank", "count"), "plays {cards}", "play {cards}", phrases={"cards": _played}),
    _of_a_card(Told.TURNED, "turns over {rank}", "turn over {rank}"),
    _of_a_card(Told.FAILED, "turns over {rank}, which does not fit", "turn over {rank}, which does not fit"),
    EventKind(Told.TOOK, ("count",), "takes the pile ({cards})", "take the pile ({cards})", phrases={"cards": _count}),
    EventKind(Told.BURNED, ("count",), "burns the pile ({cards})", "burn the pile ({cards})", phrases={"cards": _count}),
    EventKind(Told.DREW, ("rank",), "draws {rank}", "draw {rank}", "draws a card", phrases={"rank": _rank}, quiet=True),
    EventKind(
        Told.CHOSE, ("first", "second", "third"), "lays out {row}", "lay out {row}", "has chosen a castle",
        phrases={"row": _row},
    ),
    EventKind(
        Told.SWAPPED, ("laid", "taken"), "swaps {laid} for {taken}", "swap {laid} for {taken}",
        phrases={"laid": _laid, "taken": _taken},
    ),
    _of_a_card(Told.REVEALED, "gambles: {rank}", "gamble: {rank}"),
    EventKind(Told.WENT_OUT, ("place",), "has no cards left", "have no cards left"),
    EventKind(Told.ENDED, ("reason",), "{ending}", phrases={"ending": _ending}),
    _of_a_card(Told.TOOK_UP, "takes {rank} from the row", "take {rank} from the row"),
)  # fmt: skip
"""Every kind of event of Castle."""
