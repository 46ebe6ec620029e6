"""Scripts of Tribute: what the end of a turn is worth, learned from games that players of this package played with each other.

A position is judged as if the player ended the turn as things are: what power is left hits agents with taunt and becomes
prestige. It is told by features of which few are not zero: the cards of both and how surely they are drawn next, agents and
their health, the row, favours, sizes of decks, prestige. Two small layers make a chance to win of them. The numbers stand in
`worth.csv`, written by ``scripts/learn_tribute_worth.py``; there is a row for each feature that was ever seen.
"""

import cython

from cardlab.core.files import read_csv
from cardlab.errors import OptionError
from cardlab.games.tribute.words.cards import CARDS as ALL_CARDS
from cardlab.games.tribute.words.cards import PATRON_NAMES
from cardlab.models.model import Evaluator

_FACTS = (
    "prestige", "other's prestige", "lead", "prestige above 30", "other's prestige above 30", "40 reached",
    "40 reached by the other", "turn", "cards", "other's cards", "discards to come", "power of the other's taunt",
)  # fmt: skip


def feature_names():
    # type: () -> list[str]
    """The name of each feature."""
    cards = [card.key for card in ALL_CARDS]
    names = [f"{group} {key}" for group in ("own", "own next", "own agent", "own health") for key in cards]
    names += [f"{group} {key}" for group in ("other", "other next", "other agent", "other health") for key in cards]
    names += [f"row {key}" for key in cards]
    names += [f"favor {patron} {who}" for patron in PATRON_NAMES for who in ("own", "nobody", "other")]
    for side in ("own", "other"):
        names += [f"{side} deck {patron} {n}" for patron in PATRON_NAMES for n in range(DECK_SIZES)]
    for name in ("prestige", "other prestige", "lead"):
        names += [f"{name} {step}" for step in range(PRESTIGE_STEPS)]
    return names + [f"fact {name}" for name in _FACTS]


