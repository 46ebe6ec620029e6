"""Scripts of Tribute: situations from files, with labelled cards, moves as the community writes them, and told shuffles.

The engine knows copies of a card only by where they lie. Here a mirror of all piles holds the labels, and follows the cards by
what the engine tells of their moves.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

from cardlab.core.action import Action, kind_of, pack, source_of, target_of
from cardlab.core.events import Event
from cardlab.core.luck import Script
from cardlab.core.positionparts import Lists
from cardlab.core.reading import only
from cardlab.errors import CardlabError, PositionError, ScenarioError, ScriptError
from cardlab.games.tribute.rules.state import Asking, Ending, Kind, Pile, TributeState
from cardlab.games.tribute.words.actions import IN_CHOICE, LOG_KINDS, OpenChoice, listed_moves, open_choice
from cardlab.games.tribute.words.asking import Asked, Waiting
from cardlab.games.tribute.words.cards import CARDS, PATRON_NAMES, card_named, patron_named
from cardlab.games.tribute.words.position import FORM, NOBODY, PLAYERS, SIDES, game_over_told

_PILE_NAMES = {
    Pile.IN_HAND: "hand", Pile.IN_DRAW: "draw", Pile.IN_PLAYED: "played", Pile.IN_COOLDOWN: "cooldown", Pile.ON_BOARD: "agents",
}  # fmt: skip
_LOGGED = {kind.name for kind in LOG_KINDS}
_MOVES = {"PLAY_CARD": Kind.PLAY, "ACTIVATE_AGENT": Kind.ACTIVATE, "ATTACK": Kind.ATTACK, "BUY_CARD": Kind.BUY}
_TYPES = (*_MOVES, "CALL_PATRON", "END_TURN", "MAKE_CHOICE", "INDEX")
_AMONG_LABELS = 2_000
_FOLLOW_UPS = {Asking.REFRESH_AGENTS: "REFRESH_CARDS", Asking.DONATE_CARDS: "DONATE"}

Told = dict[str, Any]


class Mirror:
    """All piles with the labels of their cards."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        sides = [setup.get(side, {}) for side in SIDES]
        self.piles: list[dict[str, list[str]]] = [
            {
                **{name: list(side.get(name, [])) for name in ("hand", "draw", "played", "cooldown")},
                "agents": [one["card"] if isinstance(one, Mapping) else one for one in side.get("agents", [])],
            }
            for side in sides
        ]
        tavern = setup.get("tavern", {})
        self.row: list[str | None] = list(tavern.get("row", []))
        self.deck: list[str] = list(tavern.get("deck", []))
        self.limbo: list[str] = []
        self.sources: dict[int, str] = {}
        self.shuffling: tuple[int, list[tuple[int, int]], int] | None = None

    def copy(self) -> Mirror:
        twin = Mirror({})
        twin.piles = [{name: list(pile) for name, pile in side.items()} for side in self.piles]
        twin.row, twin.deck, twin.limbo, twin.sources = list(self.row), list(self.deck), list(self.limbo), dict(self.sources)
        return twin

    def labels(self) -> list[str]:
        """Every card that has a label."""
        lists = [pile for side in self.piles for pile in side.values()] + [[one for one in self.row if one], self.deck]
        return [one for pile in lists for one in pile if "#" in one]

    def cards_in_row(self) -> list[str]:
        """The row without slots that could not be refilled."""
        return [one for one in self.row if one is not None]

    def follow(self, event: Event) -> str | None:
        """A card moves; its label goes with it, and is returned."""
        if event.kind == "reshuffled":
            self.shuffling = (event.player or 0, [], event.fields["cards"])
        elif event.kind == "mixed" and self.shuffling:
            self._mix(event.fields["before"], event.fields["after"])
        elif event.kind == "refilled":
            self.row[event.fields["slot"]] = self.deck.pop(0)
        elif event.kind in ("moved", "drew", "laid_down"):
            key = CARDS[event.fields["card"]].key
            label = self._taken(event.fields["origin"], key)
            self._put(event.fields["goal"], label)
            return label
        return None

    def _mix(self, before: int, after: int) -> None:
        assert self.shuffling is not None
        player, pairs, size = self.shuffling
        pairs.append((after, before))
        if len(pairs) == size:
            piles = self.piles[player]
            piles["draw"] += [piles["cooldown"][old] for _, old in sorted(pairs)]
            piles["cooldown"], self.shuffling = [], None

    def _taken(self, place: int, key: str) -> str:
        pile, owner, index = place >> 9, place >> 8 & 1, place & 255
        if pile == Pile.NOWHERE:
            return self.limbo.pop() if owner and self.limbo else key
        if pile == Pile.IN_ROW:
            self.row = [*self.cards_in_row()]
            label, self.row[index] = self.row[index], None
            return str(label)
        return self.deck.pop(index) if pile == Pile.IN_TAVERN else self.piles[owner][_PILE_NAMES[Pile(pile)]].pop(index)

    def _put(self, place: int, label: str) -> None:
        pile, owner, index = place >> 9, place >> 8 & 1, place & 255
        if pile == Pile.NOWHERE:
            self.limbo += [label] if owner else []
        elif pile == Pile.IN_ROW:
            self.row[index] = label
        elif pile == Pile.IN_TAVERN:
            self.deck.append(label)
        elif pile == Pile.IN_DRAW:
            self.piles[owner]["draw"].insert(0, label)
        else:
            self.piles[owner][_PILE_NAMES[Pile(pile)]].append(label)


