"""The compiled rules beside the plain ones, position by position."""

from __future__ import annotations

import random
from typing import Any

from cardlab.games.tribute import Tribute
from cardlab.games.tribute.rules.state import TributeState
from cardlab.games.tribute.words.actions import ListedMove, listed_moves
from cardlab.games.tribute.words.cards import CARDS
from tests.games.tribute.oracle import Match

NAMES = {"REFRESH_AGENTS": "REFRESH_CARDS", "DONATE_CARDS": "DONATE"}


def begin(seed: int, rng: random.Random, **options: Any) -> tuple[Tribute, TributeState, Match]:
    """A match after a random draft, in both."""
    game = Tribute(luck="original", **options)
    state = game.new(seed)
    assert isinstance(state, TributeState)
    for _ in range(4):
        state.apply(rng.choice(state.legal()))
    patrons = state.to_dict()["patrons"]
    return game, state, Match(patrons, seed, 5 if options.get("cards") == "2024" else 6)


def shown(game: Tribute, state: TributeState) -> dict[str, Any]:
    """The compiled state as the oracle shows its own."""
    told = state.to_dict()
    facts = game.cards
    sides = []
    for name in ("P1", "P2"):
        side = told[name]
        sides.append(
            {
                **{pile: side[pile] for pile in ("hand", "draw", "played", "cooldown")},
                "agents": [(one["card"], one["hp"], one["activated"]) for one in side["agents"]],
                **{number: side[number] for number in ("coins", "power", "prestige")},
                "calls": side["patron_calls"],
                "known": side["known_upcoming"],
            }
        )
    keys = {card.key: card.number for card in CARDS}

    def texts(rows: list[dict[str, Any]]) -> list[str]:
        return [facts[keys[row["card"]]].effects[row["level"] - 1].texts()[row["part"]] for row in rows]

    combos = {}
    for deck, row in told.get("combos", {}).items():
        cards = [facts[keys[key]] for key in row["cards"]] if row["counter"] < 4 else []
        waiting = [
            [text for card in cards for text in card.effects[level].texts()] if level >= row["counter"] else []
            for level in range(4)
        ]
        combos[deck] = (row["counter"], waiting)
    asked = told.get("pending_choice")
    over = told.get("game_over")
    z = state.peek()
    return {
        "current": told["current"],
        "turn": told["turn"],
        "favor": told["favor"],
        "row": told["tavern"]["row"],
        "deck": told["tavern"]["deck"],
        "sides": sides,
        "combos": combos,
        "queue": texts(told.get("queue", [])),
        "later": texts(told.get("next_turn_effects", [])),
        "asked": asked and (NAMES.get(asked["follow_up"], asked["follow_up"]), z["ask_least"], z["ask_most"]),
        "over": over and (over["winner"], over["reason"]),
    }


def assert_same(game: Tribute, state: TributeState, match: Match) -> list[ListedMove]:
    """Everything is equal, the list of moves too, which is returned."""
    assert shown(game, state) == match.shown()
    assert state.luck is not None and state.luck[0] % 2**48 == match.luck.x % 2**48
    moves = listed_moves(state, game.cards)
    assert [move.text for move in moves] == [text for text, _ in match.moves()]
    return moves


def play_both(game: Tribute, state: TributeState, match: Match, rng: random.Random, patience: float, most: int = 3000) -> int:
    """Play at random until the end; `patience` is how seldom a turn is ended while there is something else to do."""
    for made in range(most):
        moves = assert_same(game, state, match)
        if not moves:
            return made
        at = rng.randrange(len(moves))
        if moves[at].text == "END_TURN" and len(moves) > 1 and rng.random() < patience:
            at = rng.randrange(len(moves) - 1)
        for action in moves[at].actions:
            state.apply(action)
        match.moves()[at][1]()
    return most
