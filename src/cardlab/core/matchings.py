"""Ways to give each of some rows a column of its own, and a draw in which every way is equally likely.

A row may be a card that was seen, and a column something that may have brought it. Rows are gone through one after another. Of
the columns taken so far only those matter that a later row could use: so many ways lead to few nodes, and it is enough to count
the ways to each of them. A draw walks back from the end, each step as likely as the ways that use it. Counting is done once for
a position, drawing for each world.

Where there is no room for all nodes, and that takes a position made for it, a random walk over matchings replaces counting.
"""

import cython

WALK = cython.declare(cython.const[cython.int], 100)
ONE = cython.declare(cython.const[cython.uint], 1)


class Matchings:
    """All ways to match rows with columns; a pair can be allowed up to three times, and then counts as often."""

    def _clear(self):
        self.n = 0
        for row in range(ROWS):
            for times in range(3):
                self.fits[row][times] = 0

    def _allow(self, row, column):
        """Allow a pair, or once more."""
        bit = ONE << column
        times = 0
        while times < 2 and self.fits[row][times] & bit:
            times += 1
        self.fits[row][times] |= bit

    def _count(self):
        """Count the ways, for rows 0 to n-1."""
        line_up(self)
        self.taken[0] = 0
        self.ways[0] = 1.0
        self.last[0] = -1
        self.nodes = 1
        self.steps = 0
        self.exact = True
        start = 0
        for i in range(self.n):
            start = go_through(self, i, start)
            if start < 0:
                self.exact = False
                return

    def _draw(self, rng):
        """Put a matching into `column`. Without any, as many rows as possible have a column. Return whether all have."""
        if not self.exact or self.nodes == 0:
            return match_one_by_one(self, rng)
        node = self.nodes - 1
        for i in range(self.n - 1, -1, -1):
            step = self.last[node]
            if self.before[step] >= 0:
                at = rand_real(rng.s) * self.ways[node]
                while True:
                    at -= self.ways[self.source[step]] * self.weight[step]
                    if at < 0 or self.before[step] < 0:
                        break
                    step = self.before[step]
            node = self.source[step]
            row = self.rows[i]
            if self.choice[step] == ANY_OWN:
                self.column[row] = draw_column(self, row, self.fits[row][0] & ~self.taken[node] & ~self.wanted[i], rng)
            else:
                self.column[row] = self.choice[step]
        return True

    def load(self, table):
        # type: (Sequence[Sequence[int]]) -> None
        """Take the rows from a table: for each row, how often each column is allowed."""
        if len(table) > ROWS or any(len(row) > ROWS or not all(0 <= times <= 3 for times in row) for row in table):
            raise ValueError(f"a table has at most {ROWS} rows and {ROWS} columns of numbers from 0 to 3")
        self._clear()
        self.n = len(table)
        for row in range(self.n):
            for column, times in enumerate(table[row]):
                for _ in range(times):
                    self._allow(row, column)
        self._count()

    @property
    def counted(self):
        # type: () -> float | None
        """How many ways there are, or None if they could not be counted."""
        if not self.exact:
            return None
        return self.ways[self.nodes - 1] if self.nodes else 0.0

    def draw(self, rng: Rng):
        # type: (...) -> list[int]
        """The column of each row; -1 for rows that go without, if there is no way to match all."""
        self._draw(rng)
        return [self.column[row] for row in range(self.n)]


# ---- counting ------------------------------------------------------------------------------------------------------


def line_up(m):
    """An order of the rows in which few columns are of interest at a time; and which these are after each row.

    Rows that could use a column of interest come before others, so that what hangs together is done with early.
    """
    for i in range(m.n):
        m.rows[i] = i
    interest: cython.uint = 0
    for i in range(m.n):
        several = of_interest(m, i, True)
        some = of_interest(m, i, False)
        best = i
        fewest = 2 * ROWS
        for j in range(i, m.n):
            own = m.fits[m.rows[j]][0]
            after = popcount((interest | own) & (several | (some & ~own)))
            if interest and not own & interest:
                after += ROWS
            if after < fewest:
                best, fewest = j, after
        m.rows[i], m.rows[best] = m.rows[best], m.rows[i]
        own = m.fits[m.rows[i]][0]
        interest = (interest | own) & (several | (some & ~own))
        m.wanted[i] = interest


def of_interest(m, first, to_two):
    """Columns that fit a row from `first` on, or at least two of them."""
    once: cython.uint = 0
    twice: cython.uint = 0
    for j in range(first, m.n):
        own = m.fits[m.rows[j]][0]
        twice |= once & own
        once |= own
    return twice if to_two else once


