"""The player `json:COMMAND`: a program of its own that speaks the protocol of all games."""

from __future__ import annotations

from cardlab.bots.command import CommandPlayer
from cardlab.bots.jsonprotocol import JsonProtocol


class JsonPlayer(CommandPlayer):
    """Plays any game by asking a program, which is also told what happens and how the game ends."""

    def _spoken(self) -> JsonProtocol:
        return JsonProtocol(self._game, self._command.limits.time)
