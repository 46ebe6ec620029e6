"""Players that are programs of their own, and cardlab as such a program, over the text protocol of a game."""

from cardlab.bots.botlimits import BOT_OPTIONS, Command, Limits
from cardlab.bots.command import CommandPlayer, command_player
from cardlab.bots.protocol import BadAnswer, BadMessage, Guest, NoAction, Protocol, Question

__all__ = [
    "BOT_OPTIONS", "BadAnswer", "BadMessage", "Command", "CommandPlayer", "Guest", "Limits", "NoAction", "Protocol",
    "Question", "command_player",
]  # fmt: skip
