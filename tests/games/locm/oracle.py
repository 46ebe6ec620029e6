"""Legends of Code and Magic in plain Python, written from the rules alone; the compiled engine is compared with it.

Nothing here is fast or shared with the engine but the table of cards. Keywords are sets of letters, a deck is a list of what
is left of it, a board is a list in order of summoning, and actions are tuples such as ``("ATTACK", 3, -1)``.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardlab.games.locm.words.cards import CARDS, LocmCard, keyword_text, parse_keywords

Action = tuple[Any, ...]
CREATURE, GREEN, RED, BLUE = range(4)
RUNES = (5, 10, 15, 20, 25)
LATE = 50
"""A player's turns are late from the 51st on: the deck counts as empty."""


@dataclass(frozen=True)
class Options:
    """What the engines of this game disagree on; the defaults are the official rules."""

    lanes: int = 2
    hands: str = "4+5"
    opponent_hp: str = "signed"
    both_dead: str = "active"
    draw_death: str = "at_once"
    late_draw: str = "rune"
    lethal_zero: str = "no"
    rounds: int = 0


@dataclass
class Creature:
    id: int
    lane: int
    attack: int
    defense: int
    keywords: set[str]
    order: int
    able: bool = False
    attacked: bool = False
    touched: bool = False

    def clone(self) -> Creature:
        return replace(self, keywords=set(self.keywords))

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords


