"""The rules of Duelyst a second time: slow, plain, with objects and lists, written from the rules and not from the engine.

Each card is a function. Only the numbers printed on cards (cost, attack, health, tribe) are read from the same table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from cardlab.games.duelyst.words.cards import TRIBES, CardTable

AROUND = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (1, -1), (-1, 1)]
SIGNATURES = {1: 20174, 101: 20176, 201: 20178, 301: 20180, 401: 20182, 501: 20184}
BASIC = {
    9: {"Zeal"}, 11: {"Provoke", "Zeal"}, 8: {"Celerity"}, 110: {"Backstab"}, 109: {"Ranged"}, 213: {"Blast"},
    208: {"Flying", "DyingWish"},
    217: {"Rush", "Ephemeral"}, 311: {"Deathwatch"}, 402: {"Grow"}, 505: {"Infiltrate"}, 503: {"DyingWish"}, 526: {"Airdrop"},
    19033: {"Flying"}, 10012: {"Rush"}, 19027: {"Provoke"}, 19034: {"Flying"}, 11031: {"DyingWish"}, 411: {"Egg"},
}  # fmt: skip
LATER = {8: {"Celerity", "Airdrop"}, 19033: {"DyingWish"}, 308: {"DyingWish"}}
SITUATION = {9: 1, 11: 2, 505: 2}
WORN = {30004: 1, 30006: 2, 30010: 0, 30005: 0, 30012: 4, 30015: 3}
LASTING = {"Ephemeral", "Egg"}
Tile = tuple[int, int]


def near(a: Tile, b: Tile) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def on_board(tile: Tile) -> bool:
    return 0 <= tile[0] <= 8 and 0 <= tile[1] <= 4


class Man:
    """A unit."""

    def __init__(self, game: Game, card: int, owner: int, tile: Tile) -> None:
        self.game, self.card, self.owner, self.tile = game, card, owner, tile
        self.damage = self.moves = self.attacks = self.stun = 0
        self.tired = self.fresh = self.dispelled = self.situated = self.hit = self.doomed = self.gone = False
        self.changes: list[list[Any]] = []
        self.given: set[str] = set()
        self.egg = 0
        self.field = False

    @property
    def general(self) -> bool:
        return self.card in SIGNATURES

    def printed(self) -> set[str]:
        found = self.game.keywords(self.card)
        return found & LASTING if self.dispelled else found

    def has(self, word: str) -> bool:
        return word in self.printed() or word in self.given

    def ability(self, card: int) -> bool:
        return self.card == card and not self.dispelled

    @property
    def attack(self) -> int:
        if self.card == 214:
            return 0
        value = self.game.table.by_id[self.card].attack
        for how, attack, _, _ in self.changes:
            value = attack if how == "set" else value + attack
        if self.general:
            value += sum(self.game.worn_attack(card) for card, _ in self.game.sides[self.owner].worn)
        if self.situated:
            value += 2 if self.card == 9 and self.game.later else SITUATION[self.card]
        return int(max(0, value))

    @property
    def most(self) -> int:
        return int(max(0, self.game.table.by_id[self.card].health + sum(health for _, _, health, _ in self.changes)))

    @property
    def health(self) -> int:
        return self.most - self.damage

    @property
    def rear(self) -> Tile:
        return (self.tile[0] + (-1 if self.owner == 0 else 1), self.tile[1])


class Side:
    """What a player has besides units."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.mana, self.bonus = row["mana"], row["bonusMana"]
        self.most = row.get("baseMana", row["maxMana"] - self.bonus)
        self.hand: list[int | None] = list(row["hand"])
        self.deck: list[int] = list(row["deck"])
        self.replaced, self.ready = row["replaced"], row["sigReady"]
        self.worn = [[a["id"], a["durability"]] for a in row["artifacts"]]
        self.extra = row.get("extraDraws", 0)
        self.dances = row.get("dances", 0)


