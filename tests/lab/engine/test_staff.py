"""Who does the work of a run: any work, any number of workers, one piece of work after another."""

from __future__ import annotations

import os
import pickle
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import pytest

from cardlab.agents.agent import Stop
from cardlab.errors import RunError
from cardlab.lab.engine import Kit, Loss, Parcel, Staff
from cardlab.lab.engine.threads import AHEAD


@dataclass(frozen=True)
class Squares:
    """Units are numbers; the result of some of them is the list of their squares, with who built it and who did it."""

    most_threads: int = 4
    travels: bool = True
    name: str = "squares"
    dies_at: int = -1
    carried: bool = False

    def carriers(self, kit: Kit) -> list[str]:
        return ["somebody"] if self.carried else []

    def threads(self, kit: Kit) -> int:
        return self.most_threads

    @property
    def parcel(self) -> Parcel[list[Any]] | None:
        lost = [self.most_threads]
        return Parcel(pickle.dumps(self), 60.0, lambda unit, loss: [(unit, loss, lost)]) if self.travels else None

    def place(self, kit: Kit) -> Bench:
        return Bench(self, kit, kit.once("built", lambda: [os.getpid(), 0]))


@dataclass
class Bench:
    work: Squares
    kit: Kit
    built: list[int]
    most: int = 3
    entered: list[int] = field(default_factory=list)

    def __enter__(self) -> Bench:
        self.entered.append(threading.get_ident())
        return self

    def __exit__(self, *problem: object) -> None:
        self.entered.pop()

    def do(self, first: int, count: int) -> list[Any]:
        assert self.entered == [threading.get_ident()]
        assert 1 <= count <= self.most
        self.built[1] += 1
        if first <= self.work.dies_at < first + count:
            if self.kit.watch is None:
                raise ZeroDivisionError("no squares today")
            self.kit.watch(1, 0)
            os._exit(7)
        return [(unit, unit * unit, self.built[0], id(self.built)) for unit in range(first, first + count)]


class Memory:
    def __init__(self) -> None:
        self.rows: list[Any] = []

    def take(self, result: list[Any]) -> None:
        self.rows += result

    def squares(self) -> list[tuple[int, int]]:
        return sorted((unit, square) for unit, square, *_ in self.rows)


EXPECTED = [(unit, unit * unit) for unit in (*range(3, 20), *range(30, 41))]


@pytest.mark.parametrize("workers", [1, 2, 7])
@pytest.mark.parametrize("work", [Squares(), Squares(most_threads=1), Squares(0), Squares(0, travels=False)])
def test_every_unit_of_the_gaps_is_done_once_whoever_does_it(work: Squares, workers: int) -> None:
    memory = Memory()
    with Staff(workers) as staff:
        staff.run(work, [(3, 20), (30, 41)], [memory])
    assert memory.squares() == EXPECTED


def test_work_goes_to_processes_unless_threads_can_do_it_or_it_cannot_travel() -> None:
    pids = {}
    for work in (Squares(), Squares(0), Squares(0, travels=False)):
        memory = Memory()
        with Staff(2) as staff:
            staff.run(work, [(0, 9)], [memory])
        pids[work] = {pid for _, _, pid, _ in memory.rows}
    assert pids[Squares()] == pids[Squares(0, travels=False)] == {os.getpid()}
    assert os.getpid() not in pids[Squares(0)] and 1 <= len(pids[Squares(0)]) <= 2


@pytest.mark.parametrize("work", [Squares(carried=True), Squares(0, carried=True)])
def test_who_carries_something_over_works_alone_and_in_order(work: Squares) -> None:
    memory = Memory()
    with Staff(4) as staff:
        assert staff.carriers(work) == ["somebody"]
        staff.run(work, [(3, 20), (30, 41)], [memory])
    assert [(unit, square) for unit, square, *_ in memory.rows] == EXPECTED
    assert len({(pid, built) for *_, pid, built in memory.rows}) == 1


@pytest.mark.parametrize("threads", [4, 0])
def test_workers_keep_what_they_built_from_one_work_to_the_next(threads: int) -> None:
    first, second = Memory(), Memory()
    with Staff(1) as staff:
        staff.run(Squares(threads), [(0, 5)], [first])
        staff.run(Squares(threads, name="again"), [(5, 9)], [second])
    assert len({(pid, built) for *_, pid, built in first.rows + second.rows}) == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_threads_run_ahead_of_those_who_take_their_results_by_a_few_pieces_only(workers: int) -> None:
    begun: list[int] = []

    class Counted(Squares):
        def place(self, kit: Kit) -> Bench:
            return Counting(self, kit, [0, 0])

    class Counting(Bench):
        def do(self, first: int, count: int) -> list[Any]:
            begun.append(first)
            return super().do(first, count)

    class Slow(Memory):
        pieces, most = 0, 0

        def take(self, result: list[Any]) -> None:
            time.sleep(0.005)
            self.most = max(self.most, len(begun) - self.pieces)
            self.pieces += 1
            super().take(result)

    slow = Slow()
    with Staff(workers) as staff:
        staff.run(Counted(), [(0, 150)], [slow])
    assert slow.squares() == [(unit, unit * unit) for unit in range(150)]
    assert 1 < slow.most <= AHEAD * workers


def test_what_is_decided_ends_the_work_and_the_staff_begins_anew() -> None:
    memory, stops = Memory(), [Stop(), Stop()]
    with Staff(1, iter(stops).__next__) as staff:
        staff.run(Squares(), [(0, 1000)], [memory], lambda: len(memory.rows) > 10)
        assert 10 < len(memory.rows) < 20
        staff.run(Squares(), [(0, 3)], [memory := Memory()])
    assert memory.squares() == [(0, 0), (1, 1), (2, 4)]
    assert [stop.asked for stop in stops] == [1, 0]


def test_a_staff_that_is_asked_to_stop_does_nothing() -> None:
    stop = Stop()
    stop.asked = 1
    for work in (Squares(), Squares(0)):
        memory = Memory()
        with Staff(2, lambda: stop) as staff:
            staff.run(work, [(0, 50)], [memory])
        assert memory.rows == []


def test_nothing_left_needs_nobody() -> None:
    def nobody() -> Stop:
        pytest.fail("somebody was hired")

    with Staff(3, nobody) as staff:
        staff.run(Squares(), [(4, 4)], [Memory()])


def test_what_a_thread_raises_is_an_error_of_the_run() -> None:
    with Staff(2) as staff, pytest.raises(RunError, match="the game broke off: ZeroDivisionError: no squares today"):
        staff.run(Squares(dies_at=5), [(0, 9)], [Memory()])


def test_a_unit_that_ends_its_process_is_lost_by_who_was_thinking_and_the_rest_is_done() -> None:
    memory = Memory()
    with Staff(1) as staff:
        staff.run(Squares(0, dies_at=5), [(0, 9)], [memory])
    assert sorted(row[0] for row in memory.rows) == list(range(9))
    assert [row[1] for row in memory.rows if row[0] == 5] == [Loss(1, 0.0, 7)]


def test_results_go_to_all_sinks_in_turn() -> None:
    seen: list[str] = []

    class Named:
        def __init__(self, name: str) -> None:
            self.name = name

        def take(self, result: list[Any]) -> None:
            seen.append(self.name)

    with Staff(1) as staff:
        staff.run(Squares(), [(0, 9)], [Named("a"), Named("b")])
    assert seen == ["a", "b"] * (len(seen) // 2) and len(seen) >= 6
