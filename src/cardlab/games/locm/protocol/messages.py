"""Legends of Code and Magic: what a referee and a bot tell each other, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cardlab.bots.protocol import BadAnswer, BadMessage, shortened
from cardlab.core.action import Action, pack
from cardlab.games.locm.rules.state import LAST_INSTANCE, Kind
from cardlab.games.locm.words.cards import CARDS, keyword_text

FIRST_PICK_MS, PICK_MS, FIRST_TURN_MS, TURN_MS = 1000.0, 100.0, 1000.0, 200.0
IN_HAND, ON_OWN_BOARD, ON_OTHER_BOARD, NOWHERE = 0, 1, -1, -1
MOST_LINES = 1000
KEYWORD_TEXTS = [keyword_text(bits) for bits in range(64)]
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
    if len(parts) != 12 or parts[7] not in KEYWORD_TEXTS:
        raise _bad(line, "a card with 12 fields, the eighth of them keywords such as B-D---")
    keywords = KEYWORD_TEXTS.index(parts[7])
    number, instance, place, _, _, attack, defense, *effects, lane = _numbers(" ".join(parts[:7] + parts[8:]), 11)
    fits = 1 <= number <= len(CARDS) and -1 <= instance <= LAST_INSTANCE and place in (0, 1, -1) and lane in (-1, 0, 1)
    if not fits or (place != IN_HAND and (lane == NOWHERE or defense < 1)):
        raise _bad(line, "a card with number, instance, place and lane in their ranges")
    return CardLine(number, instance, place, attack, defense, keywords, any(effects), lane)


def _bad(line: str, wanted: str) -> BadMessage:
    return BadMessage(f"{shortened(line.strip())!r} is not {wanted}")


_WORDS = {"SUMMON": Kind.SUMMON, "ATTACK": Kind.ATTACK, "USE": Kind.USE}
_NUMBER = re.compile(r"([+-]?)0*([0-9]{1,10})")
_MOST = 1 << 31
_BLANKS = "".join(map(chr, range(33)))
_PLAYER = -1
_DRAFT_HELP = "a pick is PICK 0, PICK 1 or PICK 2, CHOOSE with an offered card, or PASS"
_BATTLE_HELP = "actions are SUMMON id lane, ATTACK id target, USE id target and PASS, with semicolons between them"


@dataclass(frozen=True)
class BotOrder:
    """An action as a bot wrote it. It need not be legal, nor name anything that exists."""

    kind: Kind
    source: int
    target: int = 0

    def action(self) -> Action | None:
        """The action without its card, if there can be one like it."""
        if self.kind == Kind.PICK:
            return pack(Kind.PICK, self.source)
        target = self._place()
        return pack(self.kind, self.source, target) if 0 < self.source <= LAST_INSTANCE and target is not None else None

    def _place(self) -> int | None:
        """The target as actions hold it: a lane, an instance, or 0 for the player himself."""
        if self.kind == Kind.SUMMON:
            return self.target if self.target in (0, 1) else None
        if self.target == _PLAYER:
            return 0
        return self.target if 0 < self.target <= LAST_INSTANCE else None


def read_draft_line(line: str, offer: Sequence[int]) -> BotOrder:
    """The pick that a line names."""
    word, *rest = line.split(" ", 2)
    if word == "PASS":
        return BotOrder(Kind.PICK, 0)
    number = _number(rest[0]) if rest else None
    if number is not None:
        if word == "PICK" and 0 <= number <= 2:
            return BotOrder(Kind.PICK, number)
        if word == "CHOOSE" and number in offer:
            return BotOrder(Kind.PICK, offer.index(number))
    raise BadAnswer(line, _DRAFT_HELP)


def read_battle_line(line: str, pass_ends_turn: bool = False) -> list[BotOrder]:
    """The actions that a line names, passes left out; with `pass_ends_turn` also all that follows one."""
    orders = [_read_part(text) for part in line.split(";") if (text := part.strip(_BLANKS))]
    if pass_ends_turn and None in orders:
        del orders[orders.index(None) :]
    return [order for order in orders if order is not None]


def _read_part(text: str) -> BotOrder | None:
    """One action; None for a pass."""
    word, *rest = text.split(" ", 3)
    if word == "PASS":
        return None
    numbers = [_number(part) for part in rest[:2]]
    if word not in _WORDS or len(numbers) < 2 or None in numbers:
        raise BadAnswer(text, _BATTLE_HELP)
    source, target = (number or 0 for number in numbers)
    return BotOrder(_WORDS[word], source, target)


def _number(text: str) -> int | None:
    """A whole number of 32 bits with sign, or None."""
    found = _NUMBER.fullmatch(text)
    number = int(found[1] + found[2]) if found else _MOST
    return number if -_MOST <= number < _MOST else None
