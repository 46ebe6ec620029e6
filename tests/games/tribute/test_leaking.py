"""MaxPrestigeBot with its leak, number by number beside the plain rules; and the agent of that name, which has no leak."""

from __future__ import annotations

import os
from copy import deepcopy

from cardlab import make_agent
from cardlab.core.state import State
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.leaking import LeakingMaxPrestige
from cardlab.games.tribute.rules.state import TributeState
from cardlab.games.tribute.words.actions import listed_moves
from tests.games.tribute.oracle import Generator, Match
from tests.games.tribute.tables import PATRONS

PURE = os.environ.get("CARDLAB_PURE") == "1"
GAME = Tribute(luck="original")


def shuffled_again(match: Match, me: int, seed: int) -> None:
    """The hidden parts of a match in the order of the original."""
    lots = Generator(seed)
    own, foe = match.sides[me], match.sides[1 - me]
    own.cooldown = lots.shuffled(own.cooldown)
    own.draw = own.draw[: own.known] + lots.shuffled(own.draw[own.known :])
    foe.cooldown = lots.shuffled(foe.cooldown)
    size, both = len(foe.hand), lots.shuffled(foe.hand + foe.draw)
    foe.hand, foe.draw = both[:size], both[size:]
    match.deck = lots.shuffled(match.deck)
    own.known = foe.known = 0
    match.luck = Generator(seed)


def ends(match: Match) -> list[int]:
    """The places of all moves but the end of the turn."""
    return [at for at, (text, _) in enumerate(match.moves()) if text != "END_TURN"]


def after(base: Match, made: list[int], at: int, other: int | None = None) -> Match:
    """What comes of moves since a position in which nothing was asked, for an open choice cannot be copied.

    After the move `at` all that is hidden is shuffled, and then the `other` one may be made.
    """
    match = deepcopy(base)
    for index in (*made, at):
        match.moves()[index][1]()
    shuffled_again(match, base.me, 123)
    if other is not None:
        match.moves()[other][1]()
    return match


def choice_of(match: Match, base: Match, made: list[int], lots: Generator) -> int:
    """The place of the move that the original would choose."""
    found = list[tuple[int, int]]()
    for at in ends(match):
        trial = after(base, made, at)
        beyond = [after(base, made, at, other) for other in ends(trial)]
        found += [(at, end.sides[match.me].prestige + end.sides[match.me].power) for end in beyond or [trial]]
    if not found:
        return len(match.moves()) - 1
    most = max(value for _, value in found)
    best = [at for at, value in found if value == most]
    return best[lots.next() % len(best)]


def make(state: State, bot: LeakingMaxPrestige) -> str:
    """Let the bot make its move; its text."""
    move = bot.move(state)
    for action in move.actions:
        state.apply(action)
    return move.text


def test_it_plays_as_the_original_does_number_by_number() -> None:
    state, lots = GAME.new(42), [Generator(123), Generator(123)]
    bots = [LeakingMaxPrestige(123), LeakingMaxPrestige()]
    rest, picked = list(GAME.pool), []
    for player in (0, 1, 1, 0):
        picked.append(rest.pop(lots[player].next() % len(rest)))
        assert make(state, bots[player]) == f"DRAFT {picked[-1]}"
    match = Match([picked[0], picked[1], "TREASURY", picked[2], picked[3]], 42)
    base, made = deepcopy(match), list[int]()
    for _ in range(3 if PURE else 120):
        player = state.player or 0
        assert isinstance(state, TributeState)
        assert [move.text for move in listed_moves(state, GAME.cards)] == [text for text, _ in match.moves()]
        at = choice_of(match, base, made, lots[player])
        text, carry_out = match.moves()[at]
        assert make(state, bots[player]) == text
        carry_out()
        made.append(at)
        if match.pending is None:
            base, made = deepcopy(match), []


def test_it_knows_what_it_would_draw_and_the_agent_does_not() -> None:
    """A Pilfer draws a card: a Midnight Raid that brings three power lies on top, or at the bottom."""
    chosen = {}
    for top in ("MIDNIGHT_RAID", "GOLD"):
        draw = ["MIDNIGHT_RAID", "GOLD"] if top == "MIDNIGHT_RAID" else ["GOLD", "MIDNIGHT_RAID"]
        side = {"hand": ["PILFER", "TOLL_OF_FLESH"], "draw": draw, "patron_calls": 0}
        state = GAME.from_dict({"patrons": PATRONS, "P1": side})
        agent = make_agent(GAME, "max_prestige")
        answers = {state.text(agent.choose(state.seat(0), seed)) for seed in range(40)}
        chosen[top] = {LeakingMaxPrestige(seed).move(state).text for seed in range(40)}, answers
    both = {"PLAY_CARD PILFER", "PLAY_CARD TOLL_OF_FLESH"}
    assert chosen == {"MIDNIGHT_RAID": ({"PLAY_CARD PILFER"}, both), "GOLD": (both, both)}
