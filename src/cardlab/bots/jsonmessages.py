"""The messages of the protocol that works for every game: one line of JSON each.

The referee writes ``hello`` once, ``decide`` for each decision, and ``over`` at the end, or ``error`` when it cannot go on with
a bot. A bot answers each ``decide`` with one line: an action by its index in the list, by its words, or by its number.
Everything a bot is told comes from a `Seat` and from events as that seat may know them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cardlab.bots.protocol import BadAnswer
from cardlab.core.action import HIDDEN, Action
from cardlab.core.events import Event
from cardlab.core.game import Game
from cardlab.core.result import Result
from cardlab.core.state import Seat
from cardlab.errors import CardlabError

FORMAT = "cardlab-json-1"
FIRST_MS, LATER_MS = 10_000.0, 1000.0
"""The time for the first answer, in which a program starts, and for every other."""

FORMS = '{"index": 0}, {"text": "…"} or {"action": 0}, or only the index or the text'
Message = dict[str, Any]


def line_of(message: Message) -> str:
    """A message as it is sent."""
    return json.dumps(message, separators=(",", ":")) + "\n"


def hello(game: Game, seat: int, factor: float | None, left_ms: float | None = None) -> Message:
    """What is played, and where the bot sits. A limit of the match (`left_ms`) takes the place of the protocol's."""
    limits = {"first_ms": allowed(FIRST_MS, factor), "time_ms": allowed(LATER_MS, factor)}
    if left_ms is not None:
        limits = dict.fromkeys(limits, left_ms)
    rules = {"game": game.name, "options": game.plain_options(), "rules_version": game.rules_version}
    return {"type": "hello", "format": FORMAT, **rules, "players": game.players, "seat": seat, **limits}


def decide(seat: Seat, since: int, events: Sequence[Event], time_ms: float | None) -> Message:
    """What a bot is asked: all that its seat knows, and what it may do."""
    legal = [{"action": action, "text": seat.text(action)} for action in seat.legal()]
    news = _news(seat, since, events)
    return {"type": "decide", "decision": seat.decisions, "time_ms": time_ms, "legal": legal, **news, "view": seat.view()}


def over(seat: Seat, since: int, events: Sequence[Event], result: Result) -> Message:
    """How the game ended."""
    ending = {"scores": list(result.scores), "places": list(result.places), "reason": result.reason}
    return {"type": "over", **ending, **_news(seat, since, events), "view": seat.view()}


def failure(complaint: str) -> Message:
    """Why the referee does not go on with a bot."""
    return {"type": "error", "message": complaint}


def allowed(limit_ms: float, factor: float | None) -> float | None:
    """A time limit as it holds for a bot, whose own option multiplies it; None: no limit."""
    return None if factor is None else round(limit_ms * factor, 3)


def read_answer(line: str, seat: Seat) -> Action:
    """The legal action that an answer names."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise BadAnswer(line, f"no JSON; an answer is {FORMS}") from None
    if isinstance(answer, dict):
        if len(answer) != 1 or (name := next(iter(answer))) not in ("index", "text", "action"):
            raise BadAnswer(line, f"an answer is {FORMS}")
        return _READERS[name](line, answer[name], seat)
    if isinstance(answer, str):
        return _by_text(line, answer, seat)
    return _by_index(line, answer, seat)


def _by_index(line: str, index: object, seat: Seat) -> Action:
    legal = seat.legal()
    if isinstance(index, bool) or not isinstance(index, int):
        raise BadAnswer(line, f"an index is a whole number, and an answer {FORMS}")
    if not 0 <= index < len(legal):
        raise BadAnswer(line, f"there are {len(legal)} legal actions, with the indices 0 to {len(legal) - 1}")
    return legal[index]


def _by_text(line: str, text: object, seat: Seat) -> Action:
    if not isinstance(text, str):
        raise BadAnswer(line, "the text of an action is a text")
    legal = seat.legal()
    for action in legal:
        if seat.text(action) == text:
            return action
    try:
        action = seat.parse(text)
    except CardlabError as error:
        raise BadAnswer(line, str(error)) from None
    return _if_legal(line, action, seat)


def _by_number(line: str, action: object, seat: Seat) -> Action:
    if isinstance(action, bool) or not isinstance(action, int):
        raise BadAnswer(line, "the number of an action is a whole number")
    return _if_legal(line, action, seat)


def _if_legal(line: str, action: Action, seat: Seat) -> Action:
    legal = seat.legal()
    if action in legal:
        return action
    shown = ", ".join(repr(seat.text(other)) for other in legal[:5])
    raise BadAnswer(line, f"not legal now; legal: {shown}{' and others' if len(legal) > 5 else ''}")


_READERS = {"index": _by_index, "text": _by_text, "action": _by_number}


def _news(seat: Seat, since: int, events: Sequence[Event]) -> Message:
    """What was done and what happened since the bot was asked last, as its seat knows it."""
    count = min(max(seat.decisions - since, 0), len(history := seat.history))
    moves = [
        {"seat": mover, "action": None if action == HIDDEN else action, "text": seat.text(action)}
        for mover, action in history[len(history) - count :]
    ]
    return {"moves": moves, "events": [_told(event) for event in events]}


def _told(event: Event) -> Mapping[str, Any]:
    """An event without who else may know it."""
    return {"kind": event.kind, "player": event.player, "fields": dict(event.fields), "text": event.text}
