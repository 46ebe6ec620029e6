"""Legends of Code and Magic: what the answer of a bot means.

A line is read as a whole before anything is done. What cannot be read loses the game; what can be read but is not legal at its
time is left out later.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cardlab.bots.protocol import BadAnswer
from cardlab.core.action import Action, pack
from cardlab.games.locm.rules.state import LAST_INSTANCE, Kind

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
