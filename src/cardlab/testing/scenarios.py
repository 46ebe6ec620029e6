"""Laws of dealing on a scenario, the part of a deal that a training set fixes."""

from __future__ import annotations

from cardlab.core.rng import Rng, derive
from cardlab.core.state import State
from cardlab.testing.laws import Law
from cardlab.testing.trial import Trial

LUCKS = 12


def check_scenario(trial: Trial) -> None:
    """A scenario and a luck give one deal; and if deals differ at all, a scenario leaves something of them to luck.

    Else players without chance would play one game again and again, and an evaluation would count it as many.
    """
    with trial.under(Law.SEED, "dealing on a scenario"):
        deals = [_deal_on(trial, luck) for luck in range(LUCKS)]
        again = _deal_on(trial, 0)
        free = {trial.game.new(derive(trial.seed, "free deal", number)).digest() for number in range(LUCKS)}
        fixed = {state.digest() for state in deals}
    trial.same(Law.SEED, deals[0], again, "two games with the same scenario and the same luck differ")
    trial.require(Law.SEED, len(fixed) > 1 or len(free) == 1, "a scenario fixes all of a deal: every game on it is the same")


def _deal_on(trial: Trial, luck: int) -> State:
    state = trial.game.blank()
    state.deal(Rng(derive(trial.seed, "luck", luck)), Rng(derive(trial.seed, "scenario")))
    return state
