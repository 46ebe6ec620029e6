"""Legends of Code and Magic: rules of thumb. The greedy player of the active-genes study, and drafting by card values."""

import cython

from cardlab.agents.agent import Agent, Policy, VectorPolicy
from cardlab.agents.report import Report
from cardlab.core.state import Actions


class GreedyPolicy(Policy):
    """Makes the action that raises the material most, until none does. Picks at random in the draft.

    Material: 2 for each point of health, 10 + attack + defense for each creature, 1000 for a dead player; the own side counts
    for, the other against. The first of equals in the order of the legal actions is taken, a pass before all.
    """

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Legends of Code and Magic."""
        return LocmState

    def _pick(self, state, scratch, rng):
        if cython.cast(LocmState, state).z.phase == DRAFT:
            return pack(PICK, rand_below(rng.s, 3), 0, 0)
        return greedy_action(cython.cast(LocmState, state))


class DraftPolicy(VectorPolicy):
    """Takes the card with the highest of 160 values, the first of equals, and plays by another policy."""

    def __init__(self, battle: Policy, values=None):
        # type: (Policy, Iterable[float] | None) -> None
        self.battle = battle
        self.size = CARDS
        self.load(values if values is not None else [0.0] * CARDS)

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Legends of Code and Magic."""
        return LocmState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.battle,)

    def _pick(self, state, scratch, rng):
        if cython.cast(LocmState, state).z.phase == DRAFT:
            return preferred(cython.cast(LocmState, state), self.genes)
        return self.battle._pick(state, scratch, rng)


class RandomDraft(Policy):
    """Picks at random, and plays by another policy."""

    def __init__(self, battle: Policy):
        # type: (...) -> None
        self.battle = battle

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Legends of Code and Magic."""
        return LocmState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.battle,)

    def _pick(self, state, scratch, rng):
        if cython.cast(LocmState, state).z.phase == DRAFT:
            return pack(PICK, rand_below(rng.s, 3), 0, 0)
        return self.battle._pick(state, scratch, rng)


class Drafter(Agent):
    """An agent whose picks are made by a draft policy."""

    def __init__(self, battle: Agent, draft: Policy):
        # type: (...) -> None
        self.battle = battle
        self.draft = draft
        self.scratch = Actions()

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Legends of Code and Magic."""
        return LocmState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.battle, self.draft)

    def _choose(self, seat, rng):
        self.picked = cython.cast(LocmState, seat.info).z.phase == DRAFT
        if self.picked:
            return self.draft._pick(seat.info, self.scratch, rng)
        return self.battle._choose(seat, rng)

    def _new_game(self):
        self.picked = True
        return self.battle._new_game()

    def _estimate(self):
        """A pick is made without a thought of the battle."""
        return -1.0 if self.picked else self.battle._estimate()

    @property
    def native(self):
        # type: () -> bool
        return self.battle.native

    @property
    def report(self):
        # type: () -> Report
        return Report() if self.picked else self.battle.report


