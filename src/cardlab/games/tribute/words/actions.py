"""Scripts of Tribute in words: actions, events, what they make and lose, and the move list that bots of the original see.

There a choice of several cards is one move; here it is one action for each card, and a stop where more could be picked. The
list has an entry for each copy of a card; for a choice all selections, the smaller ones first, in the order of the options.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cardlab.core.action import Action, kind_of, pack, source_of, target_of
from cardlab.core.events import Event, EventKind
from cardlab.core.positionparts import Lists
from cardlab.core.space import ActionKind, Part
from cardlab.errors import PositionError
from cardlab.games.tribute.rules.state import (
    BEWILDERMENT,
    CHAINBREAKER_SERGEANT,
    HELD,
    PATRONS,
    SOLDIER_OF_THE_EMPIRE,
    SUMMERSET_SACKING,
    WRIT_OF_COIN,
    Asking,
    CardType,
    Ending,
    Kind,
    Patron,
    Phase,
    Told,
    TributeState,
)
from cardlab.games.tribute.rules.state import CARDS as NUMBERS
from cardlab.games.tribute.words.asking import Asked
from cardlab.games.tribute.words.cards import CARDS, PATRON_NAMES, TributeCard, card, card_named, patron_named
from cardlab.games.tribute.words.position import FORM, PILES, SIDES

_CARD, _COPY = Part("card", 0, NUMBERS - 1), Part("copy", 0, HELD - 1)
_PATRON = Part("patron", 0, PATRONS - 1)

TRIBUTE_ACTIONS = (
    ActionKind(Kind.DRAFT, _PATRON),
    ActionKind(Kind.PLAY, _CARD, _COPY),
    ActionKind(Kind.ACTIVATE, _CARD, _COPY),
    ActionKind(Kind.ATTACK, _CARD, _COPY),
    ActionKind(Kind.BUY, _CARD, _COPY),
    ActionKind(Kind.CALL, _PATRON),
    ActionKind(Kind.PICK, _CARD, _COPY),
    ActionKind(Kind.ENACT, Part("side", 0, 1)),
    ActionKind(Kind.STOP),
    ActionKind(Kind.END),
)
"""A copy is counted from 0 in the order in which copies of the card lie."""

_WORDS: dict[int, str] = {
    Kind.DRAFT: "DRAFT", Kind.PLAY: "PLAY_CARD", Kind.ACTIVATE: "ACTIVATE_AGENT", Kind.ATTACK: "ATTACK", Kind.BUY: "BUY_CARD",
    Kind.CALL: "CALL_PATRON", Kind.PICK: "PICK", Kind.ENACT: "CHOOSE", Kind.STOP: "STOP", Kind.END: "END_TURN",
}  # fmt: skip
_KINDS = {word: kind for kind, word in _WORDS.items()}
_OF_PATRONS, _OF_CARDS = (Kind.DRAFT, Kind.CALL), (Kind.PLAY, Kind.ACTIVATE, Kind.ATTACK, Kind.BUY, Kind.PICK)
_SIDES = ("LEFT", "RIGHT")
_HELP = "DRAFT PELIN, PLAY_CARD GOLD.2 (the second), BUY_CARD TITHE, CALL_PATRON PELIN, PICK GOLD, CHOOSE LEFT, STOP, END_TURN"

# ---- actions ---------------------------------------------------------------------------------------------------------


def action_text(action: Action) -> str:
    """An action as it is written; the second copy of a card is ``GOLD.2``."""
    try:
        text = _words(kind_of(action), source_of(action), target_of(action))
        if parse_action(text) == action:
            return text
    except (PositionError, TypeError, ValueError, IndexError, KeyError, OverflowError):
        pass
    raise PositionError(f"{action!r:.40} is not an action of Scripts of Tribute")


def _words(kind: int, source: int, target: int) -> str:
    word = _WORDS[kind]
    if kind in _OF_PATRONS:
        return f"{word} {PATRON_NAMES[source]}"
    if kind in _OF_CARDS:
        return f"{word} {card(source).key}" + (f".{target + 1}" if target else "")
    return f"{word} {_SIDES[source]}" if kind == Kind.ENACT else word


def parse_action(text: str) -> Action:
    """The action that a text names."""
    word, *rest = (isinstance(text, str) and text.split()) or ("",)
    kind = _KINDS.get(word)
    if kind in (Kind.STOP, Kind.END) and not rest:
        return pack(kind)
    if len(rest) == 1 and kind in _OF_PATRONS:
        return pack(kind, patron_named(rest[0]))
    if len(rest) == 1 and kind in _OF_CARDS:
        key, dot, copy = rest[0].partition(".")
        if not dot or (copy.isascii() and copy.isdigit() and 2 <= int(copy) <= HELD and copy[0] != "0"):
            return pack(kind, card_named(key), int(copy) - 1 if dot else 0)
    if kind == Kind.ENACT and len(rest) == 1 and rest[0] in _SIDES:
        return pack(kind, _SIDES.index(rest[0]))
    raise PositionError(f"{text!r:.80} is not an action of Scripts of Tribute; actions look like: {_HELP}")


# ---- events ----------------------------------------------------------------------------------------------------------


def _name(number: int) -> str:
    return card(number).name


def patron_title(number: int) -> str:
    """A patron's name as people read it."""
    return PATRON_NAMES[number].replace("_", " ").title().replace(" Of ", " of ")


