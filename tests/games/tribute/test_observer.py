"""A row of data says what a seat sees, column by column; encodings make features of it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cardlab import Rng
from cardlab.cli import main
from cardlab.core.state import State
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.data.observer import read_agent, read_places, show_agent, show_places
from cardlab.games.tribute.words.cards import CARDS
from cardlab.lab.matches.playing import play_match
from tests.games.tribute.tables import PATRONS

PURE = os.environ.get("CARDLAB_PURE") == "1"
GAME = Tribute()
NOTHING = {"favor_pelin": "nobody", "favor_red_eagle": "nobody", "favor_treasury": "nobody", "favor_hlaalu": "nobody"}


def lay(**parts: Any) -> State:
    """A position by hand, in the middle of a turn of PLAYER1."""
    mine = {
        "hand": ["GOLD", "GOLD"], "draw": ["PECK", "RALLY"], "known_upcoming": 1, "cooldown": ["RALLY", "GOLD"], "coins": 3,
        "prestige": 12, "power": 1, "agents": [{"card": "BANNERET", "hp": 3}, {"card": "OATHMAN", "hp": 1, "activated": True}],
    }  # fmt: skip
    his = {"hand": ["PECK"], "draw": ["GOLD", "GOLD"], "cooldown": ["SWIPE"], "power": 2, "prestige": 20}
    table = {"row": ["CURRENCY_EXCHANGE", "TITHE"], "deck": ["RALLY"]}
    told = {"patrons": PATRONS, "turn": 7, "favor": {"ANSEI": "PLAYER1", "PELIN": "PLAYER2"}, "P1": mine, "P2": his}
    return GAME.from_dict({**told, "tavern": table, **parts})


def features(state: State, seat: int, text: str) -> dict[str, float]:
    """The features that are not zero, by their labels."""
    encoder = GAME.encoder(text)
    numbers = encoder.encode_states([state.seat(seat)], [seat])[0]
    return {label: round(float(number), 4) for label, number in zip(encoder.labels, numbers, strict=True) if number}


def test_a_row_tells_both_sides_favours_the_row_and_where_cards_are() -> None:
    told = {name: value for name, value in GAME.observer().values(lay().seat(0)).items() if value not in (0, "", "absent")}
    assert told == {
        "turn": 7, "to_move": True, "own_prestige": 12, "own_power": 1, "own_coins": 3, "own_calls": 1, "own_known": 1,
        "own_hand": 2, "own_draw": 2, "own_cooldown": 2, "own_agents": 2, "own_health": 4, "own_favors": 1,
        "other_prestige": 20, "other_power": 2, "other_calls": 1, "other_hand": 1, "other_draw": 2, "other_cooldown": 1,
        "other_favors": 1, **NOTHING, "favor_ansei": "own", "favor_pelin": "other", "row_0": "CURRENCY_EXCHANGE",
        "row_1": "TITHE", "top_0": "PECK", "asking": "NOTHING", "own_agent_0": "BANNERET 3", "own_agent_1": "OATHMAN 1 used",
        "gold": "h2c1u2", "peck": "d1u1", "rally": "d1c1t1", "swipe": "r1",
    }  # fmt: skip


def test_the_other_seat_sees_the_same_table_from_its_side() -> None:
    values = GAME.observer().values(lay().seat(1))
    assert (values["to_move"], values["own_prestige"], values["favor_ansei"], values["favor_pelin"]) == (
        False,
        20,
        "other",
        "own",
    )
    assert (values["other_agent_0"], values["own_agent_0"], values["top_0"]) == ("BANNERET 3", "", "")
    assert (values["gold"], values["peck"], values["swipe"]) == ("d2u2r1", "h1u1", "c1")


def test_the_draft_tells_who_is_to_move_and_what_was_picked() -> None:
    state = GAME.new(1)
    state.apply(state.parse("DRAFT PELIN"))
    values = GAME.observer().values(state.seat(1))
    told = {name: value for name, value in values.items() if value not in (0, "", "absent", "NOTHING")}
    assert told["to_move"] is True and told["favor_pelin"] == "nobody" and not {"own_hand", "gold"} & {*told}


def test_texts_of_columns_are_read_back() -> None:
    for number in (0, 1, 3 | 1 << 7, 127 << 14, 5 << 49 | 2 << 28):
        assert read_places(show_places(number)) == number
    assert show_places(2 | 1 << 28) == "h2u1"
    for text in ("x1", "h", "h0", "h1h1", "h200", "2h", "u1h2"):
        with pytest.raises(ValueError, match=text):
            read_places(text)
    for text in ("BANNERET 3", "OATHMAN 1 used", ""):
        assert show_agent(read_agent(text)) == text
    for text in ("BANNERET", "BANNERET x", "BANNERET 0"):
        with pytest.raises(ValueError, match=text):
            read_agent(text)


def test_every_row_of_a_match_is_shown_and_read_back() -> None:
    observer, state, rng = GAME.observer(), GAME.new(3), Rng(3)
    for _ in range(30 if PURE else 300):
        if state.over:
            break
        for seat in range(2):
            row = observer.observe(state.seat(seat))
            assert [column.read(column.show(number)) for column, number in zip(observer.columns, row, strict=True)] == row
        state.apply(state.random_action(rng))


def test_rich_features_tell_places_agents_and_what_can_be_paid_for() -> None:
    told = features(lay(), 0, "rich")
    facts = {name: told.pop(name) for name in ("turn", "to_move", "own_prestige", "own_coins")}
    assert facts == {"turn": 0.7, "to_move": 0.1, "own_prestige": 1.2, "own_coins": 0.3}
    assert {name for name in told if "prestige_" in name} == {
        "own_prestige_4", "own_prestige_8", "own_prestige_12", *(f"other_prestige_{n}" for n in (4, 8, 12, 16, 20)),
    }  # fmt: skip
    cards = {card.key.lower() for card in CARDS}
    about_cards = {name: value for name, value in told.items() if name.partition("_")[2] in cards or "_agent_" in name}
    assert {name: value for name, value in about_cards.items() if name[1] == "_"} == {
        "h_gold": 2, "c_gold": 1, "u_gold": 2, "d_peck": 1, "u_peck": 1, "d_rally": 1, "c_rally": 1, "t_rally": 1, "r_swipe": 1,
    }  # fmt: skip
    assert told["row_currency_exchange"] == told["row_tithe"] == told["payable_tithe"] == told["next_peck"] == 1
    assert "payable_currency_exchange" not in told
    agents = {name: value for name, value in told.items() if "_agent_" in name or "_health_" in name or "_ready_" in name}
    assert agents == {
        "own_agent_banneret": 1, "own_health_banneret": 0.75, "own_ready_banneret": 1, "own_agent_oathman": 1,
        "own_health_oathman": 0.25,
    }  # fmt: skip
    assert told["ansei_own"] == told["pelin_other"] == told["hlaalu_nobody"] == told["asking_nothing"] == 1
    assert (told["own_deck_treasury"], told["other_deck_treasury"], told["own_deck_pelin"]) == (0.3, 0.2, 0.3)


def test_two_copies_of_an_agent_add_up_in_both_forms() -> None:
    state = lay(P1={"agents": [{"card": "BANNERET", "hp": 3}, {"card": "BANNERET", "hp": 1}]})
    told = features(state, 0, "rich")
    assert (told["own_agent_banneret"], told["own_health_banneret"], told["own_ready_banneret"]) == (2, 1, 2)


def test_plain_features_are_totals() -> None:
    told = features(lay(), 0, "plain")
    assert (told["own_gold"], told["other_gold"], told["own_rally"], told["other_swipe"]) == (3, 2, 2, 1)
    assert (told["favor_ansei"], told["favor_pelin"], told["row_tithe"]) == (1, -1, 1) and "favor_hlaalu" not in told


@pytest.mark.skipif(PURE, reason="needs the whole way, which the compiled build goes")
def test_games_are_collected_learned_from_and_searched_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole way, tiny: rows of games, a model of them, and a search that asks it."""
    monkeypatch.chdir(tmp_path)
    _run("collect tribute hql decision_tree -n 30 --seed 1 --to rows.parquet")
    _run("train tribute --model linear --data rows.parquet --encoder rich --no-curve --out model.onnx --report report")
    assert json.loads(Path("report/report.json").read_text())["scores"]["auc"] > 0.6
    result = play_match("tribute", ["e-ismcts:30,evaluator=model.onnx,depth=5", "first"], games=2, seed=1, workers=1)
    assert result.errors == {} and result.games == 2


def _run(words: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert not end.value.code
