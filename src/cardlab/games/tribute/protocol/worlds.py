"""Scripts of Tribute: positions as objects, in which bots of the community's Python package try moves.

What a bot is handed is what its seat knows. To try a move it gets a world: everything hidden is drawn anew by the seed, and
then the move is made in it. So no trial tells what will be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardlab.core.rng import Rng
from cardlab.core.state import Seat
from cardlab.games.tribute.protocol.ids import CardIds
from cardlab.games.tribute.protocol.shown import OfferedMove, Showing, Shown
from cardlab.games.tribute.protocol.standins import (
    BasicMove,
    BoardState,
    CardOptions,
    CardType,
    ChoiceDataType,
    EffectOptions,
    EndGameState,
    EnemyPlayer,
    MakeChoiceMoveUniqueCard,
    MakeChoiceMoveUniqueEffect,
    MoveEnum,
    OpenQuestion,
    PatronId,
    PatronStates,
    Player,
    PlayerEnum,
    SerializedAgent,
    SimpleCardMove,
    SimplePatronMove,
    UniqueCard,
    Winner,
    random_seed,
)
from cardlab.games.tribute.rules.state import Ending, Kind, TributeState
from cardlab.games.tribute.words.position import PLAYERS

if TYPE_CHECKING:
    from cardlab.games.tribute.game import Tribute

_MASK = (1 << 64) - 1
_COMMANDS = {
    Kind.PLAY: MoveEnum.PLAY_CARD, Kind.ACTIVATE: MoveEnum.ACTIVATE_AGENT, Kind.ATTACK: MoveEnum.ATTACK,
    Kind.BUY: MoveEnum.BUY_CARD,
}  # fmt: skip


class Desk:
    """What a match hands out numbers of: moves and positions."""

    def __init__(self, game: Tribute) -> None:
        self.game = game
        self._moves = self._states = 0

    def moves(self, offered: Sequence[OfferedMove]) -> list[BasicMove]:
        """The moves as objects."""
        return [self._move(one) for one in offered]

    def _move(self, one: OfferedMove) -> BasicMove:
        self._moves += 1
        at = self._moves
        if one.kind in _COMMANDS:
            return SimpleCardMove(at, _COMMANDS[Kind(one.kind)], one.cards[0])
        if one.kind == Kind.CALL:
            return SimplePatronMove(at, MoveEnum.CALL_PATRON, one.patron)
        if one.kind == Kind.PICK:
            return MakeChoiceMoveUniqueCard(at, MoveEnum.MAKE_CHOICE, list(one.cards))
        if one.kind == Kind.ENACT:
            return MakeChoiceMoveUniqueEffect(at, MoveEnum.MAKE_CHOICE, [one.effect])
        return BasicMove(at, MoveEnum.END_TURN)

    def state_id(self) -> str:
        """A text that no other position of the match has."""
        self._states += 1
        return f"state-{self._states}"


def found(move: Any, moves: Sequence[BasicMove]) -> int | None:
    """The place of a bot's move in a list: that very one, an equal one, or one with the same cards in another order."""
    if not isinstance(move, BasicMove):
        return None
    for at, other in enumerate(moves):
        if move is other or move == other:
            return at
    if isinstance(move, MakeChoiceMoveUniqueCard):
        wanted = sorted(move.cardsUniqueIds)
        for at, other in enumerate(moves):
            if isinstance(other, MakeChoiceMoveUniqueCard) and sorted(other.cardsUniqueIds) == wanted:
                return at
    return None


