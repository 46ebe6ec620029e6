"""Castle in words: actions and events."""

from __future__ import annotations

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.game import Event
from cardlab.errors import PositionError
from cardlab.games.castle.rules.table import Kind, Told
from cardlab.games.castle.words.cards import cards_text, parse_cards, rank_text

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
    if len(set(cards)) != 1 or len(cards) > 8:
        raise ValueError
    return pack(kind, cards[0], len(cards))


def event_of(kind: int, player: int, a: int, b: int, seen_by: int) -> Event:
    """An event that the rules told, in words."""
    who = f"seat {player}"
    told = Told(kind)
    cards: list[int] = []
    secret = ""
    if told == Told.PLAYED:
        cards, text = [a] * b, f"{who} plays {cards_text([a] * b)}"
    elif told == Told.DREW:
        cards, text, secret = [a], f"{who} draws {rank_text(a)}", f"{who} draws a card"
    elif told == Told.CHOSE:
        cards = [a & 15, a >> 4 & 15, a >> 8 & 15]
        text, secret = f"{who} lays out {cards_text(cards)}", f"{who} has chosen a castle"
    elif told == Told.SWAPPED:
        cards, text = [a, b], f"{who} swaps {rank_text(a)} for {rank_text(b)}"
    else:
        cards, text = _shown_card(told, who, a)
    return Event(told.name.lower(), player, text, secret, seen_by, {"cards": cards, "a": a, "b": b})


def _shown_card(told: Told, who: str, a: int) -> tuple[list[int], str]:
    if told == Told.TURNED:
        return [a], f"{who} turns over {rank_text(a)}"
    if told == Told.FAILED:
        return [a], f"{who} turns over {rank_text(a)}, which does not fit"
    if told == Told.REVEALED:
        return [a], f"{who} gambles: {rank_text(a)}"
    if told == Told.TOOK_UP:
        return [a], f"{who} takes {rank_text(a)} from the row"
    if told == Told.TOOK:
        return [], f"{who} takes the pile ({a} card{'s' if a != 1 else ''})"
    if told == Told.BURNED:
        return [], f"{who} burns the pile ({a} card{'s' if a != 1 else ''})"
    if told == Told.WENT_OUT:
        return [], f"{who} has no cards left"
    return [], {1: "the game is won", 2: "draw: the limit of decisions is reached", 3: "draw by repetition"}[a]
