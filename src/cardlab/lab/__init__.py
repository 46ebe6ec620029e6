"""Matches, tournaments, statistics, ratings."""

from cardlab.lab.match import Match
from cardlab.lab.ratings import Rating
from cardlab.lab.result import MatchResult, RoleResult, Verdict
from cardlab.lab.run import Interrupted, Progress, play_match
from cardlab.lab.stats import Interval, Sprt, binomial_tail, elo_to_rate, mean_interval, rate_to_elo, wilson
from cardlab.lab.tournament import Pairing, Tournament, TournamentResult, play_tournament

__all__ = [
    "Interrupted", "Interval", "Match", "MatchResult", "Pairing", "Progress", "Rating", "RoleResult", "Sprt", "Tournament",
    "TournamentResult", "Verdict", "binomial_tail", "elo_to_rate", "mean_interval", "play_match", "play_tournament",
    "rate_to_elo", "wilson",
]  # fmt: skip
