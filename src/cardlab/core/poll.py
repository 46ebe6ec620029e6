"""Polls: several players are asked at once, and what they say stays secret until all have answered.

They are asked one after the other, in the order of the seats, and answer with numbers from 1 on: 0 is no answer, or one that is
not to be seen. Until the last has answered, a seat sees who has answered, and what it said itself: `hide_poll` erases the rest,
and a game fills in, for each seat of `hidden_answers`, what that seat could have said in the world that is imagined. An action
that answers a poll is HIDDEN to the others as long as the poll is open.
"""

import cython


def open_poll(p, seats):
    """Ask all seats of a set, given as bits."""
    close_poll(p)
    p[0].asked = seats


def next_asked(p):
    """The seat that must answer now, or -1."""
    waiting = cython.cast(cython.int, p[0].asked & ~p[0].answered)
    return lowest_bit(waiting) if waiting else -1


def take_answer(p, seat, answer):
    """Note what a seat says; true if it was the last one asked."""
    p[0].answer[seat] = answer
    p[0].answered |= 1 << seat
    return p[0].answered == p[0].asked


def is_open(p):
    """Whether somebody is still to answer."""
    return p[0].answered != p[0].asked


def said(p, answer):
    """The seats that gave an answer, as bits."""
    seats = 0
    for seat in range(MAX_PLAYERS):
        if p[0].answered >> seat & 1 and p[0].answer[seat] == answer:
            seats |= 1 << seat
    return seats


def hide_poll(p, seat):
    """Leave of an open poll what `seat` may know."""
    if is_open(p):
        for other in range(MAX_PLAYERS):
            if other != seat:
                p[0].answer[other] = 0


def hidden_answers(p, seat):
    """The seats whose answers `seat` cannot know yet, as bits."""
    return p[0].answered & ~(1 << seat) if is_open(p) else 0


def close_poll(p):
    """Nobody is asked, and nothing that was said is left."""
    p[0].asked = 0
    p[0].answered = 0
    for seat in range(MAX_PLAYERS):
        p[0].answer[seat] = 0
