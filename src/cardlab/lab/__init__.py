"""Matches, tournaments, statistics, ratings."""

from cardlab.core.intervals import Clusters, Interval, cluster_interval, wilson
from cardlab.lab.crosstable import Pairing
from cardlab.lab.match import Match
from cardlab.lab.ratings import Rating, fit_ratings
from cardlab.lab.result import MatchResult, RoleResult, Verdict
from cardlab.lab.run import Interrupted, Progress, play_match
from cardlab.lab.stats import Sprt, binomial_tail, elo_to_rate, rate_to_elo
from cardlab.lab.tournament import Tournament, TournamentResult, play_tournament

__all__ = [
    "Clusters", "Interrupted", "Interval", "Match", "MatchResult", "Pairing", "Progress", "Rating", "RoleResult", "Sprt",
    "Tournament", "TournamentResult", "Verdict", "binomial_tail", "cluster_interval", "elo_to_rate", "fit_ratings",
    "play_match", "play_tournament", "rate_to_elo", "wilson",
]  # fmt: skip
