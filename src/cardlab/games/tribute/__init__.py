"""Scripts of Tribute: two deck builders, four drafted patrons, one tavern."""

from cardlab.games.tribute.game import Tribute

__all__ = ["Tribute"]
