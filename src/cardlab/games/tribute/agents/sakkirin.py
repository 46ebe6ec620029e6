"""Scripts of Tribute: Sakkirin, of the competition of 2024: points for each move, and a move more ahead."""

import cython

from cardlab.games.tribute.agents.bots import MoveList, TributeBot


class SakkirinBot(TributeBot):
    """Sakkirin of 2024: points for each move, and a little for what one move more would bring."""

    def __init__(self, game, seed=None):
        # type: (Game, int | None) -> None
        TributeBot.__init__(self, game, seed)
        self.replies = MoveList()
        self.root = game.blank()
        self.after = game.blank()
        self.later = game.blank()

    def _draft(self, s, rng):
        legal_actions(s, self.moves.acts)
        best: cython.longlong = self.moves.acts.at[0]
        highest = -1.0
        for i in range(self.moves.acts.n):
            value = rand_real(rng.s) * patron_points(source_of(self.moves.acts.at[i]))
            if value > highest:
                best, highest = self.moves.acts.at[i], value
        return best

    def _decide(self, s, seat, rng):
        """Moves are looked at in random order, so that any of equals may be the first."""
        n = self.moves._list(s)
        if s.z.asking == NOTHING:
            n -= 1
        if n <= 1:
            return self._move(0)
        seat._resample(self.root, rng)
        for i in range(n):
            self.order[i] = i
        best = 0
        highest = -1.0
        for i in range(n):
            j = i + self._below(n - i, rng)
            self.order[i], self.order[j] = self.order[j], self.order[i]
            value = self._points(s, self.order[i])
            if value > highest:
                best, highest = self.order[i], value
        return self._move(best)

    def _points(self, s, slot):
        value = 0.4
        if s.z.asking == NOTHING:
            action = self.moves.action[slot][0]
            kind = kind_of(action)
            card = source_of(action)
            if kind == PLAY:
                value = self._play_points(s, card)
                if value == 0:
                    return 0.0
            elif kind == ACTIVATE:
                value = 2 + 0.2 * s.rules.fact[card].hp
            elif kind == ATTACK:
                value = 30.0
            elif kind == CALL:
                value = 31.0 if card != TREASURY and s.z.favor[card] != s.z.player + 1 else 1.0
            elif kind == BUY:
                what = s.rules.fact[card].type
                value = 2.3 if what == ACTION else 2.1
                if what == AGENT:
                    value = 3.5 + 0.1 * s.rules.fact[card].hp - 0.2 * s.rules.fact[card].cost
                elif what == CURSE:
                    value = 7.0
        return value + 0.1 * self._best_reply(slot)

    def _play_points(self, s, card):
        """A card without an activation, or with a choice of two, scores nothing: the original failed there."""
        if s.rules.fact[card].effects[0] == 0 or s.rules.fact[card].either[0]:
            return 0.0
        value = 30.0 if card == GOLD else 10.0
        for i in range(s.rules.fact[card].effects[0]):
            value += 0.5 + effect_points(s.rules.fact[card].effect[0][i].code) * s.rules.fact[card].effect[0][i].amount
        return value

    def _best_reply(self, slot):
        """The best increase of prestige and power by one move more."""
        self.after._copy_from(self.root)
        self.moves._take(self.after, slot)
        p = self.root.z.player
        n = self.replies._list(self.after)
        if self.after.z.asking == NOTHING:
            n -= 1
        before: cython.int = self.after.z.prestige[p] + self.after.z.power[p]
        best: cython.int = 0
        for i in range(n):
            self.later._copy_from(self.after)
            self.replies._take(self.later, i)
            gain: cython.int = self.later.z.prestige[p] + self.later.z.power[p] - before
            if gain > best:
                best = gain
        return best


def effect_points(code):
    """What Sakkirin gives for an effect, each unit of it."""
    if code == COIN:
        return 1.0
    if code == DRAW_CARDS:
        return 1.2
    if code == POWER or code == KNOCK_OUT:
        return 0.1
    if code == DESTROY:
        return 0.3
    if code == REPLACE or code == ACQUIRE:
        return 0.01
    if code == CREATE_SACKING:
        return 0.02
    return 0.04 if code == HEAL else 0.2


def patron_points(patron):
    """What Sakkirin gives for a patron in the draft; Saint Alessia came later."""
    if patron == DUKE_OF_CROWS:
        return 3.5
    if patron == PSIJIC:
        return 2.2
    if patron == RED_EAGLE:
        return 2.0
    if patron == PELIN:
        return 1.0
    if patron == ORGNUM:
        return 0.8
    return 0.3 if patron == RAJHIN else 0.4
