"""The law about tables: what a screen shows is sound, offers every legal action, and is laid from the view alone."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Sequence

from cardlab.core.action import Action
from cardlab.core.state import State
from cardlab.core.table import Table
from cardlab.testing.laws import Law
from cardlab.testing.trial import Trial

LAW = Law.TABLES


def check_tables(trial: Trial, state: State) -> None:
    """The table of every seat, and the one for those who see everything."""
    for seat in (None, *range(state.players)):
        view = state.to_dict() if seat is None else state.view(seat)
        legal = state.legal() if seat is not None and seat == state.player else []
        who = "whoever sees everything" if seat is None else f"seat {seat}"
        before = copy.deepcopy(view)
        with trial.under(LAW, f"laying the table of {who}"):
            table, again = (trial.game.table(view, seat, legal) for _ in range(2))
            told = table.to_dict()
            _ = table.reading
        trial.require(LAW, view == before, f"laying the table of {who} changed its view")
        trial.require(LAW, told == again.to_dict(), f"the same view of {who} gives two tables")
        trial.require(LAW, table.seat == seat, f"the table of {who} says that it is that of {table.seat!r}")
        with trial.under(LAW, f"writing the table of {who} as JSON"):
            trial.require(LAW, json.loads(json.dumps(told)) == told, f"the table of {who} is no plain data")
        _check_names(trial, table, who)
        _check_moves(trial, table, legal, who)


def _check_names(trial: Trial, table: Table, who: str) -> None:
    """Ids are unique, and every mark can be shown and is explained."""
    names = Counter([*(zone.id for zone in table.zones), *(thing.id for thing in table.things)])
    twice = next((name for name, times in names.items() if times > 1), None)
    trial.require(LAW, twice is None, f"on the table of {who} two things are called {twice!r}")
    marks = {mark for thing in table.things for mark in thing.marks}
    strange = sorted(marks - set(trial.game.looks().marks))
    trial.require(LAW, not strange, f"the marks {strange} have no look")
    silent = sorted(marks - set(table.lessons.glossary))
    trial.require(LAW, not silent, f"the marks {silent} are not explained in the glossary")


def _check_moves(trial: Trial, table: Table, legal: Sequence[Action], who: str) -> None:
    """The moves are the legal actions, and touch what lies there."""
    moves = [move.action for move in table.moves]
    trial.require(LAW, moves == list(legal), f"the moves on the table of {who} are {moves}, the legal actions {list(legal)}")
    for move in table.moves:
        trial.require(LAW, move.words, f"the move {move.action} has no words")
        lost = sorted({name for step in (*move.touches, move.along) for name in step} - set(table.reading))
        trial.require(LAW, not lost, f"the move {move.words!r} touches {lost}, which do not lie on the table")
    usual = table.enter is None or table.enter in legal
    trial.require(LAW, usual, f"what is meant when nothing is picked, {table.enter}, is not legal")
