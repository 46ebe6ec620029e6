"""The replays of a match in their folder: one file for each game, also when the match was played in several goes."""

from __future__ import annotations

import json
from pathlib import Path

from cardlab.core.files import read_text
from cardlab.core.replay import MAX_REPLAY_BYTES, Replay
from cardlab.errors import CardlabError, RunError
from cardlab.lab.matches.chunk import Chunk, Moves
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.records import Records


class ReplayFolder:
    """Where the replays of a match go; `group` is its number if it is part of a tournament."""

    def __init__(self, folder: str | Path, match: Match, records: Records, group: int | None) -> None:
        self._folder = Path(folder)
        self._match, self._records = match, records
        self._group = "" if group is None else f"{group:03}-"

    def missing(self) -> list[int]:
        """Finished games without a replay. Where a whole process was lost with its game there is none to be had."""
        found, records = [], self._records
        for index in records.indexes():
            lost = records.failed[index] >= 0 and not records.decisions[index]
            if not lost and not self._is_there(index):
                found.append(index)
        return found

    def take(self, chunk: Chunk) -> None:
        """Write the replays of new games, whose records are there already."""
        for moves in chunk.replays:
            self._save(moves)

    def _save(self, moves: Moves) -> None:
        index = moves.index
        note = self._note(index)
        if self._match.lots:
            last, roles = self._match.players - 1, _numbered(self._match.seating(index))
            note += f"; seats 0 to {last} by lot to agents {roles} of the list"
        if (error := self._records.errors.get(index)) is not None:
            note += f"; {self._match.labels[self._records.failed[index]]} failed: {error}"
        actions, agents, taken = tuple(moves.actions), tuple(moves.agents), tuple(ns / 1e6 for ns in moves.spent_ns)
        replay = Replay(self._match.game, moves.seed, actions, agents, None, moves.digest, note, taken, moves.lines)
        try:
            replay.save(self._path(index))
        except OSError as error:
            raise RunError(f"replays cannot be written to {self._folder}: {error.strerror or error}") from None

    def keep_first(self, games: int) -> None:
        """Remove the replays of later games that were played."""
        for index in self._records.indexes():
            if index >= games and self._is_there(index):
                self._path(index).unlink(missing_ok=True)

    def _path(self, index: int) -> Path:
        return self._folder / f"game-{self._group}{index:06}.json"

    def _note(self, index: int) -> str:
        return f"game {index} of a match with seed {self._match.seed}"

    def _is_there(self, index: int) -> bool:
        """Whether the file is this very game's: another match may have used the folder."""
        try:
            data = json.loads(read_text(self._path(index), MAX_REPLAY_BYTES))
            agents = [str(agent) for agent in data["agents"]]
            theirs = (data["game"], data["options"], data["rules_version"], data["note"].partition(";")[0])
        except (CardlabError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return False
        match, game = self._match, self._match.game
        names = [agent if isinstance(agent, str) else None for agent in match.agents]
        seated = [names[role] for role in match.seating(index)]
        same = all(name in (None, agent) for name, agent in zip(seated, agents, strict=False))
        ours = (game.name, json.loads(json.dumps(game.plain_options())), game.rules_version, self._note(index))
        return len(agents) == match.players and same and theirs == ours


def _numbered(roles: list[int]) -> str:
    """Agents by their numbers from 1, as tables and CSV files count them."""
    return ", ".join(str(role + 1) for role in roles)
