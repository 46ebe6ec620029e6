"""Scripts of Tribute: what the sample bots think of a position, and an evaluator for other searches; cards count by tiers."""

import cython

from cardlab.models.model import Evaluator


def sample_value(s, me, tier):
    """The evaluation of the sample bots: favours, power, prestige, and up to 30 prestige also agents, cards and the tavern."""
    value = favor_value(s, me) + 40 * s.z.power[me] + 50 * s.z.prestige[me]
    if s.z.prestige[me] >= 30:
        return value
    return value + board_value(s, me, tier) + deck_power(s, me, tier, -1)


def slipped_value(s, me, tier, draws):
    """The same as RandomSimulationBot has it.

    Power and prestige count from 20 prestige of the other on, each card counts as the agent does that was looked at last, and
    each effect that drew cards is worth something of its own.
    """
    o = 1 - me
    value = favor_value(s, me)
    if s.z.prestige[o] >= 20:
        value += 40 * s.z.power[me] + 50 * s.z.prestige[me]
    if s.z.prestige[me] >= 30:
        return value
    latest = 0
    if s.z.n_agents[o]:
        latest = tier[s.z.agent[o][s.z.n_agents[o] - 1]]
    elif s.z.n_agents[me]:
        latest = tier[s.z.agent[me][s.z.n_agents[me] - 1]]
    return value + board_value(s, me, tier) + deck_power(s, me, tier, latest) + 10 * draws


def favor_value(s, me):
    """What the favours of patrons count."""
    value = 0
    theirs = 0
    for i in range(s.z.n_patrons):
        if s.z.patron[i] == TREASURY:
            continue
        if s.z.favor[s.z.patron[i]] == me + 1:
            value += 50
        elif s.z.favor[s.z.patron[i]] == 0:
            value += 10
        else:
            value -= 50
            theirs += 1
    return value - 100 if theirs >= 2 else value


def board_value(s, me, tier):
    """The agents of both, and the cards that lie open in the tavern."""
    o = 1 - me
    value = 0
    for i in range(s.z.n_agents[me]):
        value += 30 * tier[s.z.agent[me][i]] + 3 * s.z.health[me][i]
    for i in range(s.z.n_agents[o]):
        value -= 30 * tier[s.z.agent[o][i]] + 3 * s.z.health[o][i] + 40
    for i in range(s.z.n_row):
        value -= 2 * tier[s.z.row[i]]
    return value


def deck_power(s, p, tier, each):
    """All cards but those on the board by tier, or `each` for one if it is not -1, and the cube of how many a deck has."""
    for deck in range(PATRONS):
        s.keys[deck] = 0
    value = 0
    for i in range(s.z.n_hand[p]):
        value += 10 * (tier[s.z.hand[p][i]] if each < 0 else each)
        s.keys[s.rules.fact[s.z.hand[p][i]].deck] += 1
    for i in range(s.z.n_played[p]):
        value += 10 * (tier[s.z.hand[p][HELD - 1 - i]] if each < 0 else each)
        s.keys[s.rules.fact[s.z.hand[p][HELD - 1 - i]].deck] += 1
    for i in range(s.z.n_draw[p]):
        value += 10 * (tier[s.z.deck[p][i]] if each < 0 else each)
        s.keys[s.rules.fact[s.z.deck[p][i]].deck] += 1
    for i in range(s.z.n_cooldown[p]):
        value += 10 * (tier[s.z.deck[p][HELD - 1 - i]] if each < 0 else each)
        s.keys[s.rules.fact[s.z.deck[p][HELD - 1 - i]].deck] += 1
    for deck in range(PATRONS):
        if deck != TREASURY:
            value += cython.cast(cython.int, s.keys[deck] * s.keys[deck] * s.keys[deck])
    return value


class BalanceEvaluator(Evaluator):
    """The chance to win by what both have: prestige and power, cards by tier, agents, favours."""

    def __init__(self, tiers):
        # type: (Sequence[int]) -> None
        for i in range(CARDS):
            self.tier[i] = tiers[i]

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def _value(self, state, seat):
        mine = standing(cython.cast(TributeState, state), seat, self.tier)
        theirs = standing(cython.cast(TributeState, state), 1 - seat, self.tier)
        return 1.0 / (1.0 + exp((theirs - mine) / 12.0))


def standing(s, p, tier):
    """In units of prestige. Late in a match prestige counts more, early the deck that will make it."""
    late = s.z.prestige[0] if s.z.prestige[0] > s.z.prestige[1] else s.z.prestige[1]
    share = 1.0 if late >= 40 else late / 40.0
    value = (0.6 + 0.8 * share) * (s.z.prestige[p] + s.z.power[p])
    value += (0.012 - 0.008 * share) * deck_power(s, p, tier, -1)
    favors = 0
    for i in range(s.z.n_agents[p]):
        value += 1.0 + 0.04 * tier[s.z.agent[p][i]] + 0.3 * s.z.health[p][i]
    for i in range(s.z.n_patrons):
        if s.z.favor[s.z.patron[i]] == p + 1:
            favors += 1
    return value + (1.2 * favors if favors < 3 else 8.0 if favors == 3 else 60.0)