class TributeCases:
    """Runs cases in the community's form."""

    def claims(self, case: Mapping[str, Any]) -> bool:
        """Whether it has a set-up with patrons."""
        setup = case.get("setup")
        return isinstance(setup, Mapping) and "patrons" in setup

    def run(self, case: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The result of a case: what the situation looks like at first and after each step."""
        name = case.get("id")
        try:
            return [_Play(case).result()]
        except ScenarioError:
            raise
        except CardlabError as error:
            raise ScenarioError(name, str(error)) from None


class _Play:
    """One case while it is run."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        from cardlab.games.tribute.game import Tribute

        self.id = case.get("id")
        only("a case has", case, ("id", "game", "setup", "rules", "steps", "note", "expect"))
        setup = case.get("setup")
        if not isinstance(setup, Mapping):
            raise ScenarioError(self.id, f"'setup' must be a position, not {reprlib.repr(setup)}")
        self.game = Tribute(luck="original", **_options(case.get("rules", {})))
        seed = setup.get("seed", 0)
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 64:
            raise ScenarioError(self.id, f"'seed' must be a whole number from 0 to 2^64 - 1, not {reprlib.repr(seed)}")
        state = self.game.from_dict({part: value for part, value in setup.items() if part not in ("seed", "log")})
        assert isinstance(state, TributeState)
        self.state, self.facts = state, self.game.cards
        self.state.luck = (seed, 1, 0)
        self.mirror = Mirror(setup)
        labels = self.mirror.labels()
        if twice := next((label for label in labels if labels.count(label) > 1), None):
            raise ScenarioError(self.id, f"the label {twice!r} is given twice")
        self.steps = case.get("steps", [])
        if not isinstance(self.steps, list):
            raise ScenarioError(self.id, f"'steps' must be a list, not {reprlib.repr(self.steps)}")
        self._remember_sources(setup)

    def _remember_sources(self, setup: Mapping[str, Any]) -> None:
        """Labels of cards that a position written by the engine names as sources."""
        for part in ("queue", "next_turn_effects"):
            for row in setup.get(part, []):
                self.mirror.sources[card_named(str(row["card"]).partition("#")[0])] = row["card"]
        pending = setup.get("pending_choice") or {}
        if "card" in pending:
            self.mirror.sources[card_named(str(pending["card"]).partition("#")[0])] = pending["card"]

    def result(self) -> dict[str, Any]:
        told: dict[str, Any] = {"id": self.id, "initial": self._shown([]), "steps": []}
        for number, step in enumerate(self.steps, 1):
            if not isinstance(step, Mapping) or not isinstance(step.get("do"), Mapping):
                raise ScenarioError(self.id, f"step {number}: a step has 'do' with the move, not {reprlib.repr(step)}")
            try:
                log = self._make(step)
            except (PositionError, ScriptError) as error:
                raise ScenarioError(self.id, f"step {number}: {error}") from None
            told["steps"].append({"state": self._shown(log)})
        return told

    # ---- making a step ---------------------------------------------------------------------------------------

    def _make(self, step: Mapping[str, Any]) -> list[Told]:
        only("a step has", step, ("do", "shuffles", "note", "expect"))
        actions = self._actions(step["do"])
        if self.state.over:
            return []
        if actions is None or not self._fits(actions):
            self.state.forfeit(self._current(), Ending.INCORRECT_MOVE)
            return []
        script = self._script(actions, step["shuffles"]) if "shuffles" in step else None
        events = _carried_out(self.state, actions, script)
        return _log(self.mirror, events, actions)

    def _current(self) -> int:
        return int(FORM.table(self.state, ("current",))["current"])

    def _fits(self, actions: Sequence[Action]) -> bool:
        return actions[0] in self.state.legal()

    def _actions(self, do: Mapping[str, Any]) -> Sequence[Action] | None:
        """The actions of a move; None for one that cannot be made here."""
        kind = do.get("type")
        if kind not in _TYPES:
            raise PositionError(f"there is no move {reprlib.repr(kind)}; moves are {', '.join(_TYPES)}")
        if kind == "INDEX":
            return self._indexed(do.get("index"))
        if kind == "END_TURN":
            return (pack(Kind.END),)
        if kind == "CALL_PATRON":
            return (pack(Kind.CALL, patron_named(do.get("patron", ""))),)
        if kind == "MAKE_CHOICE":
            return self._choice(do)
        return self._named(Kind(_MOVES[kind]), do.get("card"))

    def _indexed(self, index: Any) -> Sequence[Action] | None:
        if isinstance(index, bool) or not isinstance(index, int):
            raise PositionError(f"'index' must be a whole number, not {reprlib.repr(index)}")
        moves = listed_moves(self.state, self.facts)
        return moves[index].actions if 0 <= index < len(moves) else None

    def _named(self, kind: Kind, name: Any) -> Sequence[Action] | None:
        _known(name)
        p = self._current()
        own, other = self.mirror.piles[p], self.mirror.piles[1 - p]
        pile = {
            Kind.PLAY: own["hand"], Kind.ACTIVATE: own["agents"], Kind.ATTACK: other["agents"],
            Kind.BUY: self.mirror.cards_in_row(),
        }[kind]  # fmt: skip
        at = _found(pile, name)
        if at is None:
            return None
        keys = [_key(one) for one in pile]
        return (pack(kind, card_named(keys[at]), keys[:at].count(keys[at])),)

    def _choice(self, do: Mapping[str, Any]) -> Sequence[Action] | None:
        if "effect" in do:
            side = do["effect"]
            if isinstance(side, bool) or side not in (0, 1):
                raise PositionError(f"'effect' is 0 (left) or 1 (right), not {reprlib.repr(side)}")
            return (pack(Kind.ENACT, side),)
        names = do.get("cards")
        if not isinstance(names, list):
            raise PositionError(f"MAKE_CHOICE has 'cards', a list, or 'effect'; not {reprlib.repr(names)}")
        for name in names:
            _known(name)
        found = open_choice(FORM.table(self.state, IN_CHOICE), self.facts)
        if found is None or not found.least <= len(names) <= found.most:
            return None
        labels: list[str | None] = list(self._option_labels(found))
        picks = []
        for name in names:
            at = _found([label or "" for label in labels], name)
            if at is None:
                return None
            picks.append(at)
            labels[at] = None
        return found.actions(picks)

    def _option_labels(self, found: OpenChoice) -> list[str]:
        row = self.mirror.cards_in_row()
        return [row[s.at] if s.pile == "row" else self.mirror.piles[s.owner][s.pile][s.at] for s in found.spots]

    def _script(self, actions: Sequence[Action], orders: Any) -> Script:
        """Outcomes that bring about the orders told, found by trying: what is shuffled depends on what came before."""
        if not isinstance(orders, list) or not all(isinstance(order, list) for order in orders):
            raise PositionError(f"'shuffles' must be a list of orders, each a list of cards; not {reprlib.repr(orders)}")
        outcomes: list[int] = []
        for number, order in enumerate(orders, 1):
            piles = self._shuffled(actions, outcomes)
            if len(piles) < number:
                raise PositionError(f"'shuffles' has {len(orders)} orders, but there are only {len(piles)} reshuffles")
            outcomes += _keys_for(piles[number - 1], order, number)
        if len(self._shuffled(actions, outcomes)) > len(orders):
            raise PositionError(f"'shuffles' has {len(orders)} orders, but there are more reshuffles")
        return Script(outcomes)

    def _shuffled(self, actions: Sequence[Action], outcomes: Sequence[int]) -> list[list[str]]:
        """What lies in the cooldown pile at each reshuffle, if luck goes like that."""
        trial, mirror, found = self.state.copy(), self.mirror.copy(), []
        for event in _carried_out(trial, actions, Script([*outcomes, *[0] * _AMONG_LABELS])):
            if event.kind == "reshuffled":
                found.append(list(mirror.piles[event.player or 0]["cooldown"]))
            mirror.follow(event)
        return found

    # ---- what it looks like ----------------------------------------------------------------------------------

    def _shown(self, log: list[Told]) -> Told:
        table = FORM.table(self.state)
        return {
            "current": PLAYERS[table["current"]], "turn": table["turn"], "board_state": board_state(table["pending_choice"]),
            "players": {PLAYERS[p]: self._player(table[SIDES[p]], p) for p in range(2)},
            "tavern_row": self.mirror.cards_in_row(), "tavern_deck": list(self.mirror.deck),
            "favor": {PATRON_NAMES[n]: (NOBODY, *PLAYERS)[table["favor"][n]] for n in table["patrons"]},
            "combos": {PATRON_NAMES[deck]: self._combo(*combo) for deck, combo in table["combos"].items()},
            "queue": [self._effect(one) for one in table["queue"]],
            "next_turn_effects": [self._effect(one) for one in table["next_turn_effects"]],
            "pending_choice": self._pending(table),
            "game_over": game_over_told(table["game_over"]),
            "legal_moves": [move.text for move in listed_moves(self.state, self.facts)],
            "log": log,
        }  # fmt: skip

    def _player(self, table: Lists, p: int) -> Told:
        piles = self.mirror.piles[p]
        agents = [
            {"card": label, "hp": one.hp, "activated": one.activated}
            for label, one in zip(piles["agents"], table["agents"], strict=True)
        ]
        return {
            **{name: list(piles[name]) for name in ("hand", "draw", "played", "cooldown")}, "agents": agents,
            **{name: table[name] for name in ("coins", "power", "prestige", "patron_calls", "known_upcoming")},
        }  # fmt: skip

    def _combo(self, count: int, cards: Sequence[int]) -> Told:
        """The counter and what waits at each level: of up to three cards, all levels that were not reached."""
        waiting = [
            [text for card in cards for text in self.facts[card].effects[level].texts()] if level >= count else []
            for level in range(4)
        ]
        return {"counter": count, "waiting": waiting}

    def _effect(self, one: Waiting) -> str:
        return self.facts[one.card].effects[one.level].texts()[one.part]

    def _pending(self, table: Lists) -> Told | None:
        asked: Asked | None = table["pending_choice"]
        if asked is None:
            return None
        name = _FOLLOW_UPS.get(asked.what, asked.what.name)
        if asked.by_patron:
            context: Told = {"type": "PATRON_ACTIVATION", "patron": PATRON_NAMES[asked.source]}
        else:
            kind = "EFFECT_CHOICE" if asked.what == Asking.ENACT_CHOSEN_EFFECT else "CARD_EFFECT"
            label = self.mirror.sources.get(asked.source, self.facts[asked.source].key)
            context = {"type": kind, "card": label, "level": asked.level + 1}
        bounds = {"min": asked.least, "max": asked.most}
        found = open_choice(table, self.facts)
        if found is not None:
            return {"kind": "CARD", "follow_up": name, **bounds, "options": self._option_labels(found), "context": context}
        options = asked.effect(self.facts).words()
        return {"kind": "EFFECT", "follow_up": name, **bounds, "options": options, "context": context}


# ---- helpers ---------------------------------------------------------------------------------------------------------


def _options(rules: Any) -> dict[str, Any]:
    if not isinstance(rules, Mapping):
        raise PositionError(f"'rules' is a table with cards and pool, not {reprlib.repr(rules)}")
    only("'rules' has", rules, ("cards", "pool"))
    options = dict(rules)
    if "cards" in options:
        options["cards"] = str(options["cards"])
    return options


def board_state(asked: Asked | None) -> str:
    """What is going on: nothing in particular, or a choice, and of what sort."""
    if asked is None:
        return "NORMAL"
    if asked.starting:
        return "START_OF_TURN_CHOICE_PENDING"
    return "PATRON_CHOICE_PENDING" if asked.by_patron else "CHOICE_PENDING"


def _key(label: str) -> str:
    return label.partition("#")[0]


def _known(name: Any) -> None:
    """Refuse what names no card at all."""
    if not isinstance(name, str):
        raise PositionError(f"a card is its key or its label, such as GOLD or GOLD#1, not {reprlib.repr(name)}")
    card_named(_key(name))


def _found(pile: Sequence[str], name: str) -> int | None:
    """The place of a labelled card; or of a copy without a label, else the first one, for a bare key."""
    if name in pile:
        return pile.index(name)
    if "#" in name:
        return None
    return next((at for at, label in enumerate(pile) if _key(label) == name), None)


def _keys_for(pile: Sequence[str], order: Sequence[Any], number: int) -> list[int]:
    """A key for each card of a pile, such that sorting by keys gives that order."""
    left: list[str | None] = list(pile)
    keys = [0] * len(pile)
    for rank, name in enumerate(order):
        at = _found([label or "" for label in left], name) if isinstance(name, str) else None
        if at is None:
            raise PositionError(f"order {number} of 'shuffles' has {name!r}, but the cooldown pile is {', '.join(pile)}")
        keys[at], left[at] = rank, None
    if len(order) != len(pile):
        raise PositionError(f"order {number} of 'shuffles' has {len(order)} cards, but the cooldown pile has {len(pile)}")
    return keys


def _carried_out(state: TributeState, actions: Sequence[Action], script: Script | None) -> list[Event]:
    events: list[Event] = []
    state.listener, state.following = events.append, True
    state.script = script  # type: ignore[assignment]
    try:
        for action in actions:
            state.apply(action)
    finally:
        state.listener, state.following = None, False
        state.script = None  # type: ignore[assignment]
    return events


def _log(mirror: Mirror, events: Sequence[Event], actions: Sequence[Action]) -> list[Told]:
    """The entries of the action log, with labels: a target is the next such card that moves, or the agent that was named."""
    labels = _targets(mirror, events, actions)
    log = []
    for at, event in enumerate(events):
        if event.kind not in _LOGGED:
            continue
        fields, target = event.fields, labels.get(at)
        if event.kind in ("play_card", "activate_agent", "buy_card", "acquire_card") and target:
            mirror.sources[fields["target"]] = target
        source = fields["source"]
        log.append({
            "type": event.kind.upper(),
            "by": None if event.player is None else PLAYERS[event.player],
            "source": None if source < 0 else mirror.sources.get(source, CARDS[source].key),
            "patron": None if fields["patron"] < 0 else PATRON_NAMES[fields["patron"]],
            "target": target,
            "amount": fields["amount"],
        })  # fmt: skip
    return log


def _targets(mirror: Mirror, events: Sequence[Event], actions: Sequence[Action]) -> dict[int, str]:
    """The label of each entry's target, by the place of the entry; the mirror follows all moves on the way."""
    waiting: list[tuple[int, int]] = []
    found: dict[int, str] = {}
    action = actions[0]
    for at, event in enumerate(events):
        moved = mirror.follow(event) if event.kind not in _LOGGED else None
        if moved is not None:
            card = event.fields["card"]
            for entry in [one for one in waiting if one[1] == card and events[one[0]].kind != "attack_agent"][:1]:
                found[entry[0]] = moved
                waiting.remove(entry)
        if event.kind in _LOGGED and event.fields["target"] >= 0:
            card = event.fields["target"]
            found[at] = CARDS[card].key
            if event.kind in ("attack_agent", "activate_agent", "agent_death"):
                p = event.player or 0
                side = mirror.piles[1 - p if kind_of(action) == Kind.ATTACK else p]["agents"]
                copies = [label for label in side if _key(label) == CARDS[card].key]
                found[at] = copies[target_of(action)] if source_of(action) == card else found[at]
            elif event.kind in ("knockout_all", "heal_agent"):
                found[at] = mirror.sources.get(card, found[at])
            elif not event.kind.startswith("add_"):
                waiting.append((at, card))
    return found
