"""Magpies in plain Python: the rules to read.

Three magpies furnish their nests. Each holds three cards; the others lie in the deck. In your turn you lay a trinket into your
nest, open to all, and what it does is done: effects wait in a chain, and what they lead to waits behind them. Then you draw a
card. Where the deck is empty, the meadow, on which tossed cards lie, is shuffled and becomes the deck: in the middle of a turn,
if need be. Hands are held in order: who has seen a card of another hand knows it as long as it stays in hands. And everybody
saw what lay on the meadow when it was shuffled: so a card that was drawn since is one of these. After five turns each, the nest
with the most shine wins.
"""

from __future__ import annotations

import copy
import dataclasses
from dataclasses import dataclass, field
from typing import Any

from cardlab import HIDDEN, Action, PlainGame, Rng, State, kind_of, pack, source_of
from cardlab.core.cards import OpFlag
from cardlab.core.plain import Dice, Teller
from cardlab.core.reading import UNKNOWN
from cardlab_magpies.sound import check_sound
from cardlab_magpies.trinkets import ASKING, DRAW, LAID, LOOK, OTHERS, PASS, ROOM, TAKE, TOSS, TOSSED
from cardlab_magpies.words import LAY, PLAYERS, REST, STOP, TURNS, MagpieWords

HAND = 3
SHUFFLE = 1
"""The kind of chance that a script names."""


@dataclass
class Roost:
    """A position. Single cards have names; ``?1`` is one that a seat does not know, and that was in the first shuffle."""

    hands: list[list[str]]
    deck: list[str]
    nests: list[list[str]] = field(default_factory=lambda: [[], [], []])
    meadow: list[str] = field(default_factory=list)
    seen_by: dict[str, list[int]] = field(default_factory=dict)  # of cards in hands: who knows them
    shuffles: int = 0  # how often the meadow became the deck
    batch: dict[str, int] = field(default_factory=dict)  # of cards that were on it: the latest shuffle they were in
    left: int = TURNS  # turns of all
    chain: list[dict[str, Any]] = field(default_factory=list)  # effects; the first is being resolved
    picked: list[int] | None = None  # what was picked so far, if the first effect asks for it
    poll: list[Any] | None = None  # what each seat answered so far, if the first effect is a poll

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return (TURNS - self.left) % PLAYERS


