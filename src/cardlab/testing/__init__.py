"""The conformance suite: proves for any game, ours or yours, that it keeps the laws every agent and tool relies on.

>>> from cardlab.testing import check_game
>>> print(check_game("castle", games=2))  # doctest: +ELLIPSIS
castle keeps all laws: 2 games, ...
"""

from cardlab.testing.check import check_game
from cardlab.testing.laws import Check, Law, LawBroken

__all__ = ["Check", "Law", "LawBroken", "check_game"]
