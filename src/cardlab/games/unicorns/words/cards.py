"""Unstable Unicorns: the words that cards are made of, and decks of such cards.

A card is a few lines: its name, its type, what it does when. Effects are joined from primitives (`destroy`, `draw`, `bring`
...) with the joints of `cardlab.core.effects`. A deck is a list of cards; babies among them start in the Nursery. Other
packages bring decks through the entry points `cardlab.decks.unicorns`: a `Deck`, or a function that makes one from the
rules in force. A deck in a module that can be imported is named ``module:NAME``.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from cardlab.core.effects import AtOnce, Both, Card, Choose, Do, Each, Effect, IfDone, May, On, Python, Then, Vocabulary
from cardlab.core.positionparts import PositionPart, Telling
from cardlab.errors import CardError, OptionError, PluginError, PositionError, UnknownOption, nearest
from cardlab.games.unicorns.rules import state as numbers
from cardlab.games.unicorns.rules.state import ROOM, Code, Filter, Nature, Type, Way, Where, Who

ENTRY_POINTS = "cardlab.decks.unicorns"


def words_of(numbers: Any, prefix: str = "") -> tuple[str, ...]:
    """The names of an enum of the header, in the order of its numbers."""
    members: Mapping[str, int] = numbers.__members__
    return tuple(name.removeprefix(prefix).lower() for name in sorted(members, key=lambda name: int(members[name])))


def _triggers() -> tuple[str, ...]:
    """The triggers of the header, in the order of their numbers."""
    found = {name: int(value) for name, value in vars(numbers).items() if name.startswith("ON_") and isinstance(value, int)}
    return tuple(name.removeprefix("ON_").lower() for name in sorted(found, key=found.__getitem__))


TYPES = words_of(Type)
TRIGGERS = _triggers()
NATURES = words_of(Nature)
FILTERS = words_of(Filter, "OF_")
CODES = (*words_of(Code, "DO_"), *NATURES)
NEEDS = ("need_cards", "need_possible", "need_in_stable", "never")
NAMED = "named "
"""A filter that begins so is for cards whose name contains a word: ``named Narwhal``."""
MOST_FILTERS = 31
BUILT_IN = "(the rules)"
"""A card that is in no deck: what the rules do by themselves stands among its effects."""


# ---- when ----------------------------------------------------------------------------------------------------------------


def on_enter(effect: Effect) -> On:
    """When it arrives in a stable; the owner of that stable owns the effect."""
    return On("enter", effect)


def cast(effect: Effect) -> On:
    """What a Magic card does."""
    return On("cast", effect)


def react(answerable: bool = True, own: bool = True) -> On:
    """An Instant stops the card below it; whether it can be answered itself, and whether it may stop one's own cards."""
    return On("react", Do("stop", n=int(answerable), who="" if own else "other"))


def at_turn_start(effect: Effect) -> On:
    """At the beginning of every turn of its owner."""
    return On("my_turn", effect)


def at_every_turn_start(effect: Effect) -> On:
    """At the beginning of everybody's turns."""
    return On("every_turn", effect)


def instead_of_leaving(zone: str, *ways: Way) -> On:
    """Where it goes instead (``nursery`` or ``hand``) when it would leave its stable in one of these ways."""
    return On("instead", Do(f"to_{zone}", n=sum(ways), who="self"))


def when_gone(effect: Effect) -> On:
    """When it is sacrificed or destroyed."""
    return On("gone", effect)


def when_leaving(effect: Effect) -> On:
    """When it leaves its stable, in whatever way."""
    return On("leaves", effect)


def on_traffic(effect: Effect, of: str = "card") -> On:
    """Whenever another card enters or leaves its stable; with ``unicorn`` only Unicorn cards count."""
    return On("unicorn_traffic" if of == "unicorn" else "traffic", effect)