def _by(fields: Mapping[str, int]) -> str:
    if fields["source"] >= 0:
        return f" ({_name(fields['source'])})"
    return f" ({patron_title(fields['patron'])})" if fields["patron"] >= 0 else ""


def _target(fields: Mapping[str, int]) -> str:
    return _name(fields["target"])


def _who(fields: Mapping[str, int]) -> str:
    return patron_title(fields["patron"])


def _gains(fields: Mapping[str, int]) -> str:
    return f"{'pays' if fields['amount'] < 0 else 'gains'} {abs(fields['amount'])}"


def _gain(fields: Mapping[str, int]) -> str:
    return f"{'pay' if fields['amount'] < 0 else 'gain'} {abs(fields['amount'])}"


def _coins(fields: Mapping[str, int]) -> str:
    return "coin" if abs(fields["amount"]) == 1 else "coins"


def _card(fields: Mapping[str, int]) -> str:
    return _name(fields["card"])


def _ending(fields: Mapping[str, int]) -> str:
    who = "a draw" if fields["winner"] < 0 else f"the winner is seat {fields['winner']}"
    return f"{who}: {Ending(fields['reason']).name.lower().replace('_', ' ')}"


_LOGGED = ("source", "patron", "target", "amount")
_PHRASES = {"by": _by, "target": _target, "who": _who, "gains": _gains, "gain": _gain, "coins": _coins}


def _log(what: Told, others: str, you: str) -> EventKind:
    return EventKind(what, _LOGGED, others, you, phrases=_PHRASES)


