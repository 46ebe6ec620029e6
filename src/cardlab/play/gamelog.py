"""A whole game as plain values: a summary, and turn after turn who decided what, what happened, and what lay where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardlab.play.passages import Moment, Passage
from cardlab.play.record import Record, Step
from cardlab.play.telling import ranking, sentence, turning_points

FORMAT = "cardlab-log-1"


@dataclass
class _Turn:
    """A turn from the step `first` up to the step `last`, with what happened before its first decision."""

    moment: Moment
    first: int
    last: int
    opening: list[Passage] = field(default_factory=list)


def game_log(record: Record) -> dict[str, Any]:
    """Everything about a game, for somebody who sees everything."""
    return {"format": FORMAT, "summary": _summary(record), "turns": [_turn(record, turn) for turn in _turns(record)]}


def _summary(record: Record) -> dict[str, Any]:
    game, result, steps = record.game, record.now.result, record.steps
    return {
        "game": game.name,
        "rules_version": game.rules_version,
        "options": game.plain_options(),
        "seed": record.seed,
        "turns": record.moment(len(steps)).turn,
        "decisions": len(steps),
        "finished": result is not None,
        "reason": None if result is None else result.reason,
        "players": [_player(record, seat) for seat in ranking(record)],
        "turning_points": [{"decision": at, "text": text} for at, text in turning_points(record)],
    }


def _player(record: Record, seat: int) -> dict[str, Any]:
    result, mean = record.now.result, record.mean_milliseconds(seat)
    return {
        "seat": seat,
        "name": record.names[seat],
        "agent": record.agents[seat],
        "place": None if result is None else result.places[seat],
        "score": None if result is None else result.scores[seat],
        **({"tally": dict(counts[seat])} if (counts := record.game.tally(record.now)) else {}),
        "decisions": sum(step.player == seat for step in record.steps),
        "mean_milliseconds": None if mean is None else round(mean, 6),
    }


def _turns(record: Record) -> list[_Turn]:
    """The turns with the steps in which they lie. A decision may end one, pass over some, and begin the next."""
    turns = [_Turn(record.moment(0), 0, 0)]
    for at, step in enumerate(record.steps, 1):
        turns[-1].last = at
        for passage in step.passages:
            if passage.moment.turn != turns[-1].moment.turn:
                turns.append(_Turn(passage.moment, at, at))
            if passage.moment.turn != step.before.turn:
                turns[-1].opening.append(passage)
        if step.after.turn != turns[-1].moment.turn:
            turns.append(_Turn(step.after, at, at))
    return turns


def _turn(record: Record, turn: _Turn) -> dict[str, Any]:
    return {
        "turn": turn.moment.turn,
        "player": turn.moment.player,
        "before": record.states[turn.first].to_dict(),
        "events": [_event(record, passage) for passage in turn.opening],
        "decisions": [_decision(record, at) for at in range(turn.first, turn.last)],
        "after": record.states[turn.last].to_dict(),
    }


def _decision(record: Record, at: int) -> dict[str, Any]:
    step: Step = record.steps[at]
    own = [passage for passage in step.passages if passage.moment.turn == step.before.turn]
    return {
        "decision": at + 1,
        "player": step.player,
        "action": record.game.action_text(step.action),
        "milliseconds": None if step.milliseconds is None else round(step.milliseconds, 6),
        "depth": step.before.depth,
        **({"lines": [{"player": seat, "text": line} for seat, line in step.lines]} if step.lines else {}),
        "events": [_event(record, passage) for passage in own],
    }


def _event(record: Record, passage: Passage) -> dict[str, Any]:
    event, kind = passage.event, passage.event.declared
    parts = {name: part for name, part in (("opens", kind.opens), ("closes", kind.closes)) if part}
    return {**event.to_dict(), "text": sentence(event, record.names), "depth": passage.moment.depth, **parts}
