"""A little linear algebra in plain Python, for matrices with a row for each agent."""

from __future__ import annotations

Matrix = list[list[float]]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    work = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for place in range(size):
        pivot = work[place][place]
        own = work[place] = [value / pivot for value in work[place]]
        for other in range(size):
            factor = work[other][place]
            if other != place and factor:
                work[other] = [value - factor * mine for value, mine in zip(work[other], own, strict=True)]
    return [row[size:] for row in work]


def times(matrix: Matrix, vector: list[float]) -> list[float]:
    """Matrix times vector."""
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
