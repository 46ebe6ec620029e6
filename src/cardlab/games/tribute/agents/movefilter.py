"""Scripts of Tribute: which moves BestMCTS and SOISMCTS look at, in positions that they meet and in those that they imagine.

Moves are sorted: plays, activations, attacks, purchases, patrons, choices, the end of the turn; of a kind by card or patron,
selections by their cards. Two moves that this order cannot tell apart are one. Of cards that are played at once the first is
all there is; of selections to destroy those of the three worst names stay, of selections to return the best ten, six or three.
"""

import cython

from cardlab.games.tribute.agents.bots import MoveList

SELECTED = cython.declare(cython.const[cython.longlong], 200)
KIND = cython.declare(cython.const[cython.longlong], 1 << 40)
MOVES = cython.declare(cython.const[cython.longlong], 4096)


class MoveFilter:
    """Sorts a list of moves and leaves out what need not be tried."""

    def __init__(self, ratings: PhaseTiers, judge: BestJudge):
        # type: (...) -> None
        self.ratings = ratings
        self.judge = judge

    def kept(self, state: TributeState):
        # type: (...) -> list[tuple[Action, ...]]
        """The moves of a position that stay, each as the actions that make it; in a state that lies open."""
        moves = MoveList()
        moves._list(state)
        self._keep(state, moves)
        return [tuple([moves.action[self.slot[i]][j] for j in range(moves.length[self.slot[i]])]) for i in range(self.n)]

    def _keep(self, s, moves):
        """Which moves of the list stay; return how many. At least one does."""
        self._sort(moves)
        if s.z.asking == NOTHING:
            self._keep_instant(s, moves)
        elif s.z.asking == DESTROY_CARDS:
            self._keep_worst_names(s, moves)
        elif s.z.asking == REFRESH_CARDS or s.z.asking == REFRESH_AGENTS:
            self._keep_best_returns(s, moves)
        return self.n

    def _sort(self, moves):
        """By keys (Shell's way); of moves with the same key the first stays."""
        n = moves.n
        for i in range(n):
            self.key[i] = key_of(moves, i) * MOVES + i
        gap = n // 2
        while gap:
            for i in range(gap, n):
                key = self.key[i]
                j = i
                while j >= gap and self.key[j - gap] > key:
                    self.key[j] = self.key[j - gap]
                    j -= gap
                self.key[j] = key
            gap //= 2
        self.n = 0
        for i in range(n):
            key = self.key[i] // MOVES
            if self.n == 0 or self.key[self.n - 1] != key:
                self.slot[self.n] = cython.cast(cython.int, self.key[i] % MOVES)
                self.key[self.n] = key
                self.n += 1

    def _keep_instant(self, s, moves):
        """A card that is played at once leaves nothing else to try."""
        for i in range(self.n):
            action = moves.action[self.slot[i]][0]
            if kind_of(action) == PLAY and self.ratings.instant[source_of(action)]:
                self.slot[0] = self.slot[i]
                self.key[0] = self.key[i]
                self.n = 1
                break

    def _keep_worst_names(self, s, moves):
        """Selections of the three names with the lowest ratings, and none at all."""
        self._rate_options(s, moves)
        for card in range(CARDS):
            self.wanted[card] = 0
        for name in range(KEPT_NAMES):
            worst = -1
            for i in range(self.n):
                if picks_in(moves, self.slot[i]) == 1:
                    card = source_of(moves.action[self.slot[i]][0])
                    if not self.wanted[card] and (worst < 0 or self.rating[card] < self.rating[worst]):
                        worst = card
            if worst >= 0:
                self.wanted[worst] = 1
        n = 0
        for i in range(self.n):
            stays: cython.bint = True
            for j in range(picks_in(moves, self.slot[i])):
                if not self.wanted[source_of(moves.action[self.slot[i]][j])]:
                    stays = False
            if stays:
                self.slot[n] = self.slot[i]
                self.key[n] = self.key[i]
                n += 1
        self.n = n

    def _rate_options(self, s, moves):
        """What each card that can be chosen is worth to its owner."""
        self.judge._count(s, s.z.player)
        for i in range(moves.options):
            self.rating[moves.card[i]] = self.judge._rating(s, moves.card[i])

    def _keep_best_returns(self, s, moves):
        """The selections with the highest sums of ratings: ten of those of up to three cards, six of two, three of one."""
        self._rate_options(s, moves)
        for i in range(self.n):
            self.rated[i] = 0.0
            for j in range(picks_in(moves, self.slot[i])):
                self.rated[i] += self.rating[source_of(moves.action[self.slot[i]][j])]
        most: cython.int = 3 if s.z.ask_most <= 1 else 6 if s.z.ask_most == 2 else MOST_RETURNS
        for rank in range(most if most < self.n else self.n):
            best = rank
            for i in range(rank + 1, self.n):
                if self.rated[i] > self.rated[best]:
                    best = i
            slot, key, value = self.slot[best], self.key[best], self.rated[best]
            for i in range(best, rank, -1):
                self.slot[i], self.key[i], self.rated[i] = self.slot[i - 1], self.key[i - 1], self.rated[i - 1]
            self.slot[rank], self.key[rank], self.rated[rank] = slot, key, value
        if self.n > most:
            self.n = most


def picks_in(moves, slot):
    """How many cards a move selects; 0 for moves that are no selections."""
    n = moves.length[slot]
    if kind_of(moves.action[slot][n - 1]) == STOP:
        n -= 1
    return n if n and kind_of(moves.action[slot][0]) == PICK else 0


def key_of(moves, slot):
    """The place of a move in the order: its kind, then its card or patron, or the cards of a selection, the least first."""
    first = moves.action[slot][0]
    kind: cython.longlong = kind_of(first)
    if kind != PICK and kind != STOP:
        return kind * KIND + source_of(first)
    n = picks_in(moves, slot)
    code: cython.longlong = 0
    before = -1
    taken = 0
    while taken < n:
        least = CARDS
        for i in range(n):
            card = source_of(moves.action[slot][i])
            if before < card < least:
                least = card
        for i in range(n):
            if source_of(moves.action[slot][i]) == least:
                code = code * SELECTED + least + 1
                taken += 1
        before = least
    return PICK * KIND + code
