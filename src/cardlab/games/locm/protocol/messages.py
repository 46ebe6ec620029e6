"""Legends of Code and Magic: the messages of a referee, as a bot reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardlab.bots.protocol import BadMessage, shortened
from cardlab.core.action import Action, pack
from cardlab.games.locm.rules.state import LAST_INSTANCE, Kind
from cardlab.games.locm.words.cards import CARDS, keyword_text

FIRST_PICK_MS, PICK_MS, FIRST_TURN_MS, TURN_MS = 1000.0, 100.0, 1000.0, 200.0
IN_HAND, ON_OWN_BOARD, ON_OTHER_BOARD, NOWHERE = 0, 1, -1, -1
MOST_LINES = 1000
_KEYWORDS = [keyword_text(bits) for bits in range(64)]
_WORDS = {"SUMMON": Kind.SUMMON, "ATTACK": Kind.ATTACK, "USE": Kind.USE}
ReadLine = Callable[[], str]


def time_limit(drafting: bool, answers: int) -> float:
    """The milliseconds for a pick or a turn, by the picks or own turns before it."""
    if drafting:
        return PICK_MS if answers else FIRST_PICK_MS
    return TURN_MS if answers else FIRST_TURN_MS


@dataclass(frozen=True)
class PlayerLine:
    """The data of a player."""

    health: int
    mana: int
    deck: int
    rune: int
    draw: int


@dataclass(frozen=True)
class CardLine:
    """A card in the own hand (then attack to keywords are the printed ones) or a creature on a board."""

    number: int
    instance: int
    place: int
    attack: int
    defense: int
    keywords: int
    shows_effects: bool
    lane: int


@dataclass(frozen=True)
class Message:
    """One message. `actions` are those of the opponent in his latest turn."""

    mine: PlayerLine
    other: PlayerLine
    other_hand: int
    actions: tuple[Action, ...]
    cards: tuple[CardLine, ...]

    @property
    def drafting(self) -> bool:
        """Whether a card is to be picked."""
        return self.mine.mana == 0

    def placed(self, place: int) -> list[CardLine]:
        """The cards of one place, in their order."""
        return [line for line in self.cards if line.place == place]


def read_message(read_line: ReadLine) -> Message | None:
    """The next message, or None at the end of the input. Raises BadMessage."""
    first = read_line()
    while first and not first.strip():
        first = read_line()
    if not first:
        return None
    mine, other = PlayerLine(*_numbers(first, 5)), PlayerLine(*_numbers(_next(read_line), 5))
    hand, actions = _numbers(_next(read_line), 2)
    done = tuple(_action(_next(read_line)) for _ in range(_count(actions)))
    (cards,) = _numbers(_next(read_line), 1)
    message = Message(mine, other, hand, done, tuple(_card(_next(read_line)) for _ in range(_count(cards))))
    if message.drafting and len(message.cards) != 3:
        raise BadMessage(f"a draft offers 3 cards, not {len(message.cards)}")
    return message


def _next(read_line: ReadLine) -> str:
    line = read_line()
    if not line:
        raise BadMessage("the input ends in the middle of a message")
    return line


def _numbers(line: str, count: int) -> list[int]:
    try:
        numbers = [int(part) for part in line.split()]
    except ValueError:
        numbers = []
    if len(numbers) != count or any(abs(number) > 10_000 for number in numbers):
        raise _bad(line, f"{count} whole number{'s' if count > 1 else ''}")
    return numbers


def _count(lines: int) -> int:
    if not 0 <= lines <= MOST_LINES:
        raise BadMessage(f"a message cannot have {lines} lines of one kind")
    return lines


def _action(line: str) -> Action:
    parts = line.split()
    if len(parts) == 4 and parts[1] in _WORDS:
        number, source, target = _numbers(" ".join((parts[0], *parts[2:])), 3)
        if 1 <= number <= len(CARDS) and 0 < source <= LAST_INSTANCE and -1 <= target <= LAST_INSTANCE:
            return pack(_WORDS[parts[1]], source, max(target, 0), number)
    raise _bad(line, "an action, such as: 77 SUMMON 12 0")


def _card(line: str) -> CardLine:
    parts = line.split()
    if len(parts) != 12 or parts[7] not in _KEYWORDS:
        raise _bad(line, "a card with 12 fields, the eighth of them keywords such as B-D---")
    keywords = _KEYWORDS.index(parts[7])
    number, instance, place, _, _, attack, defense, *effects, lane = _numbers(" ".join(parts[:7] + parts[8:]), 11)
    fits = 1 <= number <= len(CARDS) and -1 <= instance <= LAST_INSTANCE and place in (0, 1, -1) and lane in (-1, 0, 1)
    if not fits or (place != IN_HAND and (lane == NOWHERE or defense < 1)):
        raise _bad(line, "a card with number, instance, place and lane in their ranges")
    return CardLine(number, instance, place, attack, defense, keywords, any(effects), lane)


def _bad(line: str, wanted: str) -> BadMessage:
    return BadMessage(f"{shortened(line.strip())!r} is not {wanted}")