class _Position:
    """A position with its parts, which are made when they are asked for."""

    def __init__(self, desk: Desk, showing: Showing, log: Sequence[str], end: EndGameState | None = None) -> None:
        self._desk, self._showing, self._log = desk, showing, log
        self.state_id = desk.state_id()
        self.end_game_state = end

    @cached_property
    def _told(self) -> Shown:
        return self._showing.state(self._log)

    @cached_property
    def _offered(self) -> list[OfferedMove]:
        return self._showing.moves()

    @cached_property
    def _moves(self) -> list[BasicMove]:
        return self._desk.moves(self._offered)

    @property
    def patron_states(self) -> PatronStates:
        """Whom the patrons favour."""
        favors = self._told["PatronStates"].items()
        return PatronStates(patrons={PatronId[name]: PlayerEnum[player] for name, player in favors})

    @cached_property
    def tavern_available_cards(self) -> list[UniqueCard]:
        """The row."""
        return _cards(self._told["TavernAvailableCards"])

    @cached_property
    def tavern_cards(self) -> list[UniqueCard]:
        """The tavern deck."""
        return _cards(self._told["TavernCards"])

    @property
    def board_state(self) -> Any:
        """Whether a choice is open, and of what sort."""
        return BoardState[self._told["BoardState"]]

    @property
    def upcoming_effects(self) -> list[str]:
        """Effects that wait."""
        return list(self._told["UpcomingEffects"])

    @property
    def start_of_next_turn_effects(self) -> list[str]:
        """Effects that wait for the next turn."""
        return list(self._told["StartOfNextTurnEffects"])

    @property
    def completed_actions(self) -> list[str]:
        """The action log."""
        return list(self._log)

    @cached_property
    def current_player(self) -> Player:
        """Who is to move."""
        found = _player(self._told["CurrentPlayer"])
        assert isinstance(found, Player)
        return found

    @cached_property
    def enemy_player(self) -> Player | EnemyPlayer:
        """The other."""
        return _player(self._told["EnemyPlayer"])

    @cached_property
    def pending_choice(self) -> OpenQuestion | None:
        """What is asked."""
        asked = self._told["PendingChoice"]
        if not asked:
            return None
        cards = asked["Type"] == "CARD"
        options = (
            CardOptions(possible_cards=_cards(asked["PossibleCards"]))
            if cards
            else EffectOptions(possible_effects=asked["PossibleEffects"])
        )
        return OpenQuestion(
            max_choices=asked["MaxChoices"], min_choices=asked["MinChoices"], context=asked["Context"],
            choice_follow_up=asked["ChoiceFollowUp"], type=ChoiceDataType[asked["Type"]], possible_options=options,
        )  # fmt: skip

    def _after(self, world: TributeState, move: Any, seed: int | None) -> tuple[SeededGameState, list[BasicMove]]:
        """What a move leads to in a world, which is used up."""
        at = found(move, self._moves)
        if at is None:
            world.forfeit(self._showing.me, Ending.INCORRECT_MOVE)
        else:
            for action in self._offered[at].actions:
                world.apply(action)
            if seed is not None and not world.over:
                world = _redrawn(world, seed)
        named = self._offered[at].cards if at is not None else ()
        after = seeded(self._desk, world, self._showing.ids.copy(), named, self._log)
        return after, [] if world.over else list(after._moves)


class GameState(_Position):
    """What a bot knows when it is asked."""

    def __init__(self, desk: Desk, seat: Seat, showing: Showing, log: Sequence[str]) -> None:
        super().__init__(desk, showing, log)
        self._seat = seat

    def apply_move(self, move: Any, seed: int | None = None) -> tuple[SeededGameState, list[BasicMove]]:
        """Try a move in a world that the seed draws, and tell what it leads to."""
        return self._after(self.world(random_seed() if seed is None else seed), move, None)

    def to_seeded(self, seed: int) -> SeededGameState:
        """A world that looks the same, with everything visible."""
        return seeded(self._desk, self.world(seed), self._showing.ids.copy(), (), self._log)

    def world(self, seed: int) -> TributeState:
        """A state in which everything hidden was drawn by a seed."""
        world = self._seat.resample(Rng(seed & _MASK))
        assert isinstance(world, TributeState)
        return world


class SeededGameState(_Position):
    """An imagined position: everything is visible."""

    def apply_move(self, move: Any, seed: int | None = None) -> tuple[SeededGameState, list[BasicMove]]:
        """Make a move here; with a seed, everything hidden is drawn anew after it."""
        world = self._showing.world.copy()
        assert isinstance(world, TributeState)
        return self._after(world, move, seed)


def seeded(desk: Desk, world: TributeState, ids: CardIds, named: Sequence[int], log: Sequence[str]) -> SeededGameState:
    """A world as a position."""
    end = None
    if world.over:
        told = world.to_dict()["game_over"]
        end = EndGameState(winner=Winner(told["winner"]), reason=told["reason"], AdditionalContext="")
    return SeededGameState(desk, Showing(desk.game, world.to_dict(), world, ids, named), log, end)


def _redrawn(world: TributeState, seed: int) -> TributeState:
    player = world.player
    assert player is not None
    drawn = world.seat(player).resample(Rng(seed & _MASK))
    assert isinstance(drawn, TributeState)
    return drawn


def _cards(rows: Sequence[Shown]) -> list[UniqueCard]:
    return [_card(row) for row in rows]


def _card(row: Shown) -> UniqueCard:
    return UniqueCard(
        name=row["name"], deck=PatronId[row["deck"]], cost=row["cost"], type=CardType[row["type"]], hp=row["HP"],
        taunt=row["taunt"], unique_id=row["UniqueId"], effects=list(row["effects"]),
    )  # fmt: skip


def _player(row: Shown) -> Player | EnemyPlayer:
    agents = [
        SerializedAgent(currentHP=one["CurrentHP"], representing_card=_card(one["Card"]), activated=one["Activated"])
        for one in row["Agents"]
    ]
    open_ = {
        "player_id": PlayerEnum(PLAYERS.index(row["Player"])), "cooldown_pile": _cards(row["Cooldown"]),
        "played": _cards(row["Played"]), "agents": agents, "power": row["Power"], "coins": row["Coins"],
        "prestige": row["Prestige"],
    }  # fmt: skip
    if "HandAndDraw" in row:
        return EnemyPlayer(**open_, hand_and_draw=_cards(row["HandAndDraw"]))
    return Player(
        **open_, hand=_cards(row["Hand"]), draw_pile=_cards(row["DrawPile"]), known_upcoming_draws=_cards(row["KnownPile"]),
        patron_calls=row["PatronCalls"],
    )  # fmt: skip
