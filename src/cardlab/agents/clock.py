"""Time for a search: it ends before the deadline, by as much as one step may take.

A search looks at the clock after every small step. On a busy machine the system may take the processor away between two looks,
and a step may be long by itself (a batch of a model, a playout of a game in plain Python). The longest pause between two looks
is therefore kept as a margin: a search that could miss its deadline by one more such pause ends now. A pause is forgotten by
halves, so that one hiccup does not cost more than the next few decisions.
"""


class Clock:
    """Tells one search when its time is up. Times are in nanoseconds; a deadline of 0 never comes."""

    def _start(self, ns):
        """Begin a search that may take so long; return its deadline."""
        self.last = now()
        self.pause //= 2
        self.longest = ns // 4
        return self.last + ns if ns else 0

    def _is_up(self, deadline):
        if deadline == 0:
            return False
        time = now()
        pause = time - self.last
        self.last = time
        if pause > self.pause:
            self.pause = pause if pause < self.longest else self.longest
        return time + self.pause >= deadline
