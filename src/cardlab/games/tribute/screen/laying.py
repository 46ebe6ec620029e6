"""The table of Scripts of Tribute: tavern, patrons, both sides, what is asked, what each move touches, and what teaches it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action, kind_of, pack, source_of, target_of
from cardlab.core.events import Event
from cardlab.core.looks import CounterLook, Looks, MarkLook
from cardlab.core.reading import UNKNOWN
from cardlab.core.table import Face, Lessons, Move, Table, Thing, Zone
from cardlab.games.tribute.rules.state import LEVELS, Asking, Deed, Kind
from cardlab.games.tribute.words.actions import patron_title
from cardlab.games.tribute.words.cards import PATRON_NAMES, CardEffect, TributeCard, card_named
from cardlab.games.tribute.words.position import NOBODY, PLAYERS, SIDES

if TYPE_CHECKING:
    from cardlab.games.tribute.game import Tribute

KINDS = ("action", "agent", "contract", "contract agent", "starter", "curse")
"""The kinds of faces, by the type of the card."""
TAUNT, USED, HURT, MINE, THEIRS = "taunt", "used", "hurt", "favours you", "favours the other"
_DECKS = dict(zip(PATRON_NAMES, ("An", "Cr", "Ra", "Ps", "Or", "Hl", "Pe", "Re", "Tr", "Al"), strict=True))
_SHORT = {
    Deed.COIN: "{}c", Deed.POWER: "{}p", Deed.PRESTIGE: "{}★", Deed.OPP_LOSE: "-{}★", Deed.REPLACE: "swap{}",
    Deed.ACQUIRE: "take≤{}",
    Deed.DESTROY: "kill{}", Deed.DRAW_CARDS: "draw{}", Deed.OPP_DISCARD: "drop{}", Deed.RETURN_TOP: "top{}",
    Deed.RETURN_AGENT_TOP: "agents{}", Deed.TOSS_TOP: "toss{}", Deed.KNOCK_OUT: "ko{}", Deed.KNOCK_OUT_ALL: "ko all",
    Deed.PATRON_CALL: "call{}", Deed.CREATE_SACKING: "sack{}", Deed.HEAL: "heal{}", Deed.DONATE: "donate{}",
}  # fmt: skip
_LONG = {
    Deed.COIN: "gain {} coin{s}", Deed.POWER: "gain {} power", Deed.PRESTIGE: "gain {} prestige",
    Deed.OPP_LOSE: "the foe loses {} prestige", Deed.REPLACE: "replace up to {} tavern card{s}",
    Deed.ACQUIRE: "take a tavern card of cost up to {}", Deed.DESTROY: "destroy up to {} own card{s}",
    Deed.DRAW_CARDS: "draw {}",
    Deed.OPP_DISCARD: "the foe discards {}", Deed.RETURN_TOP: "put up to {} cooling card{s} on top",
    Deed.RETURN_AGENT_TOP: "put up to {} cooling agent{s} on top", Deed.TOSS_TOP: "look at {} and toss any",
    Deed.KNOCK_OUT: "knock out {} agent{s}", Deed.KNOCK_OUT_ALL: "knock out all agents",
    Deed.PATRON_CALL: "{} patron call{s} more", Deed.CREATE_SACKING: "get {} Summerset Sacking{s}",
    Deed.HEAL: "heal it by {}", Deed.DONATE: "discard up to {}, draw as many",
}  # fmt: skip
_PROMPTS = {
    Asking.ACQUIRE_CARDS: "Take a card of the tavern", Asking.REPLACE_CARDS_IN_TAVERN: "Replace cards of the tavern",
    Asking.DESTROY_CARDS: "Destroy cards of your own",
    Asking.REFRESH_CARDS: "Put cards on top of your draw pile, the last on top",
    Asking.REFRESH_AGENTS: "Put agents on top of your draw pile, the last on top",
    Asking.TOSS_CARDS: "Toss cards you looked at",
    Asking.KNOCKOUT_AGENTS: "Knock out agents", Asking.DONATE_CARDS: "Discard cards and draw as many",
    Asking.DISCARD_CARDS: "Discard a card", Asking.COMPLETE_HLAALU: "Hlaalu: destroy a card for its cost less one in prestige",
    Asking.COMPLETE_PELLIN: "Pelin: put an agent on top of your draw pile",
    Asking.COMPLETE_PSIJIC: "Psijic: knock out an agent",
    Asking.COMPLETE_TREASURY: "Treasury: change a card into a Writ of Coin",
}  # fmt: skip
_CALLS = {
    "ANSEI": "2 power: a coin; it favours you at once, and pays a coin each turn",
    "DUKE_OF_CROWS": "all coins: as much power less one",
    "RAJHIN": "3 coins: a Bewilderment for the foe",
    "PSIJIC": "4 coins: knock out an agent",
    "ORGNUM": "3 coins: power by your number of cards",
    "HLAALU": "a card of yours: its cost less one in prestige",
    "PELIN": "2 power: a cooling agent on top of your draw pile",
    "RED_EAGLE": "2 power: draw a card",
    "TREASURY": "2 coins and a card of yours: a Writ of Coin",
    "SAINT_ALESSIA": "4 coins: a Soldier of the Empire",
}

TRIBUTE_LOOKS = Looks(
    inks=dict(zip(KINDS, ("sand", "orange", "blue", "sky", "steel", "red"), strict=True)) | {"patron": "gold"},
    marks={
        TAUNT: MarkLook(at="frame"),
        USED: MarkLook("z", "quiet", "foot"),
        HURT: MarkLook(colour="less", at="right"),
        MINE: MarkLook("▲", "lime", "corner"),
        THEIRS: MarkLook("▼", "pink", "corner"),
    },
    counters={
        "prestige": CounterLook("number", "★", "gold"),
        "power": CounterLook("number", "⚔", "heart"),
        "coins": CounterLook("number", "◉", "cost"),
        "★": CounterLook(colour="gold"),
    },
    others=(("head",), ("board",)),
    middle=(("offer",), ("patrons",), ("tavern",)),
    own=(("rule",), ("board",), ("played",), ("status",), ("head",), ("buttons",), ("hand",), ("options",)),
)

_RULES = (
    (
        "The aim",
        "Who ends a turn with 80 prestige wins, and so does who has the favour of all four drafted patrons. Who has 40 "
        "wins if the "
        "other does not reach as much in the next turn.",
    ),
    (
        "A turn",
        "Play cards for coins, power and prestige, let agents act, buy from the tavern, attack agents, call one patron: "
        "in any order. "
        "At the end power that is left becomes prestige, coins are lost, and five cards are drawn.",
    ),
    (
        "Cards",
        "What you buy goes to the cooldown pile, which is shuffled when the draw pile runs out. Contracts act at once and "
        "go back under "
        "the tavern. Agents stay on the board and act once a turn until they are killed or knocked out.",
    ),
    (
        "Combos",
        "Cards of one deck in one turn help each other: combo effects of a card happen when the second, third or fourth "
        "card of its "
        "deck has been played.",
    ),
    (
        "Agents and taunt",
        "Power is spent on attacks. Agents with taunt must be attacked first, and at the end of the turn what power is "
        "left hits them.",
    ),
    (
        "Patrons",
        "A call moves the favour one step towards you: from the foe to nobody, from nobody to you. The Treasury favours "
        "nobody.",
    ),
)
_GLOSSARY = {
    TAUNT: "must be attacked first", USED: "has acted this turn", HURT: "its health is lower than printed",
    MINE: "the patron favours you", THEIRS: "the patron favours the other player",
    "contract": "acts when bought, then goes under the tavern", "contract agent": "goes to the board when bought",
    "curse": "does nothing",
}  # fmt: skip


def _told(words: Mapping[Deed, str], code: int, amount: int) -> str:
    """An effect in words; of more than one thing in the plural."""
    return words[Deed(code)].format(amount, s="" if amount == 1 else "s")


_SIGNS = {_SHORT[deed].format(2): _told(_LONG, deed, 2) for deed in _SHORT} | {
    sign: f"of the deck of {patron_title(PATRON_NAMES.index(name))}" for name, sign in _DECKS.items()
}
"""What is written short on cards."""


def tribute_table(game: Tribute, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
    """The table of a view, or of a whole position."""
    lessons = Lessons(_RULES, _GLOSSARY | _SIGNS)
    if view.get("phase") == "draft":
        return _draft_table(view, seat, legal, lessons)
    return _Laying(game, view, seat, legal).table(lessons)


def _draft_table(view: Mapping[str, Any], seat: int | None, legal: Sequence[Action], lessons: Lessons) -> Table:
    """The patrons that can be picked, and those that were."""
    zones = (Zone("offer", "offer", "spread", title="patrons to pick"), Zone("patrons", "patrons", "row", title="picked"))
    names = [PATRON_NAMES[source_of(action)] for action in legal]
    offered = [Thing(name, "offer", at, _patron_face(name), (), (_CALLS[name],)) for at, name in enumerate(names)]
    picked = [
        Thing(f"picked {name}", "patrons", at, _patron_face(name), (), (_CALLS[name],))
        for at, name in enumerate(view["patrons"])
    ]
    moves = tuple(Move(action, f"pick {_title(name)}", ((name,),)) for action, name in zip(legal, names, strict=True))
    return Table(seat, zones, (*offered, *picked), moves, "Pick a patron for this match", lessons=lessons)


def _title(name: str) -> str:
    return patron_title(PATRON_NAMES.index(name))


def _patron_face(name: str, combo: int = 0, favour: str = "") -> Face:
    counted = f", combo {combo}" if combo else ""
    sign = f"{TRIBUTE_LOOKS.marks[favour].symbol} " if favour else ""
    return Face(sign + _title(name), "patron", text=f"{_DECKS[name]}: {_CALLS[name].partition(':')[0]}{counted}")


class _Laying:
    """Lays a match."""

    def __init__(self, game: Tribute, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> None:
        self.facts, self.view, self.seat, self.legal = game.cards, view, seat, legal
        self.me = PLAYERS.index(view["current"]) if seat is None else seat
        self.mover = PLAYERS.index(view["current"])
        self.asked = view.get("pending_choice")

    def table(self, lessons: Lessons) -> Table:
        options = list(self._options())
        moves = tuple(Move(action, self._words(action), self._touches(action)) for action in self.legal)
        foe = 1 - self.me
        zones = [
            Zone(f"player{foe}", "player", "counters", foe), Zone(f"board{foe}", "board", "row", foe, "agents"),
            Zone("patrons", "patrons", "row", title="patrons"), Zone("tavern", "tavern", "row", title="tavern", priced=True),
            Zone(f"board{self.me}", "board", "row", self.me, "agents"), Zone(f"played{self.me}", "played", "row", self.me,
            "played"),
            Zone(f"player{self.me}", "player", "counters", self.me),
            Zone("buttons", "buttons", "buttons"), Zone(f"hand{self.me}", "hand", "fan", self.me, "hand"),
            Zone("options", "options", "list", title="to choose from"),
        ]  # fmt: skip
        things = [
            *self._counters(foe), *self._agents(foe), *self._patrons(), *self._tavern(), *self._agents(self.me),
            *self._played(),
            *self._counters(self.me), *self._buttons(), *self._hand(), *options,
        ]  # fmt: skip
        shown = tuple(zone for zone in zones if zone.id != "options" or options)
        end = pack(Kind.END)
        return Table(
            self.seat, shown, tuple(things), moves, self._prompt(), enter=end if end in self.legal else None, lessons=lessons
        )

    # ---- what lies there ---------------------------------------------------------------------------------------------------

    def _card(self, key: str) -> TributeCard:
        return self.facts[card_named(key)]

    def _thing(
        self, name: str, zone: str, at: int, key: str, health: int | None = None, *marks: str, why_not: str = ""
    ) -> Thing:
        if key == UNKNOWN:
            return Thing(name, zone, at)
        card = self._card(key)
        right = str(card.hp if health is None else health) if card.is_agent else ""
        hurt = [HURT] if health is not None and health < card.hp else []
        face = Face(
            card.name,
            KINDS[card.type],
            left=_DECKS[PATRON_NAMES[card.deck]],
            cost=str(card.cost),
            right=right,
            text=_brief(card),
        )
        own = [*([TAUNT] if card.taunt else []), *hurt, *marks]
        return Thing(name, zone, at, face, tuple(own), tuple(_deeds(card)), why_not)

    def _agents(self, p: int) -> Iterator[Thing]:
        for at, one in enumerate(self.view[SIDES[p]]["agents"]):
            marks = [USED] if one["activated"] else []
            yield self._thing(f"agent{p}:{at}", f"board{p}", at, one["card"], one["hp"], *marks)

    def _hand(self) -> Iterator[Thing]:
        for at, key in enumerate(self.view[SIDES[self.me]]["hand"]):
            yield self._thing(f"hand:{at}", f"hand{self.me}", at, key)

    def _played(self) -> Iterator[Thing]:
        for at, key in enumerate(self.view[SIDES[self.me]]["played"]):
            yield self._thing(f"played:{at}", f"played{self.me}", at, key)

    def _tavern(self) -> Iterator[Thing]:
        coins = self.view[SIDES[self.me]]["coins"]
        for at, key in enumerate(self.view["tavern"]["row"]):
            dear = self.legal and not self.asked and self._card(key).cost > coins
            why = f"it costs {self._card(key).cost}, and you have {coins} coins" if dear else ""
            yield self._thing(f"row:{at}", "tavern", at, key, why_not=why)

    def _patrons(self) -> Iterator[Thing]:
        for at, name in enumerate(self.view["patrons"]):
            who = self.view["favor"].get(name, NOBODY)
            marks = () if who == NOBODY else (MINE,) if who == PLAYERS[self.me] else (THEIRS,)
            combo = self.view.get("combos", {}).get(name, {}).get("counter", 0)
            told = (_CALLS[name], *([f"combo {combo} this turn"] if combo else []), *self._waiting(name))
            yield Thing(f"patron:{name}", "patrons", at, _patron_face(name, combo, *marks), marks, told)

    def _waiting(self, deck: str) -> Iterator[str]:
        """What cards of a deck will do when one more of it comes."""
        told = self.view.get("combos", {}).get(deck, {})
        count = told.get("counter", 0)
        for key in told.get("cards", ()) if count < LEVELS else ():
            if words := _joined(self._card(key).effects[count], _LONG):
                yield f"at {count + 1}: {words} ({self._card(key).name})"

    def _counters(self, p: int) -> Iterator[Thing]:
        side = self.view[SIDES[p]]
        faces = [Face(name, number=side[name]) for name in ("prestige", "power", "coins")]
        favours = sum(who == PLAYERS[p] for who in self.view["favor"].values())
        faces += [Face("favour" if favours == 1 else "favours", number=favours)]
        faces += [Face("call" if side["patron_calls"] == 1 else "calls", number=side["patron_calls"])]
        faces += [
            Face(name, number=len(side[pile])) for name, pile in (("hand", "hand"), ("draw", "draw"), ("cooling", "cooldown"))
        ]
        over = self.view.get("game_over")
        faces += [Face("★")] if over and over["winner"] == PLAYERS[p] else []
        return (Thing(f"player{p}:{at}", f"player{p}", at, face) for at, face in enumerate(faces))

    def _buttons(self) -> Iterator[Thing]:
        names = {Kind.END: "End turn", Kind.STOP: "Enough"}
        at = 0
        for action in self.legal:
            kind = Kind(kind_of(action))
            if kind in names or kind == Kind.ENACT:
                words = names.get(kind) or self._side(source_of(action))
                yield Thing(f"button:{kind}:{source_of(action)}", "buttons", at, Face(words))
                at += 1

    def _options(self) -> Iterator[Thing]:
        """Cards that can be picked but do not lie open on the table: of the cooldown or the draw pile."""
        picks = [action for action in self.legal if kind_of(action) == Kind.PICK]
        for at, action in enumerate(picks):
            if not self._places(action):
                key = self.facts[source_of(action)].key
                yield self._thing(f"option:{source_of(action)}:{target_of(action)}", "options", at, key)

    # ---- what can be done --------------------------------------------------------------------------------------------------

    def _prompt(self) -> str:
        if not self.legal:
            return "The match is over" if "game_over" in self.view else "The other player decides"
        if self.asked is None:
            return f"Play, activate, attack, buy, call a patron, or end the turn (Enter){self._combos()}"
        what = Asking[self.asked["follow_up"]]
        if what == Asking.ENACT_CHOSEN_EFFECT:
            return f"{self._card(self.asked['card']).name}: which of the two?"
        by = f" ({self._card(self.asked['card']).name})" if "card" in self.asked else ""
        return f"{_PROMPTS[what]}{by}{self._bounds(what)}{self._queue()}"

    def _combos(self) -> str:
        """How many cards of each deck have counted this turn."""
        counted = [f"{_title(deck)} {told['counter']}" for deck, told in self.view.get("combos", {}).items()]
        return f". Combos: {', '.join(counted)}" if counted else ""

    def _bounds(self, what: Asking) -> str:
        """How many may be picked, and how many were."""
        assert self.asked is not None
        if "max" not in self.asked:
            return ""
        must = what in (Asking.KNOCKOUT_AGENTS, Asking.DISCARD_CARDS)
        picked = f", {self.asked['picks']} picked" if self.asked.get("picks") else ""
        return f": {'' if must else 'up to '}{self.asked['max']}{picked}"

    def _queue(self) -> str:
        """What will happen when the choice is made."""
        rows = [self._entry(row) for row in self.view.get("queue", ())]
        return f". Then: {'; '.join(rows)}" if rows else ""

    def _entry(self, row: Mapping[str, Any]) -> str:
        effect = self._card(row["card"]).effects[row["level"] - 1]
        return _joined(effect if effect.either else CardEffect((effect.parts[row["part"]],)), _LONG)

    def _side(self, side: int) -> str:
        card = self._card(self.asked["card"]) if self.asked else self.facts[0]
        code, amount = card.effects[self.asked["level"] - 1 if self.asked else 0].parts[side]
        return _told(_LONG, code, amount)

    def _words(self, action: Action) -> str:
        kind, source = Kind(kind_of(action)), source_of(action)
        if kind in (Kind.END, Kind.STOP):
            return "end the turn" if kind == Kind.END else "enough"
        if kind == Kind.CALL:
            return f"call {patron_title(source)}"
        if kind == Kind.ENACT:
            return self._side(source)
        verbs = {Kind.PLAY: "play", Kind.ACTIVATE: "activate", Kind.ATTACK: "attack", Kind.BUY: "buy", Kind.PICK: "pick"}
        nth = f" ({target_of(action) + 1}.)" if target_of(action) else ""
        price = f" for {self.facts[source].cost}" if kind == Kind.BUY else ""
        return f"{verbs[kind]} {self.facts[source].name}{nth}{price}"

    def _touches(self, action: Action) -> tuple[tuple[str, ...], ...]:
        kind, source = Kind(kind_of(action)), source_of(action)
        if kind in (Kind.END, Kind.STOP, Kind.ENACT):
            return ((f"button:{kind}:{source}",),)
        if kind == Kind.CALL:
            return ((f"patron:{PATRON_NAMES[source]}",),)
        places = self._places(action)
        return ((places[0] if places else f"option:{source}:{target_of(action)}",),)

    def _places(self, action: Action) -> list[str]:
        """The thing that an action is about, if it lies open on the table."""
        kind, source, copy = Kind(kind_of(action)), source_of(action), target_of(action)
        spots = [name for name, key in self._spots(kind) if card_named(key) == source]
        return spots[copy : copy + 1]

    def _spots(self, kind: Kind) -> list[tuple[str, str]]:
        """Where the cards of a kind of action lie, in the order in which copies are counted."""
        own, foe = self.view[SIDES[self.mover]], self.view[SIDES[1 - self.mover]]
        hand = [(f"hand:{at}", key) for at, key in enumerate(own["hand"]) if key != UNKNOWN]
        mine = [(f"agent{self.mover}:{at}", one["card"]) for at, one in enumerate(own["agents"])]
        theirs = [(f"agent{1 - self.mover}:{at}", one["card"]) for at, one in enumerate(foe["agents"])]
        row = [(f"row:{at}", key) for at, key in enumerate(self.view["tavern"]["row"])]
        played = [(f"played:{at}", key) for at, key in enumerate(own["played"])]
        if kind != Kind.PICK:
            return {Kind.PLAY: hand, Kind.ACTIVATE: mine, Kind.ATTACK: theirs, Kind.BUY: row}[kind]
        what = Asking[self.asked["follow_up"]] if self.asked else Asking.NOTHING
        if what in (Asking.ACQUIRE_CARDS, Asking.REPLACE_CARDS_IN_TAVERN):
            return self._row_options(row, what)
        picked = self.asked.get("picked", []) if self.asked else []
        return {
            Asking.DESTROY_CARDS: hand + mine + played, Asking.COMPLETE_HLAALU: hand + played + mine,
            Asking.COMPLETE_TREASURY: played + hand + mine, Asking.DONATE_CARDS: hand, Asking.DISCARD_CARDS: hand,
            Asking.KNOCKOUT_AGENTS: [spot for at, spot in enumerate(theirs) if at not in picked],
            Asking.COMPLETE_PSIJIC: theirs,
        }.get(what, [])  # fmt: skip

    def _row_options(self, row: list[tuple[str, str]], what: Asking) -> list[tuple[str, str]]:
        """Slots that can be acquired or replaced."""
        assert self.asked is not None
        out = [self.asked.get("gap"), *self.asked.get("picked", [])]
        left = [spot for at, spot in enumerate(row) if at not in out]
        if what == Asking.REPLACE_CARDS_IN_TAVERN:
            return left
        most = self._card(self.asked["card"]).effects[self.asked["level"] - 1].parts[self.asked["part"]][1]
        return [spot for spot in left if self._card(spot[1]).cost <= most]


def _brief(card: TributeCard) -> str:
    """What a card does, in a few signs."""
    return _joined(card.effects[0], _SHORT)


def _joined(effect: CardEffect, words: Mapping[Deed, str]) -> str:
    told = [_told(words, code, amount) for code, amount in effect.parts]
    return (" or " if effect.either else " ").join(told)


def _deeds(card: TributeCard) -> Iterator[str]:
    yield _title(PATRON_NAMES[card.deck])
    for level, effect in enumerate(card.effects):
        if effect.parts:
            told = [_told(_LONG, code, amount) for code, amount in effect.parts]
            words = (" or " if effect.either else ", ").join(told)
            yield f"combo {level + 1}: {words}" if level else words


def tribute_turning_points(told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """Large gains of prestige, lost agents, and the end."""
    rows = [(number, place, event) for place, (number, event) in enumerate(told)]
    found = [row for row in rows if row[2].kind in ("ended", "agent_death")]
    gains = [row for row in rows if row[2].kind in ("gain_power", "gain_prestige") and row[2].fields["amount"] > 3]
    found += sorted(gains, key=lambda row: -row[2].fields["amount"])[:6]
    return [(number, event) for number, _, event in sorted(found, key=lambda row: row[:2])]
