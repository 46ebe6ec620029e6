"""Scripts of Tribute: what bots of the community's Python package import, so that they run without it.

The names, fields and numbers are those of that package, `scripts_of_tribute`; the matches are cardlab's. Enumerations are whole
numbers, so that they also equal the plain ones.
"""

from __future__ import annotations

import random
import sys
from enum import IntEnum
from types import ModuleType
from typing import Any, NoReturn

from cardlab.games.tribute.rules.state import CardType as Types
from cardlab.games.tribute.rules.state import Patron

PACKAGE = "scripts_of_tribute"
PatronId, CardType = Patron, Types


class PlayerEnum(IntEnum):
    """Who plays."""

    PLAYER1 = 0
    PLAYER2 = 1
    NO_PLAYER_SELECTED = 2


class MoveEnum(IntEnum):
    """What a move does."""

    PLAY_CARD = 0
    ACTIVATE_AGENT = 1
    ATTACK = 2
    BUY_CARD = 3
    CALL_PATRON = 4
    MAKE_CHOICE = 5
    END_TURN = 6


class BoardState(IntEnum):
    """Whether a choice is open, and of what sort."""

    NORMAL = 0
    CHOICE_PENDING = 1
    START_OF_TURN_CHOICE_PENDING = 2
    PATRON_CHOICE_PENDING = 3


class ChoiceDataType(IntEnum):
    """What is chosen from."""

    CARD = 0
    EFFECT = 1


class Fields:
    """Named values, as the classes of the package hold them."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


class PatronStates(Fields):
    """`patrons`: whom each patron favours."""


class UniqueCard(Fields):
    """`name`, `deck`, `cost`, `type`, `hp`, `taunt`, `unique_id`, `effects`."""


class SerializedAgent(Fields):
    """`currentHP`, `representing_card`, `activated`."""


class OpenQuestion(Fields):
    """`max_choices`, `min_choices`, `context`, `choice_follow_up`, `type`, `possible_options`."""


class CardOptions(Fields):
    """`possible_cards`."""


class EffectOptions(Fields):
    """`possible_effects`."""


class Player(Fields):
    """All that there is to know of a player."""


class EnemyPlayer(Fields):
    """The same with `hand_and_draw` in one list."""


class Winner(str):
    """The name of who has won. It equals that player's number as well, as bots compare with either."""

    def __eq__(self, other: object) -> bool:
        return str(self) == (other.name if isinstance(other, PlayerEnum) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class EndGameState(Fields):
    """`winner`, `reason`, `AdditionalContext`."""


class BasicMove:
    """A move: its number, and what is done. Two are equal if they do the same with the same."""

    def __init__(self, id: int, command: Any) -> None:
        self.id, self.command = id, MoveEnum(command)

    def _payload(self) -> tuple[Any, ...]:
        return ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BasicMove) and (self.command, self._payload()) == (other.command, other._payload())

    def __hash__(self) -> int:
        return hash((self.command, self._payload()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.command.name}{''.join(f', {part}' for part in self._payload())})"


class SimpleCardMove(BasicMove):
    """A move with a card."""

    def __init__(self, id: int, command: Any, cardUniqueId: int) -> None:
        super().__init__(id, command)
        self.cardUniqueId = cardUniqueId

    def _payload(self) -> tuple[Any, ...]:
        return (self.cardUniqueId,)


class SimplePatronMove(BasicMove):
    """A patron is called."""

    def __init__(self, id: int, command: Any, patronId: Any) -> None:
        super().__init__(id, command)
        self.patronId = PatronId(patronId)

    def _payload(self) -> tuple[Any, ...]:
        return (self.patronId,)


class MakeChoiceMoveUniqueCard(BasicMove):
    """Cards are chosen."""

    def __init__(self, id: int, command: Any, cardsUniqueIds: list[int]) -> None:
        super().__init__(id, command)
        self.cardsUniqueIds = list(cardsUniqueIds)

    def _payload(self) -> tuple[Any, ...]:
        return (tuple(self.cardsUniqueIds),)


class MakeChoiceMoveUniqueEffect(BasicMove):
    """One of two effects is chosen."""

    def __init__(self, id: int, command: Any, effects: list[str]) -> None:
        super().__init__(id, command)
        self.effects = list(effects)

    def _payload(self) -> tuple[Any, ...]:
        return (tuple(self.effects),)


class BaseAI:
    """The base of bots: `select_patron` and `play` must be there."""

    def __init__(self, bot_name: str = "") -> None:
        self.bot_name = bot_name

    def log(self, text: object) -> None:
        """Say something about the move that is being thought about."""
        self.__dict__.setdefault("_said", []).append(str(text))

    def pregame_prepare(self) -> None:
        """A match is about to begin."""

    def select_patron(self, available_patrons: list[Any]) -> Any:
        """One of the patrons."""
        raise NotImplementedError

    def play(self, game_state: Any, possible_moves: list[Any], remaining_time: int) -> Any:
        """One of the moves."""
        raise NotImplementedError

    def game_end(self, end_game_state: Any, final_state: Any) -> None:
        """A match has ended."""


class Starter:
    """Where the package starts matches. Here they are started by `cardlab match`."""

    def __init__(self) -> None:
        self.bots: list[BaseAI] = []

    def register_bot(self, bot: BaseAI) -> None:
        """Take note of a bot."""
        self.bots.append(bot)

    def run(self, *names: Any, **options: Any) -> NoReturn:
        """There is nothing to start."""
        raise NotImplementedError("start matches by cardlab match tribute python:file.py:Class …, or cardlab.play_match")


def random_seed() -> int:
    """A seed for a simulation for which none was given; drawn from Python's luck, which a match fixes for its bots."""
    return random.getrandbits(63)


def install() -> None:
    """Put the stand-ins where bots import them from, until the program ends."""
    from cardlab.games.tribute.protocol.worlds import GameState, SeededGameState

    parts = {
        "enums": (PlayerEnum, MoveEnum, BoardState, ChoiceDataType),
        "move": (BasicMove, SimpleCardMove, SimplePatronMove, MakeChoiceMoveUniqueCard, MakeChoiceMoveUniqueEffect),
        "board": (
            GameState, SeededGameState, EndGameState, PatronStates, UniqueCard, SerializedAgent, CardOptions,
            EffectOptions, Player, EnemyPlayer,
        ),
        "base_ai": (BaseAI,),
        "game": (),
    }  # fmt: skip
    numbers: dict[str, Any] = {"PatronId": PatronId, "CardType": CardType, "Choice": OpenQuestion, "Game": Starter}
    everything = {**numbers, **{member.__name__: member for members in parts.values() for member in members}}
    package = _module(PACKAGE, everything)
    package.__path__ = []
    for name in parts:
        setattr(package, name, _module(f"{PACKAGE}.{name}", everything))


def _module(name: str, members: dict[str, Any]) -> ModuleType:
    module = ModuleType(name, "Stand-ins of cardlab for the package of this name.")
    module.__dict__.update(members)
    sys.modules[name] = module
    return module
