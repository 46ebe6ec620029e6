"""What the rules tell while they carry out an action, as numbers. Nothing is kept unless somebody listens."""

import cython

if not cython.compiled:  # C has it in the header

    def pair(a, b):
        return a & 0xFFFFFFFF | b << 32


class EventLog:
    """A list that rules write to while they run, and that grows with it. `take` turns it into tuples and empties it."""

    def __dealloc__(self):
        if cython.compiled:
            free(self.rows)

    def _add(self, head, first, second, seats):
        if self.n >= self.room and not self._grow():
            self.overflowed = True
            return
        at = self.n
        self.rows[at].head = head
        self.rows[at].first = first
        self.rows[at].second = second
        self.rows[at].seats = seats
        self.n = at + 1

    def _grow(self):
        """Make room for more, if there is memory. Rules cannot fail here; `take` tells it then."""
        room = 4 * self.room if self.room else 64
        if cython.compiled:
            block = cython.cast(cython.pointer(ToldRow), realloc(self.rows, room * cython.sizeof(ToldRow)))
            if block == cython.NULL:
                return False
            self.rows = block
        else:
            self.rows = (self.rows or []) + [ToldRow() for _ in range(room - self.room)]
        self.room = room
        return True

    def take(self):
        # type: () -> list[tuple[int, int, tuple[int, ...], int]]
        """All that was told, oldest first: kind, player (-1: nobody), four numbers, a bit for each seat that may know them."""
        told, overflowed = self.n, self.overflowed
        self.n = 0
        self.overflowed = False
        if overflowed:
            raise MemoryError("no memory for the events of an action")
        return [self._row(at) for at in range(told)]

    def _row(self, at: cython.int):
        kind, player = _halves(self.rows[at].head)
        return kind, player, (*_halves(self.rows[at].first), *_halves(self.rows[at].second)), self.rows[at].seats


def _halves(both: cython.longlong):
    """The two numbers of a `pair`."""
    low: cython.longlong = both & 0xFFFFFFFF
    return (low - (low >> 31 << 32), both >> 32)
