"""Replays: a game as its seed, its options and its actions, plus a hash of the end."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardlab.core.action import Action
from cardlab.core.game import Game
from cardlab.core.state import State
from cardlab.errors import CardlabError, ReplayError

FORMAT = "cardlab-replay-1"
MAX_REPLAY_BYTES = 64 << 20
MAX_MILLISECONDS = 1e12
Said = tuple[int, str]
"""Who said something, and what."""
_PARTS = {
    "format",
    "game",
    "rules_version",
    "options",
    "seed",
    "position",
    "agents",
    "actions",
    "digest",
    "note",
    "milliseconds",
    "lines",
}


@dataclass(frozen=True)
class Replay:
    """A recorded game. It starts from a seed, or from a position if there is one.

    `milliseconds` says how long each decision took, if somebody measured it, and `lines` what was said at it and by which
    seat, by the number of the decision, from 0. Games that differ in nothing else are equal.
    """

    game: Game
    seed: int
    actions: tuple[Action, ...]
    agents: tuple[str, ...] = ()
    position: dict[str, Any] | None = None
    digest: str | None = None
    note: str = ""
    milliseconds: tuple[float, ...] = field(default=(), compare=False)
    lines: Mapping[int, Sequence[Said]] = field(default_factory=dict, compare=False)

    @classmethod
    def of(
        cls,
        start: State,
        actions: Sequence[Action],
        seed: int | None = None,
        agents: Sequence[str] = (),
        note: str = "",
        milliseconds: Sequence[float] = (),
        lines: Mapping[int, Sequence[Said]] | None = None,
    ) -> Replay:
        """Record what followed from a state. With the seed of a new game the position need not be stored."""
        end = start.copy()
        for action in actions:
            end.apply(action)
        position = start.to_dict() if seed is None else None
        times, said = tuple(milliseconds), dict(lines or {})
        return cls(start.game, seed or 0, tuple(actions), tuple(agents), position, end.digest(), note, times, said)

    def start(self) -> State:
        """The state before the first action."""
        return self.game.new(self.seed) if self.position is None else self.game.from_dict(self.position)

    def states(self) -> Iterator[State]:
        """Every state from the first to the last; each is the caller's own."""
        state = self.start()
        yield state.copy()
        for number, action in enumerate(self.actions, 1):
            try:
                state.apply(action)
            except CardlabError as error:
                raise ReplayError(f"action {number} of {len(self.actions)} cannot be played: {error}") from None
            yield state.copy()

    def end(self) -> State:
        """The state after the last action."""
        state = self.start()
        for number, action in enumerate(self.actions, 1):
            try:
                state.apply(action)
            except CardlabError as error:
                raise ReplayError(f"action {number} of {len(self.actions)} cannot be played: {error}") from None
        return state

    def verify(self) -> State:
        """The end, if it is the one that was recorded; else ReplayError."""
        state = self.end()
        if self.digest is not None and state.digest() != self.digest:
            raise ReplayError(
                f"the replay does not lead to the end it claims (hash {state.digest()} instead of {self.digest}): "
                "it was changed after it was recorded, or recorded under other rules"
            )
        return state

    def to_dict(self) -> dict[str, Any]:
        """The replay as plain values."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.found_as,
            "rules_version": self.game.rules_version,
            "options": self.game.plain_options(),
            "seed": self.seed,
            "agents": list(self.agents),
            "actions": [self.game.action_text(action) for action in self.actions],
            "digest": self.digest,
        }
        if self.position is not None:
            data["position"] = self.position
        if self.note:
            data["note"] = self.note
        if self.milliseconds:
            data["milliseconds"] = [round(time, 6) for time in self.milliseconds]
        if self.lines:
            data["lines"] = {str(at): [list(one) for one in said] for at, said in sorted(self.lines.items())}
        return data

    def save(self, path: str | Path) -> Path:
        """Write a JSON file."""
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(self.to_dict(), indent=1) + "\n", encoding="utf-8")
        return target

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a file written by `save` and check that it leads where it claims."""
        source = Path(path)
        try:
            if source.stat().st_size > MAX_REPLAY_BYTES:
                raise ReplayError(f"{path}: larger than any replay ({source.stat().st_size:,} bytes)")
            data = json.loads(source.read_text(encoding="utf-8"))
        except OSError as error:
            raise ReplayError(f"{path}: cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError):
            raise ReplayError(f"{path}: not a replay (no JSON)") from None
        try:
            replay = cls.from_dict(data)
            replay.verify()
        except CardlabError as error:
            raise ReplayError(f"{path}: {error}") from None
        return replay

    @classmethod
    def from_dict(cls, data: Any) -> Replay:
        """Read plain values; whether the game can be played as recorded is `verify`'s business."""
        from cardlab.registry import game as find_game

        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ReplayError(f"not a replay that this version reads (its format should be {FORMAT!r})")
        if unknown := set(data) - _PARTS:
            raise ReplayError(f"unknown parts: {', '.join(sorted(map(str, unknown)))}")
        game = find_game(_typed(data, "game", str), **_typed(data, "options", dict, {}))
        version = _typed(data, "rules_version", int)
        if version != game.rules_version:
            raise ReplayError(
                f"recorded under version {version} of the rules of {game.name}; this cardlab has version {game.rules_version}. "
                "Install the cardlab that recorded it, or play the game again"
            )
        actions = tuple(game.parse_action(_is(text, str, "an action")) for text in _typed(data, "actions", list))
        agents = tuple(_is(text, str, "an agent") for text in _typed(data, "agents", list, []))
        position = data.get("position")
        digest = data.get("digest")
        if position is not None:
            _is(position, dict, "the position")
        if digest is not None:
            _is(digest, str, "the digest")
        note, times = _typed(data, "note", str, ""), _times(data.get("milliseconds", []), len(actions))
        lines = _lines(_typed(data, "lines", dict, {}), len(actions), game.players)
        return cls(game, _typed(data, "seed", int), actions, agents, position, digest, note, times, lines)


def _typed(data: dict[str, Any], name: str, kind: type, default: Any = None) -> Any:
    if name not in data and default is not None:
        return default
    return _is(data.get(name), kind, name)


def _times(values: Any, decisions: int) -> tuple[float, ...]:
    """One for each decision, or none at all."""
    if _is(values, list, "milliseconds") and len(values) != decisions:
        raise ReplayError(f"{len(values)} times in 'milliseconds' for {decisions} actions: give one for each, or none")
    for value in values:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value <= MAX_MILLISECONDS:
            raise ReplayError(f"milliseconds are numbers from 0 on, not {reprlib.repr(value)}")
    return tuple(map(float, values))


def _lines(table: dict[str, Any], decisions: int, players: int) -> dict[int, tuple[Said, ...]]:
    """What was said, by the numbers of decisions; what was said after the last one has the number behind it."""
    found = {}
    for at, said in table.items():
        if not at.isascii() or not at.isdigit() or len(at) > 9 or int(at) > decisions:
            raise ReplayError(f"'lines' goes by the numbers of decisions, 0 to {decisions}, not {at!r:.40}")
        found[int(at)] = tuple(_said(one, players) for one in _is(said, list, "lines"))
    return found


def _said(one: Any, players: int) -> Said:
    if not isinstance(one, list) or len(one) != 2 or one[0] not in range(players) or isinstance(one[0], bool):
        raise ReplayError(f"what was said is a seat and a text, not {reprlib.repr(one)}")
    return int(one[0]), _is(one[1], str, "what was said")


def _is(value: Any, kind: type, what: str) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ReplayError(f"{what} should be {kind.__name__}, not {reprlib.repr(value)}")
    return value
