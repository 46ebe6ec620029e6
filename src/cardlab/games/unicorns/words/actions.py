"""Unstable Unicorns in words: actions and events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from cardlab.core.action import Action, kind_of, pack, source_of, target_of
from cardlab.core.cards import Joint
from cardlab.core.events import EventKind
from cardlab.core.space import ActionKind, Part
from cardlab.errors import PositionError, nearest
from cardlab.games.unicorns.rules.state import SEATS, Code, Kind, Reason, Told, Where, Who

if TYPE_CHECKING:
    from cardlab.core.effects import Card

ROWS = ("hand", "stable", "upgrades", "downgrades")
_SEAT = Part("seat", 0, SEATS - 1)
_PLACES = SEATS << 9
_HELP = (
    "play Neigh, draw, pass, into 2, react Neigh, decline, yes, no, variant 0, seat 3, "
    "choose 2.stable.0 Llamacorn, take Yay, steal Yay"
)
_CARD_WORDS = {Kind.PLAY: "play", Kind.REACT: "react", Kind.TAKE: "take", Kind.SECRET: "steal"}
_SEAT_WORDS = {Kind.WHERE: "into", Kind.PLAYER: "seat", Kind.VARIANT: "variant"}
_PLAIN_WORDS = {Kind.DRAW: "draw", Kind.PASS: "pass", Kind.DECLINE: "decline", Kind.YES: "yes", Kind.NO: "no"}
_CARD = re.compile(r"(play|react|take|steal) (?P<name>\S.*?)(?: \((?P<copy>[1-9]\d?)\))?", re.ASCII)
_NUMBER = re.compile(r"(into|seat|variant) (?P<number>\d\d?)", re.ASCII)
_PLACE = re.compile(
    r"choose (?P<seat>[0-7])\.(?P<row>stable|upgrades|downgrades)\.(?P<at>\d{1,3})(?: (?P<name>\S.*))?", re.ASCII
)


def unicorn_actions(kinds: int, copies: int) -> tuple[ActionKind, ...]:
    """All kinds of actions with so many kinds of cards, and at most so many copies of one."""
    card, copy = Part("card", 0, kinds - 1), Part("copy", 0, max(copies - 1, 0))
    return (
        ActionKind(Kind.PLAY, card, copy),
        ActionKind(Kind.DRAW),
        ActionKind(Kind.PASS),
        ActionKind(Kind.WHERE, _SEAT),
        ActionKind(Kind.REACT, card, copy),
        ActionKind(Kind.DECLINE),
        ActionKind(Kind.YES),
        ActionKind(Kind.NO),
        ActionKind(Kind.VARIANT, Part("variant", 0, 15)),
        ActionKind(Kind.PLAYER, _SEAT),
        ActionKind(Kind.TARGET, Part("place", 0, _PLACES - 1), Part("card", 0, kinds - 1, derived=True)),
        ActionKind(Kind.TAKE, card, copy),
        ActionKind(Kind.SECRET, card, copy),
    )


def place_text(place: int) -> str:
    """A place on the table, such as ``2.stable.0``: seat, row, number in the row."""
    return f"{place >> 9}.{ROWS[place >> 7 & 3]}.{place & 127}"


def action_text(cards: Sequence[Card], action: Action) -> str:
    """An action in words; `parse_action` reads them back."""
    kind, source, target = kind_of(action), source_of(action), target_of(action)
    text = ""
    if kind in _PLAIN_WORDS:
        text = _PLAIN_WORDS[Kind(kind)]
    elif kind in _SEAT_WORDS:
        text = f"{_SEAT_WORDS[Kind(kind)]} {source}"
    elif kind in _CARD_WORDS and source < len(cards):
        text = f"{_CARD_WORDS[Kind(kind)]} {cards[source].name}{f' ({target + 1})' if target else ''}"
    elif kind == Kind.TARGET and target < len(cards):
        text = f"choose {place_text(source)} {cards[target].name}"
    try:
        if text and parse_action(cards, text) == action:
            return text
    except PositionError:
        pass
    raise PositionError(f"{action!r:.40} is not an action of Unstable Unicorns")


def parse_action(cards: Sequence[Card], text: str) -> Action:
    """The action that a text names."""
    text = text.strip() if isinstance(text, str) else ""
    for kind, word in _PLAIN_WORDS.items():
        if text == word:
            return pack(kind)
    if found := _NUMBER.fullmatch(text):
        kind = next(kind for kind, word in _SEAT_WORDS.items() if word == found[1])
        if int(found["number"]) < (16 if kind == Kind.VARIANT else SEATS):
            return pack(kind, int(found["number"]))
    if found := _CARD.fullmatch(text):
        kind = next(kind for kind, word in _CARD_WORDS.items() if word == found[1])
        return pack(kind, card_kind(cards, found["name"]), int(found["copy"] or 1) - 1)
    if (found := _PLACE.fullmatch(text)) and int(found["at"]) < 128:
        place = int(found["seat"]) << 9 | ROWS.index(found["row"]) << 7 | int(found["at"])
        return pack(Kind.TARGET, place, card_kind(cards, found["name"]) if found["name"] else 0)
    raise PositionError(f"{text!r:.80} is not an action of Unstable Unicorns; actions look like: {_HELP}")


def card_kind(cards: Sequence[Card], name: str) -> int:
    """The kind of a card by its name."""
    names = [card.name for card in cards]
    if name not in names:
        near = nearest(name, names)
        guess = f"; did you mean {near!r}?" if near is not None else ""
        raise PositionError(f"there is no card {name!r:.60} in these decks{guess}")
    return names.index(name)


# ---- events ------------------------------------------------------------------------------------------------------------------

_DOES = {
    Code.DO_DRAW: "draw", Code.DO_DISCARD: "discard", Code.DO_SACRIFICE: "sacrifice", Code.DO_DESTROY: "destroy",
    Code.DO_STEAL: "steal", Code.DO_RETURN: "return", Code.DO_BRING: "bring", Code.DO_SEARCH: "search", Code.DO_PULL: "pull",
    Code.DO_TAKE: "take", Code.DO_SWAP_HANDS: "swap hands", Code.DO_MOVE: "move", Code.DO_GIVE: "give",
    Code.DO_SHUFFLE: "shuffle", Code.DO_RESHUFFLE: "reshuffle", Code.DO_EXTRA_DRAW: "extra draw", Code.DO_PLAYS: "more plays",
    Code.DO_SKIP: "skip to the end",
    Code.DO_EXTRA_TURN: "extra turn", Code.DO_SHRINK: "shrink", Code.DO_BABIES: "babies", Code.DO_TO_NURSERY: "to the Nursery",
    Code.DO_TO_HAND: "back to hand", Code.DO_GO_BACK: "go back", Code.DO_FOLLOW: "follow the turn",
    Code.DO_TO_DECK: "into the deck",
}  # fmt: skip
_ENDINGS = {
    Reason.GOAL_REACHED: "somebody has enough unicorns", Reason.DECK_OUT: "the deck is empty",
    Reason.TOO_LONG: "it has taken too long",
}  # fmt: skip


def effect_word(code: int) -> str:
    """What an effect does, in a word or two."""
    return next((word for known, word in _DOES.items() if known == code), "nothing")


# ---- effects in words ----------------------------------------------------------------------------------------------------

_NOUNS = {
    "": ("card", "cards"), "card": ("card", "cards"), "unicorn": ("unicorn", "unicorns"), "baby": ("baby", "babies"),
    "basic": ("Basic unicorn", "Basic unicorns"), "magical": ("Magical unicorn", "Magical unicorns"),
    "upgrade": ("Upgrade", "Upgrades"),
    "downgrade": ("Downgrade", "Downgrades"), "upgrade_or_downgrade": ("Upgrade or Downgrade", "Upgrades and Downgrades"),
    "magic": ("Magic card", "Magic cards"), "instant": ("Instant", "Instants"),
}  # fmt: skip
_ZONES: dict[int, str] = {
    Where.AT_HAND: "your hand", Where.AT_DECK: "the deck", Where.AT_DISCARD: "the discard pile",
    Where.AT_NURSERY: "the Nursery",
}  # fmt: skip
_UNTIL: dict[int, str] = {Where.AT_TURN_END: " until the end of the turn", Where.AT_SOURCE: " until this card leaves"}
_SIMPLE: dict[int, str] = {
    Code.DO_SWAP_HANDS: "swap hands with another player", Code.DO_SHUFFLE: "shuffle the deck",
    Code.DO_RESHUFFLE: "shuffle the discard pile into the deck", Code.DO_SKIP: "end the turn",
    Code.DO_EXTRA_TURN: "take another turn",
    Code.DO_SHRINK: "discard all unicorns of a stable", Code.DO_BABIES: "put as many babies in their place",
    Code.DO_TO_NURSERY: "put it into the Nursery", Code.DO_TO_HAND: "put it back into its owner's hand",
    Code.DO_GO_BACK: "give it back", Code.DO_FOLLOW: "move it to whose turn it is", Code.DO_SAVE_FRIEND: "sacrifice it instead",
    Code.DO_SAVE_SELF: "discard a card instead",
}  # fmt: skip


def noun(filter_: str, n: int = 1) -> str:
    """So many cards that pass a filter: ``a unicorn``, ``2 Upgrades``, ``all Downgrades``."""
    one, many = _NOUNS.get(filter_, ("card", "cards"))
    more = f" with {filter_.removeprefix('named ')} in the name" if filter_ not in _NOUNS else ""
    if n == 1:
        return f"{'an' if one[0] in 'UI' else 'a'} {one}{more}".replace("an Unicorn", "a Unicorn")
    return f"{'all' if n >= 99 else n} {many}{more}"


def effect_words(ops: Sequence[Mapping[str, int]], filters: Sequence[str], op: int) -> str:
    """What an effect, given by the number of its op, does: ``sacrifice a card, then destroy 2 cards``."""

    def words(at: int) -> str:
        return effect_words(ops, filters, at)

    row = ops[op]
    code, then, other = row["code"], row["next"], row["other"]
    if code in (Joint.JOINT_MAY, Joint.JOINT_BRANCH):
        return words(other)
    if code == Joint.JOINT_BOTH:
        return f"{words(then)} and {words(other)}"
    if code == Joint.JOINT_IF_DONE:
        return f"{words(then)}, then {words(other)}"
    if code == Joint.JOINT_CHOOSE:
        return " or ".join(words(op + 1 + variant) for variant in range(row["n"]))
    if code == Joint.JOINT_EACH:
        return f"everybody in turn may {words(other)}"
    if code == Joint.JOINT_PYTHON:
        return "do what its text says"
    single = _single(row, filters[row["filter"] - 1] if row["filter"] else "")
    return ", then ".join([single, *(words(at) for at in (then, other) if at)])


def _single(row: Mapping[str, int], filter_: str) -> str:
    code, who, n = row["code"], row["who"], row["n"]
    what, where = noun(filter_, n), _ZONES.get(row["zone"], "")
    if code in _SIMPLE:
        return _SIMPLE[code]
    if code == Code.DO_DISCARD:
        if row["zone"]:
            return f"shuffle {what} of your hand into the deck"
        whose: dict[int, str] = {
            Who.WHO_EACH: f"everybody discards {what}", Who.WHO_CHOSEN: f"make a player discard {what}",
            Who.WHO_OTHER: f"make another player discard {what}", Who.WHO_THAT: f"that player discards {what}",
        }  # fmt: skip
        return whose.get(who, f"discard {what}")
    if code == Code.DO_SACRIFICE:
        every = "everybody sacrifices" if who == Who.WHO_EACH else "sacrifice"
        return "sacrifice this card" if who == Who.WHO_SELF else f"{every} {what}"
    if code == Code.DO_STEAL:
        return f"steal {what}{' from that player' if who == Who.WHO_THAT else ''}{_UNTIL.get(row['zone'], '')}"
    if code == Code.DO_RETURN:
        every = " of every stable" if who in (Who.WHO_EACH, Who.WHO_CASTER) else ""
        return f"return {what}{every} to its owner's hand"
    others: dict[int, str] = {
        Code.DO_DRAW: f"draw {what}", Code.DO_DESTROY: f"destroy {what}", Code.DO_BRING: f"bring {what} from {where}",
        Code.DO_SEARCH: f"take {what} from {where}", Code.DO_PULL: f"take {noun('', n)} at random from a player's hand",
        Code.DO_TAKE: f"look at a player's hand and take {noun('', n)}", Code.DO_MOVE: f"move {what} to another stable",
        Code.DO_GIVE: f"give {what} to another player", Code.DO_EXTRA_DRAW: f"draw {noun('', n)} more",
        Code.DO_PLAYS: f"play {n} cards this turn", Code.DO_TO_DECK: f"shuffle {what} of your stable into the deck",
    }  # fmt: skip
    return others.get(code, "do nothing")


def unicorn_events(name: Callable[[int], str]) -> Sequence[EventKind]:
    """Every kind of event; `name` tells the name of a card by its number."""

    def card(fields: Mapping[str, int]) -> str:
        return name(fields["card"])

    def source(fields: Mapping[str, int]) -> str:
        return name(fields["source"])

    def does(fields: Mapping[str, int]) -> str:
        return effect_word(fields["code"])

    def ending(fields: Mapping[str, int]) -> str:
        return _ENDINGS[Reason(fields["reason"])]

    def uses(fields: Mapping[str, int]) -> str:
        return "uses" if fields["yes"] else "does not use"

    def use(fields: Mapping[str, int]) -> str:
        return "use" if fields["yes"] else "do not use"

    def wherefrom(fields: Mapping[str, int]) -> str:
        return f" from seat {fields['victim']}" if fields["victim"] >= 0 else ""

    def lost(fields: Mapping[str, int]) -> str:
        return (
            f"{'shuffles' if fields['deck'] else 'discards'} {name(fields['card'])}{' into the deck' if fields['deck'] else ''}"
        )

    def lose(fields: Mapping[str, int]) -> str:
        return (
            f"{'shuffle' if fields['deck'] else 'discard'} {name(fields['card'])}{' into the deck' if fields['deck'] else ''}"
        )

    one = {"card": card}
    return (
        EventKind(Told.TOLD_TURN, ("turn",), "begins turn {turn}", "begin turn {turn}", turn=True),
        EventKind(Told.TOLD_DREW, ("card",), "draws {card}", "draw {card}", "draws a card", phrases=one),
        EventKind(Told.TOLD_ANNOUNCED, ("card",), "plays {card}", "play {card}", phrases=one, opens="card", closes="link"),
        EventKind(
            Told.TOLD_REACTED, ("card",), "reacts with {card}", "react with {card}", phrases=one, opens="answer", nested=True
        ),
        EventKind(
            Told.TOLD_STOPPED, ("card", "below"), "loses {card} from the stack", "lose {card} from the stack", phrases=one,
            closes="answer",
        ),
        EventKind(
            Told.TOLD_RESOLVED, ("card", "into"), "gets {card} through, for {into}", "get {card} through, for {into}",
            phrases=one, seats=("into",), closes="card",
        ),
        EventKind(Told.TOLD_ENTERED, ("card",), "gets {card} into the stable", "get {card} into the stable", phrases=one),
        EventKind(Told.TOLD_LEFT, ("card",), "loses {card} from the stable", "lose {card} from the stable", phrases=one),
        EventKind(
            Told.TOLD_DISCARDED, ("card", "deck"), "{lost}", "{lose}", "gives a card up", ("card",),
            {"lost": lost, "lose": lose},
        ),
        EventKind(
            Told.TOLD_TOOK, ("card", "victim"), "takes {card}{from}", "take {card}{from}", "takes a card{from}", ("card",),
            {"card": card, "from": wherefrom},
        ),
        EventKind(Told.TOLD_SWAPPED, ("other",), "swaps hands with {other}", "swap hands with {other}", seats=("other",)),
        EventKind(Told.TOLD_SHUFFLED, (), "the deck is shuffled"),
        EventKind(Told.TOLD_LINK, ("link",), "link {link} of the chain", quiet=True, opens="link"),
        EventKind(
            Told.TOLD_EFFECT, ("source", "code", "targets"), "has {source} do: {does}", "have {source} do: {does}",
            phrases={"source": source, "does": does}, quiet=True,
        ),
        EventKind(
            Told.TOLD_AIMED, ("card", "source", "code"), "aims {source} at {card} ({does})", "aim {source} at {card} ({does})",
            phrases={"card": card, "source": source, "does": does},
        ),
        EventKind(
            Told.TOLD_USED, ("card", "yes"), "{uses} {card}", "{use} {card}", phrases={"card": card, "uses": uses, "use": use}
        ),
        EventKind(
            Told.TOLD_SAVED, ("card", "source"), "saves {card} with {source}", "save {card} with {source}",
            phrases={"card": card, "source": source},
        ),
        EventKind(Told.TOLD_RETURNED, ("card",), "takes {card} back to hand", "take {card} back to hand", phrases=one),
        EventKind(Told.TOLD_ENDED, ("reason",), "the game is over: {ending}", phrases={"ending": ending}),
        EventKind(Told.TOLD_POLL, ("asked", "idle"), "all may react", secret="all may react", quiet=True),
        EventKind(Told.TOLD_DREW_INSTEAD, (), "draws instead of playing", "draw instead of playing", closes="link"),
        EventKind(
            Told.TOLD_LOOKED, ("victim",), "looks at the hand of {victim}", "look at the hand of {victim}", seats=("victim",)
        ),
    )  # fmt: skip
