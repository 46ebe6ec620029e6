"""Scripts of Tribute: one world that BestMCTS or SOISMCTS imagines, and the tree of the own turn in it.

A child is a whole move of the list. An iteration walks down by upper confidence bounds to a child that was not tried before,
plays at random on until nothing but the end of the turn is left, and hands up what that is worth; a child that ends the turn is
worth the position before it. BestMCTS bounds the best value that was seen below a child and leaves alone what it has seen all
of; SOISMCTS bounds the mean, with the number of times the child could have been chosen in the place of its parent's visits.

After a move was made the part of the tree below it may stay: it goes on from there, in the same world.
"""

import cython

from cardlab.games.tribute.agents.bots import MoveList


class Workshop:
    """What all trees of a bot share, as they are worked on one after the other."""

    def __init__(self, game, keeper: MoveFilter, judge: BestJudge, c: cython.double, by_mean: cython.bint):
        # type: (Game, MoveFilter, BestJudge, float, bool) -> None
        self.work = game.blank()
        self.moves = MoveList()
        self.filter = keeper
        self.judge = judge
        self.c = c
        self.by_mean = by_mean


class WorldTree:
    """The tree. Its root is always the first node, and `root` the world at that."""

    def __init__(self, game):
        # type: (Game) -> None
        self.root = game.blank()

    def __dealloc__(self):
        if cython.compiled:
            free(self.nodes)
            free(self.spare)

    def _plant(self, shop):
        """Begin anew in the world that stands in `root`."""
        self.n = 0
        if self.room < 1:
            with cython.gil:
                self._make_room(1)
        self.n = 1
        self.planted = True
        self.nodes[0].best = 0
        self.nodes[0].total = 0
        self.nodes[0].visits = 0
        self.nodes[0].available = 0
        self.nodes[0].n = 0
        self.nodes[0].closes = 0
        self.nodes[0].done = 0
        shop.work._copy_from(self.root)
        return self._expand(0, shop)

    def _list_children(self, shop):
        """Have children at the root, if there is a tree."""
        if self.planted and self.nodes[0].n == 0:
            shop.work._copy_from(self.root)
            self._expand(0, shop)
        return 0

    def _fits(self, s, shop):
        """Whether the world still looks like the position: the same names in four piles, and the same moves to choose from.

        The moves of the position stand in the filter of the workshop.
        """
        if not self.planted or not same_piles(self.root, s, shop.me) or self.nodes[0].n != shop.filter.n:
            return False
        for i in range(shop.filter.n):
            if self.nodes[self.nodes[0].first + i].key != shop.filter.key[i]:
                return False
        return True

    def _advance(self, at):
        """Go on at a child of the root; all that is not below it is forgotten. The end of the turn is the end of the tree."""
        child = self.nodes[0].first + at
        if at >= self.nodes[0].n or self.nodes[child].closes:
            self.planted = False
            return 0
        for i in range(self.nodes[child].length):
            carry_out(self.root, self.nodes[child].action[i])
        if self.spare_room < self.n:
            with cython.gil:
                self._make_room(0)
        assign(self.spare[0], self.nodes[child])
        n = 1
        done = 0
        while done < n:
            first = self.spare[done].first
            if self.spare[done].n:
                self.spare[done].first = n
            for i in range(self.spare[done].n):
                assign(self.spare[n], self.nodes[first + i])
                n += 1
            done += 1
        self.nodes, self.spare = self.spare, self.nodes
        self.room, self.spare_room = self.spare_room, self.room
        self.n = n
        return 0

    def _is_done(self):
        """Whether all of the turn was seen."""
        return self.nodes[0].done

    def _best_below(self, at):
        """The best end that was seen below a child of the root."""
        return self.nodes[self.nodes[0].first + at].best if at < self.nodes[0].n else 0.0

    def _visits_below(self, at):
        return self.nodes[self.nodes[0].first + at].visits if at < self.nodes[0].n else 0

    # ---- one iteration ---------------------------------------------------------------------------------------------------

    def _iterate(self, shop, rng):
        """Try one turn; return how many moves it had."""
        node = self._descend(shop, rng)
        moves = shop.n_way - 1
        if self.nodes[node].closes or shop.work._player() != shop.me:
            self.nodes[node].done = 1
        else:
            moves += self._finish_turn(shop, rng)
        self._credit(shop, shop.judge._sum(shop.work, shop.me) if shop.work.z.phase != OVER else shop.work._score(shop.me))
        return moves

    def _descend(self, shop, rng):
        """Down to a child that was not tried before, or to the end of the turn."""
        shop.work._copy_from(self.root)
        node = 0
        shop.way[0] = 0
        shop.n_way = 1
        while shop.n_way < WAY_ROOM:
            if self.nodes[node].n == 0:
                if self.n >= MOST_NODES:
                    break
                self._expand(node, shop)
            node = self._select_by_mean(node, shop, rng) if shop.by_mean else self._select(node, shop)
            shop.way[shop.n_way] = node
            shop.n_way += 1
            if self.nodes[node].closes:
                break
            for i in range(self.nodes[node].length):
                carry_out(shop.work, self.nodes[node].action[i])
            if self.nodes[node].visits == 0 or shop.work._player() != shop.me:
                break
        return node

    def _select(self, node, shop):
        """The child with the highest bound among those that are not done with; those not visited come first, in their order."""
        best: cython.int = self.nodes[node].first
        best_bound = -1e300
        logarithm = log(self.nodes[node].visits if self.nodes[node].visits else 1)
        for i in range(self.nodes[node].first, self.nodes[node].first + self.nodes[node].n):
            if self.nodes[i].done:
                continue
            if self.nodes[i].visits == 0:
                return i
            bound = self.nodes[i].best + shop.c * sqrt(logarithm / self.nodes[i].visits)
            if bound > best_bound:
                best, best_bound = i, bound
        return best

    def _select_by_mean(self, node, shop, rng):
        """Any child that was not tried; without one the highest bound. Visits and chances to be chosen begin at 1."""
        first = self.nodes[node].first
        untried = 0
        for i in range(first, first + self.nodes[node].n):
            if self.nodes[i].visits == 0:
                untried += 1
        nth = rand_below(rng.s, untried) if untried else -1
        best: cython.int = first
        best_bound = -1e300
        for i in range(first, first + self.nodes[node].n):
            if self.nodes[i].visits:
                visits = 1 + self.nodes[i].visits
                bound = self.nodes[i].total / visits + shop.c * sqrt(log(1 + self.nodes[i].available) / visits)
                self.nodes[i].available += 1
                if untried == 0 and bound > best_bound:
                    best, best_bound = i, bound
            elif nth == 0:
                best = i
                nth = -1
            else:
                nth -= 1
        return best

    def _expand(self, node, shop):
        """List the children of the position in `work`."""
        shop.moves._list(shop.work)
        n = shop.filter._keep(shop.work, shop.moves)
        if self.n + n > self.room:
            with cython.gil:
                self._make_room(self.n + n)
        self.nodes[node].first = self.n
        self.nodes[node].n = n
        for i in range(n):
            slot = shop.filter.slot[i]
            new = self.n
            self.n += 1
            self.nodes[new].key = shop.filter.key[i]
            self.nodes[new].length = shop.moves.length[slot]
            for j in range(shop.moves.length[slot]):
                self.nodes[new].action[j] = shop.moves.action[slot][j]
            self.nodes[new].closes = kind_of(shop.moves.action[slot][0]) == END
            self.nodes[new].best = 0
            self.nodes[new].total = 0
            self.nodes[new].visits = 0
            self.nodes[new].available = 0
            self.nodes[new].first = 0
            self.nodes[new].n = 0
            self.nodes[new].done = 0
        return 0

    def _finish_turn(self, shop, rng):
        """Any moves but the end of the turn, until there is none; return how many were made."""
        moves = 0
        while moves < LONGEST_TURN and shop.work._player() == shop.me:
            count = shop.moves._count(shop.work)
            if shop.work.z.asking == NOTHING:
                count -= 1
                if count == 0:
                    break
            shop.moves._nth(shop.work, rand_below(rng.s, cython.cast(cython.int, count if count < 1 << 30 else 1 << 30)))
            shop.moves._take(shop.work, 0)
            moves += 1
        return moves

    def _credit(self, shop, value):
        """Hand a value up; who has no child left to look at is done with."""
        for at in range(shop.n_way - 1, -1, -1):
            node = shop.way[at]
            self.nodes[node].visits += 1
            self.nodes[node].total += value
            if value > self.nodes[node].best:
                self.nodes[node].best = value
            if self.nodes[node].n and not self.nodes[node].done:
                done: cython.int = 1
                for i in range(self.nodes[node].first, self.nodes[node].first + self.nodes[node].n):
                    if not self.nodes[i].done:
                        done = 0
                        break
                self.nodes[node].done = done
        return 0

    # ---- memory ----------------------------------------------------------------------------------------------------------

    def _make_room(self, wanted):
        """Room for so many nodes, and more; if none are wanted, as much spare room as there are nodes."""
        room: cython.int = self.room if wanted == 0 else max(4096, 2 * wanted)
        if cython.compiled:
            block = realloc(self.nodes if wanted else self.spare, room * cython.sizeof(Node))
            if block == cython.NULL:
                raise MemoryError("no memory for the search tree")
            if wanted:
                self.nodes = cython.cast(cython.pointer(Node), block)
            else:
                self.spare = cython.cast(cython.pointer(Node), block)
        elif wanted:
            self.nodes = (self.nodes or []) + [Node() for _ in range(room - self.room)]
        else:
            self.spare = [Node() for _ in range(room)]
        if wanted:
            self.room = room
        else:
            self.spare_room = room
        return 0


def same_piles(one, other, me):
    """Whether hand, cooldown pile, draw pile and row have the same cards, in any order."""
    mine: cython.ulonglong = pile_key(one.z.hand[me], 0, one.z.n_hand[me], 1)
    mine += pile_key(one.z.deck[me], HELD - one.z.n_cooldown[me], HELD, 3)
    mine += pile_key(one.z.deck[me], 0, one.z.n_draw[me], 5) + pile_key(one.z.row, 0, one.z.n_row, 4)
    his: cython.ulonglong = pile_key(other.z.hand[me], 0, other.z.n_hand[me], 1)
    his += pile_key(other.z.deck[me], HELD - other.z.n_cooldown[me], HELD, 3)
    his += pile_key(other.z.deck[me], 0, other.z.n_draw[me], 5) + pile_key(other.z.row, 0, other.z.n_row, 4)
    return mine == his
