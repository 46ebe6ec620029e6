"""Scripts of Tribute: how BestMCTS judges the end of a turn.

BestMCTS won in 2023 and 2024, SOISMCTS was third in 2024. They are trees over the own turn (`worldtree`) whose ends are
judged by tiers for three phases of a match (`phases.csv`) and by weights: those that the makers of BestMCTS evolved, or those
that they had written down by hand before.
"""

import cython

from cardlab.agents.planner import Guide
from cardlab.models.model import Evaluator

BEST_EVOLVED = {
    "crow": (357.16, 401.26, 439.46), "ansei": (69.727, 65.175, 51.416), "prestige": (14.407, 115.438, 244.106),
    "card limit": (3.5836, 9.8029, 6.1746), "combo power": (1.4532, 2.0177, 1.7654), "our agent": (2.4073, 1.2048, 0.62828),
    "enemy agent": (-36.382, -31.121, -165.216), "upcoming card": (14.453, 10.997, 96.387),
    "tier multiplier": (32.456, 15.362, 17.865), "tavern penalty": (-1.0195, -1.6236, -1.8426),
    "knowing card combo": (0.98563, 1.26776, 1.87984), "after 40 bonus": (469.63, 562.80, 436.45),
}  # type: dict[str, tuple[float, ...]]  # fmt: skip
"""What counts how much in each phase: early, mid, late. The weights with which BestMCTS played."""
BEST_START = {
    "crow": (300, 500, 600), "ansei": (50, 50, 50), "prestige": (10, 60, 200), "card limit": (13, 13, 13),
    "combo power": (3, 3, 3), "our agent": (1.1, 1.1, 1.1), "enemy agent": (-60, -80, -150), "upcoming card": (15, 25, 100),
    "tier multiplier": (10, 10, 10), "tavern penalty": (-2, -2, -2), "knowing card combo": (1, 1, 1),
    "after 40 bonus": (300, 300, 300),
}  # type: dict[str, tuple[float, ...]]  # fmt: skip
"""The weights from which evolution began."""
BEST_WEIGHTS_BY_NAME = {"evolved": BEST_EVOLVED, "start": BEST_START}  # type: dict[str, dict[str, tuple[float, ...]]]
SPAN = cython.declare(cython.const[cython.double], 10000.0)


class EndGuide(Guide):
    """Ending the turn is worth what the position before it is."""

    def _closes(self, state, action):
        return kind_of(action) == END


class PhaseTiers:
    """What the makers of BestMCTS (0) and SOISMCTS (1) think of cards: by phase, in hand, on the board, and played at once."""

    def __init__(self, rows):
        # type: (Iterable[Mapping[str, str]]) -> None
        for n, row in enumerate(rows):
            card: cython.int = n
            self.instant[card] = int(row["instant"])
            for i, phase in enumerate(("early", "mid", "late")):
                self.by_phase[i][card] = int(row[phase] or 0)
            for i, (prefix, missing) in enumerate((("", -1), ("so_", 3))):
                self.in_hand[i][card] = int(row[prefix + "in_hand"] or missing)
                self.on_board[i][card] = int(row[prefix + "on_board"] or missing)


