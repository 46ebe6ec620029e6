"""Playing a tournament: table after table, round after round, or in turns until it is time to close."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace

from cardlab.lab.engine import ClosingTime, Conditions, Interrupted, Interruption, ProgressTeller, Staff
from cardlab.lab.matches.match import MAX_GAMES
from cardlab.lab.matches.matchresult import MatchResult
from cardlab.lab.matches.playing import NOWHERE, Keeping, MatchPart
from cardlab.lab.matches.records import Records
from cardlab.lab.matches.standing import Standing
from cardlab.lab.tournaments.draws import SWISS, Draw, swiss_round
from cardlab.lab.tournaments.tournament import Tournament, TournamentResult

TURN_SECONDS = 2.0
"""By the clock all tables play in turns; turns are made longer until one takes about that long."""


def run_tournament(tournament: Tournament, conditions: Conditions, keeping: Keeping = NOWHERE) -> TournamentResult:
    """Play a declared tournament under these conditions. Workers and their agents stay from one match to the next."""
    closing = conditions.closing()
    with (
        Interruption(closing) as interruption,
        keeping.while_playing(interruption),
        Staff(conditions.crew_size(), interruption.new_stop, closing.over, conditions.notice) as staff,
    ):
        hall = _Hall(tournament, conditions, keeping, staff, interruption, closing)
        if tournament.style == SWISS:
            hall.play_rounds()
        elif closing.by_clock and tournament.games == MAX_GAMES:
            hall.play_in_turns()
        else:
            hall.play(tournament.draws)
    outcome = hall.outcome()
    if not outcome.complete:
        raise Interrupted(outcome)
    return outcome


class _Hall:
    """All tables of a tournament, with what was played at each."""

    def __init__(
        self,
        tournament: Tournament,
        conditions: Conditions,
        keeping: Keeping,
        staff: Staff,
        interruption: Interruption,
        closing: ClosingTime,
    ) -> None:
        self._tournament, self._each_game, self._keeping = tournament, conditions.each_game, keeping
        self._staff, self._interruption, self._closing = staff, interruption, closing
        self._teller = ProgressTeller(conditions.progress)
        self._draws: list[Draw] = []
        self._parts: list[MatchPart] = []
        self._results: list[MatchResult] = []

    def play(self, draws: list[Draw]) -> None:
        """Each of these tables plays all its games."""
        for draw in draws:
            if self._ended():
                return
            self._play_at(self._laid(draw), None)

    def play_rounds(self) -> None:
        """Round after round; who stands alike plays each other."""
        agents = len(self._tournament.agents)
        points, byes, met = [0.0] * agents, [0] * agents, Counter[tuple[int, int]]()
        for number in range(self._tournament.n_rounds):
            pairs, out = swiss_round(points, met, byes)
            if out is not None:
                byes[out] += 1
                points[out] += self._tournament.games
            begun = len(self._results)
            self.play([Draw(pair, number) for pair in pairs])
            if self._ended():
                return
            met.update(pairs)
            for pair, result in zip(pairs, self._results[begun:], strict=True):
                for place, role in zip(pair, result.roles, strict=True):
                    points[place] += role.points

    def play_in_turns(self) -> None:
        """All tables play a few games, then all play a few more, until it is time to close."""
        tables = [self._laid(draw) for draw in self._tournament.draws]
        step = goal = self._tournament.game.players
        while not self._ended():
            start = time.monotonic()
            for table in tables:
                if self._ended():
                    break
                self._play_at(table, goal)
            if time.monotonic() - start < TURN_SECONDS:
                step *= 2
            goal += step

    def outcome(self) -> TournamentResult:
        """What was played."""
        whole = len(self._results) == self._tournament.n_tables and all(result.complete for result in self._results)
        in_time = self._closing.over() and not self._interruption.asked
        draws, tournament = tuple(self._draws[: len(self._results)]), self._tournament
        if tournament.games == MAX_GAMES:
            tournament = replace(tournament, games=max((result.games for result in self._results), default=1) or 1)
        return TournamentResult(tournament, draws, tuple(self._results), whole or in_time)

    def _ended(self) -> bool:
        return self._interruption.asked or self._closing.over()

    def _laid(self, draw: Draw) -> int:
        """The number of a table for these agents, with what a run file knows of it."""
        match = self._tournament.match_of(draw)
        group = len(self._parts) if self._tournament.n_tables > 1 else None
        part = MatchPart(match, Records(match.players, match.games), self._keeping, group, self._each_game)
        self._draws.append(draw)
        self._parts.append(part)
        return len(self._parts) - 1

    def _play_at(self, table: int, most: int | None) -> None:
        part = self._parts[table]
        before = sum(other.records.finished for other in self._parts) - part.records.finished
        total = self._tournament.games * self._tournament.n_tables
        standing = Standing(part.match, part.records, None, self._teller, before, total, self._closing)
        result = part.play(self._staff, standing, self._interruption, self._closing, most)
        self._results[table:] = [result, *self._results[table + 1 :]]
