"""One engine for all runs: matches, tournaments, collections, scenarios; statistics and ratings of what came of them."""

from cardlab.core.intervals import Clusters, Interval, cluster_interval, wilson
from cardlab.lab.engine import Conditions, Interrupted, Interruption, Progress
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.matchresult import MatchResult, RoleResult, Verdict
from cardlab.lab.matches.playing import play_match
from cardlab.lab.statistics.binomial import binomial_p, deals_p
from cardlab.lab.statistics.elo import Rating, fit_ratings
from cardlab.lab.statistics.stats import Sprt, binomial_tail, elo_to_rate, rate_to_elo
from cardlab.lab.tournaments.crosstable import Pairing
from cardlab.lab.tournaments.running import run_tournament
from cardlab.lab.tournaments.tournament import Tournament, TournamentResult, play_tournament

__all__ = [
    "Clusters", "Conditions", "Interrupted", "Interruption", "Interval", "Match", "MatchResult", "Pairing", "Progress",
    "Rating", "RoleResult", "Sprt", "Tournament", "TournamentResult", "Verdict", "binomial_p", "binomial_tail",
    "cluster_interval", "deals_p", "elo_to_rate", "fit_ratings", "play_match", "play_tournament", "rate_to_elo",
    "run_tournament", "wilson",
]  # fmt: skip