class WorthEvaluator(Evaluator):
    """The chance to win of who has ended, or could end, a turn. `closing`: each position counts as the end of the seat's."""

    def __init__(self, weights=None, closing=False):
        # type: (Mapping[str, Sequence[float]] | None, bool) -> None
        self.closing = closing
        for name, row in (weights or {}).items():
            self._load_row(name, row)
        self.trained = bool(weights)

    def _load_row(self, name, row):
        """The numbers of a feature, or of a part of the layers after them."""
        if name == "first bias":
            for i in range(WORTH_UNITS):
                self.first_bias[i] = row[i]
        elif name == "second bias":
            for i in range(WORTH_SECOND):
                self.second_bias[i] = row[i]
        elif name == "last":
            for i in range(WORTH_SECOND):
                self.last[i] = row[i]
            self.last_bias = row[WORTH_SECOND]
        elif name.startswith("second "):
            unit: cython.int = int(name.split()[1])
            for i in range(WORTH_SECOND):
                self.second[unit][i] = row[i]
        else:
            feature: cython.int = _NUMBERS[name]
            for i in range(WORTH_UNITS):
                self.first[feature][i] = row[i]

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def features(self, state: TributeState, seat: cython.int):
        # type: (...) -> list[tuple[int, float]]
        """The features that are not zero if a seat ended its turn here, with their amounts; for who learns."""
        self._at_rest()
        self._prepare(state, seat)
        return [(self.at[i], self.amount[i]) for i in range(self.n)]

    def _value(self, state, seat):
        return self._chance(cython.cast(TributeState, state), seat)

    def _chance(self, s, seat):
        """Of who was last to end a turn, or could end it now, the net tells; of the other it is the rest."""
        if s.z.phase != TURNS:
            return 0.5
        if self.closing or (s.z.player == seat) != is_fresh(s):
            return self._after_turn(s, seat)
        return 1.0 - self._after_turn(s, 1 - seat)

    def _after_turn(self, s, p):
        """What is left of the chance to win of a player whose turn is over."""
        o = 1 - p
        prestige = self._prepare(s, p)
        if prestige >= 80 or favors(s, p) == 4:
            return 1.0
        if s.z.prestige[o] >= 40 and prestige < s.z.prestige[o]:
            return 0.0
        return squashed(self._net())

    def _net(self):
        """Two layers; the first unit of the first one also counts as it is."""
        for j in range(WORTH_UNITS):
            self.sums[j] = self.first_bias[j]
        for i in range(self.n):
            at = self.at[i]
            amount = self.amount[i]
            for j in range(WORTH_UNITS):
                self.sums[j] += amount * self.first[at][j]
        for j in range(WORTH_SECOND):
            self.more[j] = self.second_bias[j]
        for i in range(WORTH_UNITS):
            if self.sums[i] > 0:
                amount = self.sums[i]
                for j in range(WORTH_SECOND):
                    self.more[j] += amount * self.second[i][j]
        total: cython.double = self.last_bias + self.sums[0]
        for j in range(WORTH_SECOND):
            if self.more[j] > 0:
                total += self.more[j] * self.last[j]
        return total

    # ---- features --------------------------------------------------------------------------------------------------------

    def _prepare(self, s, p):
        """List the features; return the player's prestige after the turn."""
        o = 1 - p
        self.n = 0
        left = self._strike(s, o, s.z.power[p] if s.z.player == p else 0)
        prestige: cython.int = s.z.prestige[p] + left
        self._own_cards(s, p)
        self._other_cards(s, o)
        for i in range(s.z.n_agents[p]):
            self._put(OWN_AGENT + s.z.agent[p][i], 1.0)
            self._put(OWN_HEALTH + s.z.agent[p][i], 0.25 * s.z.health[p][i])
        taunt = 0
        for i in range(s.z.n_agents[o]):
            card = s.z.agent[o][i]
            if self.left_health[i]:
                self._put(OTHER_AGENT + card, 1.0)
                self._put(OTHER_HEALTH + card, 0.25 * self.left_health[i])
                if s.rules.fact[card].taunt:
                    taunt += self.left_health[i]
            else:
                self._put(OTHER_CARD + card, 1.0)
        for i in range(s.z.n_row):
            self._put(ROW_CARD + s.z.row[i], 1.0)
        self._patrons(s, p)
        self._facts(s, p, prestige, taunt)
        return prestige

    def _strike(self, s, o, power):
        """The health that agents have left when spare power has hit those with taunt; return the power that remains."""
        for i in range(s.z.n_agents[o]):
            self.left_health[i] = s.z.health[o][i]
            if power and s.rules.fact[s.z.agent[o][i]].taunt:
                blow: cython.int = power if power < s.z.health[o][i] else s.z.health[o][i]
                self.left_health[i] = s.z.health[o][i] - blow
                power -= blow
        return power

    def _own_cards(self, s, p):
        """The own cards, and how surely each is in the next hand."""
        self._clear_decks(s, p)
        hand: cython.int = s.z.n_hand[p]
        draw: cython.int = s.z.n_draw[p]
        known: cython.int = s.z.known[p] if s.z.known[p] < draw else draw
        drawn = 1.0
        later = 0.0
        in_hand = 0.0
        if s.z.player != p:  # the next hand is drawn already
            in_hand = 1.0
            drawn = 0.0
            known = 0
        elif draw < 5:
            rest: cython.double = hand + s.z.n_played[p] + s.z.n_cooldown[p]
            later = min(1.0, (5 - draw) / rest) if rest else 0.0
            in_hand = later
        elif known >= 5:
            drawn = 0.0
            known = 5
        else:
            drawn = (5.0 - known) / (draw - known) if draw > known else 0.0
        for i in range(hand):
            self._card(s, OWN_CARD, OWN_NEXT, s.z.hand[p][i], in_hand)
        for i in range(s.z.n_played[p]):
            self._card(s, OWN_CARD, OWN_NEXT, s.z.hand[p][HELD - 1 - i], later)
        for i in range(s.z.n_cooldown[p]):
            self._card(s, OWN_CARD, OWN_NEXT, s.z.deck[p][HELD - 1 - i], later)
        for i in range(draw):
            self._card(s, OWN_CARD, OWN_NEXT, s.z.deck[p][i], 1.0 if i >= draw - known else drawn)
        self._decks(OWN_DECK)

    def _other_cards(self, s, o):
        """The other's cards, and how surely each is in hand, as far as the player can tell."""
        self._clear_decks(s, o)
        hand: cython.double = s.z.n_hand[o]
        both: cython.double = hand + s.z.n_draw[o]
        held: cython.double = hand / both if both else 0.0
        for i in range(s.z.n_hand[o]):
            self._card(s, OTHER_CARD, OTHER_NEXT, s.z.hand[o][i], held)
        for i in range(s.z.n_draw[o]):
            self._card(s, OTHER_CARD, OTHER_NEXT, s.z.deck[o][i], held)
        for i in range(s.z.n_played[o]):
            self._card(s, OTHER_CARD, OTHER_NEXT, s.z.hand[o][HELD - 1 - i], 0.0)
        for i in range(s.z.n_cooldown[o]):
            self._card(s, OTHER_CARD, OTHER_NEXT, s.z.deck[o][HELD - 1 - i], 0.0)
        self._decks(OTHER_DECK)

    def _card(self, s, owned, following, card, chance):
        self._put(owned + card, 1.0)
        if chance > 0:
            self._put(following + card, chance)
        self.count[s.rules.fact[card].deck] += 1

    def _clear_decks(self, s, p):
        """Begin to count the cards of each deck, with the agents on the board."""
        for deck in range(PATRONS):
            self.count[deck] = 0
        for i in range(s.z.n_agents[p]):
            if s.rules.fact[s.z.agent[p][i]].type == AGENT:
                self.count[s.rules.fact[s.z.agent[p][i]].deck] += 1

    def _decks(self, first):
        for deck in range(PATRONS):
            if self.count[deck]:
                n = self.count[deck] if self.count[deck] < DECK_SIZES else DECK_SIZES - 1
                self._put(first + deck * DECK_SIZES + n, 1.0)

    def _patrons(self, s, p):
        for i in range(s.z.n_patrons):
            patron = s.z.patron[i]
            if patron != TREASURY:
                who = 1 if s.z.favor[patron] == 0 else 0 if s.z.favor[patron] == p + 1 else 2
                self._put(FAVOR + 3 * patron + who, 1.0)

    def _facts(self, s, p, prestige, taunt):
        o = 1 - p
        theirs: cython.int = s.z.prestige[o]
        lead: cython.int = prestige - theirs
        self._put(OWN_PRESTIGE + step_of(prestige), 1.0)
        self._put(OTHER_PRESTIGE + step_of(theirs), 1.0)
        self._put(LEAD + step_of(lead + 30), 1.0)
        self._put(FACT, prestige / 20.0)
        self._put(FACT + 1, theirs / 20.0)
        self._put(FACT + 2, lead / 10.0)
        self._put(FACT + 3, (prestige - 30) / 10.0 if prestige > 30 else 0.0)
        self._put(FACT + 4, (theirs - 30) / 10.0 if theirs > 30 else 0.0)
        self._put(FACT + 5, 1.0 if prestige >= 40 else 0.0)
        self._put(FACT + 6, 1.0 if theirs >= 40 else 0.0)
        self._put(FACT + 7, s.z.turn / 20.0)
        self._put(FACT + 8, cards_of(s, p) / 20.0)
        self._put(FACT + 9, cards_of(s, o) / 20.0)
        self._put(FACT + 10, s.z.n_later)
        self._put(FACT + 11, taunt / 5.0)

    def _put(self, feature, amount):
        self.at[self.n] = feature
        self.amount[self.n] = amount
        self.n += 1