LOG_KINDS = (
    _log(Told.PLAY_CARD, "plays {target}", "play {target}"),
    _log(Told.ACTIVATE_AGENT, "activates {target}", "activate {target}"),
    _log(Told.BUY_CARD, "buys {target}", "buy {target}"),
    _log(Told.ACTIVATE_PATRON, "calls {who}", "call {who}"),
    _log(Told.ATTACK_AGENT, "attacks {target} for {amount}", "attack {target} for {amount}"),
    _log(Told.AGENT_DEATH, "kills {target}", "kill {target}"),
    _log(Told.GAIN_COIN, "{gains} {coins}{by}", "{gain} {coins}{by}"),
    _log(Told.GAIN_POWER, "{gains} power{by}", "{gain} power{by}"),
    _log(Told.GAIN_PRESTIGE, "{gains} prestige{by}", "{gain} prestige{by}"),
    _log(Told.OPP_LOSE_PRESTIGE, "takes {amount} prestige from the other{by}", "take {amount} prestige from the other{by}"),
    _log(Told.ACQUIRE_CARD, "acquires {target}{by}", "acquire {target}{by}"),
    _log(Told.REPLACE_TAVERN, "replaces {target} in the tavern{by}", "replace {target} in the tavern{by}"),
    _log(Told.DESTROY_CARD, "destroys {target}{by}", "destroy {target}{by}"),
    _log(Told.DISCARD, "discards {target}{by}", "discard {target}{by}"),
    _log(Told.REFRESH, "returns {target} to the top{by}", "return {target} to the top{by}"),
    _log(Told.TOSS, "tosses {target}{by}", "toss {target}{by}"),
    _log(Told.KNOCKOUT, "knocks out {target}{by}", "knock out {target}{by}"),
    _log(Told.DRAW, "draws {amount}{by}", "draw {amount}{by}"),
    _log(Told.KNOCKOUT_ALL, "knocks out all agents with {target}", "knock out all agents with {target}"),
    _log(Told.ADD_PATRON_CALLS, "may call {amount} patron more{by}", "may call {amount} patron more{by}"),
    _log(Told.ADD_SUMMERSET_SACKING, "gets a Summerset Sacking{by}", "get a Summerset Sacking{by}"),
    _log(Told.ADD_SOLDIER_OF_THE_EMPIRE, "gets a Soldier of the Empire{by}", "get a Soldier of the Empire{by}"),
    _log(Told.ADD_CHAINBREAKER_SERGEANT, "gets a Chainbreaker Sergeant{by}", "get a Chainbreaker Sergeant{by}"),
    _log(Told.ADD_BEWILDERMENT_TO_OPPONENT, "gives a Bewilderment{by}", "give a Bewilderment{by}"),
    _log(Told.ADD_WRIT_OF_COIN, "gets a Writ of Coin{by}", "get a Writ of Coin{by}"),
    _log(Told.HEAL_AGENT, "heals {target} by {amount}", "heal {target} by {amount}"),
    EventKind(Told.END_TURN, _LOGGED, "the turn ends", quiet=True),
)  # fmt: skip
"""The entries of the action log: who caused it (a card or a patron, or -1), the card it happened to (or -1), and how much."""


def tribute_events() -> Sequence[EventKind]:
    """Every kind of event: the log, and how cards move, which screens leave out."""
    named = {"card": _card}
    return (
        *LOG_KINDS,
        EventKind(
            Told.PICKED_PATRON, ("patron",), "picks {who}", "pick {who}", phrases={"who": _who}
        ),
        EventKind(
            Told.MOVED, ("card", "origin", "goal"), "moves {card}", "move {card}", "moves {card}", ("origin",), named,
            quiet=True,
        ),
        EventKind(
            Told.DREW, ("card", "origin", "goal"), "draws {card}", "draw {card}", "draws a card", ("card", "origin"), named,
            quiet=True,
        ),
        EventKind(
            Told.LAID_DOWN, ("card", "origin", "goal"), "lays down {card}", "lay down {card}", "lays down a card",
            ("card", "origin"), named, quiet=True,
        ),
        EventKind(Told.REFILLED, ("card", "slot"), "{card} lies open in the tavern", phrases=named),
        EventKind(Told.RESHUFFLED, ("cards",), "shuffles {cards} cards", "shuffle {cards} cards"),
        EventKind(
            Told.MIXED, ("before", "after"), "card {before} goes to {after}", secret="a card finds its place", quiet=True
        ),
        EventKind(Told.TURN_BEGAN, ("turn",), "begins turn {turn}", "begin turn {turn}", turn=True),
        EventKind(Told.ENDED, ("winner", "reason"), "{ending}", phrases={"ending": _ending}),
    )  # fmt: skip


# ---- what is made and lost ------------------------------------------------------------------------------------------

