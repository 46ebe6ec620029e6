"""Numbers brought to mean 0 and spread 1, as gradient methods like them."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardlab.training.dataset import Floats

_SMALLEST = 1e-6


def scaling(x: Any) -> tuple[Floats, Floats]:
    """Mean and spread of each column; the spread of a column that never changes is taken as 1."""
    mean: Floats = x.mean(axis=0, dtype=np.float64)
    squares: Floats = np.einsum("ij,ij->j", x, x, dtype=np.float64) / len(x)
    spread = np.sqrt(np.maximum(squares - mean**2, 0.0))
    spread[spread < _SMALLEST] = 1.0
    return mean, spread


def scaled(x: Any, mean: Floats, spread: Floats) -> Any:
    """Single-precision numbers, scaled."""
    return (x - mean.astype(np.float32)) / spread.astype(np.float32)
