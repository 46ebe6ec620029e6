"""Unstable Unicorns: a player that is a mere rule, with better senses than the study's.

Four numbers for each card: how gladly it is played and kept in the hand, what it is worth on the table, how much it should be
stopped, whether its optional effect is used. A few more weigh who leads. What nobody needs numbers for is a rule: win if you
can, stop who would win, do no harm to yourself. The numbers are found by evolution.

Beside the player stands an evaluator of positions, whose weights were fitted to games (``scripts/fit_unicorns_evaluator.py``).
"""

import cython

from cardlab.agents.agent import VectorPolicy
from cardlab.errors import OptionError
from cardlab.models.model import Evaluator

UNKNOWN = cython.declare(cython.const[cython.double], 0.5)


class SharpPolicy(VectorPolicy):
    """Plays by `SHEETS` numbers for each of `named` cards and `SENSES` more, all from 0 to 1; large means much.

    `places` says for each kind of card which of the named ones it is, -1: none of them.
    """

    def __init__(self, values, places, named: cython.int):
        # type: (Sequence[float], Sequence[int], int) -> None
        self.named = named
        self.size = SHEETS * named + SENSES
        for kind in range(KINDS_ROOM):
            self.gene[kind] = -1
        for kind, place in enumerate(places):
            self.gene[kind] = place
        self.load(values)

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Unstable Unicorns."""
        return UnicornState

    def _sheet(self, sheet, kind):
        return self.genes[sheet * self.named + self.gene[kind]] if self.gene[kind] >= 0 else UNKNOWN

    def _sense(self, sense):
        return self.genes[SHEETS * self.named + sense]

    def _pick(self, state, scratch, rng):
        return self._answer(cython.cast(UnicornState, state), scratch, rng)

    def _answer(self, s, scratch, rng):
        if not s.z.chain[0].asking:
            if s.z.phase == AT_ACTION:
                return self._play_card(s)
            return self._reaction(s, scratch) if s.z.phase == AT_REACTIONS else self._destination(s, scratch)
        what = s.z.chain[0].ask.what
        if what == ASK_ACTIVATE:
            kind = s.rules.kind[s.z.chain[0].ask.picked[1]]
            return pack(YES if self._sheet(USE_SHEET, kind) >= 0.5 else NO, 0, 0, 0)
        gather(s)
        if what == ASK_EFFECT:
            return answer_with(s, what, 0)
        if what == ASK_PLAYERS:
            return self._player_named(s)
        code = -1 if s.z.chain[0].end == 0 else s.rules.book.op[s.z.chain[0].frame[s.z.chain[0].now].a].code
        for i in range(s.options):
            self.cost[i] = self._cost(s, what, s.z.chain[0].ask.seat, s.option[i], code)
        return answer_with(s, what, first_of_best(s, self.cost))

    # ---- cards of the hand -----------------------------------------------------------------------------------------------

    def _play_card(self, s):
        """What is played most gladly, a card that wins before all; nothing if nothing is worth it."""
        best = NO_CARD
        most = self._sense(DRAW_BELOW) if s.z.played == 0 else 0.0
        card = cython.cast(cython.int, s.z.head[hand_of(s.z.turn)])
        while card != NO_CARD:
            gladly = self._sheet(PLAY_SHEET, s.rules.kind[card])
            if would_win(s, card, s.z.turn):
                gladly += 1.0
            if gladly > most and s.rules.type[s.rules.kind[card]] != INSTANT and can_play_somewhere(s, s.z.turn, card):
                if s.rules.type[s.rules.kind[card]] == DOWNGRADE or can_play(s, s.z.turn, card, s.z.turn):
                    best, most = card, gladly
            card = s.z.next[card]
        return none_played(s) if best == NO_CARD else play_of(s, best)

    def _destination(self, s, scratch):
        """The own stable; for a Downgrade that of whoever leads."""
        card = s.z.head[STACK]
        bad: cython.bint = s.rules.type[s.rules.kind[card]] == DOWNGRADE
        legal_actions(s, scratch)
        best = 0
        most = -FAR
        for i in range(scratch.n):
            seat = source_of(scratch.at[i])
            wish = lead(s, seat) if bad else 0.0
            if (seat == s.z.turn) == bad:
                wish -= FAR / 2
            if wish > most:
                best, most = i, wish
        return scratch.at[best]

    def _reaction(self, s, scratch):
        legal_actions(s, scratch)
        return scratch.at[0] if self._stops(s, asked_seat(s)) else scratch.at[scratch.n - 1]

    def _stops(self, s, seat):
        """Whether to react: against a card that does harm, or for one that somebody stops."""
        card = s.z.head[STACK]
        kind = s.rules.kind[card]
        caster = s.z.stack_seat[0]
        goal = caster if s.rules.late_destination or s.rules.type[kind] == MAGIC else s.z.into
        good: cython.bint = caster == seat if s.rules.type[kind] == MAGIC or s.rules.type[kind] == DOWNGRADE else goal == seat
        wins: cython.bint = would_win(s, card, goal)
        stopping: cython.bint = s.z.count[STACK] % 2 == 1
        if good:
            return not stopping and (wins or self._sheet(PLAY_SHEET, kind) > self._sense(GUARD_ABOVE))
        if not stopping:
            return False
        if wins:
            return True
        harm = self._sheet(STOP_SHEET, kind) + self._sense(LEAD_STOP) * lead(s, goal)
        return harm > 2.0 * self._sense(STOP_ABOVE)

    # ---- players ---------------------------------------------------------------------------------------------------------

    def _player_named(self, s):
        """Somebody else, whom it hurts, or who has most to give."""
        now = s.z.chain[0].now
        code = s.rules.book.op[s.z.chain[0].frame[now].a].code
        card = s.z.target[s.z.chain[0].frame[now].b & 127] if code == DO_MOVE or code == DO_GIVE else NO_CARD
        best = 0
        most = -FAR
        for i in range(s.options):
            wish = self._victim(s, s.option[i], code, card)
            if wish > most:
                best, most = i, wish
        return answer_with(s, ASK_PLAYERS, best)

    def _victim(self, s, seat, code, card):
        """How much a player should be named."""
        me: cython.bint = seat == s.z.chain[0].ask.seat
        if card != NO_CARD:
            if s.rules.type[s.rules.kind[card]] == UPGRADE:
                return 2.0 if me else -lead(s, seat)
            return -1.0 if me else lead(s, seat)
        cards = s.z.count[hand_of(seat)]
        if me:
            return -3.0
        if code == DO_PULL or code == DO_TAKE or code == DO_SWAP_HANDS:
            return cards
        if code == DO_DISCARD:
            return -2.0 if cards == 0 else lead(s, seat) + self._sense(VICTIM_HAND) * cards / 7.0
        return lead(s, seat)

    # ---- cards -----------------------------------------------------------------------------------------------------------

    def _prize(self, s, card):
        """What it brings that somebody else loses a card."""
        kind = s.rules.kind[card]
        prize = self._sheet(WORTH_SHEET, kind) + self._sense(LEAD_TARGET) * lead(s, owner_of(s, card))
        if s.rules.type[kind] <= MAGICAL:
            return prize + self._sense(UNICORN_TARGET)
        return prize + self._sense(UPGRADE_TARGET) if s.rules.type[kind] == UPGRADE else prize - FAR

    def _cost(self, s, what, seat, card, code):
        """What picking a card costs; the cheapest are picked."""
        kind = s.rules.kind[card]
        bad: cython.bint = s.rules.type[kind] == DOWNGRADE
        worth = self._sheet(WORTH_SHEET, kind)
        if what == ASK_DISCARD:
            return self._sheet(PLAY_SHEET, kind)
        if what == ASK_GET:
            return -worth if code == DO_BRING else -self._sheet(PLAY_SHEET, kind)
        if what == ASK_SAVE:
            return -worth
        if owner_of(s, card) != seat:
            return -self._prize(s, card)
        if bad:
            return -FAR
        if s.rules.type[kind] <= MAGICAL:
            worth += self._sense(KEEP_UNICORNS)
        return worth if what == ASK_SACRIFICE or what == ASK_MOVE else worth + FAR


def lead(s, seat):
    """How near a player is to the goal."""
    return cython.cast(cython.double, unicorns_of(s, seat)) / s.rules.goal


def would_win(s, card, seat):
    """Whether a player would have enough unicorns with one more card."""
    kind = s.rules.kind[card]
    return s.rules.type[kind] <= MAGICAL and unicorns_of(s, seat) + s.rules.value[kind] >= s.rules.goal


# ---- what a position is worth ------------------------------------------------------------------------------------------------


TRAIT_NAMES = (
    "unicorns", "one short", "two short", "hand", "reactions", "upgrades", "downgrades", "magical", "stable's worth",
    "hand's worth", "on turn", "played", "could win", "announced", "announced unicorn", "late lead",
)  # type: tuple[str, ...]  # fmt: skip


class StandingEvaluator(Evaluator):
    """The points to expect: the mean chance to rank before each of the others, a logistic function of what sets two apart.

    `worth` says how good each kind of card is, from 0 to 1; `weights` what each trait of a player counts.
    """

    def __init__(self, weights, worth):
        # type: (Sequence[float], Sequence[float]) -> None
        if len(weights) != TRAITS:
            raise OptionError(f"an evaluator of unicorns has {TRAITS} weights: {', '.join(TRAIT_NAMES)}")
        for k in range(TRAITS):
            self.weight[k] = weights[k]
        for kind in range(KINDS_ROOM):
            self.worth[kind] = worth[kind] if kind < len(worth) else UNKNOWN

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Unstable Unicorns."""
        return UnicornState

    def traits(self, state, seat: cython.int):
        # type: (State, int) -> list[float]
        """What is counted for a seat in a position."""
        read_traits(self, cython.cast(UnicornState, state), seat)
        return [self.trait[k] for k in range(TRAITS)]

    def _value(self, state, seat):
        return expected_points(self, cython.cast(UnicornState, state), seat)


