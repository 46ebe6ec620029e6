"""What the workers of a match recorded, as rows.

A recorded chunk holds, next to the results of its games, a line of numbers for each observed decision (game, turn, seat, role,
action, what the observer saw) and three reals for each: the score, the agent's own estimate and the mean of the playouts.
"""

from __future__ import annotations

from importlib.metadata import version

import numpy as np

from cardlab.core.features import HEAD, REALS
from cardlab.core.parts import need
from cardlab.data.rows.deals import rotation_of
from cardlab.data.rows.rows import Real, Rows, Whole, Words
from cardlab.data.rows.runs import GameRecord, Run
from cardlab.data.rows.schema import rule_flags
from cardlab.lab.matches.chunk import Chunk


class RecordedRows:
    """Turns the chunks of one run into rows."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.width = HEAD + need(run.game, "observer").width
        self.agents = list(run.spec["agents"])
        self.opponents = [" ".join(self.agents[role + 1 :] + self.agents[:role]) for role in range(len(self.agents))]
        self.version = version("cardlab")
        self._moves: dict[int, str] = {-1: ""}

    def games(self, chunk: Chunk, fresh: list[int]) -> list[GameRecord]:
        """The new games of a chunk."""
        observe, first = self.run.spec["observe"], chunk.first
        lines, _ = self._lines(chunk)
        ids, counts = np.unique(lines[:, 0], return_counts=True)
        rows = dict(zip(ids.tolist(), counts.tolist(), strict=True))
        found = []
        for index in fresh:
            scores, turns = chunk.scores[index - first], chunk.turns[index - first]
            decisions = sum(turns[role] for role in observe)
            found.append(GameRecord(index, float(scores[observe[0]]), rows.get(index, 0), decisions))
        return found

    def rows(self, chunk: Chunk, games: list[GameRecord]) -> Rows:
        """The rows of these games."""
        lines, reals = self._lines(chunk)
        wanted = np.isin(lines[:, 0], [record.game_id for record in games])
        lines, reals = lines[wanted], reals[wanted]
        count, role, game = len(lines), lines[:, 3], self.run.game
        return Rows(
            game=game,
            run=Words.same(self.run.name, count),
            game_id=lines[:, 0],
            turn_no=lines[:, 1],
            seat=lines[:, 2],
            n_players=np.full(count, game.players, dtype=np.int64),
            agent=Words.coded(role, self.agents),
            opponent=Words.coded(role, self.opponents),
            engine_version=Words.same(self.version, count),
            rule_flags=Words.same(rule_flags(game), count),
            seed=np.full(count, self.run.spec["seed"], dtype=np.int64),
            move=self._words(lines[:, 4]),
            numbers=np.ascontiguousarray(lines[:, HEAD:]),
            value=reals[:, 1],
            playouts=reals[:, 2],
            score=reals[:, 0],
            won=reals[:, 0] == 1.0,
            rotated=np.full(count, rotation_of(self.run.spec), dtype=np.int64),
        )

    def _lines(self, chunk: Chunk) -> tuple[Whole, Real]:
        """Recorded lines but for those of decisions that were no moves, because the agent failed."""
        lines = np.frombuffer(chunk.observed.numbers, dtype=np.int64).reshape(-1, self.width)
        reals = np.frombuffer(chunk.observed.reals, dtype=np.float64).reshape(-1, REALS)
        decisions = np.array([*chunk.decisions, 0], dtype=np.int64)
        made = lines[:, 1] < decisions[np.clip(lines[:, 0] - chunk.first, 0, len(decisions) - 1)]
        return lines[made], reals[made]

    def _words(self, actions: Whole) -> Words:
        known, codes = np.unique(actions, return_inverse=True)
        for action in known.tolist():
            if action not in self._moves:
                self._moves[action] = self.run.game.action_text(action)
        return Words.coded(codes.reshape(-1).astype(np.int64), [self._moves[action] for action in known.tolist()])
