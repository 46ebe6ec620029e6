"""Scripts of Tribute: CamelCaseBot, of the competition of 2023: rules for what needs no thought, and no look ahead."""

import cython

from cardlab.games.tribute.agents.bots import TributeBot


class CamelCaseBot(TributeBot):
    """CamelCaseBot of 2023: plays what needs no thought, buys the dearest card of that kind, gets rid of starters."""

    def _draft(self, s, rng):
        legal_actions(s, self.moves.acts)
        best: cython.longlong = -1
        highest = 0
        for i in range(self.moves.acts.n):
            patron = source_of(self.moves.acts.at[i])
            value = 4 if patron == DUKE_OF_CROWS else 3 if patron == RED_EAGLE else 2 if patron == ANSEI else 0
            if patron == HLAALU:
                value = 1
            if value > highest:
                best, highest = self.moves.acts.at[i], value
        return best if best >= 0 else self.moves.acts.at[self._below(self.moves.acts.n, rng)]

    def _decide(self, s, seat, rng):
        self.moves._count(s)
        if s.z.asking == ENACT_CHOSEN_EFFECT:
            left = liking(s.rules.fact[s.z.ask_card].effect[s.z.ask_level][0].code)
            right = liking(s.rules.fact[s.z.ask_card].effect[s.z.ask_level][1].code)
            if left == NOT_BASIC and right == NOT_BASIC:
                return self._any(s, rng, True)
            return self._single(pack(ENACT, 0 if left <= right else 1, 0, 0))
        if s.z.asking != NOTHING:
            return self._choose_cards(s, rng)
        action = self._play_something(s)
        if action < 0:
            action = self._spend(s)
        return self._single(action if action >= 0 else pack(END, 0, 0, 0))

    def _first(self, s, kind, what):
        """The first action of a kind; of a card type, if one is named."""
        for i in range(self.moves.acts.n):
            action = self.moves.acts.at[i]
            if kind_of(action) == kind and (what < 0 or s.rules.fact[source_of(action)].type == what):
                return action
        return -1

    def _play_something(self, s):
        action = self._first(s, PLAY, CURSE)
        if action < 0:
            action = self._first(s, ACTIVATE, -1)
        if action < 0:
            action = self._first(s, ATTACK, -1)
        if action >= 0:
            return action
        for i in range(self.moves.acts.n):
            action = self.moves.acts.at[i]
            if kind_of(action) == PLAY and is_basic(s, source_of(action)):
                return action
        return -1

    def _spend(self, s):
        p = s.z.player
        crows: cython.bint = offers(self.moves.acts, pack(CALL, DUKE_OF_CROWS, 0, 0)) and s.z.coins[p] > 1
        if crows and (s.z.prestige[1 - p] >= 20 or favors(s, 1 - p) == 3):
            return pack(CALL, DUKE_OF_CROWS, 0, 0)
        best: cython.longlong = -1
        dearest = -1
        for i in range(self.moves.acts.n):
            action = self.moves.acts.at[i]
            card = source_of(action)
            if kind_of(action) == BUY and is_basic(s, card) and s.rules.fact[card].cost > dearest:
                best, dearest = action, s.rules.fact[card].cost
        if best >= 0:
            return best
        if offers(self.moves.acts, pack(CALL, TREASURY, 0, 0)):
            for i in range(s.z.n_hand[p]):
                if is_unwanted(s, s.z.hand[p][i]):
                    return pack(CALL, TREASURY, 0, 0)
            for i in range(s.z.n_played[p]):
                if is_unwanted(s, s.z.hand[p][HELD - 1 - i]):
                    return pack(CALL, TREASURY, 0, 0)
        if crows and s.z.coins[p] > 5:
            return pack(CALL, DUKE_OF_CROWS, 0, 0)
        return self._contract(s)

    def _contract(self, s):
        """A contract card, one with power first."""
        first: cython.longlong = -1
        for i in range(self.moves.acts.n):
            action = self.moves.acts.at[i]
            card = source_of(action)
            kind = s.rules.fact[card].type
            if kind_of(action) == BUY and (kind == CONTRACT_ACTION or kind == CONTRACT_AGENT):
                for part in range(s.rules.fact[card].effects[0]):
                    if s.rules.fact[card].effect[0][part].code == POWER:
                        return action
                if first < 0:
                    first = action
        return first

    def _choose_cards(self, s, rng):
        """Starters and curses, as many as may be chosen; without any, any move."""
        n = 0
        for i in range(self.moves.options):
            if n < s.z.ask_most and is_unwanted(s, self.moves.card[i]):
                self.moves.picks[n] = i
                n += 1
        if n == 0 or n < s.z.ask_least:
            return self._any(s, rng, True)
        self.moves._write(s, n, 0)
        return self._move(0)


def liking(code):
    """The place of an effect in CamelCaseBot's order; those it cannot play have none."""
    if code == PRESTIGE:
        return 0
    if code == COIN:
        return 1
    if code == POWER:
        return 2
    if code == DRAW_CARDS:
        return 3
    if code == OPP_LOSE:
        return 4
    if code == KNOCK_OUT:
        return 5
    if code == OPP_DISCARD:
        return 6
    if code == PATRON_CALL:
        return 7
    if code == HEAL:
        return 8
    return NOT_BASIC


def is_basic(s, card):
    """Whether a card that is no contract has nothing but effects without a decision; of two to choose from one will do."""
    kind = s.rules.fact[card].type
    if kind == CONTRACT_ACTION or kind == CONTRACT_AGENT or kind == CURSE:
        return False
    for level in range(LEVELS):
        n: cython.int = s.rules.fact[card].effects[level]
        basic = 0
        for i in range(n):
            if liking(s.rules.fact[card].effect[level][i].code) != NOT_BASIC:
                basic += 1
        if basic < n and not (s.rules.fact[card].either[level] and basic):
            return False
    return True


def is_unwanted(s, card):
    """Starters and curses, but for the Writ of Coin."""
    return card != WRIT_OF_COIN and (s.rules.fact[card].type == STARTER or s.rules.fact[card].type == CURSE)