def expected_points(e, s, seat):
    """The mean chance to rank before each of the others."""
    own = standing(e, s, seat)
    total = 0.0
    for other in range(s.rules.players):
        if other != seat:
            total += 1.0 / (1.0 + exp(standing(e, s, other) - own))
    return total / (s.rules.players - 1)


def standing(e, s, seat):
    """How well a player stands."""
    read_traits(e, s, seat)
    total = 0.0
    for k in range(TRAITS):
        total += e.weight[k] * e.trait[k]
    return total


def read_traits(e, s, seat):
    """What a player has, each about as large as one."""
    for k in range(TRAITS):
        e.trait[k] = 0.0
    short = s.rules.goal - unicorns_of(s, seat)
    e.trait[0] = lead(s, seat)
    e.trait[1] = 1.0 if short <= 1 else 0.0
    e.trait[2] = 1.0 if short <= 2 else 0.0
    e.trait[3] = 0.2 * s.z.count[hand_of(seat)]
    e.trait[5] = 0.5 * s.z.count[hand_of(seat) + UPGRADES]
    e.trait[6] = 0.5 * s.z.count[hand_of(seat) + DOWNGRADES]
    read_cards(e, s, seat)
    if s.z.turn == seat:
        e.trait[11 if s.z.phase > AT_ACTION or s.z.played else 10] = 1.0
    if s.z.count[STACK] % 2:
        read_announced(e, s, seat)
    e.trait[15] = e.trait[0] * 10.0 / (10.0 + s.z.count[DECK])