def while_in_stable(*natures: str, shield: str = "") -> On:
    """What holds while it is in a stable (`NATURES`); `shield`: cards whose effects cannot touch the unicorns there."""
    words: list[Effect] = [Do(nature) for nature in natures]
    if shield:
        words.append(Do("shield_from", of=shield))
    return On("in_stable", _joined(words))


def to_play(need: str, n: int = 1, of: str = "", who: str = "") -> On:
    """What must hold for it to be played: ``cards`` (n others in hand), ``possible`` (its effect), ``in_stable``, ``never``."""
    return On("to_play", Do(need if need == "never" else f"need_{need}", n=n, of=of, who=who))


def _joined(effects: Sequence[Effect]) -> Effect:
    if not effects:
        raise CardError("?", "while_in_stable() says what holds")
    return effects[0] if len(effects) == 1 else Both(effects[0], _joined(effects[1:]))


# ---- what ----------------------------------------------------------------------------------------------------------------


def draw(n: int = 1) -> Do:
    """The owner draws."""
    return Do("draw", n)


def discard(n: int = 1, of: str = "", who: str = "owner") -> Do:
    """``owner``, ``each`` player, a ``chosen`` or ``other`` one, or ``that`` one discards; n=99: all."""
    return Do("discard", n, who, of)


def bury(n: int = 1, of: str = "") -> Do:
    """The owner shuffles cards of the hand into the deck."""
    return Do("discard", n, "owner", of, zone="deck")


def sacrifice(n: int = 1, of: str = "card", who: str = "owner") -> Do:
    """``owner`` or ``each`` player gives up cards of the own stable; n=99: all."""
    return Do("sacrifice", n, who, of)


def sacrifice_this() -> Do:
    """The card itself is sacrificed."""
    return Do("sacrifice", 1, "self")


def destroy(n: int = 1, of: str = "card") -> Do:
    """The owner destroys cards of other players."""
    return Do("destroy", n, "", of)


def steal(n: int = 1, of: str = "unicorn", until: str = "", who: str = "") -> Do:
    """Cards of others (of ``that`` player) come over, for good, or until ``turn_end`` or ``source``: this card leaves."""
    return Do("steal", n, who, of, until)


def return_card(n: int = 1, of: str = "card", who: str = "") -> Do:
    """Cards go to the hand of whose stable they are in: any, or one of ``each`` stable; ``caster``: the owner chooses."""
    return Do("return", n, who, of)


def bring(n: int, of: str, zone: str) -> Do:
    """The owner puts cards from ``hand``, ``discard`` or ``nursery`` into the own stable."""
    return Do("bring", n, "", of, zone)


def search(n: int, of: str, zone: str) -> Do:
    """The owner takes cards from ``deck`` or ``discard`` to hand; all see them."""
    return Do("search", n, "", of, zone)


def pull(n: int = 1, who: str = "other") -> Do:
    """The owner takes random cards of a player's hand."""
    return Do("pull", n, who)


def take(n: int = 1, who: str = "chosen") -> Do:
    """The owner sees a player's hand and takes cards of it."""
    return Do("take", n, who)


def swap_hands() -> Do:
    """The owner and another player exchange their hands."""
    return Do("swap_hands", 1, "other")


def move(of: str, who: str = "third") -> Do:
    """A card changes stables: to somebody else than its holder and the owner of the effect (``third``), or any (``chosen``)."""
    return Do("move", 1, who, of)


def give(of: str = "unicorn") -> Do:
    """The owner gives a card of the own stable to another player."""
    return Do("give", 1, "other", of)


def to_deck(of: str = "unicorn") -> Do:
    """A card of the own stable is shuffled into the deck."""
    return Do("to_deck", 1, "owner", of)


def simple(what: str, n: int = 1) -> Do:
    """``shuffle``, ``reshuffle`` (with the discard pile), ``extra_draw``, ``plays``, ``skip``, ``extra_turn`` ..."""
    return Do(what, n)


def both(first: Effect, *others: Effect) -> Effect:
    """All in the same link, in this order."""
    return first if not others else Both(first, both(*others))