class Game:
    """A game in progress, begun from a fresh deal."""

    def __init__(self, start: dict[str, Any], table: CardTable, later: bool, draws: int, signatures: bool) -> None:
        self.table, self.later, self.draws, self.signatures = table, later, draws, signatures
        self.sides = [Side(row) for row in start["players"]]
        self.turn, self.now, self.status, self.winner = start["turn"], start["current"] - 1, start["status"], 0
        self.done = [p in start.get("mulliganed", []) for p in (1, 2)]
        self.men = [Man(self, u["id"], u["owner"] - 1, (u["x"], u["y"])) for u in start["units"]]
        self.tiles = [[t["id"], t["owner"], (t["x"], t["y"]), t["depleted"]] for t in start["tiles"]]
        self.queue: deque[Callable[[], object]] = deque()
        self.dead: list[Man] = []
        self.asking: dict[str, Any] | None = None
        self.subject: Man | None = None
        self.rolls: deque[tuple[int, int]] = deque()
        self.situate()

    # ---- small questions ---------------------------------------------------------------------------------------------

    def keywords(self, card: int) -> set[str]:
        if self.later and card in LATER:
            return LATER[card]
        if self.later and card == 208:
            return {"Flying", "DyingWish"}
        return BASIC.get(card, set())

    def worn_attack(self, card: int) -> int:
        return 3 if self.later and card == 30012 else WORN[card]

    def choose(self, n: int) -> int:
        wanted, value = self.rolls.popleft()
        assert wanted == n, f"the engine draws one of {wanted}, the oracle one of {n}"
        return value

    def there(self) -> list[Man]:
        return [man for man in self.men if not man.gone]

    def at(self, tile: Tile) -> Man | None:
        return next((man for man in self.there() if man.tile == tile), None)

    def lead(self, p: int) -> Man:
        return self.men[p]

    def of(self, p: int) -> list[Man]:
        return [man for man in self.there() if man.owner == p]

    def free_around(self, tile: Tile) -> list[Tile]:
        around = [(tile[0] + dx, tile[1] + dy) for dx, dy in AROUND]
        return [t for t in around if on_board(t) and self.at(t) is None]

    def later_do(self, what: Callable[..., object], *arguments: Any) -> None:
        self.queue.append(lambda: what(*arguments))

    # ---- resolution --------------------------------------------------------------------------------------------------

    def run(self) -> None:
        while True:
            while self.queue:
                self.queue.popleft()()
            if self.asking:
                return
            self.clean_up()
            if self.status == "over" or not self.queue:
                break
        self.men = [man for i, man in enumerate(self.men) if i < 2 or not man.gone]

    def clean_up(self) -> None:  # noqa: PLR0912 - in the order of the rules
        fallen = [man.gone for man in self.men[:2]]
        if any(fallen):
            self.status, self.winner = "over", 0 if all(fallen) else (2 if fallen[0] else 1)
            self.queue.clear()
            self.situate()
            return
        dead, self.dead = self.dead, []
        for corpse in dead:
            for p in (self.now, 1 - self.now):
                for man in self.of(p):
                    if man.has("Deathwatch") and man.card == 311:
                        self.change(man, 1, 1)
                if p == corpse.owner:
                    for _ in range(self.sides[p].dances if not corpse.general else 0):
                        self.later_do(self.draw, p)
                elif self.later:
                    for card, _ in self.sides[p].worn:
                        if card == 30005 and near(self.lead(p).tile, corpse.tile):
                            self.later_do(self.summon, p, 315, corpse.tile)
        for man in self.there():
            if man.hit:
                man.hit = man.field = False
        self.situate()
        for row in self.tiles:
            taker = self.at(row[2])
            if row[0] == 40001 and not row[3] and taker is not None:
                row[3] = True
                side = self.sides[taker.owner]
                if side.mana < 9:
                    side.mana += 1
                    side.bonus += 1
        for p in range(2):
            for row in list(self.sides[p].worn):
                if row[1] == 0:
                    self.break_artifact(p, row)

    def break_artifact(self, p: int, row: list[int]) -> None:
        self.sides[p].worn = [other for other in self.sides[p].worn if other is not row]
        if self.later and row[0] == 30006:
            self.sides[p].deck.append(30006)

    def situate(self) -> None:
        for man in self.there():
            man.situated = False
            if man.has("Zeal"):
                man.situated = near(man.tile, self.lead(man.owner).tile) and not self.lead(man.owner).gone
            elif man.has("Infiltrate"):
                man.situated = man.tile[0] >= 5 if man.owner == 0 else man.tile[0] <= 3

    # ---- what happens to units ---------------------------------------------------------------------------------------

    def change(self, man: Man, attack: int, health: int, until: str = "", how: str = "add") -> None:
        man.changes.append([how, attack, health, until])
        self.check(man)

    def check(self, man: Man) -> None:
        if not man.gone and not man.doomed and man.health <= 0:
            man.doomed = True
            self.later_do(self.die, man)

    def hurt(self, man: Man, amount: int, by: Man | None = None, sure: bool = False) -> None:
        if man.gone or man.doomed:
            return
        if man.field and amount > 0 and not sure:
            man.hit, amount = True, 0
        if amount <= 0:
            return
        man.damage += amount
        self.check(man)
        if man.general:
            for row in self.sides[man.owner].worn:
                if row[1] and not (self.later and row[0] == 30012 and self.now == man.owner):
                    row[1] -= 1
        if self.later and man.ability(19031):
            self.change(man, 2, 0)
        if by is not None and by.general and not self.later:
            for card, _ in self.sides[by.owner].worn:
                if card == 30005:
                    self.horn(by)

    def horn(self, man: Man) -> None:
        places = [t for t in self.free_around(man.tile) if t not in self.promised]
        if places:
            tile = places[self.choose(len(places))]
            self.promised.append(tile)
            self.later_do(self.summon, man.owner, 315, tile)

    @property
    def promised(self) -> list[Tile]:
        if not hasattr(self, "_promised"):
            self._promised: list[Tile] = []
        return self._promised

    def summon(self, p: int, card: int, tile: Tile, ready: bool = False) -> Man | None:
        if tile in self.promised:
            self.promised.remove(tile)
        if self.at(tile) is not None:
            return None
        man = Man(self, card, p, tile)
        man.tired = not ready and "Rush" not in self.keywords(card)
        man.fresh = True
        self.men.append(man)
        return man

    def die(self, man: Man) -> None:
        if man.gone:
            return
        man.gone = True
        self.dead.append(man)
        p, wish = man.owner, not man.dispelled
        if not wish:
            return
        if man.card == 503:
            self.later_do(self.summon, p, 504, man.tile)
        elif man.card == 11031 or (man.card == 208 and not self.later):
            self.later_do(self.draw, p)
        elif man.card == 208:
            self.later_do(self.equip, p, 30006)
        elif man.card == 308 and self.later:
            self.later_do(self.creep, p, man.tile)
        elif man.card == 19033 and self.later:
            for other in self.of(1 - p):
                if near(other.tile, man.tile):
                    self.later_do(self.hurt, other, 4)

    def heal(self, man: Man, amount: int) -> None:
        if not man.gone and not man.doomed:
            man.damage = max(0, man.damage - amount)

    def draw(self, p: int) -> None:
        side = self.sides[p]
        if not side.deck:
            self.later_do(self.hurt, self.lead(p), 2, None, True)
            return
        card = side.deck.pop(self.choose(len(side.deck)))
        if None in side.hand:
            side.hand[side.hand.index(None)] = card

    def equip(self, p: int, card: int) -> None:
        if len(self.sides[p].worn) == 3:
            self.break_artifact(p, self.sides[p].worn[0])
        self.sides[p].worn.append([card, 3])

    def creep(self, p: int, tile: Tile) -> None:
        self.tiles = [row for row in self.tiles if row[2] != tile]
        self.tiles.append([40004, p + 1, tile, False])

    def stun(self, man: Man) -> None:
        man.stun = man.stun or (2 if man.owner == self.now else 1)

    def dispel(self, man: Man) -> None:
        if man.fresh and man.has("Rush"):
            man.tired = True
        man.dispelled, man.given, man.changes, man.stun = True, man.given & LASTING, [], 0
        man.field = man.situated = False
        self.check(man)

    def transform(self, man: Man, card: int) -> None:
        if man.gone:
            return
        man.gone = True
        new = self.summon(man.owner, card, man.tile, True)
        assert new is not None
        new.tired, new.moves, new.attacks, new.fresh = man.tired, man.moves, man.attacks, man.fresh

    def teleport(self, man: Man, tile: Tile) -> None:
        if not man.gone and self.at(tile) is None:
            man.tile = tile

    # ---- actions -----------------------------------------------------------------------------------------------------

    def mulligan(self, p: int, slots: list[int]) -> None:
        side = self.sides[p]
        aside = [side.hand[slot] for slot in slots]
        for slot in slots:
            side.hand[slot] = side.deck.pop(self.choose(len(side.deck)))
        side.deck += aside  # type: ignore[arg-type]
        self.done[p] = True
        if all(self.done):
            self.status, self.now = "active", 0
        else:
            self.now = 1 - p

    def replace(self, slot: int) -> None:
        side = self.sides[self.now]
        old, left = side.hand[slot], list(range(len(side.deck)))
        found = len(side.deck) - 1
        while left:
            at = left.pop(self.choose(len(left)))
            if side.deck[at] != old:
                found = at
                break
        side.hand[slot] = side.deck.pop(found)
        side.deck.append(old)
        side.replaced += 1

    def move(self, start: Tile, end: Tile) -> None:
        man = self.at(start)
        assert man is not None
        man.tile = end
        man.moves += 1
        man.attacks = max(man.attacks, man.moves - 1)
        self.run()

    def attack(self, start: Tile, end: Tile) -> None:  # noqa: PLR0912 - in the order of the rules
        man, target = self.at(start), self.at(end)
        assert man is not None and target is not None
        man.attacks += 1
        man.moves = max(man.moves, man.attacks)
        line: list[Man] = []
        if man.has("Blast") and (start[0] == end[0]) != (start[1] == end[1]):
            step = ((end[0] > start[0]) - (end[0] < start[0]), (end[1] > start[1]) - (end[1] < start[1]))
            for other in self.of(1 - man.owner):
                for k in range(1, 9):
                    if other is not target and other.tile == (start[0] + k * step[0], start[1] + k * step[1]):
                        line.append(other)
        swept = list(line)
        if man.has("Frenzy") and near(start, end):
            swept += [m for m in self.of(1 - man.owner) if near(m.tile, start) and m is not target and m not in line]
        self.later_do(self.strike, man, target)
        for other in [m for m in self.there() if m in swept]:
            self.later_do(self.strike, man, other)
        if self.answers(target, man):
            self.later_do(self.strike, target, man)
        for other in [m for m in self.there() if m in line]:
            if self.answers(other, man):
                self.later_do(self.strike, other, man)
        if self.later and man.general and not target.general:
            for card, _ in self.sides[man.owner].worn:
                if card == 30015:
                    self.later_do(self.hurt, self.lead(1 - man.owner), 1, man)
        if self.later and man.ability(109):
            self.sides[man.owner].extra += 1
        self.run()

    def answers(self, man: Man, to: Man) -> bool:
        if man.attack <= 0 or man.has("CannotCounter") or (to.has("Backstab") and to.tile == man.rear):
            return False
        return man.has("Ranged") or near(man.tile, to.tile)

    def strike(self, man: Man, target: Man) -> None:
        if man.gone or target.gone:
            return
        amount = man.attack
        if man.has("Backstab") and man.tile == target.rear:
            amount += 2 if self.later else 1
        if target.general and man.ability(11032):
            amount *= 2
        if man.general and "GeneralProof" in target.given:
            amount = 0
        self.hurt(target, amount, man)

    def play(self, slot: int | None, tile: Tile | None) -> None:
        side = self.sides[self.now]
        card = SIGNATURES[self.lead(self.now).card] if slot is None else side.hand[slot]
        assert card is not None
        side.mana -= self.table.by_id[card].cost
        if slot is None:
            side.ready = False
        else:
            side.hand[slot] = None
        kind = self.table.by_id[card].kind
        follows = {20168: 1, 20049: 1, 20176: 1, 20072: 2, 410: 1}.get(card, 0)
        if follows:
            self.asking = {"card": card, "stage": 0, "tiles": [tile]}
            self.subject = self.at(tile) if tile is not None else None
        elif kind in ("spell", "signature"):
            self.spell_cast()
        if kind == "minion":
            assert tile is not None
            self.summon(self.now, card, tile)
        if kind == "artifact":
            self.equip(self.now, card)
        self.effect(card, tile)
        self.run()
        if follows:
            self.ask_on()

    def spell_cast(self) -> None:
        p = self.now
        for card, _ in self.sides[p].worn:
            if card == 30010:
                self.later_do(self.hurt, self.lead(1 - p), 1, self.lead(p))
        for man in self.of(p):
            if man.ability(115):
                self.change(man, 1, 1)

    def ask_on(self) -> None:
        if self.asking and not self.follow_tiles():
            card, self.asking = self.asking["card"], None
            if self.table.by_id[card].kind != "minion":
                self.spell_cast()
            self.run()

    def follow_tiles(self) -> list[Tile]:
        assert self.asking is not None
        card, stage, used = self.asking["card"], self.asking["stage"], self.asking["tiles"]
        if stage >= {20072: 2}.get(card, 1):
            return []
        free = [(x, y) for x in range(9) for y in range(5) if self.at((x, y)) is None and (x, y) not in used]
        if card == 410:
            men = self.there() if self.later else self.of(self.now)
            return [m.tile for m in men if not m.general and near(m.tile, used[0])]
        if card == 20072:
            return [t for t in free if near(t, used[-1])]
        if self.subject is None or self.subject.gone:
            return []
        if card == 20176:
            return [t for t in free if abs(t[0] - used[0][0]) + abs(t[1] - used[0][1]) <= 2]
        return free

    def follow(self, tile: Tile) -> None:
        assert self.asking is not None
        card, first = self.asking["card"], self.subject
        if card == 410:
            man = self.at(tile)
            assert man is not None
            self.change(man, 2, 1 if self.later else 2)
        elif card == 20072:
            self.later_do(self.summon, self.now, 315, tile)
        else:
            assert first is not None
            self.later_do(self.teleport, first, tile)
        self.asking["tiles"].append(tile)
        self.run()
        self.asking["stage"] += 1
        self.ask_on()

    # ---- what cards do -----------------------------------------------------------------------------------------------

    def effect(self, card: int, tile: Tile | None) -> None:
        name = f"card_{card}"
        if self.later and hasattr(self, name + "_later"):
            name += "_later"
        if hasattr(self, name):
            man = self.at(tile) if tile is not None else None
            getattr(self, name)(man, tile)

    def minions(self, p: int | None = None) -> list[Man]:
        return [m for m in self.there() if not m.general and p in (None, m.owner)]

    def card_20174(self, man: Man, tile: Tile) -> None:
        self.change(man, 2, 0)

    def card_20066(self, man: Man, tile: Tile) -> None:
        self.later_do(self.hurt, man, 2)

    def card_20044(self, man: Man, tile: Tile) -> None:
        for other in self.there():
            self.later_do(self.hurt, other, 2)

    def card_20047(self, man: Man, tile: Tile) -> None:
        for other in self.minions(self.now):
            self.change(other, 1, 1)

    def card_20068(self, man: Man, tile: Tile) -> None:
        self.change(man, man.health, 0)

    def card_20090(self, man: Man, tile: Tile) -> None:
        health = man.health
        self.later_do(self.die, man)
        self.later_do(self.heal, self.lead(man.owner), health)

    def card_20086(self, man: Man, tile: Tile) -> None:
        man.tired, man.moves, man.attacks = False, 0, 0

    def card_20088(self, man: Man, tile: Tile) -> None:
        for other in self.minions(1 - self.now):
            self.later_do(self.hurt, other, 1)

    def card_20168(self, man: Man, tile: Tile) -> None:
        self.change(man, 1, 1)

    def card_20080(self, man: Man, tile: Tile) -> None:
        self.change(man, 3, 0, "turn")

    def card_20081(self, man: Man, tile: Tile) -> None:
        self.later_do(self.hurt, man, 3)

    def card_20102(self, man: Man, tile: Tile) -> None:
        self.change(man, 4, 2)
        self.sides[self.now].extra += man.has("Backstab")

    def spread(self, card: int, n: int, centre: Tile) -> None:
        places = self.free_around(centre)
        for _ in range(min(n, len(places))):
            self.later_do(self.summon, self.now, card, places.pop(self.choose(len(places))))

    def card_20178(self, man: Man, tile: Tile) -> None:
        self.spread(225, 1, self.lead(self.now).tile)

    def card_20180(self, man: Man, tile: Tile) -> None:
        self.spread(315, 2, self.lead(self.now).tile)

    def card_317(self, man: Man, tile: Tile) -> None:
        self.spread(315, 1, tile)

    def card_317_later(self, man: Man, tile: Tile) -> None:
        if on_board(man.rear):
            self.later_do(self.summon, self.now, 315, man.rear)

    def card_20075(self, man: Man, tile: Tile) -> None:
        self.change(man, 0, 0, f"start {self.now}", "set")

    def card_20095(self, man: Man, tile: Tile) -> None:
        self.change(man, 1, 1)
        self.later_do(self.draw, self.now)

    def card_20074(self, man: Man, tile: Tile) -> None:
        man.given.add("Provoke")
        self.change(man, 1, 3)

    def card_20096(self, man: Man, tile: Tile) -> None:
        man.given.add("GeneralProof")
        self.change(man, 2, 2)

    def card_20096_later(self, man: Man, tile: Tile) -> None:
        self.later_do(self.heal, self.lead(self.now), 2)
        self.later_do(self.draw, self.now)
        self.later_do(self.draw, self.now)

    def card_20077(self, man: Man, tile: Tile) -> None:
        self.later_do(self.die, man)

    def card_20077_later(self, man: Man, tile: Tile) -> None:
        for other in self.minions():
            if other.tile[1] == self.lead(self.now).tile[1]:
                self.later_do(self.die, other)

    def card_20049(self, man: Man, tile: Tile) -> None:
        self.later_do(self.hurt, man, 1)

    def card_20071(self, man: Man, tile: Tile) -> None:
        for other in self.minions(self.now):
            self.change(other, 2, 0, "turn")

    def card_20071_later(self, man: Man, tile: Tile) -> None:
        self.change(man, -2, 0)
        for other in self.minions(self.now):
            if near(other.tile, tile):
                self.change(other, 2, 0)

    def card_20072(self, man: Man, tile: Tile) -> None:
        self.later_do(self.summon, self.now, 315, tile)

    def card_20051(self, man: Man, tile: Tile) -> None:
        for dx, dy in ((0, 0), (0, 1), (1, 0), (1, 1)):
            self.later_do(self.creep, self.now, (tile[0] + dx, tile[1] + dy))

    def card_20061(self, man: Man, tile: Tile) -> None:
        self.later_do(self.die, man)
        self.later_do(self.summon, self.now, 315, tile)

    def card_20182(self, man: Man, tile: Tile) -> None:
        self.change(self.lead(self.now), 1, 0)

    def card_20111(self, man: Man, tile: Tile) -> None:
        man.given.add("CannotCounter")

    def card_20115(self, man: Man, tile: Tile) -> None:
        self.sides[self.now].dances += 1

    def card_20116(self, man: Man, tile: Tile) -> None:
        self.change(man, 2, 1 if self.later else 2)

    def card_20125(self, man: Man, tile: Tile) -> None:
        self.later_do(self.die, man)

    def card_20122(self, man: Man, tile: Tile) -> None:
        for other in self.minions():
            if other.attack <= 3:
                self.later_do(self.die, other)

    def card_20122_later(self, man: Man, tile: Tile) -> None:
        for other in self.minions():
            if other.attack <= 3 and (near(other.tile, tile) or other.tile == tile):
                self.later_do(self.die, other)

    def card_20184(self, man: Man, tile: Tile) -> None:
        for other in self.of(1 - self.now):
            if other.tile[0] == self.lead(1 - self.now).tile[0]:
                self.later_do(self.hurt, other, 2)

    def card_20139(self, man: Man, tile: Tile) -> None:
        self.stun(man)
        self.later_do(self.hurt, man, 1)

    def card_20134(self, man: Man | None, tile: Tile) -> None:
        self.tiles = [row for row in self.tiles if row[2] != tile]
        if man is not None:
            self.dispel(man)
            if man.owner != self.now:
                self.later_do(self.hurt, man, 2 if self.later else 1)

    def card_20135(self, man: Man, tile: Tile) -> None:
        vespyr = TRIBES[self.table.by_id[man.card].tribe] == "Vespyr"
        self.change(man, 3, 3 if vespyr else 0)

    def card_20144(self, man: Man, tile: Tile) -> None:
        self.later_do(self.transform, man, 520)

    def card_20136(self, man: Man, tile: Tile) -> None:
        own = range(4) if self.now == 0 else range(5, 9)
        struck = [m for m in self.there() if m.tile[0] in own]
        for other in struck:
            self.stun(other)
        for other in struck:
            self.later_do(self.hurt, other, 4)

    # ---- turns -------------------------------------------------------------------------------------------------------

    def end(self) -> None:  # noqa: PLR0912 - in the order of the rules
        p = self.now
        crawlers = []
        for man in self.of(p):
            if man.has("Ephemeral"):
                self.later_do(self.vanish, man)
            if man.ability(308) and not self.later:
                crawlers.append(man)
            if man.ability(19027) and self.later:
                for other in self.minions(p):
                    if near(other.tile, man.tile):
                        self.change(other, 0, 1)
        own_creep = {row[2] for row in self.tiles if row[:2] == [40004, p + 1]}
        rooms = [[t for t in self.around(m.tile) if t not in own_creep] for m in crawlers]
        for tile in self.promise(rooms):
            self.later_do(self.creep, p, tile)
        for row in self.tiles:
            foe = self.at(row[2])
            if row[:2] == [40004, p + 1] and foe is not None and foe.owner != p:
                self.later_do(self.hurt, foe, 1)
        self.run()
        if self.status == "over":
            return
        for _ in range(self.draws + self.sides[p].extra):
            self.later_do(self.draw, p)
        self.run()
        if self.status == "over":
            return
        self.expire("turn")
        for side in self.sides:
            side.mana, side.bonus, side.dances, side.extra = max(0, side.mana - side.bonus), 0, 0, 0
        self.sides[p].replaced = 0
        for man in self.of(p):
            man.stun = max(0, man.stun - 1)
        self.run()
        if self.status == "over":
            return
        self.turn += 1
        self.begin(1 - p)

    def around(self, tile: Tile) -> list[Tile]:
        return [t for t in ((tile[0] + dx, tile[1] + dy) for dx, dy in AROUND) if on_board(t)]

    def vanish(self, man: Man) -> None:
        man.gone = True

    def promise(self, rooms: list[list[Tile]]) -> list[Tile]:
        """One tile for each who has room, shared ones left to who has nothing else."""
        found = []
        for k, room in enumerate(rooms):
            rest = rooms[k + 1 :]
            if all(any(tile in other for other in rest) for tile in room):
                for other in rest:
                    if any(tile not in room for tile in other):
                        other[:] = [tile for tile in other if tile not in room]
            if room:
                tile = room[self.choose(len(room))]
                found.append(tile)
                for other in rest:
                    if tile in other:
                        other.remove(tile)
        return found

    def expire(self, until: str) -> None:
        for man in self.there():
            man.changes = [change for change in man.changes if change[3] != until]
            self.check(man)

    def begin(self, p: int) -> None:
        self.now = p
        for man in self.there():
            man.tired = man.fresh = False
            man.moves = man.attacks = 0
        side = self.sides[p]
        if side.most < 9 and self.turn > 1:
            side.most += 1
        side.mana = side.most
        obelysks = []
        for man in self.of(p):
            if man.has("Grow"):
                self.change(man, 1, 1)
            if man.ability(214):
                obelysks.append(man)
        for tile in self.promise([self.free_around(m.tile) for m in obelysks]):
            self.later_do(self.summon, p, 217, tile)
        self.run()
        own = self.turn // 2 + 1
        if self.signatures and (own in (3, 5, 7) or own > 7):
            side.ready = True
        self.expire(f"start {p}")
        self.run()

    # ---- what is seen ------------------------------------------------------------------------------------------------

    def shown(self) -> dict[str, Any]:
        """All that the engine's position tells, but for how it keeps effects."""
        over = self.status == "over"
        return {
            "status": self.status, "turn": self.turn, "current": self.now + 1, "winner": self.winner if over else None,
            "players": [self._side(p) for p in range(2)],
            "units": [self._unit(man) for man in self.there()],
            "tiles": [{"id": i, "owner": o, "x": t[0], "y": t[1], "depleted": d} for i, o, t, d in self.tiles],
            "followup": self.asking and {**self.asking, "tiles": [list(tile) for tile in self.asking["tiles"]]},
        }  # fmt: skip

    def _side(self, p: int) -> dict[str, Any]:
        side = self.sides[p]
        return {
            "mana": side.mana, "maxMana": min(9, side.most + side.bonus), "bonusMana": side.bonus, "hand": side.hand,
            "deck": side.deck,
            "replaced": side.replaced, "sigReady": side.ready,
            "artifacts": [{"id": card, "durability": left} for card, left in side.worn],
        }  # fmt: skip

    def _unit(self, man: Man) -> dict[str, Any]:
        words = (man.printed() | man.given) - {"GeneralProof"}
        provokers = [m for m in self.of(1 - man.owner) if m.has("Provoke") and near(m.tile, man.tile)]
        words |= {"Provoked"} if provokers else set()
        words |= {"Stunned"} if man.stun else set()
        words |= {"Dispelled"} if man.dispelled else set()
        return {
            "id": man.card, "owner": man.owner + 1, "x": man.tile[0], "y": man.tile[1], "atk": man.attack, "hp": man.health,
            "maxHp": man.most, "general": man.general, "exhausted": man.tired, "moves": man.moves, "attacks": man.attacks,
            "kw": sorted(words),
        }  # fmt: skip

    # ---- what is legal -----------------------------------------------------------------------------------------------

    def legal(self) -> set[tuple[Any, ...]]:
        """Everything that may be done, with one entry for cards that may be played anywhere."""
        if self.asking:
            return {("follow", tile) for tile in self.follow_tiles()}
        found: set[tuple[Any, ...]] = {("end",)}
        side = self.sides[self.now]
        if side.deck and side.replaced < 1:
            found |= {("replace", slot) for slot, card in enumerate(side.hand) if card}
        for slot, card in enumerate(side.hand):
            if card and self.table.by_id[card].cost <= side.mana:
                found |= {("play", slot, tile) for tile in self.aims(card)}
        card = SIGNATURES[self.lead(self.now).card]
        if side.ready and self.table.by_id[card].cost <= side.mana:
            found |= {("play", None, tile) for tile in self.aims(card)}
        for man in self.of(self.now):
            found |= self._deeds(man)
        return found

    def _deeds(self, man: Man) -> set[tuple[Any, ...]]:
        found: set[tuple[Any, ...]] = set()
        limit = 2 if man.has("Celerity") else 1
        if man.tired or man.stun or man.attacks >= limit:
            return found
        holders = [m for m in self.of(1 - man.owner) if m.has("Provoke") and near(m.tile, man.tile)]
        if man.moves < limit and not holders and man.card != 214:
            found |= {("move", man.tile, tile) for tile in self.walks(man)}
        if man.attack > 0:
            for foe in self.of(1 - man.owner):
                straight = foe.tile[0] == man.tile[0] or foe.tile[1] == man.tile[1]
                reached = near(foe.tile, man.tile) or man.has("Ranged") or (man.has("Blast") and straight)
                if reached and (not holders or foe in holders):
                    found.add(("attack", man.tile, foe.tile))
        return found

    def walks(self, man: Man) -> list[Tile]:
        free = [(x, y) for x in range(9) for y in range(5) if self.at((x, y)) is None]
        if man.has("Flying"):
            return free
        reached = {man.tile}
        for _ in range(1 if self.later and man.card == 406 else 2):
            for x, y in list(reached):
                for tile in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                    other = self.at(tile)
                    if on_board(tile) and (other is None or other.owner == man.owner):
                        reached.add(tile)
        return [tile for tile in free if tile in reached]

    def aims(self, card: int) -> list[Tile | None]:
        p, later = self.now, self.later
        free = [(x, y) for x in range(9) for y in range(5) if self.at((x, y)) is None]
        spawn = [t for t in free if any(near(t, m.tile) for m in self.of(p))]
        any_minion, mine, theirs = self.minions(), self.minions(p), self.minions(1 - p)
        home = self.lead(p).tile
        if self.table.by_id[card].kind == "minion":
            return list(free if "Airdrop" in self.keywords(card) else spawn)
        either = any_minion if later else mine
        groups: dict[int, list[Man]] = {
            20174: [m for m in mine if near(m.tile, home)], 20066: any_minion, 20068: any_minion, 20090: any_minion,
            20176: mine,
            20086: [m for m in mine if m.attack <= 3], 20168: mine, 20080: self.there(), 20081: self.there(), 20102: mine,
            20075: any_minion, 20095: either, 20074: either, 20049: theirs, 20061: theirs, 20111: any_minion if later else
            theirs, 20116: either, 20139: any_minion, 20135: either, 20144: any_minion,
            20125: [m for m in any_minion if m.attack == min(o.attack for o in any_minion)],
        }  # fmt: skip
        if not later:
            groups |= {20096: mine, 20077: [m for m in theirs if near(m.tile, home)]}
        else:
            groups |= {20071: theirs}
        if card in groups:
            return [m.tile for m in groups[card]]
        if card == 20072:
            return list(spawn)
        if card == 20051:
            return [(x, y) for x in range(8) for y in range(4)]
        if card == 20122 and later:
            return [(x, y) for x in range(1, 8) for y in range(1, 4)]
        if card == 20134:
            return list({m.tile for m in self.there()} | {row[2] for row in self.tiles})
        return [None]
