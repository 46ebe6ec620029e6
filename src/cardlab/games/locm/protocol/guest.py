"""Legends of Code and Magic: cardlab as a bot of a foreign referee."""

from __future__ import annotations

from cardlab.bots.protocol import Guest
from cardlab.core.action import HIDDEN, Action, kind_of, pack, source_of, target_of
from cardlab.core.game import Game
from cardlab.core.state import Seat
from cardlab.games.locm.protocol.memory import Memory, Table
from cardlab.games.locm.protocol.messages import Message, ReadLine, read_message, time_limit
from cardlab.games.locm.rules.state import Kind, LocmState
from cardlab.games.locm.words.position import lists_of, put_lists


class LocmGuest(Guest):
    """A player at a foreign table: makes a state of each message, and a line of the actions chosen in it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._forget()

    def _forget(self) -> None:
        self._memory = Memory(self._game)
        self._state: LocmState | None = None
        self._drafting = True
        self._passed = False
        self._chosen: list[Action] = []
        self._history: list[tuple[int, Action]] = []

    def hear(self, read_line: ReadLine) -> bool:
        message = read_message(read_line)
        if message is None:
            return False
        if message.drafting and message.mine.deck == 0:
            self._forget()
        self._close_question()
        self._open_question(message)
        return True

    def limit_ms(self) -> float:
        return time_limit(self._drafting, self._memory.round if self._drafting else self._memory.turns - 1)

    def seat(self) -> Seat | None:
        settled = self._passed or (self._drafting and self._chosen)
        if self._state is None or settled or self._state.player != self._memory.me:
            return None
        return self._state.seat(self._memory.me, self._history)

    def choose(self, action: Action) -> None:
        assert self._state is not None
        if kind_of(action) == Kind.PASS:
            self._passed = True
            return
        if not self._drafting:
            self._state.apply(action)
            self._memory.note(self._memory.me, action)
        self._chosen.append(action)
        self._history.append((self._memory.me, action))

    def answer(self) -> str:
        return ";".join(map(_answer_text, self._chosen)) or ("PICK 0" if self._drafting else "PASS")

    def _close_question(self) -> None:
        """The next message shows that the answer to the one before has been carried out."""
        if self._state is None:
            return
        memory = self._memory
        if self._drafting:
            memory.picks[memory.round] = source_of(self._chosen[0]) if self._chosen else 0
            self._history += [(1, HIDDEN)] if memory.me == 0 else []
        else:
            memory.owed = lists_of(self._state)["draws"][1 - memory.me]
            self._history.append((memory.me, pack(Kind.PASS)))
        self._passed, self._chosen = False, []

    def _open_question(self, message: Message) -> None:
        self._drafting = message.drafting
        table = self._memory.draft_table(message) if message.drafting else self._memory.battle_table(message)
        self._history += [(1 - self._memory.me, action) for action in _done_since(message, self._memory.me, table["turn"])]
        self._state = self._new_state(table)

    def _new_state(self, table: Table) -> LocmState:
        state = self._game.blank()
        assert isinstance(state, LocmState)
        put_lists(state, table)
        return state


def _done_since(message: Message, me: int, turn: int) -> list[Action]:
    """What the opponent has done since the latest answer; player 1 is asked when player 0 has picked."""
    if message.drafting:
        return [HIDDEN] if me == 1 else []
    return [*message.actions, pack(Kind.PASS)] if turn > 0 else []


def _answer_text(action: Action) -> str:
    kind, source, target = kind_of(action), source_of(action), target_of(action)
    if kind == Kind.PICK:
        return f"PICK {source}"
    return f"{Kind(kind).name} {source} {target if target or kind == Kind.SUMMON else -1}"
