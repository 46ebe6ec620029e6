"""Contests: many small jobs of games between vectors, played in threads with the same result for any number of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from cardlab.agents.agent import Stop
from cardlab.core.game import Game
from cardlab.core.printable import error_text
from cardlab.core.vectors import VectorKind
from cardlab.errors import CardlabError, RunError
from cardlab.learn.bout import Bout
from cardlab.learn.players import crew_of, is_quick, new_bout

CHUNK_GAMES = 500
"""Games that a thread takes at a time, so that progress can be shown and work is shared evenly."""


class Contest:
    """Games of one kind of vector with one player: a policy of the kind, or the text of any agent that it can be joined to.

    `guests` are agents who play by no vector: in a job, row -1 is the first of them, -2 the second, and so on.
    """

    def __init__(self, game: Game, kind: VectorKind, player: str, stop: Stop | None = None, guests: Sequence[str] = ()) -> None:
        self.game, self.kind, self.player, self.guests = game, kind, player, tuple(guests)
        self.stop = stop or Stop()
        self.games = 0
        self._bouts: dict[tuple[str, ...], list[Bout]] = {}
        self._most = crew_of(game, kind, player, self.guests)

    def play(
        self,
        genes: Any,
        rows: Any,
        scenarios: Any,
        seeds: Any,
        games: Any,
        workers: int = 1,
        done: Callable[[int], object] | None = None,
    ) -> np.ndarray:
        """The sum of scores of each seat, for each job.

        Job j seats the individuals ``rows[j]`` (rows of `genes`) and plays ``games[j]`` games on the scenario
        ``scenarios[j]``, whose luck comes from ``seeds[j]``. `done` is told how many more games were played.
        """
        genes = np.ascontiguousarray(genes, dtype=np.float64)
        rows = np.ascontiguousarray(rows, dtype=np.int32)
        scenarios = np.ascontiguousarray(scenarios, dtype=np.uint64)
        seeds = np.ascontiguousarray(seeds, dtype=np.uint64)
        games = np.ascontiguousarray(games, dtype=np.int64)
        self._check(genes, rows, scenarios, seeds, games)
        scores = np.zeros(rows.shape, dtype=np.float64)
        self._run((genes, rows, scenarios, seeds, games, scores), workers, done)
        return scores

    def _check(self, genes: Any, rows: Any, scenarios: Any, seeds: Any, games: Any) -> None:
        jobs = len(rows)
        if genes.ndim != 2 or genes.shape[1] != self.kind.size:
            raise RunError(f"{self.kind.name}: an individual has {self.kind.size} genes, not {genes.shape[-1]}")
        if rows.ndim != 2 or rows.shape[1] != self.game.players:
            raise RunError(f"a job seats {self.game.players} individuals")
        if not (len(scenarios) == len(seeds) == len(games) == jobs):
            raise RunError("every job needs a scenario, a seed and a number of games")
        if jobs and (rows.min() < -len(self.guests) or rows.max() >= len(genes) or games.min() < 0):
            raise RunError(f"individuals are numbered 0 to {len(genes) - 1}, and games are counted from 0")

    def _run(self, columns: tuple[Any, ...], workers: int, done: Callable[[int], object] | None) -> None:
        genes, rows, scenarios, seeds, games, scores = columns
        guests = self.guests if rows.size and rows.min() < 0 else ()
        pieces = iter(_pieces(games, CHUNK_GAMES if is_quick(self.kind, self.player) and not guests else 1))
        lock = threading.Lock()
        workers = min(workers, self._most)
        bouts = self._bouts.setdefault(guests, [])
        while len(bouts) < workers:
            bouts.append(new_bout(self.game, self.kind, self.player, self.stop, guests))

        def work(bout: Bout) -> int:
            """Play the next piece; -1 when there is none."""
            with lock:
                piece = next(pieces, None)
            try:
                return -1 if piece is None else bout.play(genes, rows, scenarios, seeds, games, scores, *piece)
            except CardlabError:
                raise
            except Exception as error:
                who = " or ".join(["player " + self.player, *self.guests])
                raise RunError(f"{who}: {error_text(error)}. A player that fails cannot be trained") from error

        with ThreadPoolExecutor(workers) as pool:
            running = {pool.submit(work, bout): bout for bout in bouts[:workers]}
            while running:
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    bout = running.pop(future)
                    played = future.result()
                    if played < 0 or self.stop.asked:
                        continue
                    self.games += played
                    if done is not None:
                        done(played)
                    running[pool.submit(work, bout)] = bout


def _pieces(games: Any, size: int) -> list[tuple[int, int]]:
    """Jobs in runs of about that many games."""
    pieces, first, held = [], 0, 0
    for job, count in enumerate(games.tolist()):
        held += count
        if held >= size:
            pieces.append((first, job + 1))
            first, held = job + 1, 0
    if first < len(games):
        pieces.append((first, len(games)))
    return pieces
