"""Game: rules with their options chosen. It makes states, reads and writes them, and puts them into words."""

from __future__ import annotations

import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.events import Event, EventKind, EventKinds
from cardlab.core.facts import Facts
from cardlab.core.limits import MAX_PLAYERS
from cardlab.core.looks import Looks
from cardlab.core.options import Option, resolve, shown
from cardlab.core.parts import need
from cardlab.core.reading import agrees, whole
from cardlab.core.rng import Rng
from cardlab.core.space import ActionKind, Space
from cardlab.core.spec import Spec
from cardlab.core.state import Seat, State
from cardlab.errors import OptionError, PluginError, PositionError, UnknownOption, WrongGame

if TYPE_CHECKING:
    from cardlab.agents.agent import Agent
    from cardlab.agents.visitors import Visitors
    from cardlab.bots.protocol import Protocol
    from cardlab.core.encoders import EncoderKind
    from cardlab.core.features import Encoder, Observer
    from cardlab.core.result import Result
    from cardlab.core.scenario import ScenarioRunner
    from cardlab.core.table import Table
    from cardlab.core.valuetables import TableKind
    from cardlab.core.vectors import VectorKind

MAX_POSITION_BYTES = 1 << 20
"""The search and the arena have room for this many seats."""


class Game(ABC):
    """Base of all games. A subclass declares its facts, and answers the methods below."""

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    rules_version: ClassVar[int] = 1
    reasons: ClassVar[tuple[str, ...]] = ("", "end")
    declared: ClassVar[tuple[Option, ...]] = ()
    knows_seeds: bool = False
    """Whether `new` makes more of a seed than to deal by it, say the luck of another program: all games begin by it."""
    opening: ClassVar[int] = 0
    """Decisions before the game proper begins, such as those of a draft."""
    found_by: ClassVar[tuple[Any, str] | None] = None
    """How another process finds the class, if it is no installed one: a function, and the text that it is given."""
    answers_in_steps: ClassVar[bool] = False
    """Whether a question may ask for several things that are picked one after the other (`_picked` of its states)."""
    agent_options: ClassVar[tuple[Option, ...]] = ()
    """Options that every agent takes when it plays this game."""
    memory: ClassVar[Option | None] = None
    """The option by which a search is told to remember less, if its states can drop knowledge (`_forget`)."""
    agent_defaults: ClassVar[dict[str, dict[str, Any]]] = {}
    opponents: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Agents for people to play against, the weakest first, with a word on each."""

    def __init__(self, /, **options: Any) -> None:
        self.options: dict[str, Any] = resolve(self.name, self.declared, options)
        self.options |= {name: value for name, value in self.implied().items() if name not in options}
        self.check_options()
        if not 1 <= self.players <= MAX_PLAYERS:
            raise OptionError(f"{self.name} for {self.players} players: cardlab seats 1 to {MAX_PLAYERS}")

    # ---- to be answered by each game -----------------------------------------------------------------------

    @abstractmethod
    def blank(self) -> State:
        """An empty state of this game, to be filled by a deal, a copy or a position."""

    @abstractmethod
    def position_of(self, state: State) -> dict[str, Any]:
        """The position as plain values, with ``?`` (or whatever says that it is unknown) for what was erased."""

    @abstractmethod
    def load(self, state: State, position: Mapping[str, Any], seat: int | None = None) -> None:
        """Fill a blank state from plain values, or raise PositionError.

        With a `seat`, they are what this player sees, and the state becomes what the player was left with.
        """

    # ---- with defaults -------------------------------------------------------------------------------------

    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        """What `seat` sees of a state from which everything hidden was erased: a position, and who sees it."""
        position = self.position_of(info)
        if "seat" in position:
            raise PluginError(f"{self.name}: a part of a position is called 'seat', which in a view says whose view it is")
        return {"seat": seat, **position}

    def implied(self) -> Mapping[str, Any]:
        """Options that follow from the others, unless they were given."""
        return {}

    def check_options(self) -> None:  # noqa: B027 - most games have nothing to refuse
        """Raise OptionError for options that do not go together."""

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.options.get("players", self.min_players))

    @property
    def native(self) -> bool:
        """Whether its rules run without Python, so that games can be played in threads. A card may ask Python, for one."""
        return True

    @property
    def limit(self) -> int:
        """After this many decisions every game has ended."""
        return int(self.options.get("limit", 100_000))

    def facts(self) -> Facts:
        """What it declares about itself, with these options."""
        return Facts((self.min_players, self.max_players))

    def action_kinds(self) -> Sequence[ActionKind]:
        """The kinds of actions that there are, with their parts; empty if the game does not say."""
        return ()

    @cached_property
    def space(self) -> Space | None:
        """All actions, each with an index, if the game declares its kinds."""
        kinds = self.action_kinds()
        return Space(self.name, kinds) if kinds else None

    def action_text(self, action: Action) -> str:
        """An action in words; `parse_action` reads it back."""
        if self.space is not None:
            return self.space.text(action)
        return f"{kind_of(action)}:{source_of(action)}:{target_of(action)}:{extra_of(action)}"

    def parse_action(self, text: str) -> Action:
        """The action that a text names."""
        if self.space is not None:
            return self.space.parse(text)
        try:
            parts = [int(part) for part in text.split(":")]
            if len(parts) != 4 or not all(0 <= p <= most for p, most in zip(parts, _WIDTHS, strict=True)):
                raise ValueError
        except ValueError:
            raise PositionError(f"{text!r} is not an action of {self.name}; write kind:source:target:extra") from None
        return pack(*parts)

    def parse_in(self, state: State, text: str) -> Action:
        """The action that a text names in a state, where the state may supply what the text leaves out."""
        return self.parse_action(text)

    def events(self) -> Sequence[EventKind]:
        """The kinds of events that its rules tell, each declared once."""
        return ()

    def summary(self, state: State) -> str:
        """The state in a few words."""
        return "over" if state.over else f"seat {state.player} to move"

    def tally(self, state: State) -> Sequence[Mapping[str, int]]:
        """For each seat what its place is counted from, by name in the plural, such as points; nothing if scores say it all."""
        return ()

    def evaluators(self) -> Sequence[str]:
        """Names of the evaluators that can judge positions of this game."""
        return ()

    def evaluator(self, name: str | None) -> Any:
        """The evaluator of that name; None for None."""
        if name is not None:
            raise UnknownOption(f"evaluator of {self.name}", name, self.evaluators())
        return None

    def guides(self) -> Sequence[str]:
        """Names of the guides that a planner of turns can follow in this game."""
        return ()

    def guide(self, name: str, evaluator: Any) -> Any:
        """The guide of that name (see `agents.planner`), for a planner whose positions this evaluator judges."""
        raise UnknownOption(f"guide of {self.name}", name, self.guides())

    def observer(self) -> Observer | None:
        """What a row of data says about a position of this game."""
        return None

    def encoders(self) -> Mapping[str, EncoderKind]:
        """Ways to turn such a row into features for a model, the best one first."""
        return {}

    def encoder(self, text: str | None = None) -> Encoder:
        """The encoding that a text such as ``image,fd_fill=full`` names; None: the first."""
        from cardlab.core.encoders import make_encoder

        return make_encoder(self, text, need(self, "encoders"))

    def phases(self, rows: Any) -> tuple[Sequence[str], Any]:
        """Names of the phases of a game, and the phase of each row of an array as an index into them."""
        import numpy as np

        return ("game",), np.zeros(len(rows), dtype=np.int64)

    def dress(self, agent: Agent, options: Mapping[str, Any]) -> Agent:
        """An agent as it plays this game, by the game's own `agent_options`."""
        return agent

    def vectors(self) -> Mapping[str, VectorKind]:
        """The policies of this game that are a vector of numbers, by name."""
        return {}

    def named_vector(self, kind: str, name: str) -> list[float]:
        """A known vector of that kind by its name."""
        raise UnknownOption(f"{kind} of {self.name}", name, self.vector_names(kind))

    def vector_names(self, kind: str) -> Sequence[str]:
        """The names that `named_vector` knows."""
        return ()

    def tables(self) -> Mapping[str, TableKind]:
        """The tables of values that can be learned for this game, by name."""
        return {}

    def protocol(self) -> Protocol | None:
        """How programs of their own play this game over standard input and output."""
        return None

    def visitors(self) -> Visitors | None:
        """Players of another framework of this game that can play here."""
        return None

    def failing(self, failure: str, decisions: int, problem: str) -> str:
        """What the game calls the end of a match in which a player failed in that way, after so many decisions."""
        return failure

    def scenario(self) -> ScenarioRunner | None:
        """What runs scenarios in a form of this game's own, beside the form that all games have."""
        return None

    def inventory(self, state: State) -> Any:
        """Everything that is neither made nor lost during a game, as one comparable value; None if nothing is counted.

        Where things are made or lost by the rules, it is what there is now, and `ledger` says how that changes.
        """
        return None

    def ledger(self) -> Ledger | None:
        """For one game: what the inventory is after something was told. None: it is always the same."""
        return None

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
        """What lies where, what is asked, which moves touch what: of a seat's view, or of a whole position (None)."""
        from cardlab.core.plaintable import plain_table

        return plain_table(self, view, seat, legal)

    def looks(self) -> Looks:
        """How its tables would like to look."""
        return Looks()

    def turning_points(self, told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
        """What decided a finished game: some of its events, which come with the numbers of their decisions."""
        return []

    def again(self, result: Result) -> Game:
        """The game to play after one with that result, if whoever lost it begins the next, say."""
        return self

    # ---- the public face -----------------------------------------------------------------------------------

    def new(self, seed: int = 0) -> State:
        """A new game. Equal seeds give equal games."""
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise OptionError(f"a seed is a whole number, not {seed!r}")
        state = self.blank()
        state.may_fail = not self.native
        state.deal(Rng(seed))
        return state

    def from_dict(self, position: Mapping[str, Any]) -> State:
        """A state from a position written as plain values."""
        if not isinstance(position, Mapping):
            raise PositionError(f"a position is a table of names and values, not {type(position).__name__}")
        state = self.blank()
        state.may_fail = not self.native
        if state.luck is None:
            self.load(state, position)
        else:
            self.load(state, {name: part for name, part in position.items() if name != "luck"})
            state.luck = position.get("luck", (1, 0, 0))
        return state

    def from_view(self, view: Mapping[str, Any]) -> Seat:
        """The seat that has this view, as far as the position goes: a view tells all that a player knows of it.

        A view that nobody could have raises PositionError: a world imagined from it must be possible and look like it.
        """
        if not isinstance(view, Mapping):
            raise PositionError(f"a view is a table of names and values, not {type(view).__name__}")
        player = whole("'seat' of a view", view.get("seat"), 0, self.players - 1)
        position = {name: part for name, part in view.items() if name != "seat"}
        info = self.blank()
        self.load(info, position, player)
        seat = Seat.left_with(info, player)
        self._check_imagined(seat)
        return seat

    def _check_imagined(self, seat: Seat) -> None:
        try:
            view = seat.view()
            world = seat.resample(0)
            self.from_dict(world.to_dict())
            seen = world.view(seat.player)
        except PositionError:
            raise
        except Exception as error:  # a game in plain Python finds parts that it cannot work with
            raise PositionError(f"nobody could see this: {type(error).__name__}: {error}") from error
        odd = sorted(name for name in {**seen, **view} if not agrees(view.get(name), seen.get(name)))
        if odd:
            raise PositionError(f"nobody could see this: {', '.join(map(repr, odd))} does not go with the rest")

    @cached_property
    def event_kinds(self) -> EventKinds:
        """What `events` declares, to be looked up."""
        return EventKinds(self.name, self.events())

    def event(self, kind: int, player: int, numbers: Sequence[int], seats: int) -> Event:
        """An event that the rules told as numbers."""
        return self.event_kinds.event(kind, player, numbers, seats, self.players)

    def from_bytes(self, data: bytes) -> State:
        """A state from ``state.to_bytes()``."""
        unpacker = zlib.decompressobj()
        try:
            text = unpacker.decompress(data, MAX_POSITION_BYTES)
            if unpacker.unconsumed_tail or not unpacker.eof or unpacker.unused_data:
                raise ValueError
            position = json.loads(text)
        except (ValueError, zlib.error, TypeError, RecursionError):
            raise PositionError("these bytes are not a saved position") from None
        return self.from_dict(position)

    def check_own(self, what: str, thing: State | Seat | Agent) -> None:
        """Raise `WrongGame` unless a state, a seat or an agent is of this game, with the same options. Some agents play all."""
        found = thing.game
        if found is not None and found is not self and found != self:
            raise WrongGame(what, found, self)

    def changed_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        return {o.name: self.options[o.name] for o in self.declared if self.options[o.name] != o.default}

    def plain_options(self) -> dict[str, Any]:
        """The changed options as values that JSON can hold; the game's constructor reads them back."""
        return {k: v if isinstance(v, bool | int | float) else str(v) for k, v in self.changed_options().items()}

    def spec(self) -> str:
        """The game with its options as one text, such as ``castle,players=3``."""
        return str(Spec(self.name, options={name: shown(value) for name, value in self.changed_options().items()}))

    @property
    def found_as(self) -> str:
        """The text by which any process finds the class: its name, or where its file is."""
        return self.name if self.found_by is None else self.found_by[1]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Game) and self.options == other.options

    def __hash__(self) -> int:
        return hash(self.spec())

    def __reduce__(self) -> tuple[Any, ...]:
        if self.found_by is not None:
            again, text = self.found_by
            return again, (text, self.options)
        return _rebuild, (type(self), self.options)

    def __repr__(self) -> str:
        return f"<game {self.spec()}>"


StateKind = TypeVar("StateKind", bound=State)
Ledger = Callable[[Any, Event], Any]
"""What an inventory becomes by something that was told."""


def own_state(state: State, kind: type[StateKind]) -> StateKind:
    """The state, if it is of that class, which is the one of the game that asks."""
    if not isinstance(state, kind):
        raise WrongGame("state", getattr(state, "game", state), kind.__name__)
    return state


_WIDTHS = (0xFF, 0xFFFF, 0xFFFF, 0x7FFFFF)


def _rebuild(kind: type[Game], options: dict[str, Any]) -> Game:
    return kind(**options)
