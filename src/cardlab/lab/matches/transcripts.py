"""Transcripts of a match: what each program at the table was told and answered, a file for each game and program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlab.agents.agent import Agent, PythonAgent
from cardlab.errors import RunError


class Listeners:
    """The programs among the agents of a table, with where their talk goes (`prefix` of file names; empty: nowhere)."""

    def __init__(self, agents: Sequence[Agent], prefix: str) -> None:
        self._prefix = prefix
        self._programs = {
            role: player for role, agent in enumerate(agents)
            if (player := _player_of(agent)) is not None and hasattr(player, "ignored")
        }  # fmt: skip
        self._roles = len(agents)

    def begin(self, game: int) -> None:
        """A game begins."""
        for role, player in self._programs.items():
            player.ignored = 0
            if self._prefix:
                player.transcript = Path(f"{self._prefix}{game:06}-{role}.txt")

    def ignored(self, game: int) -> dict[int, list[int]]:
        """How many orders of each role were not legal and left out, if there were any."""
        counts = [getattr(self._programs.get(role), "ignored", 0) for role in range(self._roles)]
        return {game: counts} if any(counts) else {}


def transcript_prefix(folder: str | Path | None, group: int | None) -> str:
    """What the names of transcripts begin with; the folder is made."""
    if folder is None:
        return ""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"transcripts cannot be written to {folder}: {error.strerror or error}") from None
    return str(Path(folder) / ("game-" if group is None else f"game-{group:03}-"))


def _player_of(agent: Agent) -> Any:
    return agent.player if isinstance(agent, PythonAgent) else None
