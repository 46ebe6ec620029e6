"""What is promised of bots, where they live apart and where not: they reach nobody, rest between turns, know no secrets."""

from __future__ import annotations

import functools
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardlab import game
from cardlab.bots import CommandPlayer, Limits
from cardlab.bots.keeper import Keeper
from cardlab.bots.process import Bot
from tests.bots.conftest import Rogue
from tests.bots.processes import children, gone, marked, state_of, until

LOCM = game("locm")
PATIENT = "time=20"


@functools.cache
def can_be_apart() -> bool:
    keeper = Keeper()
    try:
        Bot(keeper, ["true"], Limits()).stop()
        return keeper.apart
    finally:
        keeper.close()


@pytest.fixture(params=["apart", "shared"])
def apart(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[bool]:
    """Both kinds of cells; afterwards no warden is left, stopped or not."""
    if request.param == "apart" and not can_be_apart():
        pytest.skip("this system does not let bots live apart")
    monkeypatch.setattr("cardlab.bots.command.Keeper", functools.partial(Keeper, apart=request.param == "apart"))
    others = children()
    yield request.param == "apart"
    assert children() == others


@pytest.fixture
def rogue_player(apart: bool, rogue: Rogue) -> Iterator[Any]:
    """Makes players, and ends them."""
    made: list[CommandPlayer] = []

    def make(mode: str, options: str = PATIENT) -> CommandPlayer:
        made.append(CommandPlayer(LOCM, rogue(mode, options)))
        return made[-1]

    yield make
    for player in made:
        player.close()
    assert gone(rogue.mark)


def first_pick(player: CommandPlayer) -> str:
    return str(LOCM.action_text(player.choose(LOCM.new(1).seat(0))))  # type: ignore[arg-type]


def family(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for each in found:
        for task in Path(f"/proc/{each}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


@pytest.mark.parametrize("mode", ["kills its parent", "stops its parent", "ends its parent"])
def test_a_bot_that_turns_against_its_warden_hurts_only_itself(apart: bool, rogue: Rogue, rogue_player: Any, mode: str) -> None:
    """Apart it reaches nobody and plays on. Elsewhere it loses that game, and what it left behind is ended all the same."""
    player = rogue_player(mode)
    player._keeper = Keeper(apart=apart)
    assert until(lambda: len(family(player._keeper.pid)) == (1 if apart else 2))
    wardens = family(player._keeper.pid)
    if apart:
        assert first_pick(player) == "PICK 0"
        assert not player._keeper.closed
        player.close()
    else:
        with pytest.raises(RuntimeError, match=r"the process that watches over the bot was lost|the bot was killed by SIGKILL"):
            first_pick(player)
        assert until(lambda: not marked(rogue.mark))
        player.close()
    assert until(lambda: all(state_of(pid) in ("", "Z") for pid in wardens))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_where_bots_can_reach_their_warden_two_stand_in_for_each_other(
    rogue: Rogue, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """The one behind the warden is killed or stopped by a bot that found it."""
    player = CommandPlayer(LOCM, rogue("kills whom it is told", f"{PATIENT},env=VICTIM+SIGNAL"))
    player._keeper = Keeper(apart=False)
    monkeypatch.setenv("VICTIM", str(player._keeper.pid))
    monkeypatch.setenv("SIGNAL", str(int(number)))
    assert until(lambda: len(family(player._keeper.pid)) == 2)  # type: ignore[union-attr]
    player.new_game()
    wardens = family(player._keeper.pid)[:2]
    try:
        first_pick(player)
    except RuntimeError as error:
        assert number == signal.SIGKILL, error
    started = time.monotonic()
    player.close()
    assert time.monotonic() - started < 5
    assert gone(rogue.mark)
    assert until(lambda: all(state_of(pid) in ("", "Z") for pid in wardens))


def test_a_bot_that_lives_apart_knows_its_warden_by_no_number(apart: bool) -> None:
    keeper = Keeper(apart=apart)
    code = "import os; print(os.getppid(), os.getpid(), flush=True)"
    bot = Bot(keeper, [sys.executable, "-S", "-c", code], Limits())
    parent, own = map(int, bot.ask("", 10).split())
    assert (parent == 1 and own < 10) == apart
    keeper.close()


# ---- rest ------------------------------------------------------------------------------------------------------------


def processor_time(pids: list[int]) -> int:
    """Clock ticks that processes have used."""
    return sum(sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])) for pid in pids)


def test_between_its_turns_a_bot_and_its_children_use_no_processor(rogue: Rogue, rogue_player: Any) -> None:
    player = rogue_player("spinning children")
    assert first_pick(player) == "PICK 0"
    found = marked(rogue.mark)
    assert len(found) == 7
    assert until(lambda: {state_of(pid) for pid in found} == {"T"}, 2)
    before = processor_time(found)
    time.sleep(0.3)
    assert processor_time(found) == before
    player._keeper.rest(False)
    assert until(lambda: processor_time(found) > before, 5)


def test_before_its_first_question_a_bot_rests(rogue: Rogue, rogue_player: Any) -> None:
    player = rogue_player("spinning children")
    player.new_game()
    assert until(lambda: {state_of(pid) for pid in marked(rogue.mark)} == {"T"}, 2)
    assert len(marked(rogue.mark)) <= 7


def test_a_bot_that_rested_answers_every_message(apart: bool) -> None:
    keeper = Keeper(apart=apart)
    code = "import time\nwhile True:\n    print(input(), flush=True); time.sleep(0.001)"
    bot = Bot(keeper, [sys.executable, "-S", "-c", code], Limits())
    for number in range(40):
        assert bot.ask(f"{number}\n", 5) == str(number)
    bot.stop()
    keeper.close()


# ---- environment and memory ------------------------------------------------------------------------------------------


def test_a_bot_gets_only_what_it_needs_of_the_environment(apart: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_DB_PASSWORD", "secret")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("MY_OPTION", "mine")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    keeper = Keeper(apart=apart)
    code = "import os; print(sorted(os.environ), 'secret' in str(os.environ), flush=True)"
    for env, told in ((None, False), ("MY_OPTION+OTHER", True)):
        bot = Bot(keeper, [sys.executable, "-S", "-c", code], Limits(env=env))
        answer = bot.ask("", 10)
        assert "'PATH'" in answer and "'LC_ALL'" in answer
        assert "PASSWORD" not in answer and answer.endswith("False")
        assert ("'MY_OPTION'" in answer) == told
        bot.stop()
    warden = Path(f"/proc/{keeper.pid}/environ").read_bytes()
    assert b"secret" not in warden
    keeper.close()


def test_memory_is_limited_for_all_processes_together(apart: bool) -> None:
    """Each of four has 80 MB, which it may; all of them have more than 200."""
    keeper = Keeper(apart=apart)
    code = "import os, time; os.fork(); os.fork(); x = bytearray(80 << 20); time.sleep(20)"
    bot = Bot(keeper, [sys.executable, "-S", "-c", code], Limits(memory=200))
    with pytest.raises(RuntimeError, match="the bot was killed by SIGKILL"):
        bot.ask("", 15)
    bot.stop()
    keeper.close()


def test_memory_is_watched_also_while_a_bot_is_asked_again_and_again(apart: bool) -> None:
    keeper = Keeper(apart=apart)
    code = "import os\nos.fork(); x = bytearray(150 << 20)\nwhile True: print(input(), flush=True)"
    bot = Bot(keeper, [sys.executable, "-S", "-c", code], Limits(memory=200))
    with pytest.raises(RuntimeError, match="the bot was killed by SIGKILL"):
        for _ in range(3000):
            bot.ask("x\n", 15)
            time.sleep(0.002)
    bot.stop()
    keeper.close()


def test_the_exit_code_is_told_in_both_cells(apart: bool) -> None:
    keeper = Keeper(apart=apart)
    for end, words in (("os._exit(5)", r"ended \(exit code 5\)"), ("os.abort()", "killed by SIGABRT")):
        bot = Bot(keeper, [sys.executable, "-S", "-c", f"import os; {end}"], Limits())
        with pytest.raises(RuntimeError, match=words):
            bot.ask("", 10)
        bot.stop()
    assert os.getpid() != keeper.pid
    keeper.close()