class PlainMagpies(MagpieWords, PlainGame):
    """The game, as functions over a position."""

    name = "plain_magpies"

    # ---- a turn ------------------------------------------------------------------------------------------------------

    def start(self, rng: Rng) -> Roost:
        deck = list(self.made.singles)
        rng.shuffle(deck)
        hands = [[deck.pop() for _ in range(HAND)] for _ in range(PLAYERS)]
        return Roost(hands, deck, seen_by={card: [seat] for seat, hand in enumerate(hands) for card in hand})

    def to_move(self, position: Roost) -> int | None:
        if position.poll is not None:
            return next_asked(position)
        if position.picked is not None:
            return int(position.chain[0]["seat"])
        return position.turn if position.left else None

    def whose_turn(self, position: Roost) -> int | None:
        return position.turn if position.left else None

    def actions(self, position: Roost) -> list[Action]:
        if position.poll is not None:
            return [pack(PASS, place) for place in range(len(position.hands[next_asked(position)]))]
        if position.picked is not None:
            return self.picks(position, position.picked)
        hand = position.hands[position.turn]
        return [pack(LAY, place, self.made.kind[card]) for place, card in enumerate(hand)] or [pack(REST)]

    def play(self, position: Roost, action: Action, dice: Dice, tell: Teller) -> None:
        move = Move(self, position, dice, tell)
        kind, place = kind_of(action), source_of(action)
        if kind == LAY:
            move.lay(place)
        elif kind == PASS:
            move.answer(place)
        elif kind in ASKING:
            move.pick(place)
        elif kind == STOP:
            move.carry_out()
        move.go_on()

    def scores(self, position: Roost) -> list[float]:
        """A half for each nest that shines less, a quarter for one that shines alike."""
        shine = [self.made.shine(nest) for nest in position.nests]
        return [(sum(mine > other for other in shine) + (shine.count(mine) - 1) / 2) / 2 for mine in shine]

    # ---- a question in the middle of an effect -------------------------------------------------------------------------

    def options_of(self, position: Roost) -> list[int]:
        """What the first effect lets its seat pick from: places of the own hand or of others, or seats."""
        effect = position.chain[0]
        seat, held = effect["seat"], [len(hand) for hand in position.hands]
        code = self.made.ops[effect["op"]]["code"]
        if code == TOSS:
            return list(range(held[seat]))
        if code == LOOK:
            return [other for other in range(PLAYERS) if other != seat and held[other]]
        return [other * ROOM + place for other in range(PLAYERS) if other != seat for place in range(held[other])]

    def picks_wanted(self, position: Roost) -> tuple[int, int]:
        """How many must and may be picked for the first effect. Where it says May, that can be none."""
        effect = position.chain[0]
        most = min(effect["n"], len(self.options_of(position)))
        return (0 if self.made.ops[effect["op"]]["flags"] & OpFlag.MAY else most), most

    def picks(self, position: Roost, picked: list[int]) -> list[Action]:
        """Single picks in the order of the options, so that no set can be picked in two ways; or enough."""
        options = [option for option in self.options_of(position) if not picked or option > picked[-1]]
        least, _ = self.picks_wanted(position)
        missing = max(least - len(picked) - 1, 0)
        code = self.made.ops[position.chain[0]["op"]]["code"]
        found = [pack(code, option) for option in options[: len(options) - missing]]
        return found + [pack(STOP)] * (len(picked) >= least)

    # ---- what is hidden -------------------------------------------------------------------------------------------------

    def hide(self, position: Roost, seat: int) -> None:
        """Cards that the seat does not know, who knows these, and what others said in an open poll."""
        position.seen_by = {card: seats for card, seats in position.seen_by.items() if seat in seats}
        position.hands = [
            [card if card in position.seen_by else unknown(position, card) for card in hand] for hand in position.hands
        ]
        position.deck = [unknown(position, card) for card in position.deck]
        if position.poll is not None:
            for other, answer in enumerate(position.poll):
                if other != seat and answer is not None:
                    position.poll[other] = UNKNOWN

    def fill(self, position: Roost, seat: int, rng: Rng) -> None:
        """Every card that is nowhere in sight is as likely in each open place of its batch."""
        seen = {card for pile in piles(position) for card in pile}
        for batch in range(position.shuffles + 1):
            unseen = [card for card in self.made.singles if card not in seen and position.batch.get(card, 0) == batch]
            rng.shuffle(unseen)
            dealt = iter(unseen)
            for pile in (*position.hands, position.deck):
                pile[:] = [next(dealt) if card == f"{UNKNOWN}{batch}" else card for card in pile]
        for owner, hand in enumerate(position.hands):
            for card in hand:
                position.seen_by.setdefault(card, [owner])
        for other, answer in enumerate(position.poll or ()):
            if answer == UNKNOWN and position.poll is not None:
                position.poll[other] = rng.below(len(position.hands[other]))

    def seen(self, position: Roost, action: Action, mover: int, seat: int) -> Action:
        """Which card of a hand goes to another hand is for these two to know."""
        return HIDDEN if kind_of(action) in (TAKE, PASS) and mover != seat else action

    def check_position(self, position: Roost) -> None:
        check_sound(self, position)

    def inventory(self, state: State) -> list[str]:
        position = state.to_dict()
        rows = (*position["hands"], *position["nests"], position["deck"], position["meadow"])
        return sorted(card for row in rows for card in row)


