"""Encodings of which most features are zero: they list the others, and the dense form is made of that list."""

import cython

from cardlab.core.features import Encoder


class SparseEncoder(Encoder):
    """An encoder that writes `_list`, with `put` for each feature; features that are put twice add up."""

    def _encode(self, row, row_at, out, at):
        for i in range(self.size):
            out[at + i] = 0
        self._list(row, row_at)
        for k in range(self.n_active):
            out[at + self.active[k]] += self.amount[k]
        return 0


if not cython.compiled:  # C has it in the header, where the encoders of all games can inline it

    def put(e, place, amount):
        """A feature that is not zero."""
        e.active[e.n_active] = place
        e.amount[e.n_active] = cython.cast(cython.float, amount)
        e.n_active += 1
