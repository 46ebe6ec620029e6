"""The best of all that earlier trainings stored, as the first population of another one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardlab.core.files import read_json, read_text
from cardlab.core.vectorfile import MAX_BYTES, Individual, read_individuals, write_vector
from cardlab.errors import RunError
from cardlab.lab.engine import Conditions, Interrupted, Interruption, Progress, ProgressTeller, Staff
from cardlab.learn.auditions import GAMES, Audition, Auditioned, audition, audition_contest, games_of
from cardlab.learn.start import check_start
from cardlab.learn.stored import START_SUFFIX, Stored, read_store
from cardlab.learn.task import Task


def started_with_best(
    task: Task,
    paths: Sequence[str | Path],
    count: int,
    conditions: Conditions,
    games: int = GAMES,
    kept: Path | None = None,
    resume: bool = False,
) -> Task:
    """The same training, but it starts with the best of these files: those that win most, each alone, against its agents.

    Everybody plays the same games, from seed 0 on. The chosen ones are kept in a file beside the result, if it is named, so
    that they need not be found again to `resume`; what the training itself left there is not chosen from. Ctrl-C raises
    `Interrupted`.
    """
    own = kept.name.removesuffix(START_SUFFIX) if kept is not None else None
    everybody = read_store(paths, task.game, task.kind, own).distinct()
    if len(everybody) < count:
        where = ", ".join(map(str, paths))
        raise RunError(f"the {count} best are asked for, but there are only {len(everybody)} different vectors in {where}")
    check_start(count, task.parameters.population)
    if not task.opponents:
        raise RunError("the best vectors to start with are found by games against agents: name one (--agent)")
    how = Audition(task.game.players, len(task.opponents), games)
    key = _key(task, everybody, count, how)
    if resume and kept is not None and (found := _read_chosen(task, kept, key)):
        return replace(task, start=found)
    chosen = _ranked(task, everybody, how, conditions)[:count]
    if kept is not None:
        write_vector(kept, task.game, task.kind, [Individual(c.who.genes, 100 * c.rate) for c in chosen], {"chosen": key})
    return replace(task, start=tuple(each.who.genes for each in chosen))


def _ranked(task: Task, everybody: Sequence[Stored], how: Audition, conditions: Conditions) -> list[Auditioned]:
    arena, total, played = audition_contest(task.game, task.kind, task.player, task.opponents), games_of(everybody, how), 0
    teller = ProgressTeller(conditions.progress)

    def done(more: int) -> None:
        nonlocal played
        played += more
        teller.now_and_then(lambda: Progress(played, total, (), 0, ()))

    with (
        Interruption() as interruption,
        Staff(conditions.crew_size(), interruption.new_stop, notice=conditions.notice) as staff,
    ):
        ranked = audition(arena, everybody, how, staff, done)
    if ranked is None:
        raise Interrupted(None)
    return ranked


def _key(task: Task, everybody: Sequence[Stored], count: int, how: Audition) -> str:
    """What the choice depends on, in a few letters."""
    spec = task.spec()
    parts: list[Any] = [spec[name] for name in ("game", "rules_version", "options", "kind", "player", "opponents")]
    parts += [count, how.games, [each.genes for each in everybody]]
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).hexdigest()


def _read_chosen(task: Task, path: Path, key: str) -> tuple[tuple[float, ...], ...]:
    """Who was chosen before, if the same was asked for."""
    if not path.exists():
        return ()
    data = read_json(path, read_text(path, MAX_BYTES))
    if not isinstance(data, dict) or data.get("chosen") != key:
        return ()
    return tuple(each.genes for each in read_individuals(path, task.game, task.kind))
