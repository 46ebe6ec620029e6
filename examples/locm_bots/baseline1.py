"""A simple bot for Legends of Code and Magic that looks after its mana, changes lanes, and uses an item now and then.

It needs nothing but Python. Let it play with: cardlab match locm "cmd:python examples/locm_bots/baseline1.py" greedy
"""

from __future__ import annotations

from dataclasses import dataclass

CREATURE, GREEN, RED, BLUE = range(4)
HAND, MY_BOARD, OTHER_BOARD = 0, 1, -1
THE_PLAYER = -1


@dataclass
class Card:
    """A line of the message, as far as this bot cares."""

    instance: int
    place: int
    type: int
    cost: int
    keywords: str
    lane: int
    able: bool = False


def read_message() -> tuple[int, list[Card]]:
    """The own mana (0 in the draft) and all cards."""
    mana = int(input().split()[1])
    input()
    actions = int(input().split()[1])
    for _ in range(actions):
        input()
    return mana, [read_card() for _ in range(int(input()))]


def read_card() -> Card:
    """One of the twelve-field lines."""
    _, instance, place, kind, cost, _, _, keywords, _, _, _, lane = input().split()
    card = Card(int(instance), int(place), int(kind), int(cost), keywords, int(lane))
    card.able = card.place == MY_BOARD
    return card


def pick(offer: list[Card]) -> int:
    """A Guard creature if the second or third card is one, else the first card."""
    return next((i for i in (1, 2) if offer[i].type == CREATURE and "G" in offer[i].keywords), 0)


class Turn:
    """One turn: the cards as they will lie after the actions chosen so far."""

    def __init__(self, mana: int, cards: list[Card]) -> None:
        self.mana, self.cards = mana, cards
        self.used_item = False
        self.actions: list[str] = []

    def go_over_cards(self, lane: int) -> bool:
        """Let every card do something; whether all of them did."""
        mine = [card for card in self.cards if card.place == MY_BOARD]
        others = [card for card in self.cards if card.place == OTHER_BOARD]
        acted = [self.act(card, lane, mine, others) for card in list(self.cards)]
        return all(acted)

    def act(self, card: Card, lane: int, mine: list[Card], others: list[Card]) -> bool:
        """Summon, attack or use; whether the card did something."""
        if card.place == MY_BOARD and card.able:
            return self.attack(card, others)
        if card.place != HAND or card.cost > self.mana:
            return False
        if card.type == CREATURE:
            return self.summon(card, lane)
        targets = {GREEN: mine, RED: others, BLUE: None}[card.type]
        if self.used_item or targets == []:
            return False
        return self.use(card, targets[0].instance if targets else THE_PLAYER)

    def summon(self, card: Card, lane: int) -> bool:
        self.actions.append(f"SUMMON {card.instance} {lane}")
        self.mana -= card.cost
        card.place, card.lane, card.able = MY_BOARD, lane, "C" in card.keywords
        return True

    def attack(self, card: Card, others: list[Card]) -> bool:
        """A guard in the lane comes first, otherwise the opponent himself."""
        guards = [other.instance for other in others if other.lane == card.lane and "G" in other.keywords]
        self.actions.append(f"ATTACK {card.instance} {guards[0] if guards else THE_PLAYER}")
        card.able = False
        return True

    def use(self, card: Card, target: int) -> bool:
        self.actions.append(f"USE {card.instance} {target}")
        self.mana -= card.cost
        self.cards.remove(card)
        self.used_item = True
        return True


def main() -> None:
    """Answer every message with one line until the referee hangs up."""
    lane = 0
    while True:
        try:
            mana, cards = read_message()
        except EOFError:
            return
        if mana == 0:
            print(f"PICK {pick(cards)}", flush=True)
            continue
        turn, busy = Turn(mana, cards), True
        while busy:
            busy = turn.go_over_cards(lane) and bool(turn.cards)
            lane = 1 - lane
        print(";".join(turn.actions) or "PASS", flush=True)


if __name__ == "__main__":
    main()
