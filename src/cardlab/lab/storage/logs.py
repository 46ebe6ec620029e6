"""What agents said in the games of a match: a file for each seat of each game, a line for each line, with its moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cardlab.errors import RunError
from cardlab.lab.matches.chunk import Chunk, Moves
from cardlab.lab.matches.match import Match


class LogFolder:
    """Where the logs of a match go: ``<seed of the deal>_p<seat, from 1>.log``; with the game's number where seats rotate.

    A line stands behind its player, the thinking time of the game so far, the number of the turn, and that of the move in it.
    With `seats` only theirs are written.
    """

    def __init__(self, folder: str | Path, match: Match, seats: Sequence[int] | None = None) -> None:
        self._folder, self._match = Path(folder), match
        self._seats = range(match.players) if seats is None else seats

    def take(self, chunk: Chunk) -> None:
        """Write the logs of new games."""
        for moves in chunk.replays:
            for seat in self._seats:
                self._write(moves, seat, list(_lines(self._match, moves, seat)))

    def _write(self, moves: Moves, seat: int, lines: list[str]) -> None:
        game = f"_{moves.index}" if self._match.rotate else ""
        path = self._folder / f"{moves.seed}{game}_p{seat + 1}.log"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        except OSError as error:
            raise RunError(f"logs cannot be written to {self._folder}: {error.strerror or error}") from None


def _lines(match: Match, moves: Moves, seat: int) -> Iterator[str]:
    """The lines of one seat. Turns are counted from 1, behind what comes before them; moves in each turn."""
    state, opening = match.game.new(moves.seed), match.game.opening
    owner, turn, move, passed = None, 0, 0, 0
    for at in range(len(moves.actions) + 1):
        if not state.over and at >= opening and (state.turn != owner or at == opening):
            owner, turn, move = state.turn, turn + 1, 0
        move += 1
        passed += moves.spent_ns[at] if at < len(moves.actions) else 0
        for said_by, line in moves.lines.get(at, ()):
            if said_by == seat:
                yield f"[PLAYER{seat + 1}][{_clock(passed)}][{turn:03}][{move:02}] {line}"
        if at < len(moves.actions):
            state.apply(moves.actions[at])


def _clock(nanoseconds: int) -> str:
    seconds, thousandths = divmod(nanoseconds // 1_000_000, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}:{thousandths:03}"
