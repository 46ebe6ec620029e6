"""Tournaments: every agent against every other, a table of all pairs, ratings."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.core.game import Game
from cardlab.errors import RunError
from cardlab.lab.engine import Conditions, Interrupted, Interruption, Progress, ProgressTeller, Staff
from cardlab.lab.matches.match import HANG_MS, Match
from cardlab.lab.matches.matchresult import MatchResult
from cardlab.lab.matches.playing import NOWHERE, Keeping, MatchPart
from cardlab.lab.matches.records import Records
from cardlab.lab.matches.standing import Standing
from cardlab.lab.statistics.ratings import Rating, fit_ratings
from cardlab.lab.storage.runfile import RunFile
from cardlab.lab.tournaments.crosstable import CrossTable, Pairing, Played
from cardlab.registry import game as find_game


@dataclass(frozen=True)
class Tournament:
    """All groups of agents that fit at one table play a match with the same seed, so all groups play the same deals."""

    game: Game
    agents: tuple[str, ...]
    games: int = 100
    seed: int = 0
    rotate: bool = True
    move_ms: float = 0.0
    hang_ms: float = HANG_MS

    @classmethod
    def of(cls, game: Game | str, agents: Sequence[str], **rest: Any) -> Tournament:
        """A checked tournament. Agents are texts, each named once."""
        rules = find_game(game) if isinstance(game, str) else game
        tournament = cls(rules, tuple(agents), **rest)
        tournament._check()
        return tournament

    def _check(self) -> None:
        if not all(isinstance(agent, str) for agent in self.agents):
            raise RunError("the agents of a tournament are given as texts, such as 'ismcts:400' or 'python:my.py:MyAgent'")
        if len(self.agents) < max(2, self.game.players):
            raise RunError(f"a tournament of {self.game.name} for {self.game.players} players needs at least that many agents")
        if twice := [agent for agent in self.agents if self.agents.count(agent) > 1]:
            raise RunError(f"{twice[0]!r} is named twice; every agent takes part once")
        for match in self.matches():
            match.check()
        for agent in self.agents:
            Match.of(self.game, [agent]).make_agents()

    @functools.cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """Who sits together, as places in `agents`: all pairs in a game for two."""
        return list(itertools.combinations(range(len(self.agents)), self.game.players))

    def matches(self) -> Iterator[Match]:
        """The match of each group."""
        for group in self.groups:
            who = tuple(self.agents[i] for i in group)
            yield Match(self.game, who, self.games, self.seed, self.rotate, self.move_ms, self.hang_ms)

    def spec(self) -> dict[str, Any]:
        """What the first line of a tournament's run file says."""
        first = next(self.matches())
        return {"kind": "tournament", **first.spec(), "agents": list(self.agents)}


@dataclass(frozen=True)
class TournamentResult:
    """The finished games of a tournament."""

    tournament: Tournament
    results: tuple[MatchResult, ...]
    complete: bool = True

    @property
    def games(self) -> int:
        """How many games are finished."""
        return sum(result.games for result in self.results)

    @functools.cached_property
    def _cross(self) -> CrossTable:
        return CrossTable(len(self.tournament.agents), self._games())

    @property
    def table(self) -> dict[tuple[int, int], Pairing]:
        """The cross table: row agent against column agent, by their places in the tournament's list."""
        return self._cross.pairs

    def total(self, agent: int) -> Pairing:
        """One agent against all others."""
        return self._cross.totals[agent]

    def standing(self) -> list[int]:
        """The agents from best to worst score."""
        return sorted(range(len(self.tournament.agents)), key=lambda i: (-self.total(i).score, i))

    @functools.cached_property
    def ratings(self) -> list[Rating]:
        """Ratings in the order of the agents, fitted to all games at once."""
        return fit_ratings(self.tournament.agents, self._games())

    def failures(self) -> dict[str, dict[str, int]]:
        """What each agent did wrong, added up over all its games."""
        sums: dict[str, dict[str, int]] = {agent: {} for agent in self.tournament.agents}
        for result in self.results:
            for role in result.roles:
                for kind, count in role.failures.items():
                    sums[role.agent][kind] = sums[role.agent].get(kind, 0) + count
        return sums

    def _games(self) -> Iterator[Played]:
        for group, result in zip(self.tournament.groups, self.results, strict=False):
            for index, deal in zip(result.records.indexes(), result.deals, strict=True):
                yield deal, group, result.records.game_scores(index)

    def to_dict(self) -> dict[str, Any]:
        """The tables as plain values, ready for JSON."""
        names = self.tournament.agents
        return {
            **self.tournament.spec(),
            "games_per_group": self.tournament.games,
            "finished": self.games,
            "complete": self.complete,
            "standing": [{"agent": names[i], **self.total(i).to_dict()} for i in self.standing()],
            "pairs": [{"agent": names[i], "against": names[j], **p.to_dict()} for (i, j), p in self.table.items()],
            "ratings": [rating.to_dict() for rating in self.ratings],
            "failures": self.failures(),
            "matches": [result.to_dict() for result in self.results],
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row for each finished game, with the ratings that its agents have in the end."""
        for number, (group, result) in enumerate(zip(self.tournament.groups, self.results, strict=False)):
            rated = self._rating_cells(group)
            for row in result.rows():
                yield {"group": number, **row, **rated}

    def _rating_cells(self, group: tuple[int, ...]) -> dict[str, float | None]:
        cells: dict[str, float | None] = {}
        for number, agent in enumerate(group, 1):
            rating = self.ratings[agent]
            cells |= {f"rating{number}": rating.elo, f"rating_low{number}": rating.low, f"rating_high{number}": rating.high}
        return cells


def play_tournament(
    game: Game | str,
    agents: Sequence[str],
    games: int = 100,
    seed: int = 0,
    *,
    rotate: bool = True,
    move_ms: float = 0.0,
    hang_ms: float = HANG_MS,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    replays: str | Path | None = None,
    run_file: str | Path | None = None,
    resume: bool = False,
) -> TournamentResult:
    """Play all against all, `games` in each group. Ctrl-C raises `Interrupted` with what was finished."""
    tournament = Tournament.of(game, agents, games=games, seed=seed, rotate=rotate, move_ms=move_ms, hang_ms=hang_ms)
    file = RunFile(run_file, tournament.spec(), resume) if run_file is not None else None
    return run_tournament(tournament, Conditions(workers, progress), Keeping(file, replays))


def run_tournament(tournament: Tournament, conditions: Conditions, keeping: Keeping = NOWHERE) -> TournamentResult:
    """Play a declared tournament under these conditions. Workers and their agents stay from one match to the next."""
    results: list[MatchResult] = []
    teller, total = ProgressTeller(conditions.progress), tournament.games * len(tournament.groups)
    with (
        Interruption() as interruption,
        keeping.while_playing(interruption),
        Staff(conditions.crew_size(), interruption.new_stop) as staff,
    ):
        for number, match in enumerate(tournament.matches()):
            if interruption.asked:
                break
            records = Records(match.players, match.games)
            part = MatchPart(match, records, keeping, number if len(tournament.groups) > 1 else None)
            standing = Standing(match, records, None, teller, number * tournament.games, total)
            results.append(part.play(staff, standing, interruption))
    complete = len(results) == len(tournament.groups) and all(result.complete for result in results)
    outcome = TournamentResult(tournament, tuple(results), complete)
    if not complete:
        raise Interrupted(outcome)
    return outcome
