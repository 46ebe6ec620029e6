"""What happened during one action, told only when somebody listens."""

import cython


class EventLog:
    """A buffer that rules write to while they run. `take` turns it into tuples and empties it."""

    def _add(self, kind, player, a, b, seen_by):
        if self.n >= EVENT_ROOM:
            return
        self.row[self.n][0] = kind
        self.row[self.n][1] = player
        self.row[self.n][2] = a
        self.row[self.n][3] = b
        self.row[self.n][4] = seen_by
        self.n += 1

    def take(self):
        # type: () -> list[tuple[int, int, int, int, int]]
        """All events as (kind, player, a, b, seen_by), oldest first; seen_by is a seat, or -1 for everybody."""
        rows = [(self.row[i][0], self.row[i][1], self.row[i][2], self.row[i][3], self.row[i][4]) for i in range(self.n)]
        self.n = 0
        return rows
