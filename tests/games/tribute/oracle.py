"""Scripts of Tribute once more: slow, obvious, with card objects and lists, to hold the compiled rules against.

It shares nothing with the package but the table of cards. A choice is one move here, as the original has it.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import cardlab

TABLE = Path(cardlab.__file__).parent / "games" / "tribute" / "words" / "cards.csv"
ROWS = {row["key"]: row for row in csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines())}
STARTERS = {
    "ANSEI": "WAY_OF_THE_SWORD", "DUKE_OF_CROWS": "PECK", "RAJHIN": "SWIPE", "PSIJIC": "MAINLAND_INQUIRIES",
    "ORGNUM": "SEA_ELF_RAID", "HLAALU": "GOODS_SHIPMENT", "PELIN": "FORTIFY", "RED_EAGLE": "WAR_SONG",
    "SAINT_ALESSIA": "ALESSIAN_REBEL",
}  # fmt: skip
LONG = {
    "COIN": "GAIN_COIN", "POWER": "GAIN_POWER", "PRESTIGE": "GAIN_PRESTIGE", "ACQUIRE": "ACQUIRE_TAVERN",
    "DESTROY": "DESTROY_CARD", "CREATE_SACKING": "CREATE_SUMMERSET_SACKING",
}  # fmt: skip


class Generator:
    """The linear congruential generator of the original."""

    def __init__(self, seed: int) -> None:
        self.x = seed

    def next(self) -> int:
        self.x = (25214903917 * self.x + 11) % 2**48
        return (self.x // 2**16) * 2147483646 // 2**32

    def shuffled(self, cards: list[Card]) -> list[Card]:
        keys = [self.next() for _ in cards]
        return [cards[at] for at in sorted(range(len(cards)), key=lambda at: keys[at])]


@dataclass(eq=False)
class Card:
    """One physical card; two of a kind are different."""

    key: str
    hp: int = 0
    used: bool = False

    @property
    def cost(self) -> int:
        return int(ROWS[self.key]["cost"])

    @property
    def type(self) -> str:
        return ROWS[self.key]["type"]

    @property
    def deck(self) -> str:
        return ROWS[self.key]["deck"]

    @property
    def full(self) -> int:
        return int(ROWS[self.key]["hp"])

    @property
    def taunt(self) -> bool:
        return ROWS[self.key]["taunt"] == "1"


@dataclass
class Entry:
    """An effect that waits: the pairs to choose from (one if there is no choice), its card, its level."""

    pairs: list[tuple[str, int]]
    card: Card
    level: int

    @property
    def text(self) -> str:
        return " OR ".join(f"{LONG.get(code, code)} {n}" for code, n in self.pairs)


@dataclass
class Side:
    coins: int = 0
    power: int = 0
    prestige: int = 0
    calls: int = 1
    known: int = 0
    hand: list[Card] = field(default_factory=list)
    draw: list[Card] = field(default_factory=list)
    played: list[Card] = field(default_factory=list)
    cooldown: list[Card] = field(default_factory=list)
    agents: list[Card] = field(default_factory=list)

    def owned(self) -> int:
        return sum(map(len, (self.hand, self.draw, self.played, self.cooldown, self.agents)))


@dataclass
class Pending:
    follow_up: str
    least: int
    most: int
    options: list[Any]
    answer: Callable[[list[Any]], None]
    board_state: str = "CHOICE_PENDING"


def cell_entries(card: Card, cell: str, level: int, seizure: int) -> list[Entry]:
    """The entries of one cell of the table."""
    if not cell:
        return []
    pairs = [(code, int(n)) for code, n in (part.split(":") for part in cell.replace("|", "+").split("+"))]
    if card.key == "CUSTOMS_SEIZURE":
        pairs = [(code, seizure) for code, _ in pairs]
    return [Entry(pairs, card, level)] if "|" in cell else [Entry([pair], card, level) for pair in pairs]


class Match:
    """A match after the draft."""

    def __init__(self, patrons: list[str], seed: int, seizure: int = 6) -> None:
        self.patrons, self.luck, self.seizure = patrons, Generator(seed), seizure
        self.favor: dict[str, int | None] = dict.fromkeys(patrons)
        self.sides = [Side(), Side(coins=1)]
        self.me, self.turn = 0, 1
        self.combos: dict[str, tuple[int, list[list[Entry]]]] = {}
        self.queue: list[Entry] = []
        self.later: list[Entry] = []
        self.pending: Pending | None = None
        self.over: tuple[int | None, str] | None = None
        self._set_up()

    @classmethod
    def by_hand(cls, patrons: list[str], row: list[str], deck: list[str], sides: list[dict[str, Any]]) -> Match:
        """A match in which lies what is told."""
        match = cls(patrons, 0)
        match.luck = Generator(0)
        match.row, match.deck = [Card(key) for key in row], [Card(key) for key in deck]
        for side, told in enumerate(sides):
            match.sides[side] = Side()
            for name, value in told.items():
                cards = [Card(key) for key in value] if isinstance(value, list) else value
                setattr(match.sides[side], name, cards)
            for agent in match.sides[side].agents:
                agent.hp = agent.full
        return match

    def _set_up(self) -> None:
        tavern = [
            Card(key)
            for key, row in ROWS.items()
            if row["deck"] in self.patrons and row["type"] not in ("STARTER", "CURSE") and row["role"] != "STARTER"
            for _ in range(int(row["copies"]))
        ]
        tavern = self.luck.shuffled(self.luck.shuffled(tavern))
        self.row: list[Any] = list(tavern[:5])
        self.deck = tavern[5:]
        for side in self.sides:
            cards = []
            for patron in self.patrons:
                cards += [Card("GOLD") for _ in range(6)] if patron == "TREASURY" else [Card(STARTERS[patron])]
            side.draw = self.luck.shuffled(cards)
        for side in self.sides:
            self.draw(side, 5)

    @property
    def own(self) -> Side:
        return self.sides[self.me]

    @property
    def foe(self) -> Side:
        return self.sides[1 - self.me]

    # ---- cards --------------------------------------------------------------------------------------------------------

    def fill_up(self, side: Side, n: int) -> None:
        if len(side.draw) < n and side.cooldown:
            side.draw += self.luck.shuffled(side.cooldown)
            side.cooldown = []

    def draw(self, side: Side, n: int) -> None:
        self.fill_up(side, n)
        for _ in range(min(n, len(side.draw))):
            side.hand.append(side.draw.pop(0))
            side.known = max(0, side.known - 1)

    def refill(self, slot: int) -> None:
        if self.deck:
            self.row[slot] = self.deck.pop(0)
        else:
            del self.row[slot]

    def leave(self, side: Side, agent: Card) -> None:
        side.agents.remove(agent)
        agent.used = False
        (self.deck if agent.type == "CONTRACT_AGENT" else side.cooldown).append(agent)

    def enter(self, card: Card) -> None:
        card.hp, card.used = card.full, True
        self.own.agents.append(card)

    # ---- moves --------------------------------------------------------------------------------------------------------

    def moves(self) -> list[tuple[str, Callable[[], None]]]:  # noqa: PLR0912 - the list as the rules list it
        """Texts and what they do, in the order of the original's list."""
        if self.over:
            return []
        if self.pending:
            return self._answers(self.pending)
        own, foe = self.own, self.foe
        found: list[tuple[str, Callable[[], None]]] = []
        for card in own.hand:
            found.append((f"PLAY_CARD {card.key}", partial(self.play, card)))
        for card in own.agents:
            if not card.used:
                found.append((f"ACTIVATE_AGENT {card.key}", partial(self.activate, card)))
        if own.power > 0:
            taunts = [agent for agent in foe.agents if agent.taunt]
            for card in taunts or foe.agents:
                found.append((f"ATTACK {card.key}", partial(self.attack, card)))
        if own.coins > 0:
            for card in self.row:
                if card.cost <= own.coins:
                    found.append((f"BUY_CARD {card.key}", partial(self.buy, card)))
        if own.calls > 0:
            for patron in self.patrons:
                if self.callable(patron):
                    found.append((f"CALL_PATRON {patron}", partial(self.call, patron)))
        found.append(("END_TURN", self.end_turn))
        return found

    def _answers(self, asked: Pending) -> list[tuple[str, Callable[[], None]]]:
        found: list[tuple[str, Callable[[], None]]] = []
        for size in range(asked.least, asked.most + 1):
            for picks in itertools.combinations(asked.options, size):
                words = ",".join(one.key if isinstance(one, Card) else one[2] for one in picks)
                found.append((f"MAKE_CHOICE {words}", partial(self.answer, list(picks))))
        return found

    def answer(self, picks: list[Any]) -> None:
        asked, self.pending = self.pending, None
        assert asked is not None
        asked.answer(picks)
        self.run()

    def play(self, card: Card) -> None:
        self.own.hand.remove(card)
        if card.type in ("AGENT", "CONTRACT_AGENT"):
            self.enter(card)
        else:
            self.own.played.append(card)
        self.count(card)
        self.run()

    def activate(self, card: Card) -> None:
        card.used = True
        self.count(card)
        self.run()

    def attack(self, card: Card) -> None:
        damage = min(card.hp, self.own.power)
        card.hp -= damage
        self.own.power -= damage
        if card.hp == 0:
            self.leave(self.foe, card)

    def buy(self, card: Card) -> None:
        slot = self.row.index(card)
        self.row[slot] = None
        if card.type == "CONTRACT_ACTION":
            self.deck.append(card)
            self.count(card)
            self.run()
        elif card.type == "CONTRACT_AGENT":
            self.enter(card)
            self.count(card)
            self.run()
        else:
            self.own.cooldown.append(card)
        self.refill(slot)
        self.own.coins -= card.cost

    # ---- combos and effects -------------------------------------------------------------------------------------------

    def count(self, card: Card) -> None:
        counter, lists = self.combos.get(card.deck, (0, [[], [], [], []]))
        for level, name in enumerate(("activation", "combo2", "combo3", "combo4")):
            lists[level] += cell_entries(card, ROWS[card.key][name], level + 1, self.seizure)
        counter = min(4, counter + 1)
        for level in range(counter):
            for entry in lists[level]:
                (self.later if entry.pairs[0][0] == "OPP_DISCARD" else self.queue).append(entry)
            lists[level] = []
        self.combos[card.deck] = (counter, lists)

    def run(self) -> None:
        while self.queue and not self.pending:
            entry = self.queue.pop(0)
            if len(entry.pairs) == 2:
                options = [(code, n, f"{LONG.get(code, code)} {n}") for code, n in entry.pairs]
                self.pending = Pending("ENACT_CHOSEN_EFFECT", 1, 1, options, partial(self.chosen, entry.card))
            else:
                self.effect(*entry.pairs[0], entry.card)

    def chosen(self, card: Card, picks: list[Any]) -> None:
        self.effect(picks[0][0], picks[0][1], card)

    def ask(self, follow_up: str, least: int, most: int, options: list[Any], answer: Callable[[list[Any]], None]) -> None:
        self.pending = Pending(follow_up, least, most, options, answer)

    def effect(self, code: str, n: int, card: Card) -> None:
        getattr(self, f"do_{code.lower()}")(n, card)

    def do_coin(self, n: int, card: Card) -> None:
        self.own.coins += n

    def do_power(self, n: int, card: Card) -> None:
        self.own.power += n

    def do_prestige(self, n: int, card: Card) -> None:
        self.own.prestige += n

    def do_opp_lose_prestige(self, n: int, card: Card) -> None:
        self.foe.prestige = max(0, self.foe.prestige - n)

    def do_draw(self, n: int, card: Card) -> None:
        self.draw(self.own, n)

    def do_patron_call(self, n: int, card: Card) -> None:
        self.own.calls += n

    def do_create_sacking(self, n: int, card: Card) -> None:
        self.own.cooldown += [Card("SUMMERSET_SACKING") for _ in range(n)]

    def do_heal(self, n: int, card: Card) -> None:
        if card in self.own.agents:
            card.hp = min(card.full, card.hp + n)

    def do_knockout_all(self, n: int, card: Card) -> None:
        for side in (self.own, self.foe):
            for agent in list(side.agents):
                self.leave(side, agent)

    def do_acquire(self, n: int, card: Card) -> None:
        self.ask("ACQUIRE_CARDS", 0, 1, [one for one in self.row if one and one.cost <= n], self.acquired)

    def acquired(self, picks: list[Card]) -> None:
        for card in picks:
            slot = self.row.index(card)
            if card.type == "CONTRACT_ACTION":
                self.count(card)
                self.deck.append(card)
            elif card.type == "CONTRACT_AGENT":
                self.enter(card)
                self.count(card)
            else:
                self.own.cooldown.append(card)
            self.refill(slot)

    def do_replace_tavern(self, n: int, card: Card) -> None:
        self.ask("REPLACE_CARDS_IN_TAVERN", 0, n, [one for one in self.row if one], self.replaced)

    def replaced(self, picks: list[Card]) -> None:
        for card in picks:
            self.refill(self.row.index(card))
            self.deck.append(card)

    def do_destroy(self, n: int, card: Card) -> None:
        self.ask("DESTROY_CARDS", 0, n, self.own.hand + self.own.agents + self.own.played, self.destroyed)

    def destroyed(self, picks: list[Card]) -> None:
        for card in picks:
            for pile in (self.own.hand, self.own.agents, self.own.played):
                if card in pile:
                    pile.remove(card)

    def _return(self, n: int, cards: list[Card]) -> None:
        def answer(picks: list[Card]) -> None:
            for card in picks:
                self.own.cooldown.remove(card)
                self.own.draw.insert(0, card)
                self.own.known += 1

        self.ask("REFRESH_CARDS", 0, min(n, len(cards)), list(cards), answer)

    def do_return_top(self, n: int, card: Card) -> None:
        self._return(n, self.own.cooldown)

    def do_return_agent_top(self, n: int, card: Card) -> None:
        self._return(n, [one for one in self.own.cooldown if one.type == "AGENT"])

    def do_toss(self, n: int, card: Card) -> None:
        self.fill_up(self.own, n)
        seen = self.own.draw[:n]
        self.own.known = max(self.own.known, len(seen))

        def answer(picks: list[Card]) -> None:
            for one in picks:
                self.own.draw.remove(one)
                self.own.cooldown.append(one)
                self.own.known = max(0, self.own.known - 1)

        self.ask("TOSS_CARDS", 0, len(seen), seen, answer)

    def do_knockout(self, n: int, card: Card) -> None:
        m = min(n, len(self.foe.agents))

        def answer(picks: list[Card]) -> None:
            for side in self.sides:
                side.coins += sum(one.key.startswith("MORIHAUS") and one not in picks for one in side.agents)
            for contract in (True, False):
                for one in picks:
                    if (one.type == "CONTRACT_AGENT") == contract:
                        self.leave(self.foe, one)

        self.ask("KNOCKOUT_AGENTS", m, m, list(self.foe.agents), answer)

    def do_donate(self, n: int, card: Card) -> None:
        def answer(picks: list[Card]) -> None:
            for one in picks:
                self.own.hand.remove(one)
                self.own.cooldown.append(one)
            self.draw(self.own, len(picks))

        self.ask("DONATE", 0, n, list(self.own.hand), answer)

    def do_opp_discard(self, n: int, card: Card) -> None:
        m = min(n, len(self.own.hand))

        def answer(picks: list[Card]) -> None:
            for one in picks:
                self.own.hand.remove(one)
                self.own.cooldown.append(one)

        if m:
            self.ask("DISCARD_CARDS", m, m, list(self.own.hand), answer)

    # ---- patrons ------------------------------------------------------------------------------------------------------

    def callable(self, patron: str) -> bool:
        own = self.own
        about = own.hand + own.played + own.agents
        return {
            "ANSEI": own.power >= 2 and self.favor.get("ANSEI") != self.me,
            "DUKE_OF_CROWS": own.coins >= 1 and self.favor.get("DUKE_OF_CROWS") != self.me,
            "HLAALU": any(card.cost >= 1 for card in about),
            "ORGNUM": own.coins >= 3,
            "PELIN": own.power >= 2 and any(card.type == "AGENT" for card in own.cooldown),
            "PSIJIC": own.coins >= 4 and bool(self.foe.agents),
            "RAJHIN": own.coins >= 3,
            "RED_EAGLE": own.power >= 2,
            "SAINT_ALESSIA": own.coins >= 4,
            "TREASURY": own.coins >= 2 and bool(about),
        }[patron]

    def call(self, patron: str) -> None:
        before = {None: "neutral", self.me: "mine", 1 - self.me: "theirs"}[self.favor[patron]]
        self.own.calls -= 1
        if patron == "ANSEI" or (patron != "TREASURY" and before == "neutral"):
            self.favor[patron] = self.me
        elif before == "theirs":
            self.favor[patron] = None
        getattr(self, f"call_{patron.lower()}")(before)

    def call_ansei(self, before: str) -> None:
        self.own.power -= 2
        self.own.coins += 1

    def call_duke_of_crows(self, before: str) -> None:
        self.own.power += self.own.coins - 1
        self.own.coins = 0

    def _patron_asks(self, follow_up: str, options: list[Card], answer: Callable[[Card], None]) -> None:
        self.pending = Pending(follow_up, 1, 1, options, lambda picks: answer(picks[0]), "PATRON_CHOICE_PENDING")

    def call_hlaalu(self, before: str) -> None:
        own = self.own

        def answer(card: Card) -> None:
            self.destroyed([card])
            own.prestige += card.cost - 1

        self._patron_asks("COMPLETE_HLAALU", [card for card in own.hand + own.played + own.agents if card.cost >= 1], answer)

    def call_orgnum(self, before: str) -> None:
        self.own.coins -= 3
        owned = self.own.owned()
        self.own.power += {"neutral": owned // 6, "theirs": 2, "mine": owned // 4}[before]
        if before == "mine":
            self.own.cooldown.append(Card("SUMMERSET_SACKING"))

    def call_pelin(self, before: str) -> None:
        self.own.power -= 2

        def answer(card: Card) -> None:
            self.own.cooldown.remove(card)
            self.own.draw.insert(0, card)

        self._patron_asks("COMPLETE_PELLIN", [card for card in self.own.cooldown if card.type == "AGENT"], answer)

    def call_psijic(self, before: str) -> None:
        self.own.coins -= 4
        self._patron_asks("COMPLETE_PSIJIC", list(self.foe.agents), lambda card: self.leave(self.foe, card))

    def call_rajhin(self, before: str) -> None:
        self.own.coins -= 3
        self.foe.cooldown.append(Card("BEWILDERMENT"))

    def call_red_eagle(self, before: str) -> None:
        self.own.power -= 2
        self.draw(self.own, 1)

    def call_saint_alessia(self, before: str) -> None:
        self.own.coins -= 4
        if before == "theirs":
            self.own.power += 2
        else:
            token = "SOLDIER_OF_THE_EMPIRE" if before == "neutral" else "CHAINBREAKER_SERGEANT"
            self.own.cooldown.append(Card(token))

    def call_treasury(self, before: str) -> None:
        own = self.own
        own.coins -= 2
        own.cooldown.append(Card("WRIT_OF_COIN"))
        self._patron_asks("COMPLETE_TREASURY", own.played + own.hand + own.agents, lambda card: self.destroyed([card]))

    # ---- turns --------------------------------------------------------------------------------------------------------

    def end_turn(self) -> None:
        if self.turn > 500:
            self.over = (None, "TURN_LIMIT_EXCEEDED")
            return
        own = self.own
        for agent in [one for one in self.foe.agents if one.taunt]:
            if own.power:
                self.attack(agent)
        own.prestige += own.power
        own.power = own.coins = 0
        own.cooldown += own.hand + own.played
        own.hand, own.played = [], []
        self.draw(own, 5)
        own.calls = 1
        for agent in own.agents:
            agent.used = False
        self.me = 1 - self.me
        self.turn += 1
        if self.favor.get("ANSEI") == self.me:
            self.own.coins += 1
        self.combos = {}
        self.queue, self.later = self.later, []
        self.run()
        self._check(1 - self.me)

    def _check(self, last: int) -> None:
        mine, theirs = self.sides[last].prestige, self.sides[1 - last].prestige
        if mine >= 80:
            self.over = (last, "PRESTIGE_OVER_80")
        elif all(self.favor[patron] == last for patron in self.patrons if patron != "TREASURY"):
            self.over = (last, "PATRON_FAVOR")
        elif theirs >= 40 and mine < theirs:
            self.over = (1 - last, "PRESTIGE_OVER_40_NOT_MATCHED")

    # ---- to be compared -----------------------------------------------------------------------------------------------

    def shown(self) -> dict[str, Any]:
        """All of it as plain values."""
        players = ("PLAYER1", "PLAYER2")
        return {
            "current": players[self.me],
            "turn": self.turn,
            "favor": {patron: players[who] for patron, who in self.favor.items() if who is not None},
            "row": [card.key for card in self.row if card],
            "deck": [card.key for card in self.deck],
            "sides": [
                {
                    **{name: [card.key for card in getattr(side, name)] for name in ("hand", "draw", "played", "cooldown")},
                    "agents": [(card.key, card.hp, card.used) for card in side.agents],
                    **{name: getattr(side, name) for name in ("coins", "power", "prestige", "calls", "known")},
                }
                for side in self.sides
            ],
            "combos": {
                deck: (counter, [[entry.text for entry in level] for level in lists])
                for deck, (counter, lists) in self.combos.items()
            },
            "queue": [entry.text for entry in self.queue],
            "later": [entry.text for entry in self.later],
            "asked": self.pending and (self.pending.follow_up, self.pending.least, self.pending.most),
            "over": self.over and ("NO_PLAYER_SELECTED" if self.over[0] is None else players[self.over[0]], self.over[1]),
        }
