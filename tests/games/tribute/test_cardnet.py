"""Card values by a network: the compiled form, what a turn teaches it, learning, and playing by its file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from cardlab import make_agent
from cardlab.cli import main
from cardlab.core.state import State
from cardlab.core.valuenets import ValueNet
from cardlab.errors import OptionError
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.cardnet import CARD_INPUTS, card_inputs
from cardlab.games.tribute.agents.hql import HqlBot
from cardlab.games.tribute.rules.state import CardType
from cardlab.games.tribute.words.cards import CARDS, card_named
from cardlab.learn.lore import NetLore
from cardlab.learn.qlearning import QTask, QTraining
from tests.games.tribute.tables import PATRONS

PURE = os.environ.get("CARDLAB_PURE") == "1"
GAME = Tribute()
KEYS = tuple(card.key for card in CARDS)
TABLES = GAME.tables()["card-values"]
COUNTED = [key for key in ("RALLY", "RALLY", "BANNERET", "PECK") if CARDS[card_named(key)].type != CardType.STARTER]
"""The own cards of the position below that are no starters."""


def lay(mine: dict[str, Any], **rest: Any) -> State:
    """A position in which PLAYER1 is to move; what is not told is empty."""
    return GAME.from_dict({"patrons": PATRONS, "P1": mine, "P2": {"prestige": 12}, **rest})


def random_net() -> ValueNet:
    """One that says something different about each card."""
    net = ValueNet.fresh("key", KEYS, CARD_INPUTS, 6, 4.0, seed=7)
    for at in range(len(net.numbers) - len(KEYS)):
        net.numbers[at] *= 8
    return net


def test_the_compiled_form_values_cards_as_the_network_does_and_follows_it() -> None:
    assert TABLES.network is not None
    net = random_net()
    bot = TABLES.network.player(net)
    assert isinstance(bot, HqlBot)
    state = lay({"hand": ["RALLY", "RALLY", "GOLD"], "cooldown": ["BANNERET", "PECK"], "prestige": 8}, turn=9)
    for _ in range(2):
        values = bot.card_values(state, 0)
        for key in ("RALLY", "PECK", "MIDNIGHT_RAID", "BANNERET"):
            card = CARDS[card_named(key)]
            deck = sum(CARDS[card_named(other)].deck == card.deck for other in COUNTED)
            told = net.value(card.number, card_inputs(deck, len(COUNTED), 4, 8, 12))
            assert values[card.number] == max(1, int(told))
        assert len(set(values)) > 5
        net.numbers[net.base_at + card_named("RALLY")] += 10


def test_a_turn_teaches_the_network_in_the_state_of_deck_cards_and_match() -> None:
    """Two Luxury Exports brought 3 coins each; with one more of two cards the best Hlaalu card of the tavern would follow."""
    assert TABLES.network is not None
    net = random_net()
    state = lay(
        {"hand": ["LUXURY_EXPORTS", "LUXURY_EXPORTS", "GOLD"], "prestige": 4}, turn=7,
        tavern={"row": ["LUXURY_EXPORTS", "KNIGHTS_OF_SAINT_PELIN", "TITHE"], "deck": ["CUSTOMS_SEIZURE"]},
    )  # fmt: skip
    teacher = TABLES.network.teacher(net, "thesis")
    state.listener = teacher.saw
    for text in ("PLAY_CARD LUXURY_EXPORTS", "PLAY_CARD LUXURY_EXPORTS", "PLAY_CARD GOLD"):
        action = state.parse(text)
        assert list(teacher.lessons(state, action)) == []
        state.apply(action)
    (lesson,) = teacher.lessons(state, state.parse("END_TURN"))
    after = card_inputs(3, 3, 3, 4, 12)
    best = max(0.0, *(net.value(card_named(key), after) for key in ("LUXURY_EXPORTS", "CUSTOMS_SEIZURE")))
    assert lesson == (card_named("LUXURY_EXPORTS"), card_inputs(2, 2, 3, 4, 12), 6, pytest.approx(best))


def test_learning_changes_the_network_and_goes_on_after_an_interruption(tmp_path: Path) -> None:
    games, block = (2, 1) if PURE else (12, 6)
    rules = Tribute(limit=400) if PURE else GAME
    whole = QTraining.start(QTask.of(rules, "decision_tree", games, block=block, seed=3, units=4))
    whole.run()
    part = QTraining.start(QTask.of(rules, "decision_tree", block, block=block, seed=3, units=4))
    part.run(checkpoint=tmp_path / "kept.json")
    rest = QTraining.resume(whole.task, tmp_path / "kept.json")
    rest.run()
    assert isinstance(whole.lore, NetLore) and isinstance(rest.lore, NetLore)
    assert rest.lore.net == whole.lore.net and rest.blocks == whole.blocks
    assert whole.lore.net.numbers != whole.task.lore().numbers()[0] and whole.task.alpha == 0.01
    with pytest.raises(OptionError, match="a network was learned, and no table"):
        _ = whole.table


def test_hql_plays_by_the_file_of_a_network(tmp_path: Path) -> None:
    """A network that likes nothing but a Luxury Exports, and one that likes nothing but a Midnight Raid."""
    state = lay({"coins": 4, "patron_calls": 0}, tavern={"row": ["LUXURY_EXPORTS", "MIDNIGHT_RAID"]})
    for key in ("LUXURY_EXPORTS", "MIDNIGHT_RAID"):
        net = ValueNet.fresh("key", KEYS, CARD_INPUTS, 2, 1.0)
        net.numbers[net.base_at + card_named(key)] = 50.0
        net.save(tmp_path / "net.csv")
        agent = make_agent(GAME, f"hql,table=net:{tmp_path / 'net.csv'}")
        assert state.text(agent.choose(state.seat(0), 1)) == f"BUY_CARD {key}"
    with pytest.raises(OptionError, match="only a table learns while it plays"):
        make_agent(GAME, f"hql,learn=yes,table=net:{tmp_path / 'net.csv'}")
    TABLES.blank().save(tmp_path / "table.csv")
    with pytest.raises(OptionError, match="is no network of values"):
        make_agent(GAME, f"hql,table=net:{tmp_path / 'table.csv'}")


def test_the_command_line_learns_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def learn(*words: str) -> int:
        with pytest.raises(SystemExit) as end:
            main(["learn", "tribute,limit=400", "--opponent", "first", "-n", "2", "--network", "2", *words])
        return int(end.value.code or 0)

    assert learn("--out", "net.csv") == 0
    net = ValueNet.load("net.csv", "key", KEYS, CARD_INPUTS)
    assert net.units == 2 and net.numbers != ValueNet.fresh("key", KEYS, CARD_INPUTS, 2, 5.0).numbers
    assert learn("--plot", "net.png") == 2 and learn("--table", "card-values-by-size") == 2