_MADE = {
    "add_summerset_sacking": SUMMERSET_SACKING, "add_soldier_of_the_empire": SOLDIER_OF_THE_EMPIRE,
    "add_chainbreaker_sergeant": CHAINBREAKER_SERGEANT, "add_bewilderment_to_opponent": BEWILDERMENT,
    "add_writ_of_coin": WRIT_OF_COIN,
}  # fmt: skip


def cards_of(state: TributeState, cards: Sequence[TributeCard]) -> dict[int, int]:
    """How often each card is somewhere; during the draft, how often the picked patrons will bring it."""
    table = FORM.table(state, ("phase", "patrons", "tavern", *SIDES))
    if table["phase"] == Phase.DRAFTING:
        return sum((_brought(cards, patron) for patron in {*table["patrons"], Patron.TREASURY}), Counter[int]())
    agents = [one.card for side in SIDES for one in table[side]["agents"]]
    piles = [table[side][name] for side in SIDES for name in (*PILES, "unseen")]
    stock = Counter(itertools.chain(table["tavern"]["row"], table["tavern"]["deck"], agents, *piles))
    stock.pop(None, None)
    return stock


def stock_after(cards: Sequence[TributeCard], stock: Mapping[int, int], event: Event) -> dict[int, int]:
    """How often each card is there after what was told: patrons bring theirs, some are made, some are destroyed."""
    changed = Counter(stock)
    if event.kind == "picked_patron":
        changed += _brought(cards, event.fields["patron"])
    elif event.kind in _MADE:
        changed[_MADE[event.kind]] += event.fields["amount"]
    elif event.kind == "destroy_card":
        changed[event.fields["target"]] -= 1
    return {card: n for card, n in changed.items() if n}


def _brought(cards: Sequence[TributeCard], patron: int) -> Counter[int]:
    """The cards that a patron brings to the tavern, and those that both players begin with."""
    return Counter(
        {
            card.number: max(card.copies, 0) + 2 * card.starts
            for card in cards
            if card.deck == patron and card.copies + card.starts
        }
    )


# ---- the original's move list ---------------------------------------------------------------------------------------

_ORDERED = (Asking.REPLACE_CARDS_IN_TAVERN, Asking.REFRESH_CARDS, Asking.REFRESH_AGENTS)
IN_CHOICE = ("current", "tavern", *SIDES, "pending_choice")
"""The parts of a position in which the options of a choice lie."""
_FIRST = {Kind.PLAY: "PLAY_CARD", Kind.ACTIVATE: "ACTIVATE_AGENT", Kind.ATTACK: "ATTACK", Kind.BUY: "BUY_CARD"}


class ListedMove(NamedTuple):
    """A move of the original: its text, and the actions that make it here, one after the other."""

    text: str
    actions: tuple[Action, ...]


class OptionSpot(NamedTuple):
    """Where an option of a choice lies: a pile of a player (or the row), and its place there."""

    pile: str
    owner: int
    at: int


class OpenChoice(NamedTuple):
    """A pending choice of cards: how many, among which options (as cards), and where they lie."""

    what: Asking
    least: int
    most: int
    cards: tuple[int, ...]
    spots: tuple[OptionSpot, ...]

    def actions(self, picks: Sequence[int]) -> tuple[Action, ...]:
        """What makes a selection of options, given by their places; where the order does not matter, in that of the options."""
        wanted = list(picks) if self.what in _ORDERED else sorted(picks)
        left = list(range(len(self.cards)))
        actions = []
        for pick in wanted:
            copy = sum(self.cards[at] == self.cards[pick] for at in left[: left.index(pick)])
            actions.append(pack(Kind.PICK, self.cards[pick], copy))
            left.remove(pick)
        behind = left if self.what in _ORDERED else [at for at in left if not wanted or at > wanted[-1]]
        if len(wanted) < self.most and (behind or not wanted):
            actions.append(pack(Kind.STOP))
        return tuple(actions) if actions else (pack(Kind.STOP),)

    def selections(self) -> Iterator[tuple[int, ...]]:
        """All answers, the smaller ones first."""
        for size in range(self.least, min(self.most, len(self.cards)) + 1):
            yield from itertools.combinations(range(len(self.cards)), size)


