"""Scripts of Tribute: HQL in plain values: weights, card values, stage, heuristic, rewards and the step of learning.

The compiled bot (`hql`) plays by the same; what stands here can be called with numbers, names and positions in words.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cardlab.core.files import read_csv
from cardlab.core.valuenets import ValueNet
from cardlab.errors import CardlabError, OptionError
from cardlab.games.tribute.agents.cardnet import CARD_INPUTS, CardNet
from cardlab.games.tribute.agents.hql import Q_STATES
from cardlab.games.tribute.rules.state import CardType, Deed, Patron
from cardlab.games.tribute.words.cards import CARDS, TributeCard, card_named
from cardlab.games.tribute.words.position import PLAYERS, SIDES

LEARNED_TABLE = Path(__file__).parent / "values.csv"
"""Written by ``scripts/learn_tribute_values.py``."""


def read_tiers() -> list[int]:
    """How much the sample bots think of each card: S 50, A 25, B 10, C 5, D 1, unknown 0."""
    with (Path(__file__).parent / "tiers.csv").open(encoding="utf-8", newline="") as file:
        values = {row["key"]: int(row["value"]) for row in csv.DictReader(file)}
    return [values[card.key] for card in CARDS]


_STAGES = (
    # prestige, power, coins, patron, card, combo, agent, health, Ansei, crows, Orgnum, Gold
    (15, 14, 2, 18, 5, 2, 12, 4, 3, -1000, 1, 0),
    (16, 15, 1, 18, 5, 2, 12, 4, 2, -1000, 1, -2),
    (20, 19, 1, 18, 4, 2, 12, 4, 1, 0, 3, -4),
    (20, 19, 1, 18, 4, 2, 12, 4, 1, 20, 5, -6),
)
_COMBO = 5
_ASKING = (
    Deed.REPLACE, Deed.ACQUIRE, Deed.DESTROY, Deed.RETURN_TOP, Deed.RETURN_AGENT_TOP, Deed.TOSS_TOP, Deed.KNOCK_OUT,
    Deed.KNOCK_OUT_ALL, Deed.DONATE,
)  # fmt: skip


def hql_weights(version: str = "submitted") -> list[list[int]]:
    """The weights of the heuristic for each stage, as the program that was submitted had them or as the thesis prints them."""
    if version == "submitted":
        return [[*row, 0, 0, 0] for row in _STAGES]
    return [[*row[:_COMBO], 4, *row[_COMBO + 1 :], 1, 1, -3] for row in _STAGES]


def asks_nothing(card: TributeCard) -> bool:
    """Whether no effect of a card asks for anything."""
    return not any(effect.either or any(code in _ASKING for code, _ in effect.parts) for effect in card.effects)


def quiet_cards(cards: Sequence[TributeCard], contracts: bool) -> list[int]:
    """The cards that are played without thinking; of the Treasury's contracts none, of the other decks' if they are wanted."""
    found = [card for card in cards if asks_nothing(card) and not (card.deck == Patron.TREASURY and card.is_contract)]
    return [card.number for card in found if contracts or not card.is_contract]


TIER_VALUES = {50: 10, 25: 6, 10: 3, 5: 2, 1: 1, 0: 1}
"""The tiers S, A, B, C, D and none as the thesis scaled them, by what the sample bots give for them."""


MOST_WORTH = 1_000_000


def flat_table(value: float) -> list[list[float]]:
    """A table of card values that has learned nothing yet."""
    return [[value] * Q_STATES for _ in CARDS]


def read_table(path: str, cards: Sequence[TributeCard], start: float | None = None) -> list[list[float]]:
    """A table of card values: a CSV file with the key of a card and a number for each count of its deck, s0 to s19.

    Cards that the file lacks have the value `start`; without one, a file that lacks cards in play is of another card set.
    """
    table = flat_table(0.0 if start is None else start)
    names = [f"s{state}" for state in range(Q_STATES)]
    lines = read_csv(path, 1 << 20)
    if not lines or not {"key", *names} <= {*lines[0][1]}:
        raise OptionError(f"{path}: a table of card values has the columns key, s0, ..., s{Q_STATES - 1}")
    found = set()
    for line, cells in lines[1:]:
        row = dict(zip(lines[0][1], cells, strict=False))
        try:
            number = card_named(row["key"])
            table[number] = [card_value(row[name]) for name in names]
        except KeyError as error:
            raise OptionError(f"{path}, line {line}: the value of {error.args[0]} is missing") from None
        except (CardlabError, ValueError) as error:
            raise OptionError(f"{path}, line {line}: {error}") from None
        found.add(number)
    missing = [card.key for card in cards if (card.copies or card.starts) and card.number not in found]
    if missing and start is None:
        raise OptionError(
            f"{path}: is of another card set: it lacks {len(missing)} cards in play, such as {missing[0]}; "
            "play with the cards it was learned with, or say missing=start"
        )
    return table


def card_value(text: str) -> float:
    """A value of a table, which the search takes as a whole number."""
    value = float(text)
    if not abs(value) <= MOST_WORTH:
        raise ValueError(f"{text} is no value from {-MOST_WORTH:,} to {MOST_WORTH:,}")
    return value


def named_table(name: str, cards: Sequence[TributeCard] = CARDS, start: float | None = 5.0) -> list[list[float]]:
    """The table learned from 5,500 matches against the decision tree, one that has learned nothing, tiers, or a file."""
    if name == "flat":
        return flat_table(0.0 if start is None else start)
    if name in ("tiers", "raw-tiers"):
        return [[float(TIER_VALUES[tier] if name == "tiers" else tier)] * Q_STATES for tier in read_tiers()]
    return read_table(str(LEARNED_TABLE) if name == "learned" else name, cards, start)


def read_net(path: str) -> CardNet:
    """A network of card values, as ``cardlab learn --network`` writes it."""
    return CardNet(ValueNet.load(path, "key", tuple(card.key for card in CARDS), CARD_INPUTS))


HQL_STAGES = ("Start", "Early", "Middle", "Late")
_PRESTIGE, _POWER, _COINS, _PATRON, _CARD, _COMBO_AT, _AGENT, _HEALTH, _ANSEI, _CROWS, _ORGNUM, _GOLD = range(12)
_EXTRAS = {"ANSEI": _ANSEI, "DUKE_OF_CROWS": _CROWS, "ORGNUM": _ORGNUM}
_REWARDS = {
    "GAIN_COIN": 1, "GAIN_POWER": 2, "GAIN_PRESTIGE": 2, "HEAL_AGENT": 2, "OPP_LOSE_PRESTIGE": 2,
}  # fmt: skip
_FLAT_REWARDS = {"DRAW": 3, "DISCARD": 3, "ADD_PATRON_CALLS": 6, "ADD_SUMMERSET_SACKING": 2}
TAUGHT = ("ACQUIRE_CARD", "REFRESH", "DESTROY_CARD", *_REWARDS, *_FLAT_REWARDS, "REPLACE_TAVERN", "KNOCKOUT", "TOSS")
"""The entries of the action log that are looked at, those that are worth nothing too: they count as something that was done."""


def hql_stage(enemy_prestige: int, own_turns: int) -> str:
    """The stage of a match, by the opponent's prestige and the own turns that are finished."""
    return HQL_STAGES[min(3, max(0, (enemy_prestige + own_turns) // 10))]


def hql_card_value(table: Sequence[Sequence[float]], key: str, owned: int) -> int:
    """What a card is worth with so many own cards of its deck; 0 counts as 1."""
    return int(table[card_named(key)][min(owned, Q_STATES - 1)]) or 1


def hql_update(value: float, reward: float, best_next: float, rate: float = 0.1, discount: float = 0.5) -> float:
    """One step of Q-learning."""
    return (1 - rate) * value + rate * (reward + discount * max(best_next, 0.0))


def hql_reward(kind: str, amount: int = 1, target: str | None = None) -> int:
    """What an entry of the action log is worth to the card that caused it."""
    cost = CARDS[card_named(target)].cost if target else 0
    if kind in _REWARDS:
        return _REWARDS[kind] * amount
    if kind in ("ACQUIRE_CARD", "REFRESH"):
        return cost
    return (10 - cost) // 2 if kind == "DESTROY_CARD" else _FLAT_REWARDS.get(kind, 0)


def hql_heuristic(position: Mapping[str, Any], seat: int, table: Sequence[Sequence[float]], own_turns: int) -> int:
    """The heuristic of the submitted program for a position as it is written: the own score less the opponent's."""
    own, enemy = position[SIDES[seat]], position[SIDES[1 - seat]]
    weights = hql_weights()[HQL_STAGES.index(hql_stage(enemy["prestige"], own_turns))]
    piles = [CARDS[card_named(key)] for name in ("hand", "draw", "played", "cooldown") for key in own[name]]
    counts = Counter(card.deck for card in piles if card.type != CardType.STARTER)

    def worth(key: str) -> int:
        return hql_card_value(table, key, counts[CARDS[card_named(key)].deck])

    def score(side: Mapping[str, Any], player: str) -> int:
        favors = [name for name, who in position["favor"].items() if who == player]
        agents = sum(weights[_AGENT] * worth(one["card"]) + weights[_HEALTH] * one["hp"] for one in side["agents"])
        sums = zip((_PRESTIGE, _POWER, _COINS), ("prestige", "power", "coins"), strict=True)
        patrons = sum(weights[_PATRON] + (weights[_EXTRAS[name]] if name in _EXTRAS else 0) for name in favors)
        return int(agents + patrons + sum(weights[at] * side[name] for at, name in sums))

    mine = score(own, PLAYERS[seat])
    for card in piles:
        mine += weights[_GOLD] if card.key == "GOLD" else weights[_CARD] * worth(card.key) + weights[_COMBO_AT]
    theirs = score(enemy, PLAYERS[1 - seat])
    held = sum(who == PLAYERS[1 - seat] for who in position["favor"].values())
    theirs += weights[_PATRON] * {2: 2, 3: 4, 4: 100}.get(held, 0)
    slip = len(enemy["hand"]) + len(enemy["draw"]) + len(own["played"]) + len(own["cooldown"])
    return mine - theirs - weights[_COMBO_AT] * slip
