"""Ensembles of trees, compiled."""

import array
import math

import cython

from cardlab.errors import OptionError
from cardlab.models.model import Model


class TreesModel(Model):
    """Binary trees whose leaves are added up; a sigmoid may follow."""

    def __init__(self, encoder, nodes, roots, base, squash, room=1):
        # type: (Encoder, Sequence[tuple[int, float, int, int]], Sequence[int], float, bool, int) -> None
        """`nodes`: (feature, threshold, left, right), or (-1, value, 0, 0) for a leaf; children come after their parents."""
        features, lefts, rights, numbers = (array.array(code) for code in "iiif")
        for i, (feature, number, left, right) in enumerate(nodes):
            if not -1 <= feature < encoder.size or not math.isfinite(number):
                raise OptionError(f"node {i} of the model is broken, or not made for encoding {encoder.text}")
            if feature >= 0 and not (i < left < len(nodes) and i < right < len(nodes)):
                raise OptionError(f"node {i} of the model leads to no later node")
            features.append(feature)
            numbers.append(number)
            lefts.append(left)
            rights.append(right)
        if not math.isfinite(base):
            raise OptionError("the constant of the model must be finite")
        starts = array.array("i", roots)
        if not starts or not all([0 <= root < len(features) for root in starts]):
            raise OptionError("the model has no trees, or trees without a root")
        self.held = (features, lefts, rights, numbers, starts)
        self.trees = len(starts)
        self.base = base
        self.squash = squash
        self._point(features, lefts, rights, numbers, starts)
        Model.__init__(self, encoder, room)

    def _point(self, features, lefts, rights, numbers, starts):
        if cython.compiled:
            a: cython.int[::1] = features
            b: cython.int[::1] = lefts
            c: cython.int[::1] = rights
            d: cython.float[::1] = numbers
            e: cython.int[::1] = starts
            self.feature = cython.address(a[0])
            self.left = cython.address(b[0])
            self.right = cython.address(c[0])
            self.number = cython.address(d[0])
            self.root = cython.address(e[0])
        else:
            self.feature, self.left, self.right, self.number, self.root = features, lefts, rights, numbers, starts

    def _judge(self, n):
        for slot in range(n):
            at = slot * self.encoder.size
            total = self.base
            for tree in range(self.trees):
                node = self.root[tree]
                while self.feature[node] >= 0:
                    node = self.left[node] if self.x[at + self.feature[node]] <= self.number[node] else self.right[node]
                total += self.number[node]
            if self.squash:
                total = squashed(total)
            self.p[slot] = cython.cast(cython.float, 0.0 if total < 0 else 1.0 if total > 1 else total)
        return 0
