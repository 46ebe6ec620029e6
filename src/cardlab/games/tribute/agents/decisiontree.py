"""Scripts of Tribute: the decision tree, a fixed order of rules that needs no search.

It plays its cards deck by deck so that combos come together, then watches the opponent's prestige, buys what goes with its
deck, calls patrons, attacks, and ends its turn. Five numbers are its genes: how much cards of a deck attract each other (an
exponent), what an enemy agent counts for Black Sacrament, what is called a big value, and the values of power and prestige in
a choice.

What the original noted down about its hand is read off the position here, so it never tries to play a card that is gone.
"""

import cython

from cardlab.games.tribute.agents.bots import TributeBot


class DecisionTreeBot(TributeBot):
    """Decides by rules. `genes`: patron exponent, attack constant, big value, power value, prestige value."""

    def __init__(self, game, tiers, genes=(2.0, 3.0, 5000.0, 5.0, 10.0), seed=None):
        # type: (Game, Sequence[int], Sequence[float], int | None) -> None
        TributeBot.__init__(self, game, seed)
        for i in range(CARDS):
            self.tier[i] = tiers[i]
        self.exponent, self.attack, self.big, self.power, self.prestige = genes

    def _new_game(self):
        TributeBot._new_game(self)
        self.turn = 0
        return 0

    def _decide(self, s, seat, rng):
        p = s.z.player
        self._look(s, p)
        if s.z.asking == ENACT_CHOSEN_EFFECT:
            return self._single(pack(ENACT, self._choose_side(s, p), 0, 0))
        if s.z.asking >= COMPLETE_HLAALU:
            return self._answer_patron(s, p)
        if s.z.asking != NOTHING:
            return self._answer_cards(s, p)
        legal_actions(s, self.moves.acts)
        if self._has(PLAY) or self._has(ACTIVATE):
            return self._play_a_card(s, p)
        if self._catch_up(s, p):
            return 0
        need_coin = self._needs_coin(s, p)
        if need_coin and self._can(CALL, ANSEI):
            return self._single(pack(CALL, ANSEI, 0, 0))
        if self._has(BUY) and self._buy(s, p):
            return 0
        if self._has(CALL):
            return self._single(pack(CALL, self._call(s, p, need_coin), 0, 0))
        if self._has(ATTACK) and self._attack(s, p):
            return 0
        return self._single(pack(END, 0, 0, 0))

    def _look(self, s, p):
        """Count the own cards of each deck, board excluded, and those that can still be played this turn."""
        for deck in range(PATRONS):
            self.count[deck] = 0
            self.left[deck] = 0
        for i in range(s.z.n_hand[p]):
            self.count[s.rules.fact[s.z.hand[p][i]].deck] += 1
            self.left[s.rules.fact[s.z.hand[p][i]].deck] += 1
        for i in range(s.z.n_played[p]):
            self.count[s.rules.fact[s.z.hand[p][HELD - 1 - i]].deck] += 1
        for i in range(s.z.n_draw[p]):
            self.count[s.rules.fact[s.z.deck[p][i]].deck] += 1
        for i in range(s.z.n_cooldown[p]):
            self.count[s.rules.fact[s.z.deck[p][HELD - 1 - i]].deck] += 1
        for i in range(s.z.n_agents[p]):
            if not s.z.marks[p][i] & USED_MARK:
                self.left[s.rules.fact[s.z.agent[p][i]].deck] += 1
        if s.z.turn != self.turn:
            self.turn = s.z.turn
            self.max_coins = 0
            self.current = s.z.patron[0]
            for i in range(s.z.n_patrons):
                if s.z.patron[i] == PELIN:
                    self.current = PELIN
            for deck in range(PATRONS):
                self.played[deck] = 0
        if s.z.coins[p] > self.max_coins:
            self.max_coins = s.z.coins[p]

    def _owned(self, s, p):
        """Cards of a player, board excluded."""
        return s.z.n_hand[p] + s.z.n_played[p] + s.z.n_cooldown[p] + s.z.n_draw[p]

    def _worth(self, s, card):
        """How well a card goes with the own deck."""
        return pow(self.count[s.rules.fact[card].deck], self.exponent) + self.tier[card]

    def _can(self, kind, source):
        for i in range(self.moves.acts.n):
            if kind_of(self.moves.acts.at[i]) == kind and source_of(self.moves.acts.at[i]) == source:
                return True
        return False

    def _has(self, kind):
        for i in range(self.moves.acts.n):
            if kind_of(self.moves.acts.at[i]) == kind:
                return True
        return False

    # ---- playing cards -----------------------------------------------------------------------------------------------------

    def _play_a_card(self, s, p):
        treasury: cython.int = TREASURY
        if self.left[self.current] == 0:
            if self.left[treasury]:
                self.current = treasury
            else:
                for i in range(s.z.n_patrons):
                    if self.left[self.current] == 0 and s.z.patron[i] != TREASURY and self.left[s.z.patron[i]]:
                        self.current = s.z.patron[i]
        card = self._next_card(s, p, self.current)
        if card < 0:
            return self._single(self.moves.acts.at[0])
        self.played[self.current] += 1
        if self._can(PLAY, card):
            return self._single(pack(PLAY, card, 0, 0))
        for i in range(self.moves.acts.n):
            if kind_of(self.moves.acts.at[i]) == ACTIVATE and source_of(self.moves.acts.at[i]) == card:
                return self._single(self.moves.acts.at[i])
        return self._single(self.moves.acts.at[0])

    def _playable(self, s, p, at):
        """Cards in hand, then agents; -1 for an agent that was used."""
        if at < s.z.n_hand[p]:
            return s.z.hand[p][at]
        at -= s.z.n_hand[p]
        return -1 if s.z.marks[p][at] & USED_MARK else s.z.agent[p][at]

    def _levels(self, s, card):
        """The highest combo level on a card."""
        highest = 0
        for level in range(1, LEVELS):
            if s.rules.fact[card].effects[level]:
                highest = level
        return highest

    def _next_card(self, s, p, deck):
        """Cards whose combos are reached already come first; else the one whose combos would miss the least."""
        places = s.z.n_hand[p] + s.z.n_agents[p]
        reached = self.played[deck] if self.played[deck] < LEVELS else LEVELS
        for level in range(reached):
            for at in range(places):
                card = self._playable(s, p, at)
                if card >= 0 and s.rules.fact[card].deck == deck and self._levels(s, card) == level:
                    return card
        most = self.left[deck] + self.played[deck] - 1
        best = -1
        fewest = LEVELS
        smallest = 2 * LEVELS
        for group in range(LEVELS):
            for at in range(places):
                card = self._playable(s, p, at)
                if card < 0 or s.rules.fact[card].deck != deck or self._levels(s, card) != group:
                    continue
                n = 0
                total = 0
                for level in range(1, LEVELS):
                    if s.rules.fact[card].effects[level] and level <= most:
                        n += 1
                        total += level
                if n < fewest or (n == fewest and total < smallest):
                    best = card
                    fewest = n
                    smallest = total
        return best

    # ---- prestige, purchases -----------------------------------------------------------------------------------------------

    def _catch_up(self, s, p):
        """Behind an opponent with more than forty: power, at once."""
        if s.z.prestige[1 - p] <= 40 or s.z.prestige[p] >= s.z.prestige[1 - p]:
            return False
        if self._can(CALL, DUKE_OF_CROWS):
            self._single(pack(CALL, DUKE_OF_CROWS, 0, 0))
            return True
        if self._can(CALL, ORGNUM):
            self._single(pack(CALL, ORGNUM, 0, 0))
            return True
        for i in range(self.moves.acts.n):
            card = source_of(self.moves.acts.at[i])
            if kind_of(self.moves.acts.at[i]) == BUY and (card == IMPRISONMENT or card == BLACKMAIL):
                self._single(self.moves.acts.at[i])
                return True
        return False

    def _needs_coin(self, s, p):
        """Whether a good card of the row is one coin too dear."""
        for i in range(s.z.n_row):
            card: cython.int = s.z.row[i]
            if s.rules.fact[card].cost == s.z.coins[p] + 1:
                if self.tier[card] >= TIER_A or self.count[s.rules.fact[card].deck] > 5:
                    return True
        return False

    def _buy(self, s, p):
        best = 0.0
        at = -1
        for i in range(self.moves.acts.n):
            if kind_of(self.moves.acts.at[i]) == BUY:
                value = self._price_value(s, p, source_of(self.moves.acts.at[i]))
                if value > best:
                    best = value
                    at = i
        if at < 0:
            return False
        card = source_of(self.moves.acts.at[at])
        if self.tier[card] <= TIER_B and self.count[s.rules.fact[card].deck] < 3:
            if self._can(CALL, ORGNUM):
                self._single(pack(CALL, ORGNUM, 0, 0))
                return True
            if self._can(CALL, RAJHIN):
                self._single(pack(CALL, RAJHIN, 0, 0))
                return True
        self._single(self.moves.acts.at[at])
        return True

    def _price_value(self, s, p, card):
        """What a purchase is worth."""
        o = 1 - p
        if s.rules.fact[card].deck == TREASURY:
            if card == TITHE:
                mine = 0
                for i in range(s.z.n_patrons):
                    if s.z.favor[s.z.patron[i]] == p + 1:
                        mine += 1
                return self.big if mine + s.z.calls[p] + 1 == 4 else 0.0
            tiers = 0.0
            for i in range(s.z.n_agents[o]):
                tiers += self.tier[s.z.agent[o][i]]
            if card == BLACK_SACRAMENT:
                return self.attack * s.z.n_agents[o] + tiers
            return 2 * self.attack * s.z.n_agents[o] + tiers if card == AMBUSH else 0.0
        value = self._worth(s, card) - s.rules.fact[card].cost
        for level in range(LEVELS):
            if s.rules.fact[card].effects[level]:
                value += level * (level + 1)
        return value

    # ---- patrons and attacks -------------------------------------------------------------------------------------------------

    def _call(self, s, p, need_coin):
        """Which of the patrons that can be called: to win, not to lose, to be rid of a curse, or the most valuable."""
        mine = 0
        theirs = 0
        for i in range(s.z.n_patrons):
            patron = s.z.patron[i]
            if patron == TREASURY:
                continue
            if patron == ANSEI:
                if s.z.favor[patron] == 0:
                    mine += 1
                    theirs += 1
                if s.z.favor[patron] == p + 1:
                    theirs += 1
                else:
                    mine += 1
            else:
                if s.z.favor[patron] == p + 1:
                    theirs += 2
                if s.z.favor[patron] == 2 - p:
                    mine += 2
                else:
                    mine += 1
                    theirs += 1
        best = -1
        most = -1.0
        for i in range(self.moves.acts.n):
            if kind_of(self.moves.acts.at[i]) != CALL:
                continue
            patron = source_of(self.moves.acts.at[i])
            if mine <= s.z.calls[p] and s.z.favor[patron] != p + 1:
                return patron
            if mine > s.z.calls[p] and theirs <= 2 and s.z.favor[patron] == 2 - p and (patron != DUKE_OF_CROWS or theirs == 1):
                return patron
        for i in range(s.z.n_played[p]):
            if s.rules.fact[s.z.hand[p][HELD - 1 - i]].type == CURSE and self._can(CALL, TREASURY):
                return TREASURY
        for i in range(self.moves.acts.n):
            if kind_of(self.moves.acts.at[i]) == CALL:
                patron = source_of(self.moves.acts.at[i])
                value = self._patron_value(s, p, patron, need_coin)
                if value > most:
                    most = value
                    best = patron
        return best

    def _patron_value(self, s, p, patron, need_coin):
        o = 1 - p
        coins: cython.int = s.z.coins[p]
        value = 0.0
        if patron == ANSEI:
            return self.big if need_coin or self.max_coins <= 6 else 0.0
        if patron == DUKE_OF_CROWS:
            if coins >= 10:
                return (s.z.prestige[p] // coins) * self.big
            return self.big if coins - 1 + s.z.prestige[p] >= 40 else 0.0
        if patron == RAJHIN:
            theirs = self._owned(s, o)
            return 5 // theirs if theirs else 5.0
        if patron == PSIJIC:
            for i in range(s.z.n_agents[o]):
                value += self.tier[s.z.agent[o][i]]
        elif patron == ORGNUM:
            value = 2 * (self._owned(s, p) // 5)
        elif patron == HLAALU:
            if s.z.prestige[p] > 30:
                return self.big
            for i in range(s.z.n_played[p] + s.z.n_cooldown[p]):
                at = i - s.z.n_played[p]
                card: cython.int = s.z.hand[p][HELD - 1 - i] if at < 0 else s.z.deck[p][HELD - 1 - at]
                worth = 20 * s.rules.fact[card].cost - self._worth(s, card)
                if worth > value:
                    value = worth
        elif patron == PELIN:
            for i in range(s.z.n_cooldown[p]):
                if s.rules.fact[s.z.deck[p][HELD - 1 - i]].type == AGENT:
                    value += self.tier[s.z.deck[p][HELD - 1 - i]]
        elif patron == TREASURY:
            for i in range(s.z.n_played[p]):
                if self.tier[s.z.hand[p][HELD - 1 - i]] <= TIER_D:
                    value += 1
                if s.rules.fact[s.z.hand[p][HELD - 1 - i]].type == CURSE:
                    value += 3
        return value

    def _attack(self, s, p):
        """The best agent that can be killed, else the best of the others."""
        o = 1 - p
        taunt: cython.bint = False
        for i in range(s.z.n_agents[o]):
            if s.rules.fact[s.z.agent[o][i]].taunt:
                taunt = True
        best = -1
        killable: cython.bint = False
        for i in range(s.z.n_agents[o]):
            card: cython.int = s.z.agent[o][i]
            if taunt and not s.rules.fact[card].taunt:
                continue
            kills: cython.bint = s.z.health[o][i] <= s.z.power[p]
            if self.tier[card] > 0 or kills:
                if (
                    best < 0
                    or (kills and not killable)
                    or (kills == killable and self.tier[card] > self.tier[s.z.agent[o][best]])
                ):
                    best = i
                    killable = kills
        if best < 0:
            return False
        copy = 0
        for i in range(best):
            if s.z.agent[o][i] == s.z.agent[o][best]:
                copy += 1
        self._single(pack(ATTACK, s.z.agent[o][best], copy, 0))
        return True

    # ---- choices -------------------------------------------------------------------------------------------------------------

    def _answer_cards(self, s, p):
        """Good cards are taken, bad ones replaced, destroyed, tossed or discarded."""
        n = self.moves._gather(s)
        what = s.z.asking
        most: cython.int = s.z.ask_most if s.z.ask_most < n else n
        highest: cython.bint = (
            what == ACQUIRE_CARDS or what == KNOCKOUT_AGENTS or what == REFRESH_CARDS or what == REFRESH_AGENTS
        )
        if what == REPLACE_CARDS_IN_TAVERN:
            highest = s.z.n_hand[p] == 0
        elif what == DESTROY_CARDS:
            most = 0 if self._owned(s, p) <= 10 else 1 if n else 0
        self._best_tiers(s, most, highest)
        self.moves._write(s, most, 0)
        return self._move(0)

    def _best_tiers(self, s, k, highest):
        """Pick the k options of the lowest, or highest, tiers: of all sorted by tier the first, or the last, k.

        Where it matters in which order they are picked, it is that of their tiers, the lowest first.
        """
        for i in range(self.moves.options):
            self.moves.taken[i] = 0
        for i in range(k):
            best = -1
            for j in range(self.moves.options):
                if self.moves.taken[j]:
                    continue
                if best < 0:
                    best = j
                elif highest and self.tier[self.moves.card[j]] >= self.tier[self.moves.card[best]]:
                    best = j
                elif not highest and self.tier[self.moves.card[j]] < self.tier[self.moves.card[best]]:
                    best = j
            self.moves.taken[best] = 1
        ordered: cython.bint = is_ordered(s.z.asking)
        at = 0
        for j in range(self.moves.options):
            if not self.moves.taken[j]:
                continue
            place = at
            while ordered and place and self.tier[self.moves.card[self.moves.picks[place - 1]]] > self.tier[self.moves.card[j]]:
                self.moves.picks[place] = self.moves.picks[place - 1]
                place -= 1
            self.moves.picks[place] = j
            at += 1
        return k

    def _answer_patron(self, s, p):
        n = self.moves._gather(s)
        what = s.z.asking
        best = 0
        most = -1e300
        for i in range(n):
            card: cython.int = self.moves.card[i]
            if what == COMPLETE_TREASURY:
                value = -(self.tier[card] + self.exponent * self.count[s.rules.fact[card].deck])
                if card == GOLD:
                    value = 0.0
                if s.rules.fact[card].type == CURSE:
                    value = 1000.0
            elif what == COMPLETE_HLAALU:
                value = 20 * s.rules.fact[card].cost - self._worth(s, card)
                if s.z.prestige[1 - p] >= s.z.prestige[p]:
                    value = s.rules.fact[card].cost - 1
            elif what == COMPLETE_PELLIN:
                value = self._worth(s, card)
            else:
                value = self.tier[card] + s.z.health[1 - p][i]
            if value > most or (value == most and what != COMPLETE_TREASURY):
                most = value
                best = i
        self.moves.picks[0] = best
        self.moves._write(s, 1, 0)
        return self._move(0)

    def _choose_side(self, s, p):
        """The effect of the larger value, the left one of equals."""
        best = 0
        most = -1.0
        for side in range(2):
            code = s.rules.fact[s.z.ask_card].effect[s.z.ask_level][side].code
            value = self._effect_value(s, p, code, s.rules.fact[s.z.ask_card].effect[s.z.ask_level][side].amount)
            if value > most:
                most = value
                best = side
        return best

    def _effect_value(self, s, p, code, amount):
        o = 1 - p
        value = 0.0
        if code == COIN:
            if s.z.prestige[o] <= 15:
                return self.big
            for i in range(s.z.n_row):
                card: cython.int = s.z.row[i]
                good: cython.bint = self.tier[card] >= TIER_B or self.count[s.rules.fact[card].deck] >= 3
                if good and s.z.coins[p] <= s.rules.fact[card].cost <= s.z.coins[p] + amount:
                    value += 100
        elif code == POWER:
            value = self.big if s.z.prestige[o] >= 25 else self.power * amount
        elif code == PRESTIGE:
            value = self.prestige * amount
        elif code == ACQUIRE:
            for i in range(s.z.n_row):
                worth = self._worth(s, s.z.row[i])
                if worth > value:
                    value = worth
        elif code == OPP_LOSE:
            value = self.big if s.z.prestige[o] >= s.z.prestige[p] else 0.0
        elif code == REPLACE:
            for i in range(s.z.n_row):
                card = s.z.row[i]
                if s.z.n_hand[p]:
                    if s.rules.fact[card].cost > s.z.coins[p] or self.tier[card] < TIER_B:
                        value += 100
                elif self.tier[card] >= TIER_B:
                    value += 150
        elif code == DRAW_CARDS:
            value = 500 * s.z.n_hand[p]
        elif code == OPP_DISCARD:
            value = self.big
        elif code == RETURN_TOP:
            n: cython.int = s.z.n_cooldown[p]
            first = n - amount if n > amount else 0
            for i in range(first, n):
                value += self._worth(s, s.z.deck[p][HELD - 1 - i])
        elif code == TOSS_TOP:
            value = 200 * s.z.n_hand[p]
        else:
            value = 500
        return value