WEIGHT_NAMES = (
    "health", "creature", "attack", "defense", "breakthrough", "charge", "drain", "guard", "lethal", "ward", "hand", "draws",
)  # type: tuple[str, ...]  # fmt: skip
"""What the weights of `WeighedGreedy` stand for; breakthrough, drain and ward count with the attack, guard with the defense."""
MATERIAL = (2.0, 10.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # type: tuple[float, ...]
"""The weights with which it plays as `GreedyPolicy` does."""


class WeighedGreedy(VectorPolicy):
    """The greedy player with a weight for everything it counts, own side for and other side against."""

    def __init__(self, game, draft: Policy, values=MATERIAL):
        # type: (Game, Policy, Iterable[float]) -> None
        self.draft = draft
        self.work = game.blank()
        self.size = 12
        self.load(values)

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Legends of Code and Magic."""
        return LocmState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.draft,)

    @property
    def looks_ahead(self):
        # type: () -> bool
        """It tries every action."""
        return True

    def _pick(self, state, scratch, rng):
        if cython.cast(LocmState, state).z.phase == DRAFT:
            return self.draft._pick(state, scratch, rng)
        p = cython.cast(LocmState, state).z.player
        best = weigh(cython.cast(LocmState, state), p, self.genes)
        state._legal(scratch)
        chosen = scratch.at[0]
        for i in range(1, scratch.n):
            self.work._copy_from(state)
            self.work._apply(scratch.at[i])
            value = weigh(self.work, p, self.genes)
            if value > best:
                best = value
                chosen = scratch.at[i]
        return chosen


def weigh(s, p, genes):
    value = weigh_side(s, p, genes) - weigh_side(s, 1 - p, genes)
    if s.z.health[1 - p] <= 0:
        value += 1000
    if s.z.health[p] <= 0:
        value -= 1000
    return value


def weigh_side(s, p, genes):
    value = genes[0] * s.z.health[p] + genes[10] * popcount(s.z.hand[p]) + genes[11] * s.z.draws[p]
    for lane in range(s.rules.lanes):
        for i in range(3 * lane, 3 * lane + s.z.count[p][lane]):
            keywords = s.z.board[p][i].keywords
            attack = s.z.board[p][i].attack
            defense = s.z.board[p][i].defense
            value += genes[1] + genes[2] * attack + genes[3] * defense
            if keywords & BREAKTHROUGH:
                value += genes[4] * attack
            if keywords & CHARGE:
                value += genes[5]
            if keywords & DRAIN:
                value += genes[6] * attack
            if keywords & GUARD:
                value += genes[7] * defense
            if keywords & LETHAL:
                value += genes[8]
            if keywords & WARD:
                value += genes[9] * attack
    return value


def preferred(s, genes):
    r = s.z.n_picks[s.z.player]
    best = 0
    for i in range(1, 3):
        if genes[s.z.offer[r][i] - 1] > genes[s.z.offer[r][best] - 1]:
            best = i
    return pack(PICK, best, 0, 0)


# ---- the greedy player: what each action changes, without making it ----------------------------------------------


def greedy_action(s):
    p = s.z.player
    o = 1 - p
    best = 0
    action = pack(PASS, 0, 0, 0)
    hand = s.z.hand[p] & s.z.within[p][s.z.mana[p]]
    creatures = hand & s.z.typed[p][CREATURE]
    lane = 0 if s.z.count[p][0] < s.rules.room else 1
    if lane < s.rules.lanes and s.z.count[p][lane] < s.rules.room:
        left = creatures
        while left:
            d = lowest_bit(left)
            gain = summon_gain(s, s.z.deck[p][d])
            if gain > best:
                best = gain
                action = pack(SUMMON, 2 * d + p + 1, lane, s.z.deck[p][d])
            left &= left - 1
    for lane in range(s.rules.lanes):
        base = 3 * lane
        end = base + s.z.count[o][lane]
        guarded: cython.bint = False
        for j in range(base, end):
            if s.z.guards[o] >> j & 1:
                guarded = True
        for i in range(base, base + s.z.count[p][lane]):
            if not s.z.able[p] >> i & 1:
                continue
            number = s.z.board[p][i].id
            if not guarded:
                gain = face_gain(s, i)
                if gain > best:
                    best = gain
                    action = pack(ATTACK, number, FACE, s.z.deck[p][(number - 1 - p) // 2])
            for j in range(base, end):
                if not guarded or s.z.guards[o] >> j & 1:
                    gain = fight_gain(s, i, j)
                    if gain > best:
                        best = gain
                        action = pack(ATTACK, number, s.z.board[o][j].id, s.z.deck[p][(number - 1 - p) // 2])
    left = hand & ~s.z.typed[p][CREATURE]
    while left:
        d = lowest_bit(left)
        card = s.z.deck[p][d]
        kind = s.rules.fact[card].type
        if kind == BLUE:
            gain = bolt_gain(s, card)
            if gain > best:
                best = gain
                action = pack(USE, 2 * d + p + 1, FACE, card)
        owner = p if kind == GREEN else o
        for lane in range(s.rules.lanes):
            for slot in range(3 * lane, 3 * lane + s.z.count[owner][lane]):
                gain = item_gain(s, card, owner, slot)
                if gain > best:
                    best = gain
                    action = pack(USE, 2 * d + p + 1, s.z.board[owner][slot].id, card)
        left &= left - 1
    return action


def health_gain(s, p, mine, theirs):
    """What changes of health are worth to p, with those that kill."""
    o = 1 - p
    gain: cython.int = 2 * (mine - theirs)
    if theirs:
        gain += dying(s.z.health[o] + theirs) - dying(s.z.health[o])
    if mine:
        gain -= dying(s.z.health[p] + mine) - dying(s.z.health[p])
    return gain


def dying(health):
    return 1000 if health <= 0 else 0


def worth(s, p, slot):
    return 10 + s.z.board[p][slot].attack + s.z.board[p][slot].defense


def summon_gain(s, card):
    gain = 10 + s.rules.fact[card].attack + s.rules.fact[card].defense
    return gain + health_gain(s, s.z.player, s.rules.fact[card].player_hp, s.rules.fact[card].opponent_hp)


def face_gain(s, slot):
    p = s.z.player
    power = s.z.board[p][slot].attack
    return health_gain(s, p, power if s.z.board[p][slot].keywords & DRAIN else 0, -power)


def fight_gain(s, mine, theirs):
    p = s.z.player
    o = 1 - p
    my_keywords = s.z.board[p][mine].keywords
    their_keywords = s.z.board[o][theirs].keywords
    power = s.z.board[p][mine].attack
    dealt = 0 if their_keywords & WARD else power
    taken = 0 if my_keywords & WARD else s.z.board[o][theirs].attack
    defense = s.z.board[o][theirs].defense
    excess = 0
    falls: cython.bint = dealt >= defense
    if falls and my_keywords & BREAKTHROUGH:
        excess = dealt - defense
    if my_keywords & LETHAL and (dealt > 0 or (s.rules.lethal_zero and not their_keywords & WARD)):
        falls = True
    gain = worth(s, o, theirs) if falls else dealt
    i_fall: cython.bint = taken >= s.z.board[p][mine].defense
    if their_keywords & LETHAL and (taken > 0 or (s.rules.lethal_zero and not my_keywords & WARD)):
        i_fall = True
    gain -= worth(s, p, mine) if i_fall else taken
    drained = power if my_keywords & DRAIN and dealt > 0 else 0
    return gain + health_gain(s, p, drained, -excess)


def item_gain(s, card, owner, slot):
    p = s.z.player
    keywords = s.z.board[owner][slot].keywords
    if s.rules.fact[card].type == GREEN:
        keywords |= s.rules.fact[card].keywords
    else:
        keywords &= ~s.rules.fact[card].keywords
    before = worth(s, owner, slot)
    power = s.z.board[owner][slot].attack + s.rules.fact[card].attack
    defense = s.z.board[owner][slot].defense
    if not (keywords & WARD and s.rules.fact[card].defense < 0):
        defense += s.rules.fact[card].defense
    after = 10 + (power if power > 0 else 0) + defense if defense > 0 else 0
    gain = after - before if owner == p else before - after
    return gain + health_gain(s, p, s.rules.fact[card].player_hp, s.rules.fact[card].opponent_hp)


def bolt_gain(s, card):
    change = s.rules.fact[card].defense + s.rules.fact[card].opponent_hp
    return health_gain(s, s.z.player, s.rules.fact[card].player_hp, change)
