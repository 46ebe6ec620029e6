"""Castle in plain Python: the slow and obvious second implementation.

Castle is a shedding game. Every player owns three face-down cards, a row of up to three face-up cards and
a hand. A player acts from the hand while it has cards, then from the row, and last turns over the
face-down cards one at a time. A play is one or more cards of one rank, of a value equal to or above the
newest card of the pile; a 2 goes on everything, and a 10 goes on everything and burns the pile. Four equal
newest cards burn the pile too. A burn gives another turn. Who can't play takes the pile into the hand.
A play from the hand is followed by drawing up to three cards from the stock. The first player without any
card wins.

Every zone is a plain list of rank indices: 0..12 are 2 3 4 5 6 7 8 9 T J Q K A and 13 is the joker X. The
stock has its top card first, the pile has its newest card last. Rank values rise with the index, so values
are compared through the indices. An action is a tuple that starts with its kind:

    ("pick", a, b, c)      move these three ranks from the hand to the row, a <= b <= c
    ("swap", a, b)         exchange a hand card of rank a with a row card of rank b before play begins
    ("done",)              swap no more
    ("hand", rank, count)  play from the hand
    ("up", rank, count)    play from the row
    ("down", slot)         turn over a face-down card
    ("pickup",)            take the pile
    ("pickup", rank)       take the pile together with a row card
    ("gamble",)            turn over the top card of the stock and try to play it
    ("complete", rank)     complete four of a kind out of turn
    ("pass",)              decline to complete

Nothing here is tuned. The file is meant to be read beside the rules, and compared move for move with a
faster engine.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

RANKS = "23456789TJQKAX"
TWO = RANKS.index("2")
TEN = RANKS.index("T")
JOKER = RANKS.index("X")

STRENGTH = ["3456789JQKAX2T".index(name) for name in RANKS]
"""How strong each rank is for choosing cards, weakest 0; legality uses the rank value instead."""

PLAYOUT_GUARD = 2000
"""A playout of a search that lasts this many moves counts as a draw."""

Action = tuple
NO_RANKS: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Options:
    """The house rules of one game; the defaults are the basic game for two."""

    players: int = 2
    packs: int = 1
    jokers: int = 0
    group: str = "whole"  # or "any": part of the cards of a rank may be played
    four: str = "proper"  # or "legacy", "off"
    voluntary_pickup: bool = False
    castle: str = "sequential"  # or "simultaneous", "random", "swap"
    first: str = "seat0"  # or "seat1" .. "seat7", "lowest", "random"
    pickup_up: bool = False
    gamble: bool = False
    transparent: frozenset[int] = NO_RANKS
    lower: frozenset[int] = NO_RANKS
    skip: frozenset[int] = NO_RANKS
    reverse: frozenset[int] = NO_RANKS
    two_again: bool = False
    ten_barred: frozenset[int] = NO_RANKS
    ten_extra: bool = True
    four_extra: bool = True
    four_anytime: bool = False
    failed_down: str = "hand"  # or "table"
    finish_special: bool = True
    ranking: bool = False
    limit: int = 5000
    repetition: int = 0

    def __post_init__(self) -> None:
        most = 4 if self.packs == 1 else 8
        if not 2 <= self.players <= most:
            raise ValueError(f"players must be 2..{most} with packs={self.packs}, not {self.players}")
        if TEN in self.transparent:
            raise ValueError("a 10 never stays on the pile, so it can't be transparent: take T out of the set")
        if self.first.startswith("seat") and int(self.first[4:]) >= self.players:
            raise ValueError(f"first={self.first} is not a seat of a game for {self.players} players")
        if self.repetition == 1 or self.repetition < 0:
            raise ValueError("repetition must be 0 (off) or at least 2")


def full_deck(options: Options) -> list[int]:
    """All cards of the game, in order."""
    return sorted(list(range(13)) * 4 * options.packs + [JOKER] * options.jokers)


class Oracle:
    """One game of Castle, from the deal to the result.

    Seats that went out have a place; `player` is the seat to decide, or None when the game is over. While
    seats are asked whether they complete a four of a kind, `asked` lists those that have yet to answer.
    """

    def __init__(self, options: Options, deck: list[int], first: int | None = None) -> None:
        if options.first == "random" and first is None:
            raise ValueError("first='random' needs the drawn seat: pass it as first")
        seats = range(options.players)
        self.options = options
        self.hands: list[list[int]] = [[] for _ in seats]
        self.rows: list[list[int]] = [[] for _ in seats]
        self.downs: list[list[int]] = [[] for _ in seats]
        self.known: list[list[int]] = [[] for _ in seats]
        self.stock: list[int] = list(deck)
        self.pile: list[int] = []
        self.burned: list[int] = []

        self.phase = "castle"
        self.player: int | None = 0
        self.drawn_first = first
        self.direction = 1
        self.swaps = 0
        self.asked: list[int] = []
        self.mover_after_asking: int | None = None

        self.decisions = 0
        self.over = False
        self.reason: str | None = None
        self.winner: int | None = None
        self.places: list[int | None] = [None for _ in seats]

        self.since_reset = 0
        self.anchor: tuple | None = None
        self.anchor_seen = 0

        self._deal()

    def copy(self) -> Oracle:
        """An independent game in the same position."""
        twin = Oracle.__new__(Oracle)
        twin.__dict__.update(self.__dict__)
        twin.hands = [list(cards) for cards in self.hands]
        twin.rows = [list(cards) for cards in self.rows]
        twin.downs = [list(cards) for cards in self.downs]
        twin.known = [list(cards) for cards in self.known]
        twin.stock = list(self.stock)
        twin.pile = list(self.pile)
        twin.burned = list(self.burned)
        twin.asked = list(self.asked)
        twin.places = list(self.places)
        return twin

    # The deal

    def _deal(self) -> None:
        for _ in range(3):
            for down in self.downs:
                down.append(self.stock.pop(0))
        for _ in range(6):
            for hand in self.hands:
                hand.append(self.stock.pop(0))
        if self.options.castle in ("random", "swap"):
            self._lay_first_three_cards()
        if self.options.castle == "random":
            self._begin_play()

    def _lay_first_three_cards(self) -> None:
        for seat, dealt in enumerate(self.hands):
            self.rows[seat] = dealt[:3]
            self.hands[seat] = dealt[3:]

    def _begin_play(self) -> None:
        self.phase = "play"
        self.player = self._first_seat()

    def _first_seat(self) -> int | None:
        first = self.options.first
        if first == "lowest":
            return min(range(self.options.players), key=self._weakest_strength_in_hand)
        if first == "random":
            return self.drawn_first
        return int(first.removeprefix("seat"))

    def _weakest_strength_in_hand(self, seat: int) -> int:
        return min(STRENGTH[rank] for rank in self.hands[seat])

    # Legal actions

    def legal(self) -> list[Action]:
        """Every action of the seat to decide, in a fixed order; empty when the game is over."""
        if self.player is None:
            return []
        if self.phase == "castle":
            return self._castle_actions(self.player)
        if self.asked:
            return self._answers(self.player)
        return self._turn_actions(self.player)

    def _castle_actions(self, seat: int) -> list[Action]:
        if self.options.castle == "swap":
            swaps = [
                ("swap", mine, shown)
                for mine in sorted(set(self.hands[seat]))
                for shown in sorted(set(self.rows[seat]))
                if mine != shown
            ]
            return [*swaps, ("done",)]
        triples = sorted(set(combinations(sorted(self.hands[seat]), 3)))
        return [("pick", *triple) for triple in triples]

    def _answers(self, seat: int) -> list[Action]:
        rank = self.pile[-1]
        zone = self.hands[seat] or self.rows[seat]
        if zone.count(rank) >= 4 - self._run_on_top():
            return [("complete", rank), ("pass",)]
        return [("pass",)]

    def _turn_actions(self, seat: int) -> list[Action]:
        if self.hands[seat]:
            actions = self._plays("hand", self.hands[seat])
        elif self.rows[seat]:
            actions = self._plays("up", self.rows[seat])
        else:
            actions = [("down", slot) for slot in range(len(self.downs[seat]))]
        if not actions or (self.options.voluntary_pickup and self.pile):
            actions += self._pickups(seat)
            if self.options.gamble and self.stock and (self.hands[seat] or self.rows[seat]):
                actions.append(("gamble",))
        return actions

    def _plays(self, kind: str, cards: list[int]) -> list[Action]:
        top = self.effective_top()
        plays: list[Action] = []
        for rank in sorted(set(cards)):
            if self.may_play(rank, top):
                held = cards.count(rank)
                fewest = held if self.options.group == "whole" else 1
                for count in range(fewest, held + 1):
                    plays.append((kind, rank, count))
        return plays

    def _pickups(self, seat: int) -> list[Action]:
        if self.options.pickup_up and not self.hands[seat] and self.rows[seat]:
            return [("pickup", rank) for rank in sorted(set(self.rows[seat]))]
        return [("pickup",)]

    def effective_top(self) -> int | None:
        """The newest pile card that is not transparent, or None when there is no such card."""
        for rank in reversed(self.pile):
            if rank not in self.options.transparent:
                return rank
        return None

    def may_play(self, rank: int, top: int | None) -> bool:
        """Whether a rank may be played when this is the effective top."""
        if top is None or rank == TWO or rank in self.options.transparent:
            return True
        if rank == TEN:
            return top not in self.options.ten_barred
        if top in self.options.lower:
            return rank <= top
        return rank >= top

    # Decisions

    def apply(self, action: Action) -> None:
        """Carry out one of the legal actions of the seat to decide."""
        self.decisions += 1
        kind = action[0]
        if kind == "hand":
            self._play_from_hand(action[1], action[2])
        elif kind == "up":
            self._play_from_row(action[1], action[2])
        elif kind == "down":
            self._turn_over(action[1])
        elif kind == "pickup":
            self._pick_up(action[1:])
        elif kind == "gamble":
            self._gamble()
        elif kind == "complete":
            self._complete(action[1])
        elif kind == "pass":
            self._ask_the_next()
        elif kind == "pick":
            self._choose_row(action[1:])
        elif kind == "swap":
            self._swap(action[1], action[2])
        elif kind == "done":
            self._end_castle_choice()
        else:
            raise ValueError(f"{action!r} is not an action of Castle: choose one from legal()")
        self._stop_endless_game()

    def _choose_row(self, ranks: tuple[int, ...]) -> None:
        for rank in ranks:
            self.hands[self.player].remove(rank)
            self.rows[self.player].append(rank)
        self._end_castle_choice()

    def _swap(self, mine: int, shown: int) -> None:
        seat = self.player
        self._leave_hand(seat, mine, 1)
        self.rows[seat].remove(shown)
        self.rows[seat].append(mine)
        self._enter_hand(seat, [shown])
        self.swaps += 1
        if self.swaps == 3:
            self._end_castle_choice()

    def _end_castle_choice(self) -> None:
        self.swaps = 0
        if self.player == self.options.players - 1:
            self._begin_play()
        else:
            self.player += 1

    def _play_from_hand(self, rank: int, count: int) -> None:
        self._leave_hand(self.player, rank, count)
        self._play(self.player, rank, count, from_hand=True)

    def _play_from_row(self, rank: int, count: int) -> None:
        for _ in range(count):
            self.rows[self.player].remove(rank)
        self._play(self.player, rank, count, from_hand=False)

    def _turn_over(self, slot: int) -> None:
        seat = self.player
        card = self.downs[seat].pop(slot)
        self._forget_positions()
        if self.may_play(card, self.effective_top()):
            self._play(seat, card, 1, from_hand=False)
        elif self.options.failed_down == "table":
            self.rows[seat].append(card)
            self._take_pile_with(seat, [])
        else:
            self._take_pile_with(seat, [card])

    def _pick_up(self, row_ranks: tuple[int, ...]) -> None:
        for rank in row_ranks:
            self.rows[self.player].remove(rank)
        self._take_pile_with(self.player, list(row_ranks))

    def _gamble(self) -> None:
        card = self.stock.pop(0)
        if self.may_play(card, self.effective_top()):
            self._play(self.player, card, 1, from_hand=False)
        else:
            self._take_pile_with(self.player, [card])

    # Resolving a play

    def _play(self, seat: int, rank: int, count: int, from_hand: bool) -> None:
        """Resolve cards that have just left their zone, and find who moves next."""
        self.pile += [rank] * count
        if self._may_not_finish_on(seat, rank):
            self._take_pile_with(seat, [])
            return
        burns = self._burns(rank)
        self._settle(seat, burns, from_hand)
        if self.over:
            return
        if rank in self.options.reverse and count % 2 == 1:
            self.direction = -self.direction
        if self._moves_again(seat, rank, burns):
            self.player = seat
        else:
            skipped = count if rank in self.options.skip else 0
            self.player = self._seat_ahead(seat, 1 + skipped)
        if self.options.four_anytime and not burns:
            self._ask_to_complete(seat)

    def _may_not_finish_on(self, seat: int, rank: int) -> bool:
        return not self.options.finish_special and rank in (TWO, TEN) and self._has_no_cards(seat)

    def _burns(self, rank: int) -> bool:
        return rank == TEN or self._four_of_a_kind()

    def _four_of_a_kind(self) -> bool:
        if len(self.pile) < 4 or self.options.four == "off":
            return False
        if self.options.four == "legacy":
            # The historical program compared the newest card with the second to fourth from the bottom.
            return self.pile[1:4] == [self.pile[-1]] * 3
        return self.pile[-4:] == [self.pile[-1]] * 4

    def _settle(self, seat: int, burns: bool, from_hand: bool) -> None:
        """Burn, win and draw, in this order."""
        if burns:
            self.burned += self.pile
            self.pile = []
            self._forget_positions()
        if self._has_no_cards(seat):
            self._go_out(seat)
        elif from_hand:
            self._draw_to_three(seat)

    def _draw_to_three(self, seat: int) -> None:
        hand = self.hands[seat]
        while len(hand) < 3 and self.stock:
            hand.append(self.stock.pop(0))

    def _moves_again(self, seat: int, rank: int, burned: bool) -> bool:
        if self.places[seat] is not None:
            return False
        if burned and (self.options.ten_extra if rank == TEN else self.options.four_extra):
            return True
        return rank == TWO and self.options.two_again

    def _seat_ahead(self, seat: int, steps: int = 1) -> int:
        """The seat that many players still in ahead, in the direction of play."""
        while steps:
            seat = (seat + self.direction) % self.options.players
            if self.places[seat] is None:
                steps -= 1
        return seat

    # Completing four of a kind out of turn

    def _ask_to_complete(self, seat: int) -> None:
        """Ask every other seat that could complete the four, judging by what is public."""
        missing = 4 - self._run_on_top()
        if missing < 1 or self.options.four == "off":
            return
        self.asked = [other for other in self._others(seat) if self._might_complete(other, missing)]
        self.mover_after_asking = self.player
        if self.asked:
            self.player = self.asked[0]

    def _run_on_top(self) -> int:
        """How many of the newest pile cards are equal."""
        run = 0
        for rank in reversed(self.pile):
            if rank != self.pile[-1]:
                break
            run += 1
        return run

    def _others(self, seat: int) -> Iterator[int]:
        """The other seats still in, in the direction of play."""
        for step in range(1, self.options.players):
            other = (seat + step * self.direction) % self.options.players
            if self.places[other] is None:
                yield other

    def _might_complete(self, seat: int, missing: int) -> bool:
        if self.hands[seat]:
            return len(self.hands[seat]) >= missing
        return self.rows[seat].count(self.pile[-1]) >= missing

    def _ask_the_next(self) -> None:
        self.asked.pop(0)
        self.player = self.asked[0] if self.asked else self.mover_after_asking

    def _complete(self, rank: int) -> None:
        seat = self.player
        missing = 4 - self._run_on_top()
        from_hand = bool(self.hands[seat])
        self.asked = []
        if from_hand:
            self._leave_hand(seat, rank, missing)
        else:
            for _ in range(missing):
                self.rows[seat].remove(rank)
        self.pile += [rank] * missing
        if self._may_not_finish_on(seat, rank):
            self._take_pile_with(seat, [])
            return
        self._settle(seat, True, from_hand)
        if self.over:
            return
        stays = self.options.four_extra and self.places[seat] is None
        self.player = seat if stays else self._seat_ahead(seat)

    # Hands and what is known of them

    def _has_no_cards(self, seat: int) -> bool:
        return not self.hands[seat] and not self.rows[seat] and not self.downs[seat]

    def _take_pile_with(self, seat: int, shown: list[int]) -> None:
        """Take the pile and these shown cards into the hand, and pass the turn."""
        self._enter_hand(seat, self.pile + shown)
        self.pile = []
        self.player = self._seat_ahead(seat)

    def _enter_hand(self, seat: int, cards: list[int]) -> None:
        """Take cards that everybody has seen."""
        self.hands[seat] += cards
        self.known[seat] = sorted(self.known[seat] + cards)

    def _leave_hand(self, seat: int, rank: int, count: int) -> None:
        """Part with cards; those known to be in the hand are taken to leave first."""
        for _ in range(count):
            self.hands[seat].remove(rank)
            if rank in self.known[seat]:
                self.known[seat].remove(rank)

    # The end of the game

    def _go_out(self, seat: int) -> None:
        self.places[seat] = self.options.players - self.places.count(None)
        self._forget_positions()
        if not self.options.ranking:
            self._end("win")
        elif self.places.count(None) == 1:
            self.places[self.places.index(None)] = self.options.players - 1
            self._end("win")

    def _end(self, reason: str) -> None:
        self.over = True
        self.reason = reason
        self.player = None
        self.asked = []
        if reason == "win":
            self.winner = self.places.index(0)

    def _stop_endless_game(self) -> None:
        if self.over:
            return
        if self.decisions >= self.options.limit:
            self._end("limit")
        elif self.options.repetition and not self.asked:
            self._watch_for_repetition()

    def _watch_for_repetition(self) -> None:
        """Compare the position with an anchor, which moves on after 1, 2, 4, 8, ... decisions."""
        if self.stock or self.phase != "play":
            self._forget_positions()
            return
        self.since_reset += 1
        position = self._position()
        if position == self.anchor:
            self.anchor_seen += 1
            if self.anchor_seen >= self.options.repetition:
                self._end("repetition")
        if math.log2(self.since_reset).is_integer():
            self.anchor = position
            self.anchor_seen = 1

    def _forget_positions(self) -> None:
        """No position before this moment can come back."""
        self.since_reset = 0
        self.anchor = None

    def _position(self) -> tuple:
        hands = [sorted(hand) for hand in self.hands]
        rows = [sorted(row) for row in self.rows]
        downs = [list(down) for down in self.downs]
        return self.player, self.direction, hands, rows, downs, list(self.pile)

    def scores(self) -> list[float]:
        """The score of every seat; a game without a result counts as a draw at this moment."""
        players = self.options.players
        if self.options.ranking:
            return self._ranking_scores()
        if self.winner is None:
            return [1 / players] * players
        return [1.0 if seat == self.winner else 0.0 for seat in range(players)]

    def _ranking_scores(self) -> list[float]:
        """Places from 1 down to 0 in even steps; players still in share the places that are left."""
        last = self.options.players - 1
        left = [(last - place) / last for place in range(last + 1) if place not in self.places]
        share = sum(left) / len(left) if left else 0.0
        return [share if place is None else (last - place) / last for place in self.places]


# Random games


def random_game(options: Options, rng: random.Random) -> Oracle:
    """Deal and play random actions to the end."""
    deck = full_deck(options)
    rng.shuffle(deck)
    first = rng.randrange(options.players) if options.first == "random" else None
    oracle = Oracle(options, deck, first)
    while not oracle.over:
        oracle.apply(random_action(oracle, rng))
    return oracle


def random_action(oracle: Oracle, rng: random.Random) -> Action:
    """A uniformly random legal action; for the row, three of the six cards, whatever their ranks."""
    if oracle.phase == "castle" and oracle.options.castle != "swap":
        return ("pick", *sorted(rng.sample(oracle.hands[oracle.player], 3)))
    return rng.choice(oracle.legal())


# The lowest-card player


def lowest(oracle: Oracle) -> Action:
    """The action of the player who always gets rid of the weakest rank, all its cards at once."""
    actions = oracle.legal()
    kind = actions[0][0]
    if kind == "pick":
        strongest = sorted(oracle.hands[oracle.player], key=_strength)[-3:]
        return ("pick", *sorted(strongest))
    if kind == "swap":
        return ("done",)
    if kind in ("hand", "up"):
        plays = [action for action in actions if action[0] == kind]
        return min(plays, key=_weakest_rank_then_most_cards)
    if kind == "pickup" and len(actions[0]) == 2:
        pickups = [action for action in actions if action[0] == "pickup"]
        return min(pickups, key=lambda pickup: STRENGTH[pickup[1]])
    return actions[0]  # slot 0, the plain pickup, complete if offered, done or pass if nothing else


def _strength(rank: int) -> int:
    return STRENGTH[rank]


def _weakest_rank_then_most_cards(play: Action) -> tuple[int, int]:
    _, rank, count = play
    return STRENGTH[rank], -count


# Information-set Monte Carlo tree search


def determinize(oracle: Oracle, seat: int, rng: random.Random) -> Oracle:
    """A copy in which every card that the seat can't see is shuffled and dealt again."""
    guess = oracle.copy()
    zones = _hidden_zones(guess, seat)
    cards = [card for zone in zones for card in zone]
    rng.shuffle(cards)
    for zone in zones:
        zone[:] = [cards.pop() for _ in zone]
    guess.known = [known if owner == seat else [] for owner, known in enumerate(guess.known)]
    return guess