def step_of(prestige):
    """Which step of prestige a number falls on."""
    step = prestige // 2 if prestige > 0 else 0
    return step if step < PRESTIGE_STEPS else PRESTIGE_STEPS - 1


def is_fresh(s):
    """Whether nothing was done in a turn yet."""
    p = s.z.player
    used: cython.bint = s.z.n_played[p] > 0 or s.z.asking != NOTHING or s.z.power[p] > 0 or s.z.calls[p] != 1
    for i in range(s.z.n_agents[p]):
        if s.z.marks[p][i] & USED_MARK:
            used = True
    return not used


_MOST_BYTES = 10_000_000
_MOST_WEIGHT = 1e6


def read_worth(path):
    # type: (Any) -> dict[str, list[float]]
    """The numbers of a file: a row for each feature, and all rows of the layers after them."""
    rows = {}
    for line, cells in read_csv(path, _MOST_BYTES):
        name = cells[0]
        wanted = _LAYERS.get(name, WORTH_UNITS if name in _NUMBERS else 0)
        if not wanted:
            raise OptionError(f"{path}, line {line}: {name!r:.40} is neither a feature nor a row of a layer")
        if len(cells) != wanted + 1:
            raise OptionError(f"{path}, line {line}: {name!r} has {wanted} numbers, not {len(cells) - 1}")
        try:
            rows[name] = [float(cell) for cell in cells[1:]]
        except ValueError as error:
            raise OptionError(f"{path}, line {line}: {error}") from None
        if not all([abs(number) <= _MOST_WEIGHT for number in rows[name]]):
            raise OptionError(f"{path}, line {line}: holds a number beyond {_MOST_WEIGHT:,.0f}")
    if missing := [name for name in _LAYERS if name not in rows]:
        raise OptionError(f"{path}: is no file of this kind: it lacks the row {missing[0]!r}")
    return rows


_NUMBERS = {name: number for number, name in enumerate(feature_names())}
_LAYERS = {
    "first bias": WORTH_UNITS, **{f"second {unit}": WORTH_SECOND for unit in range(WORTH_UNITS)},
    "second bias": WORTH_SECOND, "last": WORTH_SECOND + 1,
}  # fmt: skip
"""The rows of the layers after the features, with how many numbers each has."""
