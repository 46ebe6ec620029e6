"""Tournaments: who plays whom, a table of all pairs, ratings."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.agents.making import make_agent
from cardlab.core.game import Game
from cardlab.core.rng import derive
from cardlab.errors import RunError
from cardlab.lab.engine import Conditions, Progress
from cardlab.lab.matches.match import HANG_MS, MAX_GAMES, Match, how_many
from cardlab.lab.matches.matchresult import MatchResult
from cardlab.lab.matches.playing import Keeping
from cardlab.lab.showing.dataframes import flat, frame_of
from cardlab.lab.showing.rankings import tournament_failures, tournament_sheets
from cardlab.lab.showing.sheet import screen_width
from cardlab.lab.statistics.elo import Rating, fit_ratings
from cardlab.lab.storage.runfile import RunFile
from cardlab.lab.tournaments.crosstable import CrossTable, Pairing, Played
from cardlab.lab.tournaments.draws import ROUND_ROBIN, STYLES, SWISS, Draw, fixed_tables, usual_rounds
from cardlab.registry import game as find_game

MAX_ROUNDS = 1000


@dataclass(frozen=True)
class Tournament:
    """Groups of agents that fit at one table play a match each, all with the same seed, so that they play the same deals.

    In a round robin these are all groups there are, in a gauntlet those with the first agent. A Swiss tournament has rounds, in
    which agents with about the same points play each other; each round has deals of its own.
    """

    game: Game
    agents: tuple[str, ...]
    games: int = 100
    seed: int = 0
    rotate: bool = True
    move_ms: float = 0.0
    hang_ms: float = HANG_MS
    turn_ms: float = 0.0
    style: str = ROUND_ROBIN
    rounds: int | None = None
    lots: bool = False

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
        self._check_style()
        self.match_of(Draw(tuple(range(self.game.players)))).check()
        for agent in self.agents:
            make_agent(self.game, agent)

    def _check_style(self) -> None:
        if self.style not in STYLES:
            raise RunError(f"a tournament is one of {', '.join(STYLES)}, not {self.style!r}")
        if self.style != SWISS:
            if self.rounds is not None:
                raise RunError(f"rounds are for a swiss tournament; a {self.style} has none")
            return
        if self.game.players != 2:
            raise RunError(f"a swiss tournament is for two players, not {self.game.players}: choose round-robin or gauntlet")
        if self.rounds is not None and not 1 <= self.rounds <= MAX_ROUNDS:
            raise RunError(f"a swiss tournament has 1 to {MAX_ROUNDS} rounds, not {self.rounds}")

    @property
    def n_rounds(self) -> int:
        """How many rounds there are."""
        if self.style != SWISS:
            return 1
        return self.rounds if self.rounds is not None else usual_rounds(len(self.agents))

    @property
    def n_tables(self) -> int:
        """How many groups play in all."""
        if self.style == SWISS:
            return self.n_rounds * (len(self.agents) // 2)
        return len(self.draws)

    @functools.cached_property
    def draws(self) -> list[Draw]:
        """Who sits together: all pairs, in a round robin for two. In a Swiss tournament results decide instead."""
        return fixed_tables(self.style, len(self.agents), self.game.players)

    def match_of(self, draw: Draw) -> Match:
        """The match of a group."""
        who = tuple(self.agents[i] for i in draw.who)
        seed = derive(self.seed, "round", draw.round) >> 1 if draw.round else self.seed
        return Match(
            self.game, who, self.games, seed, self.rotate, self.move_ms, self.hang_ms, self.lots, self.turn_ms
        )  # fmt: skip

    def spec(self) -> dict[str, Any]:
        """What the first line of a tournament's run file says."""
        first = self.match_of(Draw(tuple(range(self.game.players))))
        style = {} if self.style == ROUND_ROBIN else {"style": self.style, "tables": self.n_tables}
        if self.style == SWISS:  # results so far decide about what comes: another number of games is another tournament
            style["games_per_table"] = self.games
        return {"kind": "tournament", **first.spec(), "agents": list(self.agents), **style}