@dataclass
class Player:
    seat: int
    health: int = 30
    mana: int = 0
    max_mana: int = 0
    bonus: bool = False
    runes: list[int] = field(default_factory=lambda: list(RUNES))
    draws: int = 1
    due: int = 0
    cards: list[int] = field(default_factory=list)
    """All cards of the deck as it was shuffled."""
    drawn: int = 0
    hand: list[int] = field(default_factory=list)
    """Instance numbers, oldest first."""
    board: list[Creature] = field(default_factory=list)
    summoned: int = 0
    drew_dead: bool = False
    """Whether health is gone since a draw."""

    def clone(self) -> Player:
        twin = copy.copy(self)
        twin.runes, twin.hand = list(self.runes), list(self.hand)
        twin.board = [creature.clone() for creature in self.board]
        return twin

    def card(self, instance: int) -> LocmCard:
        return CARDS[self.cards[(instance - 1 - self.seat) // 2] - 1]

    def in_lane(self, lane: int) -> list[Creature]:
        return [creature for creature in self.board if creature.lane == lane]

    def creature(self, instance: int) -> Creature:
        return next(creature for creature in self.board if creature.id == instance)


def letters(bits: int) -> set[str]:
    """Keywords as letters."""
    return set(keyword_text(bits)) - {"-"}


class Oracle:
    """A game in progress, from the draft on."""

    def __init__(self, options: Options, offers: Sequence[Sequence[int]], order: Sequence[Sequence[int]]) -> None:
        self.options = options
        self.offers = [list(offer) for offer in offers]
        self.order = [list(row) for row in order]
        self.picks: list[list[int]] = [[], []]
        self.players = [Player(0), Player(1)]
        self.phase, self.turn, self.active = "draft", 0, 0
        self.winner: int | None = None
        self.reason = ""

    @classmethod
    def at(cls, options: Options, table: Mapping[str, Any]) -> Oracle:
        """A game in the midst of the battle, as `lists_of` shows it."""
        oracle = cls(options, table["offers"], [[], []])
        oracle.picks = [list(row) for row in table["picks"]]
        oracle.phase, oracle.turn, oracle.active = "battle", table["turn"], table["player"]
        for p, player in enumerate(oracle.players):
            for name in ("health", "mana", "max_mana", "draws", "due", "drawn", "summoned"):
                setattr(player, name, table[name][p])
            player.drew_dead = player.health <= 0  # who is dead and still plays has drawn from an empty deck
            player.bonus = bool(table["bonus"][p])
            player.runes = list(RUNES[: table["runes"][p]])
            player.cards = table["decks"][p][: table["sizes"][p]]
            player.hand = list(table["hands"][p])
            board = [Creature(**{**row, "keywords": letters(row["keywords"])}) for row in table["boards"][p]]
            player.board = sorted(board, key=lambda creature: creature.order)
        return oracle

    def clone(self) -> Oracle:
        twin = copy.copy(self)
        twin.picks = [list(row) for row in self.picks]
        twin.players = [player.clone() for player in self.players]
        return twin

    @property
    def me(self) -> Player:
        return self.players[self.active]

    @property
    def foe(self) -> Player:
        return self.players[1 - self.active]

    @property
    def over(self) -> bool:
        return self.phase == "over"

    # ---- actions ---------------------------------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        if self.over:
            return []
        if self.phase == "draft":
            return [("PICK", index) for index in range(3)]
        return [("PASS",), *self._summons(), *self._attacks(), *self._uses()]

    def _payable(self, creatures: bool) -> list[int]:
        cards = [(instance, self.me.card(instance)) for instance in self.me.hand]
        return [i for i, card in cards if card.cost <= self.me.mana and (card.type == CREATURE) == creatures]

    def _summons(self) -> list[Action]:
        room = 3 if self.options.lanes == 2 else 6
        lanes = [lane for lane in range(self.options.lanes) if len(self.me.in_lane(lane)) < room]
        return [("SUMMON", instance, lane) for lane in lanes for instance in self._payable(creatures=True)]

    def _attacks(self) -> list[Action]:
        return [
            ("ATTACK", creature.id, target)
            for lane in range(self.options.lanes)
            for creature in self.me.in_lane(lane)
            if creature.able
            for target in self._targets(lane)
        ]

    def _targets(self, lane: int) -> list[int]:
        facing = self.foe.in_lane(lane)
        guards = [creature.id for creature in facing if creature.has("G")]
        return guards or [-1, *(creature.id for creature in facing)]

    def _uses(self) -> list[Action]:
        actions: list[Action] = []
        for instance in self._payable(creatures=False):
            kind = self.me.card(instance).type
            side = self.me if kind == GREEN else self.foe
            targets = [creature.id for lane in range(self.options.lanes) for creature in side.in_lane(lane)]
            actions += [("USE", instance, target) for target in ([-1, *targets] if kind == BLUE else targets)]
        return actions

    def apply(self, action: Action) -> None:
        assert action in self.legal(), f"{action} is not legal"
        name, *parts = action
        if name == "PICK":
            self._pick(parts[0])
            return
        if name == "SUMMON":
            self._summon(*parts)
        elif name == "ATTACK":
            self._attack(*parts)
        elif name == "USE":
            self._use(*parts)
        self._win_check()
        if name == "PASS" and not self.over:
            self._next_turn()

    # ---- draft -----------------------------------------------------------------------------------------------------

    def _pick(self, index: int) -> None:
        self.picks[self.active].append(index)
        self.active = 1 - self.active
        if len(self.picks[1]) == len(self.offers):
            self._begin_battle()

    def _begin_battle(self) -> None:
        self.phase = "battle"
        for player, hand in zip(self.players, self.options.hands.split("+"), strict=True):
            picks = self.picks[player.seat]
            player.cards = [self.offers[round_][picks[round_]] for round_ in self.order[player.seat]]
            for _ in range(int(hand)):
                self._take_card(player)
        second = self.players[1]
        second.bonus, second.mana, second.max_mana = True, 1, 1
        self._start_turn()

    # ---- turns -----------------------------------------------------------------------------------------------------

    def _next_turn(self) -> None:
        for creature in self.me.board:
            creature.able = creature.attacked = False
        self.active = 1 - self.active
        self.turn += 1
        if self.options.rounds and self.turn == 2 * self.options.rounds:
            self._end(0, "rounds")
        else:
            self._start_turn()

    def _start_turn(self) -> None:
        player = self.me
        if player.max_mana < (13 if player.bonus else 12):
            player.max_mana += 1
        if player.bonus and player.mana == 0:
            player.bonus = False
            player.max_mana -= 1
        player.mana = player.max_mana
        for creature in player.board:
            creature.able = True
        player.due = player.draws
        self._draw(player, player.draws)
        player.draws = 1
        if self.options.draw_death == "at_once":
            self._win_check()

    def _draw(self, player: Player, draws: int) -> None:
        late = self.turn // 2 >= LATE
        for _ in range(draws):
            empty = player.drawn == len(player.cards)
            if empty or late:
                player.health = player.runes.pop() if player.runes else 0
                player.drew_dead = player.health == 0
                if empty or self.options.late_draw == "rune":
                    continue
            if len(player.hand) == 8:
                break
            self._take_card(player)

    def _take_card(self, player: Player) -> None:
        player.hand.append(2 * player.drawn + player.seat + 1)
        player.drawn += 1

    # ---- health ----------------------------------------------------------------------------------------------------

    def _change_health(self, player: Player, change: int) -> None:
        player.health += change
        if player.health > 0:
            player.drew_dead = False
        while change < 0 and player.runes and player.runes[-1] >= player.health:
            player.runes.pop()
            player.draws += 1

    def _win_check(self) -> None:
        dead = [player for player in self.players if player.health <= 0]
        if len(dead) == 2:
            self._end(self.active if self.options.both_dead == "active" else 1, "health")
        elif dead:
            self._end(1 - dead[0].seat, "deck" if dead[0].drew_dead else "health")

    def _end(self, winner: int, reason: str) -> None:
        self.phase, self.winner, self.reason = "over", winner, reason

    # ---- summons and attacks -----------------------------------------------------------------------------------------

    def _pay(self, instance: int) -> LocmCard:
        card = self.me.card(instance)
        self.me.hand.remove(instance)
        self.me.mana -= card.cost
        return card

    def _on_opponent(self, card: LocmCard) -> int:
        return abs(card.opponent_hp) if self.options.opponent_hp == "heals" else card.opponent_hp

    def _summon(self, instance: int, lane: int) -> None:
        card = self._pay(instance)
        keywords = letters(card.keywords)
        creature = Creature(instance, lane, card.attack, card.defense, keywords, self.me.summoned, able="C" in keywords)
        self.me.board.append(creature)
        self.me.summoned += 1
        self._change_health(self.me, card.player_hp)
        self._change_health(self.foe, self._on_opponent(card))
        self.me.draws += card.card_draw

    def _attack(self, instance: int, target: int) -> None:
        attacker = self.me.creature(instance)
        attacker.able, attacker.attacked, attacker.touched = False, True, True
        if target == -1:
            if attacker.has("D"):
                self._change_health(self.me, attacker.attack)
            self._change_health(self.foe, -attacker.attack)
            return
        self._fight(attacker, self.foe.creature(target))

    def _fight(self, attacker: Creature, defender: Creature) -> None:
        defender.touched = True
        warded = {"attacker": attacker.has("W"), "defender": defender.has("W")}
        to_defender = 0 if warded["defender"] else attacker.attack
        to_attacker = 0 if warded["attacker"] else defender.attack
        if attacker.attack > 0:
            defender.keywords.discard("W")
        if defender.attack > 0:
            attacker.keywords.discard("W")
        overkill = to_defender - defender.defense
        excess = overkill if attacker.has("B") and overkill >= 0 else 0
        gain = attacker.attack if attacker.has("D") and to_defender > 0 else 0
        defender_dies = overkill >= 0 or self._poisons(attacker, to_defender, warded["defender"])
        attacker_dies = to_attacker >= attacker.defense or self._poisons(defender, to_attacker, warded["attacker"])
        defender.defense -= to_defender
        attacker.defense -= to_attacker
        if defender_dies:
            self.foe.board.remove(defender)
        if attacker_dies:
            self.me.board.remove(attacker)
        self._change_health(self.me, gain)
        self._change_health(self.foe, -excess)

    def _poisons(self, creature: Creature, damage: int, warded: bool) -> bool:
        """Lethal kills by any damage; in some engines even by an attack of 0, if no Ward is in the way."""
        if not creature.has("L"):
            return False
        return damage > 0 or (self.options.lethal_zero == "yes" and not warded)

    # ---- items -------------------------------------------------------------------------------------------------------

    def _use(self, instance: int, target: int) -> None:
        card = self._pay(instance)
        if target == -1:
            self._change_health(self.foe, card.defense + self._on_opponent(card))
            self._change_health(self.me, card.player_hp)
        else:
            side = self.me if card.type == GREEN else self.foe
            self._change_creature(side, side.creature(target), card)
            self._change_health(self.me, card.player_hp)
            self._change_health(self.foe, self._on_opponent(card))
        self.me.draws += card.card_draw

    def _change_creature(self, owner: Player, creature: Creature, card: LocmCard) -> None:
        creature.touched = True
        if card.type == GREEN:
            creature.keywords |= letters(card.keywords)
            if "C" in letters(card.keywords) and not creature.attacked:
                creature.able = True
        else:
            creature.keywords -= letters(card.keywords)
        creature.attack = max(0, creature.attack + card.attack)
        if creature.has("W") and card.defense < 0:
            creature.keywords.discard("W")
        else:
            creature.defense += card.defense
        if creature.defense <= 0:
            owner.board.remove(creature)

    # ---- the greedy player ---------------------------------------------------------------------------------------------

    def greedy(self) -> Action:
        """The action after which material stands best; passing unless another one is better than doing nothing."""
        me = self.active
        best, most = ("PASS",), self.material(me)
        for action in self.legal()[1:]:
            after = self.clone()
            after.apply(action)
            if after.material(me) > most:
                best, most = action, after.material(me)
        return best

    def material(self, seat: int) -> int:
        """Health and creatures of one side less those of the other."""
        me, foe = self.players[seat], self.players[1 - seat]
        sides = [sum(10 + c.attack + c.defense for c in player.board) for player in (me, foe)]
        return 1000 * ((foe.health <= 0) - (me.health <= 0)) + 2 * (me.health - foe.health) + sides[0] - sides[1]

    # ---- the table as the engine shows it --------------------------------------------------------------------------------

    def lists(self) -> dict[str, Any]:
        """Everything, in the words of the engine's `lists_of`; nothing is hidden from anybody."""
        draft = self.phase == "draft"
        return {
            "phase": ("draft", "battle", "over").index(self.phase),
            "player": -1 if self.over else self.active,
            "winner": -1 if self.winner is None else self.winner,
            "reason": ("", "health", "deck", "rounds").index(self.reason),
            "turn": self.turn,
            "offers": self.offers,
            "picks": [row + [-1] * (30 - len(row)) for row in self.picks],
            "decks": self.order if draft else [p.cards + [0] * (30 - len(p.cards)) for p in self.players],
            "sizes": [30 if draft else len(p.cards) for p in self.players],
            "drawn": [p.drawn for p in self.players],
            "hands": [p.hand for p in self.players],
            **{name: [getattr(p, name) for p in self.players] for name in ("health", "mana", "max_mana", "draws", "due")},
            "runes": [len(p.runes) for p in self.players],
            "bonus": [int(p.bonus) for p in self.players],
            "boards": [sorted(map(_plain, p.board), key=lambda row: int(row["lane"])) for p in self.players],
            "summoned": [p.summoned for p in self.players],
            "made": [len(row) if draft else 30 for row in self.picks],
            "viewer": -1,
        }


def _plain(creature: Creature) -> dict[str, Any]:
    return {**vars(creature), "keywords": parse_keywords("".join(sorted(creature.keywords)))}
