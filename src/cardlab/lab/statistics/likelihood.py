"""How well strengths explain games, and which explain them best: maximum likelihood by Newton's method."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cardlab.lab.statistics.algebra import Matrix, inverse, times
from cardlab.lab.statistics.places import Choice, choices_of
from cardlab.lab.tournaments.crosstable import Played

Pattern = tuple[tuple[int, ...], tuple[float, ...]]
"""Who took part, and their scores."""
Deals = dict[int, Counter[Pattern]]
"""How often each pattern came out on each deal."""

_HALF = 0.5
_STEPS, _CLOSE = 100, 1e-9


def deals_of(games: Iterable[Played]) -> Deals:
    """Games by their deals; equal results are counted together."""
    deals: Deals = {}
    for deal, who, scores in games:
        deals.setdefault(deal, Counter())[tuple(who), tuple(scores)] += 1
    return deals


class Likelihood:
    """Games of agents with unknown strengths (logarithms). Each also won and lost half a game against strength 0."""

    def __init__(self, agents: int, deals: Deals) -> None:
        self.agents = agents
        often: Counter[Pattern] = Counter()
        for patterns in deals.values():
            often.update(patterns)
        self._choices = {pattern: choices_of(*pattern) for pattern in often}
        self._chosen = [_HALF] * agents
        self._asked: dict[tuple[int, ...], float] = {}
        for pattern, count in often.items():
            for choice in self._choices[pattern]:
                self._chosen[choice.chosen] += count * choice.weight
                self._asked[choice.left] = self._asked.get(choice.left, 0.0) + count * choice.weight

    def best(self) -> list[float]:
        """The strengths of maximum likelihood. It has one peak, and a step that leads downhill is shortened."""
        strengths = [0.0] * self.agents
        value = self._value(strengths)
        for _ in range(_STEPS):
            step = times(inverse(self.information(strengths)), self._slope(strengths))
            share = 1.0
            while share > _CLOSE:
                ahead = [s + share * move for s, move in zip(strengths, step, strict=True)]
                if (higher := self._value(ahead)) >= value:
                    strengths, value = ahead, higher
                    break
                share /= 2
            if max(map(abs, step)) < _CLOSE or share <= _CLOSE:
                break
        return strengths

    def information(self, strengths: Sequence[float]) -> Matrix:
        """The curvature of the likelihood: how much the games tell about the strengths."""
        matrix = [[0.0] * self.agents for _ in range(self.agents)]
        for i, strength in enumerate(strengths):
            matrix[i][i] = _chance(strength) * _chance(-strength)
        for left, count in self._asked.items():
            shares = _shares(left, strengths)
            for i, mine in zip(left, shares, strict=True):
                matrix[i][i] += count * mine
                for j, theirs in zip(left, shares, strict=True):
                    matrix[i][j] -= count * mine * theirs
        return matrix

    def pulls(self, strengths: Sequence[float], deals: Deals) -> Iterator[list[float]]:
        """How each deal pulls at the strengths, and how each of the half games does. Together they are in balance."""
        known = {pattern: self._pull(choices, strengths) for pattern, choices in self._choices.items()}
        for patterns in deals.values():
            pull = [0.0] * self.agents
            for pattern, count in patterns.items():
                for i, part in known[pattern].items():
                    pull[i] += count * part
            yield pull
        for i, strength in enumerate(strengths):
            for part in (_HALF * _chance(-strength), -_HALF * _chance(strength)):
                yield [part if j == i else 0.0 for j in range(self.agents)]

    def _pull(self, choices: Iterable[Choice], strengths: Sequence[float]) -> dict[int, float]:
        pull: dict[int, float] = {}
        for chosen, left, weight in choices:
            for i, share in zip(left, _shares(left, strengths), strict=True):
                pull[i] = pull.get(i, 0.0) + weight * ((i == chosen) - share)
        return pull

    def _slope(self, strengths: Sequence[float]) -> list[float]:
        slope = [won - _chance(strength) for won, strength in zip(self._chosen, strengths, strict=True)]
        for left, count in self._asked.items():
            for i, share in zip(left, _shares(left, strengths), strict=True):
                slope[i] -= count * share
        return slope

    def _value(self, strengths: Sequence[float]) -> float:
        terms = [won * strength for won, strength in zip(self._chosen, strengths, strict=True)]
        terms += [-math.log1p(math.exp(-abs(strength))) - max(0.0, strength) for strength in strengths]
        for left, count in self._asked.items():
            most = max(strengths[i] for i in left)
            terms.append(-count * (most + math.log(sum(math.exp(strengths[i] - most) for i in left))))
        return math.fsum(terms)


def _chance(strength: float) -> float:
    """The chance to win against strength 0."""
    return 1 / (1 + math.exp(-strength)) if strength > 0 else math.exp(strength) / (1 + math.exp(strength))


def _shares(left: Sequence[int], strengths: Sequence[float]) -> list[float]:
    """The chances of those who are left to come next."""
    most = max(strengths[i] for i in left)
    parts = [math.exp(strengths[i] - most) for i in left]
    total = sum(parts)
    return [part / total for part in parts]