@dataclass(frozen=True)
class TournamentResult:
    """The finished games of a tournament: a result for each of the groups in `draws`."""

    tournament: Tournament
    draws: tuple[Draw, ...]
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
        """The agents from best to worst: by score, or by rating where not everybody met the same opponents."""
        agents = range(len(self.tournament.agents))
        if self.tournament.style == ROUND_ROBIN:
            return sorted(agents, key=lambda i: (-self.total(i).score, i))
        return sorted(agents, key=lambda i: (-self.ratings[i].elo, i))

    def played(self, agent: int) -> int:
        """How many games an agent has played."""
        return sum(result.games for draw, result in self._tables() if agent in draw.who)

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

    def useless(self) -> list[str]:
        """The agents that failed in every game they played; if every game ended by somebody's failure, all who failed."""
        failed = {agent: count for agent, kinds in self.failures().items() if (count := sum(kinds.values()))}
        if sum(failed.values()) == self.games:
            return list(failed)
        return [agent for place, agent in enumerate(self.tournament.agents) if failed.get(agent) == self.played(place)]

    def _games(self) -> Iterator[Played]:
        for draw, result in self._tables():
            for index, deal in zip(result.records.indexes(), result.deals, strict=True):
                yield draw.round * MAX_GAMES + deal, draw.who, result.records.game_scores(index)

    def _tables(self) -> Iterator[tuple[Draw, MatchResult]]:
        return zip(self.draws, self.results, strict=True)

    def __str__(self) -> str:
        width = screen_width()
        return "\n\n".join([*(s.text(width) for s in tournament_sheets(self, width)), *tournament_failures(self)])

    def _repr_html_(self) -> str:
        return "".join(sheet.html() for sheet in tournament_sheets(self))

    def frame(self, of: str = "ranking") -> Any:
        """A Polars data frame: the ``ranking``, the ``pairs`` or the ``games``, a row for each."""
        return frame_of(of, {"ranking": self.ranking, "pairs": self.pairs, "games": self.rows})

    def ranking(self) -> Iterator[dict[str, Any]]:
        """The agents from best to worst: score against all others, rating, and the bounds of both."""
        for place, i in enumerate(self.standing(), 1):
            rating, total = self.ratings[i], self.total(i)
            rated = {"rating": rating.elo, "rating_low": rating.low, "rating_high": rating.high}
            failed = sum(self.failures()[rating.agent].values())
            yield {"place": place, "agent": rating.agent, **flat(total.to_dict()), **rated, "failed": failed}

    def pairs(self) -> Iterator[dict[str, Any]]:
        """Each agent against each other that it met."""
        names = self.tournament.agents
        for (i, j), pairing in self.table.items():
            if pairing.games:
                yield {"agent": names[i], "against": names[j], **flat(pairing.to_dict())}

    def to_dict(self) -> dict[str, Any]:
        """The tables as plain values, ready for JSON."""
        names = self.tournament.agents
        return {
            **self.tournament.spec(),
            "style": self.tournament.style,
            "rounds": self.tournament.n_rounds,
            "games_per_group": self.tournament.games,
            "finished": self.games,
            "complete": self.complete,
            "standing": [{"agent": names[i], **self.total(i).to_dict()} for i in self.standing()],
            "pairs": [{"agent": names[i], "against": names[j], **p.to_dict()} for (i, j), p in self.table.items() if p.games],
            "ratings": [rating.to_dict() for rating in self.ratings],
            "failures": self.failures(),
            "matches": [result.to_dict() for result in self.results],
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row for each finished game, with the ratings that its agents have in the end."""
        for number, (draw, result) in enumerate(self._tables()):
            rated = self._rating_cells(draw.who)
            for row in result.rows():
                yield {"group": number, "round": draw.round + 1, **row, **rated}

    def _rating_cells(self, group: tuple[int, ...]) -> dict[str, float | None]:
        cells: dict[str, float | None] = {}
        for number, agent in enumerate(group, 1):
            rating = self.ratings[agent]
            cells |= {f"rating{number}": rating.elo, f"rating_low{number}": rating.low, f"rating_high{number}": rating.high}
        return cells


def games_at_a_table(games: int | None, conditions: Conditions, style: str) -> int:
    """How many games a group plays. Swiss rounds have an end also by the clock."""
    return how_many(games, Conditions() if style == SWISS else conditions)


def play_tournament(
    game: Game | str,
    agents: Sequence[str],
    games: int | None = None,
    seed: int = 0,
    *,
    style: str = ROUND_ROBIN,
    rounds: int | None = None,
    rotate: bool = True,
    lots: bool = False,
    move_ms: float = 0.0,
    turn_ms: float = 0.0,
    hang_ms: float = HANG_MS,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    replays: str | Path | None = None,
    transcripts: str | Path | None = None,
    run_file: str | Path | None = None,
    resume: bool = False,
    seconds: float | None = None,
    endless: bool = False,
) -> TournamentResult:
    """Play all against all, `games` in each group. Ctrl-C raises `Interrupted` with what was finished.

    `style` is ``round-robin``, ``gauntlet`` (the first agent against all others) or ``swiss`` in so many `rounds`. There are
    100 games in each group unless said otherwise. With `seconds` all groups play more and more games until that time is over,
    `endless` until Ctrl-C.
    """
    from cardlab.lab.tournaments.running import run_tournament

    conditions = Conditions(workers, progress, seconds, endless)
    number = games_at_a_table(games, conditions, style)
    tournament = Tournament.of(
        game, agents, games=number, seed=seed, rotate=rotate and not lots, lots=lots, move_ms=move_ms, turn_ms=turn_ms,
        hang_ms=hang_ms, style=style, rounds=rounds,
    )  # fmt: skip
    file = RunFile(run_file, tournament.spec(), resume) if run_file is not None else None
    return run_tournament(tournament, conditions, Keeping(file, replays, transcripts=transcripts))
