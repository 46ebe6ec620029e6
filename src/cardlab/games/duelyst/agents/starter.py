"""Duelyst: the starter AI, a fixed list of priorities that is walked from the top before every action.

It replaces a card, looks whether it can kill, plays outstanding cards, moves and attacks with what kills, then with the rest,
plays minions and spells, and ends the turn. Scores say what is outstanding; their constants and the order of attempts are
those of the original, with its defects, which are told where they are. What it thinks with says `startermind`.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.core.state import Seat

LONGEST_TURN = cython.declare(cython.const[cython.int], 200)


class StarterAgent(Agent):
    """Plays by the list. It keeps what it planned within a turn, and forgets it if something else is done."""

    def __init__(self, game, minds, difficulty=1.0):
        # type: (Duelyst, Mapping[int, Mind], float) -> None
        self.game = game
        self.mind = StarterMind(game, minds, difficulty)

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Duelyst."""
        return DuelystState

    def drop_plan(self):
        # type: () -> None
        """Something else was done than it chose."""
        clear_plans(self.mind)

    def unit_scores(self, seat: Seat):
        # type: (...) -> list[float]
        """What it thinks of each unit, in board order."""
        mind = self._consider(seat)
        return [unit_score(mind, i) for i in range(mind.s.z.n_units)]

    def target_scores(self, seat: Seat, tile: cython.int):
        # type: (...) -> list[tuple[int, float]]
        """Whom the unit on a tile could attack, in its order, with what it thinks of each."""
        mind = self._consider(seat)
        take_unit(mind, mind.s.z.at[tile])
        find_targets(mind, tile, False, False)
        return [(mind.s.z.unit[mind.target[k]].tile, mind.target_score[k]) for k in range(mind.n_targets)]

    def tile_scores(self, seat: Seat, tile: cython.int):
        # type: (...) -> dict[int, float]
        """What it thinks of where the unit on a tile stands, and of where it can move, in the order of its search."""
        mind = self._consider(seat)
        i: cython.int = mind.s.z.at[tile]
        take_unit(mind, i)
        walk(mind, i)
        tiles = [tile, *(mind.place[k] for k in range(mind.n_places))]
        return {there: tile_value(mind, there, False) for there in tiles}

    def place_scores(self, seat: Seat, slot: cython.int):
        # type: (...) -> dict[int, float]
        """What it thinks of each place for a card in hand (6 is the signature spell), in its order."""
        mind = self._consider(seat)
        card: cython.int = card_in(mind, slot)
        list_legal(mind, card, targets_of(mind.s, card, 0, mind.me))
        places = [mind.place[k] for k in range(mind.n_places)]
        return {place: place_score(mind, card, place) for place in places}

    def _consider(self, seat: Seat):
        """Look at a position anew, as at the beginning of a turn."""
        self.admit(seat)
        self._new_game()
        look(self.mind, seat.info, seat.player)
        check_lethal(self.mind)
        self.mind.turn = -1
        return self.mind

    def _new_game(self):
        self.mind.turn = -1
        clear_plans(self.mind)
        return 0

    def _choose(self, seat, rng):
        return self._choose_in(seat.info, seat.player, rng)

    def _play_turn(self, world, rng):
        """Play a turn in an imagined world to its end, whoever has it."""
        mover = world._player()
        self._new_game()
        for k in range(LONGEST_TURN):
            if world._player() < 0 or world._turn() != mover:
                break
            world._apply(self._choose_in(world, mover, rng))
        self._new_game()
        return 0

    def _choose_in(self, state, player, rng):
        look(self.mind, state, player)
        return choose_mulligan(self.mind) if self.mind.s.z.phase == OPENING else decide(self.mind, rng)


def decide(t, rng):
    """The next action that the rules allow; one that they do not is not tried again this turn."""
    if t.s.z.pending:
        return follow_up(t, rng)
    if t.egg_tile >= 0:
        finish_egg(t)
    for attempt in range(60):
        if t.n_queue == 0:
            t.n_follow = 0
            think(t, rng)
        if t.n_queue == 0:
            return pack(END_TURN, 0, 0, 0)
        action = t.queue[0]
        t.n_queue -= 1
        for k in range(t.n_queue):
            t.queue[k] = t.queue[k + 1]
        if is_offered(t.s, action):
            if t.difficulty < 1.0:
                note(t, action)
            return action
        t.n_queue = 0
        if action == t.last_illegal:
            return pack(END_TURN, 0, 0, 0)
        t.last_illegal = action
        forbid(t, action)
    return pack(END_TURN, 0, 0, 0)


def think(t, rng):
    """The list of attempts; the first that finds something ends it."""
    t.egg_tile = -1
    choose_replacement(t, rng)
    if t.n_queue:
        return
    if not t.lethal_known:
        check_lethal(t)
        if t.difficulty < 1.0:
            hold_back(t, rng)
    play_best(t, 90.0, rng)
    if t.n_queue == 0:
        play_by_mark(t, SUMMON_GROW, rng)
    if t.n_queue == 0:
        play_by_type(t, ARTIFACT, rng)
    if t.n_queue == 0:
        play_by_mark(t, REMOVAL_MASS, rng)
    if t.n_queue == 0:
        play_by_mark(t, SHADOW_NOVA, rng)
    if t.n_queue == 0:
        play_by_mark(t, BURN_MOVE, rng)
    if t.n_queue:
        return
    find_usable(t)
    for k in range(t.n_usable):
        if t.n_queue == 0:
            move_unit(t, t.usable[k], True)
        if t.n_queue == 0:
            attack_with(t, t.usable[k], True)
    for k in range(t.n_usable):
        if t.n_queue == 0:
            move_unit(t, t.usable[k], False)
    for k in range(t.n_usable):
        if t.n_queue == 0:
            attack_with(t, t.usable[k], False)
    if t.n_queue == 0:
        play_best(t, 40.0, rng)
    if t.n_queue == 0:
        play_by_type(t, MINION, rng)
    if t.n_queue == 0:
        play_by_type(t, SPELL, rng)
    if t.n_queue == 0:
        choose_replacement(t, rng)


# ---- less than all its skill ---------------------------------------------------------------------------------------


def note(t, action):
    """Count what is limited in a turn, and follow those who will not attack."""
    kind = kind_of(action)
    source = source_of(action)
    target = target_of(action)
    if kind == PLAY:
        card = card_in(t, source)
        t.summoned += called_by(t, card)
        if removes(t, card):
            t.removed += 1
    elif kind == MOVE and t.lazy >> source & 1:
        t.lazy ^= ONE << source | ONE << target
    elif kind == ATTACK:
        i = t.s.z.at[source]
        if i >= 2 and health_of(t, t.s.z.at[target]) <= t.s.z.unit[i].attack:
            t.removed += 1


def hold_back(t, rng):
    """Some of the minions, by lot, do not attack this turn."""
    find_usable(t)
    n = 0
    for k in range(t.n_usable):
        if t.usable[k] >= 2:
            t.place[n] = t.s.z.unit[t.usable[k]].tile
            n += 1
    left = cython.cast(cython.int, (t.n_usable - 2) * (1.0 - t.difficulty))
    while left > 0 and n > 0:
        at = rand_below(rng.s, n)
        t.lazy |= ONE << t.place[at]
        n -= 1
        t.place[at] = t.place[n]
        left -= 1
