"""A first bot for Legends of Code and Magic: take big creatures, attack the opponent, and let the referee drop what is illegal.

It needs nothing but Python. Let it play with: cardlab match locm "cmd:python examples/locm_bots/baseline2.py" greedy
"""

from __future__ import annotations

from dataclasses import dataclass

CREATURE = 0
HAND, MY_BOARD, OTHER_BOARD = 0, 1, -1


@dataclass
class Card:
    """A line of the message, as far as this bot cares."""

    instance: int
    place: int
    type: int
    attack: int
    defense: int
    guard: bool


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
    _, instance, place, kind, _, attack, defense, keywords, *_ = input().split()
    return Card(int(instance), int(place), int(kind), int(attack), int(defense), "G" in keywords)


def pick(offer: list[Card]) -> int:
    """The creature with the highest attack, the first card if there is none."""
    creatures = [index for index in range(3) if offer[index].type == CREATURE]
    return max(creatures, key=lambda index: offer[index].attack, default=0)


def battle(cards: list[Card]) -> str:
    """Attacks first, then summons; for each whatever might be legal, the best first."""
    strongest = sorted(cards, key=lambda card: -card.attack)
    guards = sorted((card for card in cards if card.place == OTHER_BOARD and card.guard), key=lambda card: -card.defense)
    targets = [-1, *(guard.instance for guard in guards)]
    actions = [f"ATTACK {card.instance} {target}" for card in strongest if card.place == MY_BOARD for target in targets]
    hand = [card for card in strongest if card.place == HAND and card.type == CREATURE]
    actions += [f"SUMMON {card.instance} {lane}" for card in hand for lane in (0, 1)]
    return ";".join(actions) or "PASS"


def main() -> None:
    """Answer every message with one line until the referee hangs up."""
    while True:
        try:
            mana, cards = read_message()
        except EOFError:
            return
        print(battle(cards) if mana else f"PICK {pick(cards)}", flush=True)


if __name__ == "__main__":
    main()