class Move:
    """What happens in one move, from the action to the next decision."""

    def __init__(self, game: PlainMagpies, position: Roost, dice: Dice, tell: Teller) -> None:
        self.game, self.made, self.position, self.dice, self.tell = game, game.made, position, dice, tell

    def lay(self, place: int) -> None:
        """A trinket goes from the hand into the nest, and what it does begins."""
        seat = self.position.turn
        card = self.remove(seat, place)
        self.position.nests[seat].append(card)
        self.tell("laid", seat, card=self.made.number[card])
        self.begin(seat, card, LAID)

    def go_on(self) -> None:
        """Resolve effects until somebody is asked, or the turn ends."""
        position = self.position
        while position.chain and position.picked is None and position.poll is None:
            self.resolve()
        if not position.chain:
            self.draw(position.turn)
            position.left -= 1

    # ---- cards ---------------------------------------------------------------------------------------------------------

    def remove(self, seat: int, place: int) -> str:
        """A card leaves a hand for all to see."""
        card = self.position.hands[seat].pop(place)
        del self.position.seen_by[card]
        return card

    def learn(self, card: str, *seats: int) -> None:
        """Seats see a card in a hand."""
        self.position.seen_by[card] = sorted({*self.position.seen_by.get(card, ()), *seats})

    def hand_over(self, giver: int, card: str, taker: int) -> None:
        """From hand to hand: both know it, and who knew it sees where it goes."""
        self.position.hands[taker].append(card)
        self.learn(card, giver, taker)

    def draw(self, seat: int) -> bool:
        """The top card of the deck, if there is one."""
        position = self.position
        if not position.deck:
            self.shuffle()
        if not position.deck:
            return False
        card = position.deck.pop()
        position.hands[seat].append(card)
        self.learn(card, seat)
        self.tell("drew", seat, card=self.made.number[card], seats=[seat])
        return True

    def shuffle(self) -> None:
        """The meadow becomes the deck. Everybody knows which cards are in it, and nobody in which order."""
        position = self.position
        if position.meadow:
            self.tell("shuffled", cards=len(position.meadow))
            position.deck, position.meadow = position.meadow, []
            position.shuffles += 1
            position.batch |= dict.fromkeys(position.deck, position.shuffles)
            self.dice.shuffle(position.deck, SHUFFLE)

    # ---- the chain of effects ------------------------------------------------------------------------------------------

    def begin(self, seat: int, card: str, trigger: int) -> None:
        """What a card does waits behind everything else."""
        kind = self.made.kind[card]
        op = self.made.starts[kind][trigger]
        if op:
            self.position.chain.append(effect(op, seat, kind, self.made.ops[op]["n"]))

    def resolve(self) -> None:
        """The first effect of the chain."""
        now = self.position.chain[0]
        op, seat = self.made.ops[now["op"]], now["seat"]
        if op["flags"] & OpFlag.ASKS_PYTHON:
            self.decide()
        elif op["who"] == OTHERS and now["whole"]:
            self.spread()
        elif op["code"] == DRAW:
            self.finish(sum([self.draw(seat) for _ in range(now["n"])]) > 0)
        elif op["code"] == PASS:
            self.ask_all()
        else:
            self.ask()

    def decide(self) -> None:
        """A card's own function is shown what the owner sees, and says what happens."""
        now = self.position.chain[0]
        view = copy.deepcopy(self.position)
        self.game.hide(view, now["seat"])
        shown = {"seat": now["seat"], **dataclasses.asdict(view)}
        decided = self.made.book.decide(now["op"], shown, now["seat"], now["card"])
        self.follow(False)
        if decided is not None:
            self.position.chain.insert(1, effect(decided[0], now["seat"], now["card"], decided[1]))
        self.position.chain.pop(0)

    def spread(self) -> None:
        """An effect on the others becomes one for each, in the order of the turns."""
        now = self.position.chain[0]
        self.follow(True)
        for step in (2, 1):
            piece = effect(now["op"], (now["seat"] + step) % PLAYERS, now["card"], now["n"], whole=False)
            self.position.chain.insert(1, piece)
        self.position.chain.pop(0)

    def follow(self, done: bool) -> None:
        """What comes after the first effect: right behind it, or at the end of the chain."""
        now = self.position.chain[0]
        op, after = self.made.ops[now["op"]], []
        if not now["whole"]:
            return
        if op["next"]:
            self.position.chain.insert(1, effect(op["next"], now["seat"], now["card"], self.made.ops[op["next"]]["n"]))
        if op["other"] and not op["flags"] & OpFlag.ASKS_PYTHON and (done or not op["flags"] & OpFlag.IF_DONE):
            after.append(effect(op["other"], now["seat"], now["card"], self.made.ops[op["other"]]["n"]))
        self.position.chain += after

    def finish(self, done: bool) -> None:
        """The first effect is resolved."""
        self.follow(done)
        self.position.chain.pop(0)

    # ---- a choice in the middle of an effect ---------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask the seat of the first effect what it picks, if there is something to pick."""
        _, most = self.game.picks_wanted(self.position)
        if most:
            self.position.picked = []
        else:
            self.finish(False)

    def pick(self, option: int) -> None:
        """One pick more; the effect goes on when there are enough, or nothing is left."""
        position = self.position
        picked = [*(position.picked or ()), option]
        position.picked = picked
        _, most = self.game.picks_wanted(position)
        if len(picked) >= most or option == self.game.options_of(position)[-1]:
            self.carry_out()

    def carry_out(self) -> None:
        """What was picked is tossed, looked at or taken."""
        now, picked = self.position.chain[0], self.position.picked or []
        self.position.picked = None
        code = self.made.ops[now["op"]]["code"]
        for option in reversed(picked):
            {TOSS: self.toss, LOOK: self.look, TAKE: self.take}[code](now["seat"], option)
        self.finish(bool(picked))

    def toss(self, seat: int, place: int) -> None:
        card = self.remove(seat, place)
        self.position.meadow.append(card)
        self.tell("tossed", seat, card=self.made.number[card])
        self.begin(seat, card, TOSSED)

    def look(self, seat: int, other: int) -> None:
        for card in self.position.hands[other]:
            self.learn(card, seat)
        self.tell("looked", seat, whom=other)

    def take(self, seat: int, option: int) -> None:
        other, place = divmod(option, ROOM)
        card = self.position.hands[other].pop(place)
        self.hand_over(other, card, seat)
        number = self.made.number[card]
        self.tell("took", seat, whom=other, card=number, seats=self.position.seen_by[card])

    # ---- a poll --------------------------------------------------------------------------------------------------------

    def ask_all(self) -> None:
        """Everybody who has cards is asked at once for one to pass."""
        if any(self.position.hands):
            self.position.poll = [None] * PLAYERS
        else:
            self.finish(False)

    def answer(self, place: int) -> None:
        """The next one asked has answered. When all have, the cards go to the left at once."""
        position = self.position
        answers: list[Any] = position.poll or []
        answers[next_asked(position)] = place
        if None in [answers[seat] for seat in range(PLAYERS) if position.hands[seat]]:
            return
        position.poll = None
        passed = [(seat, position.hands[seat].pop(place)) for seat, place in enumerate(answers) if place is not None]
        for seat, card in passed:
            self.hand_over(seat, card, (seat + 1) % PLAYERS)
            self.tell("passed", seat, card=self.made.number[card], seats=position.seen_by[card])
        self.finish(True)


def effect(op: int, seat: int, kind: int, n: int, whole: bool = True) -> dict[str, Any]:
    """An effect that waits: which op of which kind of card, for whom, how many times.

    A whole one speaks for its card: it turns to all whom it concerns, and leads on to what follows.
    """
    return {"op": op, "seat": seat, "card": kind, "n": n, "whole": whole}


def next_asked(position: Roost) -> int:
    """The first seat that has cards and has not answered the poll."""
    answers = position.poll or []
    return next(seat for seat in range(PLAYERS) if position.hands[seat] and answers[seat] is None)


def unknown(position: Roost, card: str) -> str:
    """What is left of a card that a seat does not know: from which shuffle it comes."""
    return f"{UNKNOWN}{position.batch.get(card, 0)}"


def piles(position: Roost) -> list[list[str]]:
    """All cards, wherever they lie."""
    return [*position.hands, *position.nests, position.deck, position.meadow]