def _hidden_zones(oracle: Oracle, seat: int) -> list[list[int]]:
    others = [other for other in range(oracle.options.players) if other != seat]
    zones = [oracle.stock, *oracle.downs, *(oracle.hands[other] for other in others)]
    if oracle.phase == "castle" and oracle.options.castle == "simultaneous":
        zones += [oracle.rows[other] for other in others]
    return zones


class _Node:
    """A node of the search tree: the seat that moved to it, and how its visits went."""

    __slots__ = ("available", "children", "mover", "visits", "wins")

    def __init__(self, mover: int | None) -> None:
        self.mover = mover
        self.children: dict[tuple[int, Action], _Node] = {}
        self.visits = 0
        self.wins = 0.0
        self.available = 1

    def upper_bound(self, c: float) -> float:
        return self.wins / self.visits + c * math.sqrt(math.log(self.available) / self.visits)


def ismcts(oracle: Oracle, iterations: int, c: float, rng: random.Random) -> dict[Action, list[float]]:
    """Visits and wins of every action the seat to move has tried; a forced action is not searched."""
    seat = oracle.player
    actions = _distinct_actions(oracle)
    if len(actions) == 1:
        return {actions[0]: [0, 0.0]}
    root = _Node(None)
    for _ in range(iterations):
        guess = determinize(oracle, seat, rng)
        path = _descend(root, guess, c, rng)
        _play_out(guess, rng)
        rewards = guess.scores()
        for node in path:
            node.visits += 1
            node.wins += rewards[node.mover]
    return {action: [child.visits, child.wins] for (_, action), child in root.children.items()}


def _descend(root: _Node, guess: Oracle, c: float, rng: random.Random) -> list[_Node]:
    """Walk down the tree while every action has a child, add one child, and return the path."""
    node = root
    path = []
    while not guess.over:
        mover = guess.player
        actions = _distinct_actions(guess)
        tried = [action for action in actions if (mover, action) in node.children]
        for action in tried:
            node.children[mover, action].available += 1
        untried = [action for action in actions if (mover, action) not in node.children]
        if untried:
            action = rng.choice(untried)
            child = node.children[mover, action] = _Node(mover)
            guess.apply(action)
            path.append(child)
            break
        action = max(tried, key=lambda action: node.children[mover, action].upper_bound(c))
        node = node.children[mover, action]
        guess.apply(action)
        path.append(node)
    return path


def _distinct_actions(oracle: Oracle) -> list[Action]:
    """The legal actions with all face-down slots as one: nobody can tell them apart."""
    return [action for action in oracle.legal() if action[0] != "down" or action[1] == 0]


def _play_out(guess: Oracle, rng: random.Random) -> None:
    """Play random actions to the end, or until the guard stops it."""
    for _ in range(PLAYOUT_GUARD):
        if guess.over:
            break
        guess.apply(random_action(guess, rng))