# ---- decks ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deck:
    """Cards that are shuffled together. Babies (type ``baby``) start in the Nursery, the last of them are dealt first."""

    name: str
    cards: tuple[Card, ...]
    about: str = ""


DeckMaker = Callable[[Mapping[str, Any]], Deck]


def known_decks() -> dict[str, Deck | DeckMaker | Any]:
    """The decks that can be played with, by name: those of this package, and entry points of others."""
    from cardlab.games.unicorns.words.decks import base, dragons, small

    found: dict[str, Any] = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    return {**found, "base": base, "small": small, "dragons": dragons}


def load_deck(name: str, rules: Mapping[str, Any]) -> Deck:
    """The deck of that name as it is with these rules. ``module:NAME`` is one in a Python module."""
    known = known_decks()
    module, colon, attribute = name.partition(":")
    if not colon and name not in known:
        raise UnknownOption("deck of unicorns", name, known)
    try:
        deck = getattr(import_module(module), attribute) if colon else known[name]
        if hasattr(deck, "load"):
            deck = deck.load()
        made = deck(rules) if callable(deck) else deck
    except CardError:
        raise
    except Exception as error:
        raise PluginError(f"deck {name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(made, Deck) or not isinstance(made.cards, tuple):
        raise PluginError(f"deck {name!r} is no Deck(name, cards) with a tuple of cards, and makes none")
    return made


def all_cards(rules: Mapping[str, Any]) -> list[Card]:
    """The cards of all decks in play, babies first, with the copies that the rules ask for; and what the rules do."""
    names = str(rules["decks"]).split("+")
    if len(set(names)) != len(names):
        raise OptionError(f"decks={rules['decks']}: every deck is named once, as in base+dragons")
    cards = [card for name in names for card in load_deck(name, rules).cards]
    cards = list(_with_copies(cards, str(rules["copies"])))
    cards.sort(key=lambda card: isinstance(card, Card) and card.type != "baby")
    _check_sizes(cards)
    return [*cards, _BUILT_IN_CARD]


def _with_copies(cards: Sequence[Card], told: str) -> Iterator[Card]:
    """Other numbers of copies, told as ``Neigh=20+Yay=0``."""
    wanted: dict[str, int] = {}
    for part in filter(None, told.split("+")):
        name, _, number = part.partition("=")
        if not number.isdecimal() or name not in {card.name for card in cards if isinstance(card, Card)}:
            raise OptionError(f"copies={told}: write NAME=NUMBER of cards that are in the decks, joined by +, such as Neigh=20")
        wanted[name] = int(number)
    for card in cards:
        known = isinstance(card, Card) and card.name in wanted
        yield Card(card.name, card.type, card.effects, wanted[card.name], card.facts, card.text) if known else card


def _check_sizes(cards: Sequence[Any]) -> None:
    real = [card for card in cards if isinstance(card, Card) and isinstance(card.copies, int)]
    total = sum(card.copies for card in real)
    if total >= ROOM:
        raise CardError(real[-1].name if real else "?", f"{total} cards in all decks: there is room for {ROOM - 1}")


_BUILT_IN_CARD = Card(
    BUILT_IN,
    "magic",
    (
        On("enter", Do("to_nursery", who="self")),
        On("cast", Do("to_hand", who="self")),
        On("react", Do("go_back", who="self")),
        On("my_turn", sacrifice_this()),
        On("every_turn", discard(1)),
    ),
    copies=0,
)


# ---- single cards ---------------------------------------------------------------------------------------------------------


class Labels:
    """What the single cards of a game are called, and back."""

    def __init__(self, names: Sequence[str], kind_of: Sequence[int]) -> None:
        count: dict[int, int] = {}
        self.of: list[str] = []
        for kind in kind_of:
            count[kind] = count.get(kind, 0) + 1
            self.of.append(f"{names[kind]}#{count[kind]}")
        self.of = [
            label.removesuffix("#1") if count[kind] == 1 else label for label, kind in zip(self.of, kind_of, strict=True)
        ]
        self.number = {label: card for card, label in enumerate(self.of)}
        self.names = {names[kind] for kind in kind_of}

    def read(self, label: Any) -> int:
        """The card that a label names."""
        if not isinstance(label, str) or label not in self.number:
            raise PositionError(f"{reprlib.repr(label)} is no card of these decks{self._hint(label)}")
        return self.number[label]

    def _hint(self, label: Any) -> str:
        if not isinstance(label, str):
            return "; write a name such as 'Llamacorn', or 'Neigh#2' where there are several copies"
        name = label.partition("#")[0]
        if name in self.names:
            many = [known for known in self.number if known.partition("#")[0] == name]
            return f": there is one copy, {name!r}" if many == [name] else f": copies are {many[0]} to {many[-1]}"
        near = nearest(name, self.names)
        return f"; did you mean {near!r}?" if near is not None else ""


def listed_cards(name: str, told: Any) -> list[Any]:
    """A list that should be one of cards."""
    if not isinstance(told, list):
        raise PositionError(f"{name!r} must be a list of cards, not {reprlib.repr(told)}")
    return told


class CardPart(PositionPart):
    """A card: a number in the table, a label in a position."""

    def show(self, telling: Telling, value: Any) -> Any:
        return telling.game.labels.of[value]

    def read(self, telling: Telling, told: Any) -> Any:
        return telling.game.labels.read(told)


class CardsPart(PositionPart):
    """A list of cards that everybody sees."""

    def show(self, telling: Telling, value: Any) -> list[str]:
        label = telling.game.labels.of
        return [label[card] for card in value]

    def read(self, telling: Telling, told: Any) -> list[int]:
        return [telling.game.labels.read(label) for label in listed_cards(self.name, told)]


class CardSetPart(CardsPart):
    """Cards that are kept as bits."""

    def take(self, telling: Telling, *held: Any) -> list[int]:
        words = held[0]
        return [card for card in range(ROOM) if words[card >> 6] >> (card & 63) & 1] if any(words) else []

    def put(self, telling: Telling, value: Any) -> tuple[Any, ...]:
        return ([sum(1 << (card & 63) for card in {*value} if card >> 6 == word) for word in range(3)],)


# ---- the vocabulary, and what the rules want to know of a card -----------------------------------------------------------


def vocabulary_for(cards: Iterable[Any]) -> Vocabulary:
    """The words, with a filter for each word that some card looks for in names."""
    named = sorted({of for card in cards if isinstance(card, Card) for of in _filters_of(card) if of.startswith(NAMED)})
    filters = (*FILTERS, *named)
    if len(filters) > MOST_FILTERS:
        raise CardError(named[-1], f"the cards of all decks look for at most {MOST_FILTERS - len(FILTERS)} different words")
    return Vocabulary(
        types=TYPES,
        triggers=TRIGGERS,
        codes=CODES,
        whos=words_of(Who, "WHO_"),
        filters=filters,
        zones=words_of(Where, "AT_"),
        facts={"value": (0, 9), "most": (0, 99)},
        tree=True,
    )


def _filters_of(card: Card) -> Iterator[str]:
    for on in card.effects if isinstance(card.effects, tuple) else ():
        if isinstance(on, On):
            for do in leaves_of(on.effect):
                if isinstance(do.of, str):
                    yield do.of


def leaves_of(effect: Any) -> Iterator[Do]:
    """All single things that an effect is made of."""
    if isinstance(effect, Do):
        yield effect
    elif isinstance(effect, May | Each):
        yield from leaves_of(effect.effect)
    elif isinstance(effect, Both | Then | IfDone | AtOnce):
        yield from leaves_of(effect.first)
        yield from leaves_of(effect.second)
    elif isinstance(effect, Choose | Python) and isinstance(effect.variants, tuple):
        for variant in effect.variants:
            yield from leaves_of(variant)


_UNICORNS = ("baby", "basic", "magical")
_OF_TYPES: dict[str, tuple[str, ...]] = {
    "card": TYPES, "unicorn": _UNICORNS, "baby": ("baby",), "basic": ("basic",), "magical": ("magical",),
    "upgrade": ("upgrade",), "downgrade": ("downgrade",), "upgrade_or_downgrade": ("upgrade", "downgrade"),
    "magic": ("magic",), "instant": ("instant",),
}  # fmt: skip


def passes(card: Card, filter_: str) -> bool:
    """Whether a card, as it is printed, passes a filter."""
    if filter_.startswith(NAMED):
        return filter_.removeprefix(NAMED).casefold() in re.findall(r"\w+", card.name.casefold())
    return card.type in _OF_TYPES[filter_]


def letters(name: str) -> int:
    """How long a name is; spaces do not count."""
    return len(name.replace(" ", ""))


def facts_of(words: Vocabulary, card: Card) -> dict[str, int]:
    """What the rules want to know of a card besides its effects."""
    nature, shield, ways = 0, 0, 0
    for on in card.effects:
        for do in leaves_of(on.effect):
            _check_place(card, on.trigger, do)
            if on.trigger == "in_stable":
                nature |= 1 << NATURES.index(do.what)
                shield |= 1 << words.number(card, "filters", do.of) if do.what == "shield_from" else 0
            elif on.trigger in ("instead", "targeted"):
                ways = do.n
    unicorn = card.type in _UNICORNS
    return {
        "type": TYPES.index(card.type),
        "value": card.facts.get("value", 1 if unicorn else 0),
        "most": card.facts.get("most", 5),
        "letters": letters(card.name) if unicorn else 0,
        "fits": 1 | sum(2 << at for at, filter_ in enumerate(words.filters) if passes(card, filter_)),
        "nature": nature,
        "shield": shield,
        "ways": ways,
    }


_ANSWERS = {"instead": ("to_nursery", "to_hand"), "targeted": ("save_self",), "friend_targeted": ("save_friend",)}
_NEED_WHO = {
    "discard": ("owner", "each", "chosen", "other", "that"), "sacrifice": ("owner", "each", "self"),
    "pull": ("chosen", "other"),
    "take": ("chosen", "other"), "swap_hands": ("other",), "move": ("third", "chosen"), "give": ("other",),
    "shrink": ("chosen", "other"),
    "steal": ("", "that"), "return": ("", "each", "caster"), "need_in_stable": ("owner", "destination"), "to_deck": ("owner",),
}  # fmt: skip
_NEED_ZONE = {
    "bring": ("hand", "discard", "nursery"), "search": ("deck", "discard"), "steal": ("", "turn_end", "source"),
    "discard": ("", "deck"),
}  # fmt: skip


def _check_place(card: Card, trigger: str, do: Do) -> None:
    """Whether something can be done where it is written."""
    known = NATURES if trigger == "in_stable" else NEEDS if trigger == "to_play" else _ANSWERS.get(trigger)
    if known is not None and do.what not in known:
        raise CardError(card.name, f"{do.what!r} does not go with {trigger!r}; what does: {', '.join(known)}")
    if known is None and do.what in (*NATURES, *NEEDS):
        raise CardError(card.name, f"{do.what!r} is not done when {trigger!r}: use while_in_stable or to_play")
    for part, allowed in ((do.who, _NEED_WHO.get(do.what)), (do.zone, _NEED_ZONE.get(do.what))):
        if allowed is not None and part not in allowed:
            raise CardError(card.name, f"{do.what!r} takes one of {', '.join(map(repr, allowed))}, not {part!r}")
    if trigger == "in_stable" and do.what == "shield_from" and not do.of:
        raise CardError(card.name, "'shield_from' names the cards that it shields from, such as 'named Dragon'")