class BestJudge(Evaluator):
    """What BestMCTS thinks of the end of a turn, from 0 to 1. `so`: with the tables of SOISMCTS."""

    def __init__(self, game, ratings: PhaseTiers, weights=None, so=False):
        # type: (Game, PhaseTiers, Mapping[str, Sequence[float]] | None, bool) -> None
        self.ratings = ratings
        self.tables = 1 if so else 0
        for i, name in enumerate(BEST_EVOLVED):
            for phase in range(PHASES):
                self.weight[i][phase] = (weights or BEST_EVOLVED)[name][phase]

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def _value(self, state, seat):
        return self._sum(cython.cast(TributeState, state), seat)

    def _sum(self, s, p):
        o = 1 - p
        spare: cython.int = s.z.power[p]
        for i in range(s.z.n_agents[o]):
            if s.rules.fact[s.z.agent[o][i]].taunt:
                spare -= s.z.health[o][i]
        reach: cython.int = s.z.prestige[p] + (spare if spare > 0 else 0)
        lead: cython.int = reach - s.z.prestige[o]
        patrons = self._patrons(s, p)
        if patrons >= SPAN:
            return 1.0
        if patrons <= -2 * SPAN or (s.z.prestige[o] >= 40 and lead <= 0):
            return 0.0
        if reach >= 80:
            return 1.0
        total = patrons + lead * self.weight[PRESTIGE_EACH][self.phase]
        if reach >= 40:
            total += lead * self.weight[AFTER_40][self.phase]
        total -= self._cards(s, o) + self._combos(s, o)
        total += self._enemy_agents(s, o)
        total += self._cards(s, p) + self._combos(s, p)
        total += self._own_agents(s, p) + self._tavern(s, p)
        if total >= SPAN:
            return 1.0
        return 0.0 if total <= -SPAN else (total + SPAN) / (2 * SPAN)

    def _patrons(self, s, p):
        """Favours; a lot if all are won, very little if the other needs one call, or two, for all of his."""
        needed = 0
        mine = 0
        value = 0.0
        for i in range(s.z.n_patrons):
            patron = s.z.patron[i]
            if patron == TREASURY:
                continue
            holder = s.z.favor[patron]
            sign = 0
            if holder == p + 1:
                mine += 1
                sign = 1
                needed += 1 if patron == ANSEI else 2
            elif holder == 0:
                needed += 1
            else:
                sign = -1
            if patron == DUKE_OF_CROWS:
                value -= sign * self.weight[CROW][self.phase]
            elif patron == ANSEI:
                value += sign * self.weight[ANSEI_FAVOR][self.phase]
        if mine == 4:
            return SPAN
        if needed <= 1:
            return -2 * SPAN
        return -SPAN if needed == 2 else value

    def _count(self, s, p):
        """Count the cards of each deck outside the board."""
        for i in range(PATRONS):
            self.count[i] = 0
        owned = cards_of(s, p)
        for i in range(owned):
            self.count[s.rules.fact[pile_card(s, p, i)].deck] += 1
        return owned

    def _cards(self, s, p):
        """Tiers of the cards; more than a limit count no more than the limit."""
        owned = self._count(s, p)
        tiers = 0.0
        for i in range(owned):
            tiers += self.ratings.by_phase[self.phase][pile_card(s, p, i)]
        limit = self.weight[CARD_LIMIT][self.phase]
        share = limit / owned if owned > limit else 1.0
        return tiers * self.weight[TIER_MULTIPLIER][self.phase] * share

    def _combos(self, s, p):
        """Cards of the same deck, those on the board among them. `count` holds what `_cards` counted."""
        total: cython.int = 0
        for i in range(s.z.n_agents[p]):
            if s.rules.fact[s.z.agent[p][i]].type != CONTRACT_AGENT:
                self.count[s.rules.fact[s.z.agent[p][i]].deck] += 1
        for i in range(PATRONS):
            total += self.count[i]
        limit = self.weight[CARD_LIMIT][self.phase]
        share = limit / total if total > limit else 1.0
        value = 0.0
        for i in range(PATRONS):
            if i != TREASURY and self.count[i]:
                value += pow(share * self.count[i], self.weight[COMBO_POWER][self.phase])
        return value

    def _own_agents(self, s, p):
        """Agents and their health; those that lie open to Ambush and Black Sacrament count less."""
        value = 0.0
        for i in range(MOST_THREATS):
            self.gain[i] = 0
        for i in range(s.z.n_agents[p]):
            card = s.z.agent[p][i]
            if s.rules.fact[card].type != CONTRACT_AGENT:
                value += self.ratings.by_phase[self.phase][card] * self.weight[TIER_MULTIPLIER][self.phase]
            gain = s.z.health[p][i] * self.weight[PRESTIGE_EACH][self.phase] * self.weight[OUR_AGENT][self.phase]
            value += gain
            for j in range(MOST_THREATS):
                if gain > self.gain[j]:
                    gain, self.gain[j] = self.gain[j], gain
        threats = 0
        for i in range(s.z.n_row):
            threats += 2 if s.z.row[i] == AMBUSH_CARD else 1 if s.z.row[i] == SACRAMENT_CARD else 0
        for j in range(threats if threats < MOST_THREATS else MOST_THREATS):
            value -= 0.75 * self.gain[j]
        return value

    def _enemy_agents(self, s, o):
        value = 0.0
        for i in range(s.z.n_agents[o]):
            card = s.z.agent[o][i]
            printed: cython.double = s.rules.fact[card].hp
            if s.rules.fact[card].type != CONTRACT_AGENT:
                value -= self.ratings.by_phase[self.phase][card] * self.weight[TIER_MULTIPLIER][self.phase]
            threat = self.ratings.on_board[self.tables][card] * self.weight[ENEMY_AGENT][self.phase]
            value += threat * ((s.z.health[o][i] + 2) / printed + 2)
        return value

    def _tavern(self, s, p):
        """Cards that the other could buy count against, known cards on top of the own draw pile for."""
        owned = self._count(s, p)
        value = 0.0
        for i in range(s.z.n_row):
            kind = s.rules.fact[s.z.row[i]].type
            if kind != CONTRACT_ACTION and kind != CONTRACT_AGENT:
                value += self.weight[TAVERN_PENALTY][self.phase] * self._rating(s, s.z.row[i])
        known: cython.int = s.z.known[p] if s.z.known[p] < 3 else 3
        limit = self.weight[CARD_LIMIT][self.phase]
        share = limit / owned if owned > limit else 1.0
        for i in range(known if known < s.z.n_draw[p] else s.z.n_draw[p]):
            card = s.z.deck[p][s.z.n_draw[p] - 1 - i]
            value += self.ratings.in_hand[self.tables][card] * self.weight[UPCOMING][self.phase]
            value += self.count[s.rules.fact[card].deck] * self.weight[KNOWN_COMBO][self.phase] * share
        return value

    def _rating(self, s, card):
        """A card by its tier and by what one card of its deck adds. `count` holds the own cards."""
        n = self.count[s.rules.fact[card].deck]
        value: cython.double = self.ratings.by_phase[self.phase][card] + self._combo(n)
        return value - self._combo(n - 1) if n > 1 else value

    def _combo(self, n):
        limit = self.weight[CARD_LIMIT][self.phase]
        x: cython.double = limit if n > limit else n
        return pow(x, self.weight[COMBO_POWER][self.phase]) if x > 0 else 0.0


def cards_of(s, p):
    """How many cards a player has outside the board."""
    return s.z.n_hand[p] + s.z.n_played[p] + s.z.n_cooldown[p] + s.z.n_draw[p]


def pile_card(s, p, at):
    """The cards of a player outside the board, one after the other: hand, played, cooldown, draw pile."""
    if at < s.z.n_hand[p]:
        return s.z.hand[p][at]
    at -= s.z.n_hand[p]
    if at < s.z.n_played[p]:
        return s.z.hand[p][HELD - 1 - at]
    at -= s.z.n_played[p]
    if at < s.z.n_cooldown[p]:
        return s.z.deck[p][HELD - 1 - at]
    return s.z.deck[p][at - s.z.n_cooldown[p]]
