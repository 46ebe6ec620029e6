"""Positions that return: how often a player has seen the same before, so that a search can leave a circle."""

import cython

from cardlab.core.parts import need


class Returns:
    """What was seen at the latest own decisions of a game."""

    def __init__(self, game):
        # type: (Game) -> None
        self.observer = need(game, "observer", "so a search cannot tell that a position returns: leave vary out")

    def _forget(self):
        """Another game begins."""
        self.n_seen = 0

    def _times(self, seat):
        """How often the same was seen at earlier own decisions of this game, as far as they are remembered."""
        if seat.past.n < self.seen_until:
            self.n_seen = 0
        self.observer._observe(seat.info, seat.player, self.row, 0)
        key: cython.ulonglong = 0
        for i in range(self.observer.width):
            key = mix(key ^ cython.cast(cython.ulonglong, self.row[i]))
        times = 0
        for i in range(self.n_seen if self.n_seen < SEEN_ROOM else SEEN_ROOM):
            if self.seen[i] == key and self.seen_at[i] < seat.past.n:
                times += 1
        if self.n_seen == 0 or seat.past.n > self.seen_until:
            self.seen[self.n_seen % SEEN_ROOM] = key
            self.seen_at[self.n_seen % SEEN_ROOM] = seat.past.n
            self.n_seen += 1
        self.seen_until = seat.past.n
        return times