def read_cards(e, s, seat):
    """The cards of the hand and the stable; who would win with one that could still be played."""
    able: cython.bint = s.z.turn == seat and s.z.phase <= AT_ACTION and s.z.played == 0
    for row in range(3):
        card = cython.cast(cython.int, s.z.head[hand_of(seat) + row])
        while card != NO_CARD:
            kind = s.rules.kind[card]
            if row == HAND:
                e.trait[9] += 0.2 * e.worth[kind]
                if s.rules.type[kind] == INSTANT:
                    e.trait[4] += 0.5
                if able and would_win(s, card, seat):
                    e.trait[12] = 1.0
            else:
                e.trait[8] += 0.2 * e.worth[kind]
                if s.rules.type[kind] == MAGICAL:
                    e.trait[7] += 0.2
            card = s.z.next[card]


def read_announced(e, s, seat):
    """A card that was announced and that nobody has stopped so far."""
    card = s.z.head[STACK]
    kind = s.rules.kind[card]
    if s.z.stack_seat[0] == seat:
        e.trait[13] = e.worth[kind]
    goal = s.z.stack_seat[0] if s.rules.late_destination else s.z.into
    if s.rules.type[kind] <= MAGICAL and goal == seat:
        e.trait[14] = 2.0 if would_win(s, card, seat) else 1.0
