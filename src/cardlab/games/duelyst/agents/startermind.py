"""Duelyst: the mind of the starter AI. What it believes of cards, what it sees, what it has in mind, and what it plans.

Its thoughts are functions of other modules, in all of which ``t`` is the one who thinks. Each knows only those before it:

- `starterhand`: what can be played now, and what is exchanged;
- `starterworth`: what a unit or a card is worth;
- `startertiles`: how good a tile is, and where a unit can go;
- `startertargets`: whom a unit could attack, and whether there is a kill;
- `starterunits`: moves and attacks;
- `starterintents`: what a card is meant to do, and what that is worth on a place;
- `starterplaces`: where a card is played;
- `startercards`: which card is played, and further choices;
- `starter`: the list of attempts, and the agent.
"""

import cython


class StarterMind:
    """What the thoughts of one player share. Beliefs last; what is remembered and planned is for one turn."""

    def __init__(self, game, minds, difficulty=1.0):
        # type: (Duelyst, Mapping[int, Mind], float) -> None
        self.difficulty = difficulty
        self.s = game.blank()
        for card in game.cards.cards:
            if card.id in minds:
                self._learn(card.number, minds[card.id], game.cards)
        priestess = game.cards.by_id.get(310)
        self.priestess = priestess.number if priestess else 0
        self.turn = -1

    def _learn(self, n: cython.int, mind, table):
        self.belief[n].old = mind.old
        self.belief[n].effects_hand = mind.in_hand
        self.belief[n].effects_board = mind.on_board
        self.belief[n].effects_lasting = mind.lasting
        self.belief[n].stat_artifact = mind.stat_artifact
        self.belief[n].buffing = mind.buffing
        self.belief[n].n = len(mind.intents)
        for i in range(len(mind.intents)):
            self.belief[n].intent[i].kind = mind.intents[i].kind
            self.belief[n].intent[i].who = mind.intents[i].who
            self.belief[n].intent[i].amount = mind.intents[i].amount
            self.belief[n].intent[i].card = table.by_id[mind.intents[i].card].number if mind.intents[i].card else 0
        self.belief[n].n_follow = len(mind.follow)
        self.belief[n].follows = mind.follows
        for i in range(len(mind.follow)):
            self.belief[n].follow[i].kind = mind.follow[i].kind
            self.belief[n].follow[i].who = mind.follow[i].who
            self.belief[n].follow[i].amount = mind.follow[i].amount
            self.belief[n].follow[i].card = table.by_id[mind.follow[i].card].number if mind.follow[i].card else 0


def look(t, state, player):
    """The position; in a new turn nothing is remembered of the one before."""
    t.s._copy_from(state)
    t.me = player
    if t.turn != t.s.z.turn:
        t.turn = t.s.z.turn
        t.n_queue = 0
        t.n_follow = 0
        t.lethal = False
        t.lethal_known = False
        t.last_illegal = -1
        t.egg_tile = -1
        t.summoned = 0
        t.removed = 0
        t.lazy = 0
        t.doomed = 0
        for slot in range(SIGNATURE_SLOT + 1):
            t.no_play[slot] = 0
        for tile in range(TILES):
            t.no_move[tile] = 0
            t.no_attack[tile] = 0


def clear_plans(t):
    """Something else was done than it chose, or another game begins."""
    t.n_queue = 0
    t.n_follow = 0
    t.egg_tile = -1


def plan(t, action):
    """Do this next, after what is planned already."""
    if t.n_queue < QUEUED:
        t.queue[t.n_queue] = action
        t.n_queue += 1


def forbid(t, action):
    """The rules do not allow it: it is not tried again this turn."""
    kind = kind_of(action)
    target = ONE << target_of(action)
    if kind == MOVE:
        t.no_move[source_of(action)] |= target
    elif kind == ATTACK:
        t.no_attack[source_of(action)] |= target
    elif kind == PLAY:
        t.no_play[source_of(action)] = 1
