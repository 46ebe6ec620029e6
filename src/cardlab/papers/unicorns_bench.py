"""Where the evolutions of the study of Unstable Unicorns are carried out: trainings, and games of all that they left behind.

Files keep what was found out: of each training its result, its generations and its last population, of each judging the wins.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardlab.core.files import write_json
from cardlab.core.intervals import Interval
from cardlab.core.rng import derive
from cardlab.core.vectorfile import find_kind
from cardlab.lab.engine import Conditions, Interrupted, Interruption, Progress, ProgressTeller, Staff
from cardlab.lab.storage.runfile import home
from cardlab.learn.auditions import (
    Audition,
    Auditioned,
    audition,
    audition_contest,
    best_of_files,
    first_of_files,
    games_of,
    retest,
)
from cardlab.learn.choosing import started_with_best
from cardlab.learn.evolution import run_training
from cardlab.learn.evolutionlog import save_beside
from cardlab.learn.stored import CHECKPOINT_SUFFIX, LOG_SUFFIX, POPULATION_SUFFIX, START_SUFFIX, read_store
from cardlab.learn.task import Task
from cardlab.papers.experiment import Call
from cardlab.papers.unicorns_settings import AUDITION, Breed
from cardlab.registry import game as find_game

CARDS, PLAYER, COPIES, TOP = "cards", "coded", 2, 10
FORM = "cardlab judged individuals"
_made: set[Path] = set()
"""What was made anew in this process, where nothing older counts."""


@dataclass(frozen=True)
class Judged:
    """What came out of the games of every last individual: wins in `games`, by run the best one's and that of the first.

    `first` are those with the best fitness of their run, `top` the best of all runs together; `again` is the winner of all on
    fresh seeds, and `sure` where its true rate lies, which of all these numbers only that one can tell.
    """

    games: int
    best: tuple[float, ...]
    first: tuple[float, ...]
    top: tuple[float, ...]
    again: float
    sure: Interval | None


def folder_of(call: Call) -> Path:
    """Where the study keeps its files."""
    return call.folder if call.folder is not None else home() / "studies" / "unicorns"


def runs_of(breed: Breed, call: Call) -> Path:
    """The folder of the runs of a kind of evolution, as ``cardlab plot`` and ``cardlab evaluate`` read it."""
    size = breed.size(call.scale)
    settings = repr((breed.game, breed.method(call.scale), breed.met(call.scale), [b.name for b in breed.started], call.seed))
    key = hashlib.blake2b(settings.encode(), digest_size=4).hexdigest()
    return folder_of(call) / "evolutions" / f"{breed.name}-{size.population}x{size.generations}x{size.games}-{key}"


def evolved(breed: Breed, call: Call) -> list[Path]:
    """The results of all runs, evolved unless they were before."""
    return [_evolved(breed, call, number) for number in range(1, breed.size(call.scale).runs + 1)]


def _evolved(breed: Breed, call: Call, number: int) -> Path:
    target = runs_of(breed, call) / f"{breed.name}-{number}.json"
    beside = [target.with_suffix(suffix) for suffix in (LOG_SUFFIX, POPULATION_SUFFIX)]
    wanted = call.resume or target in _made
    if wanted and all(path.exists() for path in (target, *beside)):
        return target
    task = Task.of(
        breed.game, breed.method(call.scale), kind=CARDS, player=PLAYER, seed=derive(call.seed, breed.name, number) >> 1,
        opponents=[breed.met(call.scale)],
    )  # fmt: skip
    target.parent.mkdir(parents=True, exist_ok=True)
    if breed.started:
        task = _started(breed, task, target.with_suffix(START_SUFFIX), call)
    kept = target.with_suffix(CHECKPOINT_SUFFIX)
    resumable = call.resume and kept.exists()
    if not resumable:
        kept.unlink(missing_ok=True)
    trained = run_training(task, Conditions(call.workers, call.progress), kept, resumable)
    trained.save(target)
    save_beside(trained, target)
    _made.add(target)
    return target


def _started(breed: Breed, task: Task, kept: Path, call: Call) -> Task:
    """The training with the best of other evolutions in its first population, each tried alone against its agents."""
    folders = {path.parent for other in breed.started for path in evolved(other, call)}
    known = read_store(sorted(folders), task.game, task.kind).distinct()
    count = min(task.parameters.population, len(known))
    conditions = Conditions(call.workers, call.progress)
    return started_with_best(task, sorted(folders), count, conditions, AUDITION[call.scale], kept, call.resume)


def judged(breed: Breed, opponent: str, call: Call) -> Judged:
    """Games of every individual of the last populations, two of it against four others; or what was found out before."""
    files = [path.with_suffix(POPULATION_SUFFIX) for path in evolved(breed, call)]
    games = call.games or AUDITION[call.scale]
    parts = [breed.game, opponent, games, [path.read_text(encoding="utf-8") for path in files]]
    key = hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).hexdigest()
    path = folder_of(call) / "judged" / f"{key}.json"
    found = _stored(path) if call.resume or path in _made else None
    if found is None:
        found = _judge(breed, opponent, files, games, call)
        write_json(path, {"format": FORM, "evolution": breed.name, "opponent": opponent, **found.__dict__})
        _made.add(path)
    return found


def _judge(breed: Breed, opponent: str, files: Sequence[Path], games: int, call: Call) -> Judged:
    game = find_game(breed.game)
    kind = find_kind(game, CARDS)
    everybody = read_store(files, game, kind).individuals
    arena, how = audition_contest(game, kind, PLAYER, [opponent]), Audition(game.players, 1, games, COPIES, rotate=False)
    total, played = games_of(everybody, how) + games, 0
    teller = ProgressTeller(call.progress)

    def done(more: int) -> None:
        nonlocal played
        played += more
        teller.now_and_then(lambda: Progress(played, total, (), 0, ()))

    with Interruption() as interruption, Staff(Conditions(call.workers).crew_size(), interruption.new_stop) as staff:
        ranked = audition(arena, everybody, how, staff, done)
        again = retest(arena, ranked[0].who, how, staff, done) if ranked else None
    if ranked is None or again is None:
        raise Interrupted(None)
    best, first = best_of_files(ranked), first_of_files(ranked)
    return Judged(games, _wins(best), _wins(first), _wins(_different(ranked)[:TOP]), again.wins, again.interval)


def _different(ranked: Sequence[Auditioned]) -> list[Auditioned]:
    """One of each: who went on unchanged is in a population several times."""
    return list({each.who.genes: each for each in reversed(ranked)}.values())[::-1]


def _wins(results: Sequence[Auditioned]) -> tuple[float, ...]:
    return tuple(each.wins for each in results)


def _stored(path: Path) -> Judged | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        best, first, top = (tuple(float(wins) for wins in data[name]) for name in ("best", "first", "top"))
        sure = None if data["sure"] is None else Interval(*(float(bound) for bound in data["sure"]))
        return Judged(int(data["games"]), best, first, top, float(data["again"]), sure) if best and first and top else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
