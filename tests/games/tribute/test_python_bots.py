"""Classes written for the community's Python package: what they are handed, what they may answer, and what they can try."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from cardlab import make_agent, play_match
from cardlab.core.replay import Replay
from cardlab.core.rng import Rng
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.protocol import messages, pythonbots, standins
from cardlab.games.tribute.protocol.pythonbots import PythonBot
from cardlab.games.tribute.rules.state import TributeState
from tests.games.tribute.tables import PATRONS

TRIBUTE = Tribute()
THRIFTY = f"python:{Path(__file__).parents[3] / 'examples' / 'tribute_bots' / 'thrifty.py'}:Thrifty"


LOTS = """
import random
from scripts_of_tribute.base_ai import BaseAI

class Lots(BaseAI):
    def pregame_prepare(self):
        self.trials = 5

    def select_patron(self, available_patrons):
        return random.choice(available_patrons)

    def play(self, game_state, possible_moves, remaining_time):
        move = random.choice(possible_moves)
        if self.trials:
            self.trials -= 1
            after, then = game_state.apply_move(move)
            if sum(card.cost for card in after.enemy_player.hand) % 2:
                return possible_moves[0]
        return move
"""


class Bot:
    """Answers as it is told to, and keeps what it was handed."""

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer
        self.states: list[Any] = []
        self.moves: list[Any] = []
        self.ends: list[Any] = []
        self.matches = 0

    def __reduce__(self) -> Any:
        raise TypeError("it stays in this process, so that tests see what it was told")

    def pregame_prepare(self) -> None:
        self.matches += 1

    def select_patron(self, available_patrons: list[Any]) -> Any:
        return available_patrons[0]

    def play(self, game_state: Any, possible_moves: list[Any], remaining_time: int) -> Any:
        self.states.append(game_state)
        self.moves, self.time = possible_moves, remaining_time
        return self.answer(game_state, possible_moves) if self.answer else possible_moves[0]

    def game_end(self, end_game_state: Any, final_state: Any) -> None:
        self.ends.append((end_game_state, final_state))


def position(**parts: Any) -> TributeState:
    state = TRIBUTE.from_dict({"patrons": PATRONS, **parts})
    assert isinstance(state, TributeState)
    return state


def asked(state: TributeState, answer: Any = None) -> tuple[Any, Any, list[str]]:
    """What a bot is handed, with the actions that its answer comes to."""
    bot = Bot(answer)
    player = PythonBot(TRIBUTE, bot)
    player.new_game()
    done: list[str] = []
    while not done or player._orders:
        action = player.choose(state.seat(state.player or 0))
        if not isinstance(action, int):
            return bot.states[0], bot.moves, [repr(action)]
        done.append(state.text(action))
        state.apply(action)
    return bot.states[0], bot.moves, done


# ---- what they are handed --------------------------------------------------------------------------------------------


def test_a_position_has_the_parts_of_the_package() -> None:
    state, moves, _ = asked(
        position(
            current="PLAYER2", turn=2, favor={"PELIN": "PLAYER1"}, tavern={"row": ["TITHE"], "deck": ["CONQUEST"]},
            P2={"hand": ["GOLD", "GOLD"], "coins": 5, "draw": ["PECK"]}, P1={"agents": [{"card": "BANNERET", "hp": 2}]},
        )
    )  # fmt: skip
    me, foe = state.current_player, state.enemy_player
    assert (me.player_id, foe.player_id) == (standins.PlayerEnum.PLAYER2, standins.PlayerEnum.PLAYER1)
    assert (me.coins, me.power, me.prestige, me.patron_calls) == (5, 0, 0, 1)
    assert [card.name for card in me.hand] == ["Gold", "Gold"] and [card.name for card in me.draw_pile] == ["Peck"]
    assert (foe.agents[0].currentHP, foe.agents[0].representing_card.name, foe.agents[0].activated) == (2, "Banneret", False)
    assert state.patron_states.patrons[standins.PatronId.PELIN] == standins.PlayerEnum.PLAYER1
    assert state.patron_states.patrons[standins.PatronId.ANSEI].name == "NO_PLAYER_SELECTED"
    assert (state.board_state.name, state.pending_choice, state.end_game_state) == ("NORMAL", None, None)
    tithe = state.tavern_available_cards[0]
    assert (tithe.name, tithe.deck, tithe.type.name) == ("Tithe", standins.PatronId.TREASURY, "CONTRACT_ACTION")
    assert [(move.command.name, getattr(move, "cardUniqueId", None)) for move in moves[:3]] == [
        ("PLAY_CARD", me.hand[0].unique_id), ("PLAY_CARD", me.hand[1].unique_id), ("BUY_CARD", tithe.unique_id),
    ]  # fmt: skip
    assert [move.patronId.name for move in moves if move.command.name == "CALL_PATRON"] == ["TREASURY"]
    assert moves[-1].command == standins.MoveEnum.END_TURN and len({move.id for move in moves}) == len(moves)


def test_a_choice_has_its_bounds_options_and_context() -> None:
    state = position(P1={"hand": ["PROPHESY"]}, tavern={"row": ["TITHE", "CONQUEST"], "deck": ["GOLD"]})
    state.apply(state.parse("PLAY_CARD PROPHESY"))
    seen, moves, _ = asked(state)
    choice = seen.pending_choice
    assert (choice.min_choices, choice.max_choices, choice.choice_follow_up) == (0, 2, "REPLACE_CARDS_IN_TAVERN")
    assert (choice.type.name, choice.context) == ("CARD", "GAIN_COIN 3 AND REPLACE_TAVERN 2")
    numbers = [card.unique_id for card in choice.possible_options.possible_cards]
    assert numbers == [card.unique_id for card in seen.tavern_available_cards]
    assert [move.cardsUniqueIds for move in moves] == [[], [numbers[0]], [numbers[1]], numbers]


def test_two_effects_are_told_apart() -> None:
    state = position(P1={"hand": ["WAY_OF_THE_SWORD"]})
    state.apply(state.parse("PLAY_CARD WAY_OF_THE_SWORD"))
    seen, moves, done = asked(state, lambda _, moves: moves[1])
    assert seen.pending_choice.possible_options.possible_effects == ["GAIN_POWER 1", "GAIN_COIN 1"]
    assert [move.effects for move in moves] == [["GAIN_POWER 1"], ["GAIN_COIN 1"]] and done == ["CHOOSE RIGHT"]


# ---- what they may answer --------------------------------------------------------------------------------------------


def test_a_move_of_their_own_making_is_taken_if_it_equals_one_of_the_list() -> None:
    def second(state: Any, _: list[Any]) -> Any:
        card = state.current_player.hand[1]
        return standins.SimpleCardMove(0, standins.MoveEnum.PLAY_CARD, card.unique_id)

    assert asked(position(P1={"hand": ["GOLD", "GOLD"]}), second)[2] == ["PLAY_CARD GOLD.2"]


def test_cards_may_be_named_in_any_order_and_it_counts_where_it_matters() -> None:
    state = position(P1={"hand": ["PROPHESY"]}, tavern={"row": ["TITHE", "CONQUEST"], "deck": ["GOLD", "PECK"]})
    state.apply(state.parse("PLAY_CARD PROPHESY"))

    def turned(seen: Any, _: list[Any]) -> Any:
        numbers = [card.unique_id for card in seen.pending_choice.possible_options.possible_cards]
        return standins.MakeChoiceMoveUniqueCard(0, standins.MoveEnum.MAKE_CHOICE, numbers[::-1])

    assert asked(state, turned)[2] == ["PICK CONQUEST", "PICK TITHE"]
    assert state.to_dict()["tavern"] == {"row": ["PECK", "GOLD"], "deck": ["CONQUEST", "TITHE"]}


@pytest.mark.parametrize("answer", [None, 3, "END_TURN", standins.SimpleCardMove(0, 0, 77)])
def test_anything_else_is_refused(answer: Any) -> None:
    assert asked(position(P1={"hand": ["GOLD"]}), lambda *_: answer)[2] == [repr(answer)]


# ---- what they can try -----------------------------------------------------------------------------------------------


def test_a_trial_makes_the_move_in_a_world_and_leaves_the_match_alone() -> None:
    def look(state: Any, moves: list[Any]) -> Any:
        after, then = state.apply_move(moves[0], seed=5)
        assert (after.current_player.coins, len(after.current_player.hand)) == (1, 1)
        assert after.current_player.played[0].unique_id == state.current_player.hand[0].unique_id
        assert [move.command.name for move in then][-1] == "END_TURN" and len(then) < len(moves) + 2
        assert state.current_player.coins == 0 and len(state.current_player.hand) == 2
        again, _ = after.apply_move(then[0])
        assert again.current_player.coins == 2 and after.current_player.coins == 1
        turned, others = again.apply_move(again._moves[-1], 9)
        assert turned.current_player.player_id == standins.PlayerEnum.PLAYER2 and others[-1].command.name == "END_TURN"
        return moves[-1]

    assert asked(position(P1={"hand": ["GOLD", "GOLD"]}, P2={"hand": ["PECK"]}), look)[2] == ["END_TURN"]


def test_trials_do_not_tell_what_will_be_drawn_but_the_same_seed_tells_the_same() -> None:
    """Whatever lies on top in truth, trials with one seed draw the same card, and other seeds draw others."""

    def drawn(top: list[str], seed: int) -> str:
        cards: list[str] = []

        def look(state: Any, moves: list[Any]) -> Any:
            call = next(move for move in moves if getattr(move, "patronId", None) == standins.PatronId.RED_EAGLE)
            cards.append(state.apply_move(call, seed)[0].current_player.hand[-1].name)
            return moves[-1]

        asked(position(P1={"power": 2, "hand": ["GOLD"], "draw": top}), look)
        return cards[0]

    one, other = ["PECK", "SWIPE", "WAR_SONG"], ["WAR_SONG", "SWIPE", "PECK"]
    assert [drawn(one, seed) for seed in range(12)] == [drawn(other, seed) for seed in range(12)]
    assert {drawn(one, seed) for seed in range(12)} == {"Peck", "Swipe", "War Song"}


def test_a_won_match_ends_in_a_trial_and_an_illegal_move_loses_it() -> None:
    def look(state: Any, moves: list[Any]) -> Any:
        end, then = state.apply_move(moves[-1])
        assert (end.end_game_state.winner, end.end_game_state.reason, then) == ("PLAYER1", "PRESTIGE_OVER_80", [])
        assert end.end_game_state.winner == state.current_player.player_id
        lost, none = state.apply_move(standins.SimpleCardMove(0, 0, 1))
        assert (lost.end_game_state.winner, lost.end_game_state.reason, none) == ("PLAYER2", "INCORRECT_MOVE", [])
        return moves[-1]

    assert asked(position(P1={"prestige": 79, "power": 1}), look)[2] == ["END_TURN"]


# ---- matches ---------------------------------------------------------------------------------------------------------


def test_the_example_plays_from_its_file_and_speaks(tmp_path: Path) -> None:
    result = play_match(
        "tribute", [THRIFTY, "random_bot"], games=1, seed=1, workers=1, replays=tmp_path / "r", logs=tmp_path / "l"
    )
    assert result.errors == {} and result.roles[0].points == 1
    replay = Replay.load(tmp_path / "r" / "game-000000.json")
    assert replay.lines[len(replay.actions)] == ((0, "PLAYER1 has won: PRESTIGE_OVER_40_NOT_MATCHED"),)
    lines = (tmp_path / "l" / f"{replay.seed}_0_p1.log").read_text().splitlines()
    assert len(lines) == len(replay.lines) and lines[0].startswith("[PLAYER1][00:00:0") and "] buys " in lines[0]
    assert (tmp_path / "l" / f"{replay.seed}_0_p2.log").read_text() == ""


def test_equal_seeds_play_equal_matches_with_a_bot_that_draws_lots(tmp_path: Path) -> None:
    """One that tries moves with seeds of its own, in its first turn, and then plays at random."""
    file = tmp_path / "lots.py"
    file.write_text(LOTS)

    def rows() -> list[Any]:
        result = play_match("tribute", [f"python:{file}:Lots", "random_bot"], games=2, seed=3, workers=1)
        assert result.errors == {}
        return [(row["score1"], row["decisions"], row["ending"]) for row in result.rows()]

    assert rows() == rows()


def test_one_object_plays_a_whole_series_and_hears_how_each_match_ended() -> None:
    bot = Bot()
    result = play_match(TRIBUTE, [bot, "random_bot"], games=3, seed=2, workers=1, rotate=False)
    assert result.errors == {} and bot.matches == 3 and len(bot.ends) == 3
    for (end, final), score in zip(bot.ends, result.records.by_role("scores", 0), strict=True):
        assert end.winner == ("PLAYER1" if score == 1.0 else "PLAYER2") and end.reason in TRIBUTE.reasons
        assert final.current_player.hand and final.enemy_player.hand and len(final.completed_actions) > 50


def test_the_log_of_actions_is_that_of_the_match() -> None:
    bot = Bot()
    state, player = TRIBUTE.new(4), PythonBot(TRIBUTE, bot)
    player.new_game()
    state.listener = lambda event: player.hear(event.for_seat(0))
    other = make_agent(TRIBUTE, "first")
    while state.view(0).get("turn", 0) < 4:
        seat = state.seat(state.player or 0)
        action = player.choose(seat) if state.player == 0 else other.choose(seat, Rng(1))
        assert isinstance(action, int)
        state.apply(action)
    log = bot.states[-1].completed_actions
    assert [entry.partition(" ")[0] for entry in log].count("END_TURN") == 2
    assert log[0].startswith(("PLAY_CARD Card: ", "END_TURN")) and "UniqueId: 10" in log[0]
    assert any(entry.startswith("GAIN_COIN Card: Gold, Deck: TREASURY, Cost: 0, Type: STARTER") for entry in log)


def slow(*_: Any) -> Any:
    import time

    time.sleep(0.4)


class Raises(Bot):
    """Fails at its first move."""

    def play(self, *_: Any) -> Any:
        raise ValueError("no idea")


class PicksNobody(Bot):
    """Picks a patron that is not there."""

    def select_patron(self, available_patrons: list[Any]) -> Any:
        return standins.PatronId.TREASURY


class SlowDrafter(Bot):
    """Thinks about patrons for too long."""

    def select_patron(self, available_patrons: list[Any]) -> Any:
        slow()
        return available_patrons[0]


class Ponderer(Bot):
    """Each move takes less than a turn may; together they take more."""

    def play(self, game_state: Any, possible_moves: list[Any], remaining_time: int) -> Any:
        import time

        self.left = [*getattr(self, "left", []), remaining_time]
        time.sleep(0.08)
        return possible_moves[0]


class Late(Bot):
    """Takes too long to get ready."""

    def pregame_prepare(self) -> None:
        slow()


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (Raises(), "BOT_EXCEPTION"), (PicksNobody(), "PATRON_SELECTION_FAILURE"), (Bot(lambda *_: None), "INCORRECT_MOVE"),
        (SlowDrafter(), "PATRON_SELECTION_TIMEOUT"), (Ponderer(), "TURN_TIMEOUT"), (Late(), "PREPARE_TIME_EXCEEDED"),
    ],
)  # fmt: skip
def test_every_failure_of_a_bot_has_its_name_and_its_offender(bot: Bot, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pythonbots, "PREPARING_MS", 300.0)
    player = make_agent(TRIBUTE, bot)
    result = play_match(TRIBUTE, [player, "first"], games=1, workers=1, rotate=False, turn_ms=250)
    assert result.endings == {reason: 1} and result.roles[0].losses == 1
    if reason != "PREPARE_TIME_EXCEEDED":
        end, _ = bot.ends[0]
        assert (end.winner, end.reason) == ("PLAYER2", reason)
    if isinstance(bot, Ponderer):
        assert bot.left[0] > bot.left[1] > bot.left[2] and bot.left[0] <= 250


def test_a_failure_of_ours_is_not_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise IndexError("lost")

    monkeypatch.setattr(pythonbots, "Showing", broken)
    result = play_match(TRIBUTE, [make_agent(TRIBUTE, Bot()), "first"], games=1, workers=1, rotate=False)
    assert result.endings == {"INTERNAL_ERROR": 1} and "cardlab failed: IndexError: lost" in result.errors[0]


@pytest.mark.parametrize("name", ["PRESTIGE_OVER_80", "PATRON_FAVOR", "PRESTIGE_OVER_40_NOT_MATCHED", "TURN_LIMIT_EXCEEDED"])
def test_every_reason_has_a_name_of_the_community(name: str) -> None:
    assert name in TRIBUTE.reasons
    assert {
        messages.failing(kind, draft, "").name for kind in ("timeout", "illegal action", "agent error") for draft in (0, 1)
    } <= {*TRIBUTE.reasons}


def test_what_bots_import_is_there_without_the_package() -> None:
    standins.install()
    assert {"base_ai", "enums", "move", "board", "game"} <= {
        name.partition(".")[2] for name in sys.modules if name.startswith("scripts_of_tribute.")
    }
    from scripts_of_tribute.board import Choice, GameState  # type: ignore[import-not-found]
    from scripts_of_tribute.enums import CardType, PatronId  # type: ignore[import-not-found]
    from scripts_of_tribute.game import Game  # type: ignore[import-not-found]

    assert (PatronId.SAINT_ALESSIA.value, CardType.CURSE.value) == (9, 5) and Choice and GameState
    with pytest.raises(NotImplementedError, match="cardlab match tribute"):
        Game().run("a", "b")