def go_through(m, i, start):
    """All steps of one row. Return the first node behind them, or -1 if there is no room for all."""
    row = m.rows[i]
    end = m.nodes
    for node in range(start, end):
        free: cython.uint = m.fits[row][0] & ~m.taken[node]
        own: cython.uint = free & ~m.wanted[i]
        if own and not add_step(m, node, ANY_OWN, weigh(m, row, own), m.taken[node] & m.wanted[i], end):
            return -1
        shared: cython.uint = free & m.wanted[i]
        while shared:
            column = lowest_bit(shared)
            shared &= shared - 1
            bit = ONE << column
            if not add_step(m, node, column, weigh(m, row, bit), (m.taken[node] | bit) & m.wanted[i], end):
                return -1
    if m.nodes == end:
        m.nodes = 0
    return end


def add_step(m, source, choice, weight, taken, start):
    """A step to the node with these columns taken, which is new or one from `start` on."""
    node = start
    while node < m.nodes and m.taken[node] != taken:
        node += 1
    if m.steps == STEPS or node == NODES:
        return False
    if node == m.nodes:
        m.nodes += 1
        m.taken[node] = taken
        m.ways[node] = 0.0
        m.last[node] = -1
    m.ways[node] += m.ways[source] * weight
    m.source[m.steps] = source
    m.choice[m.steps] = choice
    m.weight[m.steps] = weight
    m.before[m.steps] = m.last[node]
    m.last[node] = m.steps
    m.steps += 1
    return True


def weigh(m, row, columns):
    return popcount(m.fits[row][0] & columns) + popcount(m.fits[row][1] & columns) + popcount(m.fits[row][2] & columns)


def draw_column(m, row, columns, rng):
    nth = rand_below(rng.s, weigh(m, row, columns)) if columns & (columns - 1) else 0
    times = 0
    while nth >= popcount(m.fits[row][times] & columns):
        nth -= popcount(m.fits[row][times] & columns)
        times += 1
    return nth_bit(m.fits[row][times] & columns, nth)


# ---- without counting ----------------------------------------------------------------------------------------------


def match_one_by_one(m, rng):
    """Match rows one after another, moving earlier ones where need be; if all could be matched, let them wander."""
    taken: cython.uint = 0
    matched = 0
    for i in range(ROWS):
        m.column[i] = NO_COLUMN
        m.row_at[i] = NO_ROW
    for row in range(m.n):
        free: cython.uint = m.fits[row][0] & ~taken
        if free:
            seat_row(m, row, nth_bit(free, rand_below(rng.s, popcount(free))))
        else:
            make_room(m, row, 0, rng)
        taken = 0
        matched = 0
        for column in range(ROWS):
            if m.row_at[column] != NO_ROW:
                taken |= ONE << column
                matched += 1
    if matched < m.n:
        return False
    for i in range(WALK * m.n):
        wander(m, rand_below(rng.s, m.n), rng)
    return True


def seat_row(m, row, column):
    m.column[row] = column
    m.row_at[column] = row


def make_room(m, row, tried, rng):
    """Give a row a column although all that fit are taken, by moving others on. Return the columns tried, 0 if that worked."""
    left: cython.uint = m.fits[row][0] & ~tried
    while left:
        column = nth_bit(left, rand_below(rng.s, popcount(left)))
        tried |= ONE << column
        if m.row_at[column] != NO_ROW:
            more = make_room(m, m.row_at[column], tried, rng)
            if more:
                tried |= more
                left = m.fits[row][0] & ~tried
                continue
        seat_row(m, row, column)
        return 0
    return tried


def wander(m, row, rng):
    """A row moves to any column that fits, the row that was there moves on, and so on to a free one.

    The way back is as likely as the way there, and some series of such moves leads from every matching to every other: so after
    many of them all are equally likely.
    """
    m.row_at[m.column[row]] = NO_ROW
    while row != NO_ROW:
        column = draw_column(m, row, m.fits[row][0], rng)
        displaced = m.row_at[column]
        seat_row(m, row, column)
        row = displaced


def can_match(fitting, things: cython.int):
    # type: (Sequence[Sequence[int]], int) -> bool
    """Whether each place can have a thing of its own, given the things (0 to `things` - 1) that fit each place."""
    holder = [-1] * things
    return all([_find(fitting, holder, place, set()) for place in range(len(fitting))])


def _find(fitting, holder, place, tried):
    for thing in fitting[place]:
        if thing not in tried:
            tried.add(thing)
            if holder[thing] < 0 or _find(fitting, holder, holder[thing], tried):
                holder[thing] = place
                return True
    return False
