"""Scripts of Tribute: what the sample bots think of a position, and an evaluator for other searches; cards count by tiers."""

import cython

from cardlab.models.model import Evaluator


def sample_value(s, me, tier):
    """The evaluation of the sample bots: favours, power, prestige, and up to 30 prestige also agents, cards and the tavern."""
    o = 1 - me
    value = 40 * s.z.power[me] + 50 * s.z.prestige[me]
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
    if theirs >= 2:
        value -= 100
    if s.z.prestige[me] >= 30:
        return value
    for i in range(s.z.n_agents[me]):
        value += 30 * tier[s.z.agent[me][i]] + 3 * s.z.health[me][i]
    for i in range(s.z.n_agents[o]):
        value -= 30 * tier[s.z.agent[o][i]] + 3 * s.z.health[o][i] + 40
    for i in range(s.z.n_row):
        value -= 2 * tier[s.z.row[i]]
    return value + deck_power(s, me, tier)


def deck_power(s, p, tier):
    """All cards but those on the board by tier, and the cube of how many there are of each deck."""
    for deck in range(PATRONS):
        s.keys[deck] = 0
    value = 0
    for i in range(s.z.n_hand[p]):
        value += 10 * tier[s.z.hand[p][i]]
        s.keys[s.rules.fact[s.z.hand[p][i]].deck] += 1
    for i in range(s.z.n_played[p]):
        value += 10 * tier[s.z.hand[p][HELD - 1 - i]]
        s.keys[s.rules.fact[s.z.hand[p][HELD - 1 - i]].deck] += 1
    for i in range(s.z.n_draw[p]):
        value += 10 * tier[s.z.deck[p][i]]
        s.keys[s.rules.fact[s.z.deck[p][i]].deck] += 1
    for i in range(s.z.n_cooldown[p]):
        value += 10 * tier[s.z.deck[p][HELD - 1 - i]]
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
    value += (0.012 - 0.008 * share) * deck_power(s, p, tier)
    favors = 0
    for i in range(s.z.n_agents[p]):
        value += 1.0 + 0.04 * tier[s.z.agent[p][i]] + 0.3 * s.z.health[p][i]
    for i in range(s.z.n_patrons):
        if s.z.favor[s.z.patron[i]] == p + 1:
            favors += 1
    return value + (1.2 * favors if favors < 3 else 8.0 if favors == 3 else 60.0)
