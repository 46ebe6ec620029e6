"""Conversations of the protocol of all games without processes: what a seat is told, and who plays by it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cardlab import Action, Game, Rng, Seat, State
from cardlab.bots.jsonguest import JsonGuest
from cardlab.bots.jsonprotocol import JsonProtocol
from cardlab.core.events import Event


class Table:
    """A game in progress, whose seats are each told what a program would be told."""

    def __init__(self, game: Game, seed: int) -> None:
        self.state = game.new(seed)
        self.past: list[tuple[int, Action]] = []
        self.talks = [JsonProtocol(game) for _ in range(game.players)]
        self.told: list[Event] = []

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        assert self.state.player is not None
        return self.state.seat(self.state.player, self.past)

    def lines(self) -> str:
        """What the program that has to decide is told now."""
        return self.talks[self.seat.player].question(self.seat).message()

    def play(self, action: Action) -> None:
        """Carry out an action; all seats hear of it what they may."""
        happened: list[Event] = []
        player = self.state.player
        assert player is not None
        self.state.listener = happened.append
        self.state.apply(action)
        self.state.listener = None
        self.past.append((player, action))
        self.told += happened
        for seat, talk in enumerate(self.talks):
            for event in happened:
                talk.hear(event.for_seat(seat))


def random_play(game: Game, seed: int, decisions: int) -> Iterator[tuple[Table, list[str]]]:
    """A table at each of so many decisions, at random, with the lines that are said there."""
    table, rng = Table(game, seed), Rng(seed)
    for _ in range(decisions):
        if table.state.over:
            return
        yield table, table.lines().splitlines(keepends=True)
        table.play(table.state.random_action(rng))


def heard_by(guest: JsonGuest, lines: list[str]) -> None:
    """Let a guest take in lines."""
    rest = iter([*lines, ""])
    while guest.hear(rest.__next__):
        pass


def leaks(game: Game, seed: int, decisions: int, worlds: int = 3) -> list[str]:
    """Where a program would be told something else in a world that its seat cannot tell from the true one."""
    found = []
    for table, lines in random_play(game, seed, decisions):
        seat, message = table.seat, json.loads(lines[-1])
        for number in range(worlds):
            world: State = seat.resample(Rng(seed + number))
            twin = world.seat(seat.player, table.past)
            other = json.loads(JsonProtocol(game).question(twin).message().splitlines()[-1])
            found += [f"{part} at {seat.decisions}" for part in ("legal", "view") if message[part] != other[part]]
    return found
