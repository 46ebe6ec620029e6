"""Ctrl-C: the first one asks, the second one ends."""

from __future__ import annotations

import signal
import threading

import pytest

from cardlab.lab.engine import Interruption


def test_the_first_ctrl_c_asks_and_the_second_one_ends() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), Interruption() as interruption:
        stop = interruption.new_stop()
        signal.raise_signal(signal.SIGINT)
        assert interruption.asked and stop.asked == 1
        assert interruption.new_stop().asked == 1, "who comes later is not let in"
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_only_those_who_work_now_are_asked() -> None:
    with Interruption() as interruption:
        gone, here = interruption.new_stop(), interruption.new_stop()
        interruption.take_over()
    assert (gone.asked, here.asked) == (0, 1)


def test_a_thread_leaves_ctrl_c_to_the_main_one() -> None:
    before, found = signal.getsignal(signal.SIGINT), []

    def open_one() -> None:
        with Interruption():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=open_one)
    thread.start()
    thread.join()
    assert found == [before]