def open_choice(table: Lists, facts: Sequence[TributeCard] = CARDS) -> OpenChoice | None:
    """The choice of cards that is pending, before the first pick; None if none is. Of the table `IN_CHOICE` is needed."""
    asked = table["pending_choice"]
    if asked is None or asked.what == Asking.ENACT_CHOSEN_EFFECT:
        return None
    rows = [(card, spot) for card, spot in _options(table, asked) if _fits(asked, card, facts)]
    cards, spots = tuple(card for card, _ in rows), tuple(spot for _, spot in rows)
    return OpenChoice(asked.what, asked.least, asked.most, cards, spots)


def _options(table: Lists, asked: Asked) -> list[tuple[int, OptionSpot]]:
    p, what = table["current"], asked.what

    def listed(*names: str, owner: int = p) -> list[tuple[int, OptionSpot]]:
        side = table[SIDES[owner]]
        piles = {name: [one.card for one in side[name]] if name == "agents" else side[name] for name in names}
        return [(card, OptionSpot(name, owner, at)) for name, pile in piles.items() for at, card in enumerate(pile)]

    if what in (Asking.ACQUIRE_CARDS, Asking.REPLACE_CARDS_IN_TAVERN):
        return [(card, OptionSpot("row", 0, at)) for at, card in enumerate(table["tavern"]["row"]) if at != asked.gap]
    if what in (Asking.KNOCKOUT_AGENTS, Asking.COMPLETE_PSIJIC):
        return listed("agents", owner=1 - p)
    if what == Asking.TOSS_CARDS:
        return listed("draw")[: asked.most]
    orders = {
        Asking.DESTROY_CARDS: ("hand", "agents", "played"), Asking.COMPLETE_HLAALU: ("hand", "played", "agents"),
        Asking.COMPLETE_TREASURY: ("played", "hand", "agents"), Asking.REFRESH_CARDS: ("cooldown",),
        Asking.REFRESH_AGENTS: ("cooldown",), Asking.COMPLETE_PELLIN: ("cooldown",),
    }  # fmt: skip
    return listed(*orders.get(what, ("hand",)))


def _fits(asked: Asked, card: int, facts: Sequence[TributeCard]) -> bool:
    if asked.what == Asking.ACQUIRE_CARDS:
        return facts[card].cost <= asked.effect(facts).parts[asked.part][1]
    if asked.what in (Asking.REFRESH_AGENTS, Asking.COMPLETE_PELLIN):
        return facts[card].type == CardType.AGENT
    return asked.what != Asking.COMPLETE_HLAALU or facts[card].cost > 0


def listed_moves(state: TributeState, facts: Sequence[TributeCard] = CARDS) -> list[ListedMove]:
    """The ordered move list; empty when the match is over."""
    if state.over:
        return []
    asked: Asked | None = FORM.table(state, ("pending_choice",))["pending_choice"]
    if asked is None:
        return [ListedMove(_text(action), (action,)) for action in state.legal()]
    found = open_choice(FORM.table(state, IN_CHOICE), facts)
    if found is None:
        texts = asked.effect(facts).words()
        return [ListedMove(f"MAKE_CHOICE {text}", (pack(Kind.ENACT, side),)) for side, text in enumerate(texts)]
    return [
        ListedMove("MAKE_CHOICE " + ",".join(facts[found.cards[at]].key for at in picks), found.actions(picks))
        for picks in found.selections()
    ]


def _text(action: Action) -> str:
    kind, source = kind_of(action), source_of(action)
    if kind in _FIRST:
        return f"{_FIRST[Kind(kind)]} {CARDS[source].key}"
    if kind == Kind.CALL:
        return f"CALL_PATRON {PATRON_NAMES[source]}"
    return "END_TURN" if kind == Kind.END else f"DRAFT {PATRON_NAMES[source]}"
