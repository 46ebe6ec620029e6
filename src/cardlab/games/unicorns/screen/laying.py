"""The table of Unstable Unicorns: who has what as far as the viewer knows, what waits, and what each move touches.

Players are called by their seats; the one who looks is called you.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action, kind_of, source_of, target_of
from cardlab.core.cards import Joint
from cardlab.core.effects import Card, Do
from cardlab.core.events import Event
from cardlab.core.looks import CounterLook, Looks, MarkLook
from cardlab.core.reading import UNKNOWN
from cardlab.core.table import Face, Lessons, Move, Table, Thing, Zone
from cardlab.games.unicorns.rules.state import HAND_LIMIT, Code, Kind, Where
from cardlab.games.unicorns.words.actions import ROWS, effect_words, noun
from cardlab.games.unicorns.words.cards import leaves_of, letters, passes
from cardlab.games.unicorns.words.options import PRESETS

if TYPE_CHECKING:
    from cardlab.games.unicorns.game import Unicorns

KNOWN, SEEN, CHOSEN, PANDA, LENT, BLINDED = "known", "seen", "chosen", "panda", "lent", "blinded"

UNICORN_LOOKS = Looks(
    inks={
        "baby": "pink", "basic": "sand", "magical": "sky", "upgrade": "green", "downgrade": "red", "magic": "yellow",
        "instant": "orange",
    },
    marks={
        KNOWN: MarkLook(at="paper"),
        SEEN: MarkLook("◉", "steel"),
        CHOSEN: MarkLook("✖", "less"),
        PANDA: MarkLook("P", "steel"),
        LENT: MarkLook("↩", "yellow"),
        BLINDED: MarkLook("○", "quiet"),
    },
    counters={
        "unicorns": CounterLook("gems", "♞", "pink"),
        "in hand": CounterLook(symbol="▯"),
        "★": CounterLook(colour="gold"),
        "on turn": CounterLook(colour="gold"),
    },
    others=(("head",), ("stable",), ("upgrades", "downgrades")),
    middle=(("turn",), ("deck", "discard", "nursery"), ("stack",), ("chain",), ("asked",), ("status",)),
    own=(("stable",), ("upgrades", "downgrades"), ("head",), ("choice",), ("buttons",), ("hand",)),
)  # fmt: skip

_PHASES = {
    **dict.fromkeys(("puppy", "puppy_chain", "begin", "begin_chain"), "the turn begins"),
    "draw": "drawing", "action": "playing",
    "where": "playing", "reactions": "a card is being played", "late_where": "a card is being played",
    "play_chain": "a card takes effect", **dict.fromkeys(("end", "end_chain", "limit", "next"), "the turn ends"),
    "over": "the game is over",
}  # fmt: skip
_PLAIN = {
    Kind.DRAW: ("draw", "Draw a card", "draw a card instead of playing"),
    Kind.PASS: ("pass", "Play no more", "play nothing more"),
    Kind.DECLINE: ("decline", "Let it happen", "let it happen"),
    Kind.YES: ("yes", "Yes", "use"),
    Kind.NO: ("no", "No", "do not use"),
}
_OPEN = {"activate": "whether to use it", "effect": "which effect", "players": "which player", "get": "which card to take"}
_JOINTS = frozenset(int(joint) for joint in Joint.__members__.values())
_VERBS = {
    "sacrifice": "sacrifice", "destroy": "destroy", "return": "return", "steal": "steal", "move": "move", "discard": "discard",
    "get": "take", "save": "save",
}  # fmt: skip


def unicorn_table(game: Unicorns, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
    """The table of a view, or of a whole position."""
    return _Laying(game, view, seat, legal).table()


@cache
def _taught() -> dict[str, Any]:
    """The rules in own words, and what marks and types mean."""
    told: dict[str, Any] = json.loads((Path(__file__).parent / "lessons.json").read_text(encoding="utf-8"))
    return told


def unicorn_lessons(game: Unicorns) -> Lessons:
    """The rules, with the switches that differ from the official ones."""
    official = PRESETS["official"]
    told = {name: {True: "yes", False: "no"}.get(value, str(value)) for name, value in game.rules.items()}
    changed = [f"{name}={told[name]}" for name in official if told[name] != official[name]]
    goal = 7 if game.players <= 5 else 6
    taught = _taught()
    rules = tuple((heading, text.format(goal=goal, limit=HAND_LIMIT)) for heading, text in taught["rules"])
    more = (("This rule set", f"What differs from the official rules: {', '.join(changed)}."),) if changed else ()
    return Lessons((*rules, *more), taught["glossary"])


def natures_of(card: Card) -> dict[str, str]:
    """What holds while a card is in a stable, with the filter that goes with it."""
    return {do.what: do.of for on in card.effects if on.trigger == "in_stable" for do in leaves_of(on.effect)}


def need_of(card: Card) -> Do | None:
    """What must hold for a card to be played."""
    return next((do for on in card.effects if on.trigger == "to_play" for do in leaves_of(on.effect)), None)


class _Laying:
    def __init__(self, game: Unicorns, position: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> None:
        self.game, self.position, self.seat, self.legal = game, position, seat, legal
        self.me = seat or 0
        self.rows = position["players"]
        self.question = position.get("question")
        self.chain: Mapping[str, Any] = position.get("chain") or {"frames": [], "marks": []}
        self.frames = self.chain["frames"]
        self.marked = set(self.chain["marks"])
        self.lent = {leash["card"]: leash for leash in position.get("leashes", ())}
        self.held = [self._held(seat) for seat in range(len(self.rows))]

    def table(self) -> Table:
        moves = tuple(Move(action, self._words(action), self._touches(action)) for action in self.legal)
        self.touched = {name for move in moves for step in move.touches for name in step}
        zones, things = list(self._shared()), [*self._piles(), *self._waiting(), *self._answers()]
        for seat in range(len(self.rows)):
            zones += self._zones(seat)
            things += [*self._counters(seat), *self._stable(seat), *self._hand(seat)]
        enter = next((action for action in self.legal if kind_of(action) in (Kind.DRAW, Kind.PASS, Kind.DECLINE)), None)
        return Table(self.seat, tuple(zones), tuple(things), moves, self._prompt(), {}, enter, unicorn_lessons(self.game))

    # ---- words ---------------------------------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        return "you" if seat == self.seat else f"seat {seat}"

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else f"seat {seat}'s"

    def card(self, label: str) -> Card:
        """What is printed on a card."""
        return self.game.cards[self.game.kinds[self.game.labels.number[label]]]

    def name(self, label: str | None) -> str:
        """A card's name; a hidden one of a hand is told as such."""
        if label is None or label.startswith(UNKNOWN):
            return f"a hidden card of {self.who(int(label[1:].partition('.')[0]))}" if label else "nothing"
        return self.card(label).name

    def effect(self, op: int) -> str:
        return effect_words(self.game.ops, self.game.book.vocabulary.filters, op)

    def op(self, frame: Mapping[str, Any]) -> int:
        return self.game.effect_names.index(frame["effect"])

    @property
    def now(self) -> Mapping[str, Any] | None:
        """The frame that is being looked at."""
        return self.frames[self.chain["now"]] if self.frames else None

    def aims(self, frame: Mapping[str, Any]) -> list[str]:
        """The cards that an effect is aimed at."""
        first, n = frame["aims"]
        if not self.game.takes_aim(self.op(frame)):
            return []
        return [label for label in self.chain["pool"][first : first + n] if label is not None]

    def _held(self, seat: int) -> dict[str, str]:
        """What holds for a player, with the card that it comes from."""
        rows = ROWS[1:]
        cards = {row: [self.card(label) for label in self.rows[seat][row]] for row in rows}
        off = any("downgrades_off" in natures_of(card) for card in cards["upgrades"])
        return {
            nature: card.name
            for row in rows
            for card in cards[row]
            if not (off and row == "downgrades")
            for nature in natures_of(card)
        }

    # ---- what lies where -----------------------------------------------------------------------------------------------

    def _shared(self) -> Iterator[Zone]:
        position = self.position
        yield Zone("turn", "turn", "counters")
        yield Zone("deck", "deck", "stack", title="deck", size=len(position["deck"]))
        yield Zone("discard", "discard", "pile", title="discarded")
        yield Zone("nursery", "nursery", "pile", title="Nursery")
        if position.get("stack"):
            yield Zone("stack", "stack", "list", title="the stack, its top first")
        if self.frames:
            yield Zone(
                "chain", "chain", "list", title=f"link {self.chain['link']} of the chain: {_STEPS.get(self.chain['step'], '')}"
            )
        if position["phase"] != "over":
            yield Zone("asked", "asked", "counters")
        yield Zone("answers", "answers", "buttons")
        if self._searched:
            yield Zone("choice", "choice", "row", self.me, "")

    def _piles(self) -> Iterator[Thing]:
        position = self.position
        told = [f"turn {position['turns']}", f"{self.whose(position['turn'])} turn", _PHASES[position["phase"]]]
        flags = position["flags"]
        told += (
            [f"{flags['plays'] - flags['played']} more to play"] if flags["plays"] > 1 and position["phase"] == "action" else []
        )
        told += ["another turn follows"] if flags["again"] else []
        told += ["the deck is out"] if flags["deck_out"] and position["phase"] != "over" else []
        for at, words in enumerate(told):
            yield Thing(f"turn:{at}", "turn", at, Face(words))
        if position["phase"] != "over":
            yield Thing("asked:0", "asked", 0, Face(self._asked()))
        for name in ("discard", "nursery"):
            for at, label in enumerate(position[name]):
                yield self._thing(label, name, at)

    def _waiting(self) -> Iterator[Thing]:
        """The stack from its top, and the chain link by link."""
        stack = self.position.get("stack", [])
        for depth, row in enumerate(stack):
            into = f" into {self.whose(self.position['into'])} stable" if depth == 0 and self._has_target(row["card"]) else ""
            words = f"{'  ' * depth}{'↳ ' if depth else ''}{self.name(row['card'])} of {self.who(row['seat'])}{into}"
            yield Thing(
                row["card"], "stack", len(stack) - depth, Face(words, self.card(row["card"]).type), does=self._does(row["card"])
            )
        for at, frame in enumerate(self.frames):
            if frame["seen"] and self.game.ops[self.op(frame)]["code"] in _JOINTS:
                continue  # what it is made of stands beside it
            yield Thing(f"chain:{at}", "chain", at, Face(self._frame_words(at, frame)), does=(self.card(frame["card"]).text,))

    def _has_target(self, label: str) -> bool:
        late = self.game.rules["destination_chosen"] == "resolution"
        return (
            self.card(label).type != "magic"
            and self.position["phase"] != "where"
            and not (late and self.position["phase"] != "play_chain")
        )

    def _frame_words(self, at: int, frame: Mapping[str, Any]) -> str:
        later = at >= self.chain["end"]
        sign = "then" if later else "▶" if at == self.chain["now"] else "·"
        aims = ", ".join(self._place_words(label) for label in self.aims(frame)) or (
            self.who(frame["player"]) if frame["player"] is not None else ""
        )
        whose = "you" if frame["seat"] == self.seat else f"seat {frame['seat']}"
        return f"{sign} {self.name(frame['card'])} ({whose}): {self.effect(self.op(frame))}{f' → {aims}' if aims else ''}"

    def _place_words(self, label: str) -> str:
        """A card with whose it is, if it lies in a stable."""
        owner = next((seat for seat, row in enumerate(self.rows) if any(label in row[part] for part in ROWS[1:])), None)
        if owner is None or owner == self.seat:
            return self.name(label) if owner is None else f"your {self.name(label)}"
        return f"{self.name(label)} of {self.who(owner)}"

    def _zones(self, seat: int) -> Iterator[Zone]:
        yield Zone(f"player{seat}", "player", "counters", seat)
        yield Zone(f"stable{seat}", "stable", "row", seat)
        for name, sign in (("upgrades", "▲"), ("downgrades", "▼")):
            if self.rows[seat][name]:
                yield Zone(f"{name}{seat}", name, "row", seat, sign)
        yield Zone(f"hand{seat}", "hand", "fan", seat, "your hand" if seat == self.seat else "hand")

    def _counters(self, seat: int) -> Iterator[Thing]:
        count, goal = self._count(seat), 7 if self.game.players <= 5 else 6
        faces = [Face("unicorns", number=count, most=goal), Face("in hand", number=len(self.rows[seat]["hand"]))]
        faces += [Face("★")] if seat in self._winners() else []
        faces += [Face("on turn")] if seat == self.position["turn"] and self.position["phase"] != "over" else []
        return (Thing(f"player{seat}:{at}", f"player{seat}", at, face) for at, face in enumerate(faces))

    def _count(self, seat: int) -> int:
        if "pandas" in self.held[seat] and not self.game.rules["pandas_count_to_win"]:
            return 0
        return sum(self.card(label).facts.get("value", 1) for label in self.rows[seat]["stable"])

    def _winners(self) -> list[int]:
        """Who has won, once the game is over."""
        if self.position["phase"] != "over":
            return []
        marks = [
            (self._count(seat), sum(letters(self.name(label)) for label in row["stable"])) for seat, row in enumerate(self.rows)
        ]
        best = [seat for seat, mark in enumerate(marks) if mark == max(marks)]
        return best[:1] if len(best) == 1 or self.game.rules["full_tie"] == "lowest_seat" else []

    def _stable(self, seat: int) -> Iterator[Thing]:
        for row in ROWS[1:]:
            for at, label in enumerate(self.rows[seat][row]):
                marks = [CHOSEN] if label in self.marked else []
                marks += [PANDA] if row == "stable" and "pandas" in self.held[seat] else []
                marks += [LENT] if label in self.lent else []
                blind = (
                    row == "stable" and "blind" in self.held[seat] and self.card(label).type == "magical" and PANDA not in marks
                )
                marks += [BLINDED] if blind else []
                yield self._thing(label, f"{row}{seat}", at, *marks, why_not=self._out_of_reach(label, row, seat))

    def _hand(self, seat: int) -> Iterator[Thing]:
        row = self.rows[seat]
        for at, (label, seen) in enumerate(zip(row["hand"], row["seen"], strict=True)):
            if label == UNKNOWN:
                yield Thing(f"hand{seat}:{at}", f"hand{seat}", at)
                continue
            own = seat == self.me
            marks = [SEEN] if own and len(seen) > 1 else [KNOWN] if not own else []
            marks += [CHOSEN] if label in self.marked else []
            does = (
                (f"known to {', '.join(self.who(int(other)) for other in seen if int(other) != seat)}",)
                if SEEN in marks
                else ()
            )
            why = self._unplayable(label) if self.legal and seat == self.seat and label not in self.touched else ""
            yield self._thing(label, f"hand{seat}", at, *marks, more=does, why_not=why)

    def _thing(self, label: str, zone: str, at: int, *marks: str, more: tuple[str, ...] = (), why_not: str = "") -> Thing:
        card = self.card(label)
        right = f"{card.facts['value']}♞" if card.facts.get("value", 1) > 1 else ""
        return Thing(
            label,
            zone,
            at,
            Face(card.name, card.type, right=right, text=card.text),
            marks,
            (*self._does(label), *more),
            why_not,
        )

    def _does(self, label: str) -> tuple[str, ...]:
        card, leash = self.card(label), self.lent.get(label)
        back = f"goes back to {self.who(leash['home'])} " if leash else ""
        until = (
            f"when {self.name(leash['lender'])} leaves" if leash and leash["until"] == "source" else "at the end of the turn"
        )
        return (card.text or "nothing special", *([back + until] if leash else []))

    def _answers(self) -> Iterator[Thing]:
        for at, action in enumerate(self.legal):
            kind = Kind(kind_of(action))
            if kind in _PLAIN:
                yield Thing(_PLAIN[kind][0], "answers", at, Face(_PLAIN[kind][1]))
            elif kind == Kind.VARIANT:
                yield Thing(f"variant:{source_of(action)}", "answers", at, Face(self._words(action)))
            elif kind == Kind.TAKE and self._searched:
                card = self.game.cards[source_of(action)]
                yield Thing(f"choice:{at}", "choice", at, Face(card.name, card.type, text=card.text), does=(card.text,))

    # ---- what can be done ------------------------------------------------------------------------------------------------

    @property
    def _searched(self) -> str:
        """Where cards are taken from that do not lie open in hands, if somebody is asked which."""
        if not self.legal or self.question is None or self.question["ask"] != "get" or self.now is None:
            return ""
        zones: dict[int, str] = {Where.AT_DECK: "deck", Where.AT_DISCARD: "discard pile", Where.AT_NURSERY: "Nursery"}
        return zones.get(self.game.ops[self.op(self.now)]["zone"], "")

    @property
    def _taking(self) -> str:
        """What happens to a card that is picked from a hand or a pile."""
        if self.question is not None and self.question["ask"] == "discard":
            return "discard"
        return "bring" if self.now is not None and self.game.ops[self.op(self.now)]["code"] == Code.DO_BRING else "take"

    def _touches(self, action: Action) -> tuple[tuple[str, ...], ...]:
        kind, source = Kind(kind_of(action)), source_of(action)
        if kind in _PLAIN:
            return ((_PLAIN[kind][0], *(["deck"] if kind == Kind.DRAW else [])),)
        if kind == Kind.VARIANT:
            return ((f"variant:{source}",),)
        if kind in (Kind.WHERE, Kind.PLAYER):
            return ((f"player{source}", f"stable{source}"),)
        if kind == Kind.TARGET:
            return ((self._at(source),),)
        if kind == Kind.TAKE and self._searched:
            return ((f"choice:{self.legal.index(action)}",),)
        return (self._in_hand(kind, source, target_of(action)),)

    def _at(self, place: int) -> str:
        """The card at a place of a stable."""
        label: str = self.rows[place >> 9][ROWS[place >> 7 & 3]][place & 127]
        return label

    def _in_hand(self, kind: Kind, card: int, copy: int) -> tuple[str, ...]:
        """The cards of a hand that an action means: one, and those that nobody could tell from it."""
        asked = self.question is not None and kind in (Kind.TAKE, Kind.SECRET)
        owner = self.now["player"] if kind == Kind.SECRET and self.now is not None else self.me
        skipped = self.marked if kind == Kind.TAKE else set()
        row, start = self.rows[owner], self.question["start"] if asked and self.question else 0
        seen = dict(zip(row["hand"], row["seen"], strict=True))
        name = self.game.cards[card].name
        same = [label for label in row["hand"][start:] if label not in skipped and self.name(label) == name]
        if self.game.options["picks"] == "free":
            return (same[copy],)
        return (same[copy], *(label for label in same if label != same[copy] and seen[label] == seen[same[copy]]))

    def _words(self, action: Action) -> str:
        kind, source = Kind(kind_of(action)), source_of(action)
        if kind in _PLAIN:
            asker = f" {self.name(self.question['card'])}" if self.question is not None else ""
            return f"{_PLAIN[kind][2]}{asker}"
        if kind == Kind.WHERE:
            return f"into {self.whose(source)} stable"
        if kind == Kind.PLAYER:
            return "choose yourself" if source == self.seat else f"choose {self.who(source)}"
        if kind == Kind.VARIANT and self.now is not None:
            return self.effect(self.op(self.now) + 1 + source)
        if kind == Kind.TARGET:
            return f"{_VERBS[self.question['ask']] if self.question else 'choose'} {self._place_words(self._at(source))}"
        whom = f" of {self.who(self.now['player'])}" if kind == Kind.SECRET and self.now is not None else ""
        verbs = {Kind.PLAY: "play", Kind.REACT: "stop it with", Kind.TAKE: self._taking}
        return f"{verbs.get(kind, 'take')} {self.game.cards[source].name}{whom}"

    # ---- what is asked ---------------------------------------------------------------------------------------------------

    def _prompt(self) -> str:
        """What the viewer is asked."""
        if not self.legal:
            return self._asked()
        phase, question = self.position["phase"], self.question
        if question is not None:
            return self._question(question)
        if phase == "reactions":
            return f"{self._stack_words()} Stop it?"
        if phase in ("where", "late_where"):
            return f"Which stable does {self.name(self.position['stack'][0]['card'])} go to?"
        more = "another card" if self.position["flags"]["played"] else "a card"
        return f"Play {more}, or {'end your turn' if self.position['flags']['played'] else 'draw one'} (Enter)"

    def _stack_words(self) -> str:
        stack = self.position["stack"]
        top, below = stack[-1], stack[-2]["card"] if len(stack) > 1 else None
        you = top["seat"] == self.seat
        if below is not None:
            verb = "answer" if you else "answers"
            return f"{self.who(top['seat']).capitalize()} {verb} {self.name(below)} with {self.name(top['card'])}."
        into = f" into {self.whose(self.position['into'])} stable" if self._has_target(top["card"]) else ""
        return f"{self.who(top['seat']).capitalize()} {'play' if you else 'plays'} {self.name(top['card'])}{into}."

    def _question(self, question: Mapping[str, Any]) -> str:
        ask, n, card = question["ask"], question["n"], question["card"]
        count = f" ({question['picked'] + 1} of {n})" if n > 1 else ""
        if card is None:
            return f"At most {HAND_LIMIT} cards stay in your hand: discard one{count}"
        name, frame = self.name(card), self.now
        assert frame is not None
        if ask == "activate":
            return self._offer(card, frame)
        if ask == "effect":
            return f"{name}: which of these?"
        if ask == "players":
            target = self.aims(frame)
            return f"{name}: who gets {self._place_words(target[0])}?" if target else f"{name}: which player?"
        if ask == "save":
            return f"{name}: which unicorn is saved?"
        row = self.game.ops[self.op(frame)]
        what = noun(self.game.book.vocabulary.filters[row["filter"] - 1] if row["filter"] else "")
        where = f" from the {self._searched}" if self._searched else ""
        return f"{name}: {self._taking if ask == 'get' else _VERBS[ask]} {what}{where}{count}"

    def _offer(self, card: str, frame: Mapping[str, Any]) -> str:
        """A yes or no: for what, and against what."""
        row = self.game.ops[self.op(frame)]
        if row["code"] == Joint.JOINT_MAY:
            return f"{self.name(card)}: {self.effect(row['other'])}?"
        targets = ", ".join(self._place_words(label) for label in self.aims(frame))
        verb = "destroy" if row["code"] == Code.DO_DESTROY else "take away"
        instead = (
            "sacrifice it instead" if self.card(card).effects[0].trigger == "friend_targeted" else "discard a card instead"
        )
        return f"{self.name(frame['card'])} of {self.who(frame['seat'])} would {verb} {targets}. {self.name(card)}: {instead}?"

    def _asked(self) -> str:
        """Who is asked what, for everybody to read."""
        position, question = self.position, self.question
        if position["phase"] == "over":
            return "The game is over"
        if question is not None:
            who, name = self.who(question["seat"]), self.name(question["card"]) if question["card"] else "the hand limit"
            words = _OPEN.get(question["ask"], f"what to {_VERBS.get(question['ask'], 'choose')}")
            count = f" ({question['picked'] + 1} of {question['n']})" if question["n"] > 1 else ""
            return f"{name} asks {who} {words}{count}"
        if position["phase"] == "reactions":
            waiting = [seat for seat in position["poll"]["asked"] if str(seat) not in position["poll"]["answers"]]
            return f"{', '.join(map(self.who, waiting))} may stop {self.name(position['stack'][-1]['card'])}"
        verb = "are" if position["turn"] == self.seat else "is"
        what = "name a stable" if position["phase"] in ("where", "late_where") else "play or draw"
        return f"{self.who(position['turn'])} {verb} to {what}"

    # ---- why not ---------------------------------------------------------------------------------------------------------

    def _unplayable(self, label: str) -> str:
        """Why a card of the own hand is of no use for what is asked."""
        card, phase = self.card(label), self.position["phase"]
        if self.question is not None:
            return self._unfit(label) if self.question["ask"] in ("discard", "get") and not self._searched else ""
        if phase == "reactions":
            return "only an Instant can answer a card" if card.type != "instant" else "it stops cards of other players only"
        if phase != "action":
            return ""
        if card.type == "instant":
            return "an Instant is played when a card is being played"
        if card.type == "upgrade" and "no_upgrades" in self.held[self.me]:
            return f"{self.held[self.me]['no_upgrades']}: you cannot play Upgrades"
        return self._lacking(card)

    def _lacking(self, card: Card) -> str:
        need = need_of(card)
        if need is None or (card.type == "basic" and sum("queen" in held for held in self.held) > 1):
            return "Queen Bee Unicorn lets it into no stable"
        if need.what == "need_cards":
            return f"it needs {'another card' if need.n == 1 else f'{need.n} other cards'} in your hand"
        if need.what == "need_in_stable":
            where = "the stable that it goes to" if need.who == "destination" else "your stable"
            return f"it needs {noun(need.of, need.n)} in {where}"
        return "it cannot be played by these rules" if need.what == "never" else "there is nothing that it could be used on"

    def _unfit(self, label: str) -> str:
        """Why a card of the hand is not among those to choose from."""
        if label in self.marked:
            return "it is chosen already"
        filter_ = self._filter()
        if filter_ and not passes(self.card(label), filter_):
            return f"{noun(filter_)} is asked for"
        return "cards are picked from left to right" if self.question and self.question["picked"] else ""

    def _filter(self) -> str:
        if self.now is None or self.position["phase"] == "limit":
            return ""
        row = self.game.ops[self.op(self.now)]
        return str(self.game.book.vocabulary.filters[row["filter"] - 1]) if row["filter"] else ""

    def _out_of_reach(self, label: str, row: str, seat: int) -> str:
        """Why a card of a stable cannot be chosen, if some can."""
        question = self.question
        if not self.legal or question is None or label in self.touched:
            return ""
        ask, held, card = question["ask"], self.held[seat], self.card(label)
        if ask not in ("sacrifice", "destroy", "return", "steal", "move"):
            return ""
        if label in self.marked:
            return "it is chosen already"
        if (
            row == "stable"
            and "pandas" in held
            and (not self.game.rules["cards_include_pandas"] or self._filter() not in ("", "card"))
        ):
            return f"{held['pandas']}: it is a panda"
        if ask in ("destroy", "steal") and seat == self.me:
            return f"one can {ask} cards of others only"
        if ask == "sacrifice" and seat != self.me:
            return "one sacrifices own cards"
        if self._filter() and not passes(card, self._filter()):
            return f"{noun(self._filter())} is asked for"
        return self._protected(label, row, seat) if ask in ("destroy", "sacrifice") else ""

    def _protected(self, label: str, row: str, seat: int) -> str:
        held, natures = self.held[seat], natures_of(self.card(label))
        if "sturdy" in natures:
            return "it can be neither sacrificed nor destroyed"
        if "unicorns_safe" in held and row == "stable":
            return f"{held['unicorns_safe']} protects it"
        magic = next((other["no_magic_kills"] for other in self.held if "no_magic_kills" in other), None)
        if magic is not None or "magic_proof" in natures:
            return f"{magic or self.name(label)}: Magic cards do not destroy it"
        return "something protects it"


_STEPS = {
    "choose": "choosing", "choose_optional": "choosing", "retarget": "who is saved?", "relocate": "where cards go",
    "leaving": "leaving",
    "execute": "taking effect", "close": "taking effect",
}  # fmt: skip


def unicorn_turning_points(game: Unicorns, told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """The last three cards that were stopped, those that were saved, the three heaviest losses of stables, and the end."""
    found = {at for at, (_, event) in enumerate(told) if event.kind in ("saved", "ended")}
    stopped = [(at, event.fields["card"]) for at, (_, event) in enumerate(told) if event.kind == "stopped"]
    found |= set([at for at, card in stopped if game.cards[game.kinds[card]].type != "instant"][-3:])
    losses: dict[int, list[int]] = {}
    for at, (number, event) in enumerate(told):
        if event.kind == "left":
            losses.setdefault(number, []).append(at)
    heaviest = sorted((rows for rows in losses.values() if len(rows) > 2), key=len, reverse=True)[:3]
    found |= {rows[0] for rows in heaviest}
    return [told[at] for at in sorted(found)]
