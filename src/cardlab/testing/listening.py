"""The law of events: listening changes nothing, and nobody is told what he may not know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.rng import Rng, derive
from cardlab.core.state import State
from cardlab.testing.laws import Law
from cardlab.testing.trial import WORLDS, Trial

LAW = Law.EVENTS
ACTIONS = 4


def check_telling(trial: Trial, end: State) -> None:
    """The game again with a listener: it goes the same way, and its events are well-formed and keep secrets."""
    told: list[Event] = []
    state, turns = trial.game.new(trial.seed), _Turns(trial)
    stock = _Stock(trial, state)
    with trial.under(LAW, "playing with a listener"):
        state.listener = told.append
        for action in trial.actions:
            before = len(told)
            state.apply(action)
            turns.check(state, told[before:])
            stock.check(state, told[before:])
        state.listener = None
    trial.same(LAW, state, end, "the same actions lead to another end while somebody listens")
    for event in told:
        _check_event(trial, event)
    trial.report.events += len(told)


class _Stock:
    """What there is according to what was told, in a game whose rules make or lose things."""

    def __init__(self, trial: Trial, state: State) -> None:
        self.trial, self.ledger = trial, trial.game.ledger()
        self.stock = trial.game.inventory(state)

    def check(self, state: State, events: Sequence[Event]) -> None:
        """Nothing is made or lost but what was told."""
        if self.ledger is None:
            return
        with self.trial.under(Law.CARDS, "counting what was made and lost"):
            for event in events:
                self.stock = self.ledger(self.stock, event)
            left = self.trial.game.inventory(state)
        self.trial.require(Law.CARDS, left == self.stock, f"there is {left!r}, but by what was told {self.stock!r}")


class _Turns:
    """Whose turn it is according to what was told, once a turn was told."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.told = trial, False
        self.player: int | None = None

    def check(self, state: State, events: Sequence[Event]) -> None:
        """A turn that begins is told, and of the right player."""
        for event in events:
            if isinstance(event, Event) and event.declared.turn:
                self.told, self.player = True, event.player
        right = not self.told or state.over or state.turn == self.player
        self.trial.require(LAW, right, f"it is the turn of seat {state.turn}, and the last one told is that of {self.player}")


def check_secrets(trial: Trial, state: State) -> None:
    """Two truths that look the same to a seat before and after an action: it must be told the same.

    Their luck is the same, so what differs is hidden; and whoever could tell them apart by what he is told was told too much.
    What a game addresses to that very seat is left out: in which order a player drew, say, need not be seen afterwards.
    """
    legal = state.legal()
    Rng(derive(trial.seed, "listening", len(trial.actions))).shuffle(legal)
    for action in legal[:ACTIONS]:
        for player in range(state.players):
            with trial.under(LAW, f"listening to the action {action}"):
                seen, told = _heard(state, action, player)
            for n in range(WORLDS):
                world = state.seat(player).resample(Rng(n))
                if action not in world.legal():
                    continue
                if world.luck is not None:
                    world.luck = state.luck
                with trial.under(LAW, f"listening to the action {action} in a world of seat {player}"):
                    same, heard = _heard(world, action, player)
                if same == seen:
                    _compare(trial, player, told, heard)


def _heard(state: State, action: Action, player: int) -> tuple[dict[str, Any], list[tuple[Any, ...]]]:
    """What a player sees after an action, and what he was told in the meantime as one of many."""
    told: list[Event] = []
    after = state.copy()
    after.listener = told.append
    after.apply(action)
    seen = [event.for_seat(player) for event in told if event.audience is None or player not in event.audience]
    return after.view(player), [(event.kind, event.player, dict(event.fields), event.text) for event in seen]


def _compare(trial: Trial, player: int, told: Sequence[Any], heard: Sequence[Any]) -> None:
    odd = next(((one, two) for one, two in zip(told, heard, strict=False) if one != two), (len(told), len(heard)))
    detail = f"seat {player} sees the same in two worlds that differ, but can tell them apart by events: {odd[0]} and {odd[1]}"
    trial.require(LAW, told == heard, detail)


def _check_event(trial: Trial, event: Event) -> None:
    trial.require(LAW, isinstance(event, Event), f"{event!r} is no event")
    players = range(trial.game.players)
    fine = event.player is None or event.player in players
    fine = fine and all(seat in players for seat in event.audience or ()) and set(event.fields) == set(event.declared.fields)
    trial.require(LAW, fine, f"{event!r} has a player, fields or an audience that cannot be")
    with trial.under(LAW, f"putting {event!r} into words"):
        trial.require(LAW, event.text.strip() and event.words(own=True).strip(), f"{event!r} has no words")
    for seat in players:
        if event.audience is not None and seat not in event.audience:
            _check_hidden(trial, event, seat)


def _check_hidden(trial: Trial, event: Event, seat: int) -> None:
    """What a seat may not know is absent from what it is told; so another value of it would be told in the same way."""
    seen = event.for_seat(seat)
    hidden = [name for name in event.declared.secrets if name in seen.fields]
    trial.require(LAW, not hidden, f"{event!r} tells seat {seat} the field {hidden[:1]}, which it may not know")
    other = replace(event, fields={**event.fields, **dict.fromkeys(event.declared.secrets, -1)}).for_seat(seat)
    with trial.under(LAW, f"telling seat {seat} about {event!r}"):
        same = seen.to_dict() == other.to_dict() and seen.text == other.text
    trial.require(LAW, same, f"{event!r}: what seat {seat} is told depends on what it may not know")
