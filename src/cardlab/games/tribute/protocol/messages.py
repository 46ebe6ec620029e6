"""Scripts of Tribute: what a referee and a program tell each other, how it is written and read, and how a match can fail."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.bots.protocol import BadAnswer, BadMessage, shortened
from cardlab.core.result import Result
from cardlab.games.tribute.rules.state import Ending
from cardlab.games.tribute.words.cards import PATRON_NAMES
from cardlab.games.tribute.words.position import NOBODY, PLAYERS

TURN_MS = 30_000.0
"""What a bot may take for all its answers of a turn, unless a match says otherwise."""
PREPARING_MS = 5_000.0
"""What a bot may take to get ready for a match."""
END_OF_MESSAGE = "EOT"
TOO_LONG_PREPARED = "the preparation took"
OWN_FAULT = "cardlab failed:"
"""How a problem begins that is ours and not the bot's."""
MOST_LINES = 100_000
ReadLine = Callable[[], str]


def failing(failure: str, drafting: bool, problem: str) -> Ending:
    """What the community calls the end of a match in which a player failed."""
    if OWN_FAULT in problem:
        return Ending.INTERNAL_ERROR
    if failure == "timeout":
        if problem.startswith(TOO_LONG_PREPARED):
            return Ending.PREPARE_TIME_EXCEEDED
        return Ending.PATRON_SELECTION_TIMEOUT if drafting else Ending.TURN_TIMEOUT
    if failure == "illegal action":
        return Ending.PATRON_SELECTION_FAILURE if drafting else Ending.INCORRECT_MOVE
    return Ending.BOT_EXCEPTION


def winner_of(result: Result) -> str:
    """Who has won, in the words of the community."""
    best = [seat for seat, score in enumerate(result.scores) if score > 0.5]
    return PLAYERS[best[0]] if best else NOBODY


# ---- what the referee writes -----------------------------------------------------------------------------------------


def draft_message(names: Sequence[str], round_: int) -> str:
    """The patrons that are left, and the number of the round."""
    return f"{','.join(names)} {round_}\n"


def turn_message(state: dict[str, Any], moves: Sequence[str]) -> str:
    """A position and what may be done."""
    listed = ",".join(json.dumps(text, ensure_ascii=False) for text in moves)
    body = json.dumps(state, indent=1, ensure_ascii=False)
    return f'{{ "State":\n{body}\n, "Actions": [\n{listed}\n]}}\n{END_OF_MESSAGE}\n'


def end_message(result: Result) -> str:
    """Who has won, and why."""
    return f"FINISHED {winner_of(result)} {result.reason} {result.problem}\n{END_OF_MESSAGE}\n"


def read_patron(line: str, names: Sequence[str]) -> int:
    """The patron that a bot picks."""
    word = line.strip().upper()
    if word not in names:
        raise BadAnswer(line, f"in the draft a bot answers with one of {', '.join(names)}")
    return PATRON_NAMES.index(word)


def read_index(line: str, moves: int) -> int:
    """The place of the chosen move in the list. What is no number at all is a failure of the bot, not a move."""
    text = line.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise RuntimeError(f"{shortened(line)!r} is not an index into Actions")
    if int(text) >= moves:
        raise BadAnswer(line, f"there are {moves} actions, counted from 0")
    return int(text)


# ---- what a referee's messages say -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class DraftMessage:
    """The patrons that are left, by number, and the round."""

    patrons: tuple[int, ...]
    round: int


@dataclass(frozen=True)
class TurnMessage:
    """A position, and the moves that may be made in it."""

    state: dict[str, Any]
    moves: tuple[str, ...]


def read_message(read_line: ReadLine) -> DraftMessage | TurnMessage | None:
    """The next message; the news that a match has ended are passed over. None at the end of the input."""
    while line := read_line():
        text = line.strip()
        if text.startswith("{"):
            return _turn(text + _rest(read_line))
        if text.startswith("FINISHED"):
            _rest(read_line)
        elif text:
            return _draft(text)
    return None


def _rest(read_line: ReadLine) -> str:
    lines: list[str] = []
    for _ in range(MOST_LINES):
        line = read_line()
        if not line or line.strip() == END_OF_MESSAGE:
            return "".join(lines)
        lines.append(line)
    raise BadMessage(f"a message has at most {MOST_LINES:,} lines and ends with {END_OF_MESSAGE}")


def _draft(text: str) -> DraftMessage:
    names, _, round_ = text.rpartition(" ")
    numbers = [PATRON_NAMES.index(name) for name in names.upper().split(",") if name in PATRON_NAMES]
    if not numbers or len(numbers) != names.count(",") + 1 or round_ not in ("1", "2"):
        raise BadMessage(f"{shortened(text)!r} is no message: one on the draft is NAME,NAME,…,NAME and 1 or 2 for the round")
    return DraftMessage(tuple(numbers), int(round_))


def _turn(text: str) -> TurnMessage:
    try:
        told = json.loads(text)
        state, moves = told["State"], told["Actions"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadMessage(f"a message on a turn is a JSON object with State and Actions ({error})") from None
    if not isinstance(state, dict) or not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise BadMessage("State is an object and Actions a list of texts")
    return TurnMessage(state, tuple(moves))
