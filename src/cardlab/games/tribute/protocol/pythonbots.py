"""Scripts of Tribute: a class written for the community's Python package as a player here."""

from __future__ import annotations

import inspect
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from cardlab.agents.visitors import Visitors
from cardlab.core.action import Action, pack
from cardlab.core.events import Event
from cardlab.core.result import Result
from cardlab.core.rng import Rng
from cardlab.core.state import Seat
from cardlab.games.tribute.protocol import standins
from cardlab.games.tribute.protocol.ids import CardIds
from cardlab.games.tribute.protocol.messages import OWN_FAULT, PREPARING_MS, TOO_LONG_PREPARED, TURN_MS, winner_of
from cardlab.games.tribute.protocol.shown import ActionLog, Showing
from cardlab.games.tribute.protocol.standins import EndGameState, PatronId, Winner
from cardlab.games.tribute.protocol.worlds import Desk, GameState, found, seeded
from cardlab.games.tribute.rules.state import Kind, TributeState

if TYPE_CHECKING:
    from cardlab.games.tribute.game import Tribute


class TributeVisitors(Visitors):
    """Bots with `select_patron` and `play`."""

    def __init__(self, game: Tribute) -> None:
        self._game = game

    def prepare(self) -> None:
        standins.install()

    def made(self, kind: type, name: str) -> PythonBot | None:
        if not _is_bot(kind):
            return None
        return PythonBot(self._game, kind(name) if _wants_name(kind) else kind())

    def adopted(self, player: object) -> PythonBot | None:
        if isinstance(player, PythonBot) or callable(getattr(player, "choose", None)) or not _is_bot(player):
            return None
        return PythonBot(self._game, player)


class Refused:
    """An answer that is no move; it shows what it was."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def __repr__(self) -> str:
        return repr(self._answer)


class PythonBot:
    """Asks a bot of the community for moves. One bot object plays match after match, and keeps what it keeps."""

    def __init__(self, game: Tribute, bot: Any) -> None:
        self._game, self.bot = game, bot
        self._round = _takes_round(bot)
        self.time_left: float | None = None
        self._clear()

    def _clear(self) -> None:
        self._desk, self._ids, self._log = Desk(self._game), CardIds(), ActionLog()
        self._orders: deque[Action] = deque()
        self._named: tuple[int, ...] = ()
        self._turn, self._used = -1, 0.0
        self._late = ""

    # ---- as cardlab sees it ------------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Another match: the bot may prepare itself."""
        self._clear()
        prepare = getattr(self.bot, "pregame_prepare", None)
        if callable(prepare):
            started = time.monotonic()
            prepare()
            taken = 1000 * (time.monotonic() - started)
            if taken > PREPARING_MS:
                self._late = f"{TOO_LONG_PREPARED} {taken / 1000:.1f} s; {PREPARING_MS / 1000:g} s are allowed"

    def hear(self, event: Event) -> None:
        """The action log grows."""
        self._log.hear(event)

    def choose(self, seat: Seat) -> Action | Refused:
        """The bot's move; of a choice of several cards one action after the other."""
        if self._late:
            raise TimeoutError(self._late)
        if self._orders:
            return self._orders.popleft()
        view = seat.view()
        return self._pick(seat, view) if view.get("phase") == "draft" else self._move(seat, view)

    def game_over(self, seat: Seat, result: Result) -> None:
        """Tell the bot how the match has ended. What it could not see at the end is drawn at random in the final state."""
        end = getattr(self.bot, "game_end", None)
        if not callable(end):
            return
        final, world = None, seat.resample(Rng(seat.decisions))
        if isinstance(world, TributeState) and "tavern" in world.to_dict():
            final = seeded(self._desk, world, self._ids.copy(), (), self._log.written(self._game.cards, self._ids))
        state = EndGameState(winner=Winner(winner_of(result)), reason=result.reason, AdditionalContext=result.problem)
        end(state, final) if len(inspect.signature(end).parameters) != 1 else end(final)

    def log_lines(self) -> list[str]:
        """What the bot has said since this was asked last."""
        said = getattr(self.bot, "_said", [])
        lines = [line for text in said for line in str(text).splitlines()]
        said.clear()
        return lines

    # ---- asking the bot ----------------------------------------------------------------------------------------------

    def _pick(self, seat: Seat, view: dict[str, Any]) -> Action | Refused:
        left = [PatronId[seat.text(action).partition(" ")[2]] for action in seat.legal()]
        round_ = 1 if len(view["patrons"]) < 2 else 2
        answer = self.bot.select_patron(list(left), round_) if self._round else self.bot.select_patron(list(left))
        return pack(Kind.DRAFT, int(answer)) if answer in left else Refused(answer)

    def _move(self, seat: Seat, view: dict[str, Any]) -> Action | Refused:
        try:
            state = self._shown(seat, view)
            moves = list(state._moves)
        except Exception as error:
            raise RuntimeError(f"{OWN_FAULT} {type(error).__name__}: {error}") from error
        answer = self._timed(view["turn"], state, moves)
        at = found(answer, state._moves)
        if at is None:
            return Refused(answer)
        chosen = state._offered[at]
        self._named = chosen.cards
        actions = chosen.actions
        if isinstance(answer, standins.MakeChoiceMoveUniqueCard) and tuple(answer.cardsUniqueIds) != chosen.cards:
            actions = state._showing.actions_for(answer.cardsUniqueIds)
        self._orders.extend(actions)
        return self._orders.popleft()

    def _shown(self, seat: Seat, view: dict[str, Any]) -> GameState:
        world = seat.resample(0)
        assert isinstance(world, TributeState)
        showing = Showing(self._game, view, world, self._ids, self._named)
        return GameState(self._desk, seat, showing, list(self._log.written(self._game.cards, self._ids)))

    def _timed(self, turn: int, state: GameState, moves: list[Any]) -> Any:
        """Ask for a move, and tell how much time is left of the turn."""
        if turn != self._turn:
            self._turn, self._used = turn, 0.0
        left = self.time_left if self.time_left is not None else max(0.0, TURN_MS - self._used)
        started = time.monotonic()
        try:
            return self.bot.play(state, moves, int(left))
        finally:
            self._used += 1000 * (time.monotonic() - started)


def _is_bot(thing: object) -> bool:
    return all(callable(getattr(thing, name, None)) for name in ("select_patron", "play"))


def _wants_name(kind: type) -> bool:
    """Whether its constructor must be handed something: the bot's name."""
    parameters = list(inspect.signature(kind).parameters.values())
    return any(one.name == "bot_name" for one in parameters) or any(
        one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters
    )


def _takes_round(bot: Any) -> bool:
    """Whether `select_patron` is also told the number of the round."""
    return len(inspect.signature(bot.select_patron).parameters) > 1
