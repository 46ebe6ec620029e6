"""The command that plays one game of a match again to find out what went wrong in it."""

from __future__ import annotations

import shlex

from cardlab.core.options import shown
from cardlab.core.spec import Spec
from cardlab.lab.matches.match import Match


def debug_command(match: Match, index: int) -> str:
    """That command, for a match of agents that are named by texts."""
    game = Spec(match.game.found_as, options={name: shown(value) for name, value in match.game.changed_options().items()})
    words = ["cardlab", "match", str(game), *map(str, match.agents)]
    if match.seed:
        words += ["--seed", str(match.seed)]
    if not match.rotate:
        words += ["--lots" if match.lots else "--no-rotate"]
    if match.counted:
        words += ["--count-seeds"]
    for option, ms in (("--move-time", match.move_ms), ("--turn-time", match.turn_ms)):
        words += [option, f"{ms:g}"] if ms else []
    return shlex.join([*words, "--debug", "--game", str(index)])
