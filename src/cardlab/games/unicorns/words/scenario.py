"""Unstable Unicorns: scenarios. A table is put up, scripted answers run through it, and what lies there is told.

A case is a table of players with the cards they have, and steps: a card is played, a turn begins, a whole turn is taken.
Cards are called by their names, with a label after a ``#`` to tell copies apart. Questions with a single answer need not be
in the script.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import comb
from typing import Any

from cardlab.core.action import pack
from cardlab.core.events import Event
from cardlab.core.luck import Script
from cardlab.core.positionparts import Lists
from cardlab.core.rng import Rng
from cardlab.errors import CardlabError, ScenarioError
from cardlab.games.unicorns.game import Unicorns
from cardlab.games.unicorns.rules.state import SEATS, Ask, Chance, Code, Kind, Phase, Told, UnicornState
from cardlab.games.unicorns.words.actions import ASKS, ROWS, frame_now
from cardlab.games.unicorns.words.cards import known_decks, leaves_of, letters
from cardlab.games.unicorns.words.options import PRESETS, SWITCHES, switch_of
from cardlab.games.unicorns.words.position import FORM, zone_lists

Case = Mapping[str, Any]
_STEPS = ("play", "begin_turn", "draw_phase", "end_turn", "turn", "can_play", "agent")


class _Misfit(Exception):
    """The script of a case does not fit what happens."""


class _Reached(Exception):
    """The prompt until which a case is run is there."""


# ---- from Python ---------------------------------------------------------------------------------------------------------


def run_until(case: Case, rules: str | None = None) -> UnicornState:
    """The state that waits at the prompt of a step's ``until``. It can be looked at through seats, copied, and answered.

    `rules` chooses among the rule sets of the case; else the first one counts.
    """
    run = CaseRun(case, rules or rules_of(case)[0])
    result = run.run()
    if result["error"] is not None:
        raise ScenarioError(case.get("id"), str(result["error"]))
    if run.stopped is None:
        raise ScenarioError(case.get("id"), "no step was stopped by its 'until'")
    return run.stopped


def setup_facts(players: int, seed: int = 0, **options: Any) -> dict[str, Any]:
    """How a game for so many begins: sizes, the deck from the top, and which entry of the list of players sits where."""
    game = Unicorns(players=players, **options)
    state = game.new(seed)
    table, label = FORM.table(state), game.labels.of
    first = table["players"][0]["hand"].pop()  # what seat 0 has drawn in its first turn
    return {
        "deck": [label[card] for card in (first, *table["deck"])],
        "deck_size": len(table["deck"]) + 1,
        "nursery": [label[card] for card in table["nursery"]],
        "hands": [[label[card] for card in player["hand"]] for player in table["players"]],
        "stables": [[label[card] for card in player["stable"]] for player in table["players"]],
        "entries": table["entries"],
        "goal": 7 if players <= 5 else 6,
    }


def seating(players: int, shuffle: str, seed: int) -> list[int]:
    """Which entry of a list of players gets each seat, by a ``cyclic`` or ``uniform`` shuffle alone."""
    if shuffle not in ("cyclic", "uniform"):
        raise ScenarioError("seating", f"'shuffle' is cyclic or uniform, not {shuffle!r}")
    entries, rng = list(range(players)), Rng(seed)
    for at in range(players - 1, 0, -1):
        other = rng.below(at + (shuffle == "uniform"))
        entries[at], entries[other] = entries[other], entries[at]
    return entries


name_letters = letters
"""How many letters a name has, as the ranking counts them."""


class UnicornScenarios:
    """Runs cases in the form of this game."""

    def claims(self, case: Case) -> bool:
        """Whether a case puts up players with hands and stables, and takes steps that this game knows."""
        players, steps = case.get("players"), case.get("steps")
        if not isinstance(players, list) or not isinstance(steps, list) or "position" in case:
            return False
        return all(isinstance(player, Mapping | None) for player in players) and any(
            isinstance(step, Mapping) and step.get("do") in _STEPS for step in steps
        )

    def run(self, case: Case) -> list[dict[str, Any]]:
        """One result for each rule set of the case."""
        return [CaseRun(case, rules).run() for rules in rules_of(case)]


def rules_of(case: Case) -> list[str]:
    """The rule sets under which a case is run."""
    told = case.get("rules", ["simulator"])
    rules = [told] if isinstance(told, str) else told
    if not isinstance(rules, list) or not rules or any(name not in PRESETS for name in rules):
        raise ScenarioError(case.get("id"), f"'rules' is a list of {' and '.join(PRESETS)}, not {reprlib.repr(told)}")
    return rules


# ---- the table -----------------------------------------------------------------------------------------------------------


class _Table:
    """The game that a case needs, and its cards by their labels in the case."""

    def __init__(self, case: Case, rules: str) -> None:
        self.case, self.name = case, case.get("id")
        self._check_form()
        self.players: list[Mapping[str, Any]] = [player or {} for player in case["players"]]
        filler = [f"Basic Unicorn#deck{n + 1}" for n in range(self._filler())]
        self.piles = {name: self._cards(name, case.get(name, [])) for name in ("deck", "discard", "nursery")}
        self.piles["deck"] = [*self.piles["deck"], *filler]
        rows = [
            self._cards(f"{row} of player {p}", player.get(row, [])) for p, player in enumerate(self.players) for row in ROWS
        ]
        labels = [label for row in (*rows, *self.piles.values()) for label in row]
        twice = [label for label, count in Counter(labels).items() if count > 1]
        if twice:
            raise ScenarioError(self.name, f"{twice[0]} lies in two places; tell copies apart by labels, as in {twice[0]}#2")
        self.game = self._game(rules, labels)
        self.card: dict[str, int] = {}
        used: Counter[str] = Counter()
        for label in labels:
            kind = self.game.by_name[label.partition("#")[0]]
            self.card[label] = self.game.kinds.index(kind) + used[label.partition("#")[0]]
            used[label.partition("#")[0]] += 1
        self.label = {card: label for label, card in self.card.items()}

    def _check_form(self) -> None:
        case = self.case
        players = case.get("players")
        fits = isinstance(players, list) and 2 <= len(players) <= SEATS
        if not fits or not all(isinstance(player, Mapping | None) for player in players or ()):
            raise ScenarioError(self.name, f"'players' is a list of 2 to {SEATS} tables, by seat")
        for p, player in enumerate(case["players"]):
            if odd := set(player or {}) - set(ROWS):
                raise ScenarioError(self.name, f"player {p} has no part {sorted(odd)[0]!r}; the parts are {', '.join(ROWS)}")
        if not isinstance(case.get("steps"), list):
            raise ScenarioError(self.name, "'steps' is a list of what happens")

    def _filler(self) -> int:
        filler = self.case.get("deck_filler", 0)
        if isinstance(filler, bool) or not isinstance(filler, int) or not 0 <= filler <= 120:
            raise ScenarioError(self.name, f"'deck_filler' is a number from 0 to 120, not {filler!r}")
        return filler

    def _cards(self, where: str, told: Any) -> list[str]:
        if not isinstance(told, list) or not all(isinstance(label, str) for label in told):
            raise ScenarioError(
                self.name, f"{where} is a list of cards, such as 'Llamacorn' or 'Neigh#1'; not {reprlib.repr(told)}"
            )
        return told

    def _game(self, rules: str, labels: Sequence[str]) -> Unicorns:
        """A game with enough copies of everything that the case needs."""
        switches = {**self._switches(rules), "two_player_variant": "no"}
        names = Counter(label.partition("#")[0] for label in labels)
        if "Nanny Cam" in names:
            switches["nanny_cam"] = "yes"
        decks = str(self.case.get("decks", "base"))
        options = {
            "rules": rules,
            "players": len(self.players),
            "forced": "asked",
            "picks": "free",
            "limit": 100_000,
            **switches,
        }
        try:
            usual = Unicorns(decks=decks, **options)
        except CardlabError as error:
            raise ScenarioError(self.name, str(error)) from error
        if any(name not in usual.by_name for name in names) and decks == "base":
            decks = "base+dragons"
            usual = Unicorns(decks=decks, **options)
        for name in names:
            if name not in usual.by_name:
                known = ", ".join(sorted(known_decks()))
                raise ScenarioError(self.name, f"there is no card {name!r} in these decks (decks that are known: {known})")
        more = [f"{name}={n}" for name, n in names.items() if n > usual.cards[usual.by_name[name]].copies]
        try:
            return Unicorns(decks=decks, copies="+".join(more), **options) if more else usual
        except CardlabError as error:
            raise ScenarioError(self.name, str(error)) from error

    def _switches(self, rules: str) -> dict[str, str]:
        flags = self.case.get("flags") or {}
        known = {option.name: option for option in SWITCHES}
        if not isinstance(flags, Mapping) or any(name not in known for name in flags):
            odd = next((name for name in flags if name not in known), flags)
            raise ScenarioError(self.name, f"'flags' has no switch {reprlib.repr(odd)}; switches are {', '.join(known)}")
        try:
            return {name: switch_of(name, value) for name, value in flags.items()}
        except ValueError as error:
            raise ScenarioError(self.name, str(error)) from error

    # ---- the state -------------------------------------------------------------------------------------------------------

    def state(self) -> UnicornState:
        """The table as the case puts it up."""
        own = self.game.labels.of

        def renamed(labels: Sequence[str]) -> list[str]:
            return [own[self.card[label]] for label in labels]

        players = [
            {**{row: renamed(player.get(row, [])) for row in ROWS}, "seen": self._seen(p, player.get("hand", []))}
            for p, player in enumerate(self.players)
        ]
        position = {
            "turn": self.case.get("turn_player", 0),
            "players": players,
            **{name: renamed(labels) for name, labels in self.piles.items()},
            "order": renamed(self._order()),
        }
        try:
            state = self.game.from_dict(position)
        except CardlabError as error:
            raise ScenarioError(self.name, str(error)) from error
        seed = self.case.get("seed", 1)
        state.luck = (seed if isinstance(seed, int) and seed > 0 else 1, 0x9E3779B97F4A7C15, 0)
        assert isinstance(state, UnicornState)
        return state

    def _order(self) -> list[str]:
        table = [label for player in self.players for row in ROWS[1:] for label in player.get(row, [])]
        first = self._cards("'entered_order'", self.case.get("entered_order") or [])
        for label in first:
            if label not in table:
                raise ScenarioError(self.name, f"'entered_order' names {label}, which lies in no stable")
        return [*first, *(label for label in table if label not in first)]

    def _is_open(self, owner: int) -> bool:
        """Whether a card in the stable of a player shows the hand to all, as Nanny Cam does."""
        labels = [label for row in ROWS[1:] for label in self.players[owner].get(row, [])]
        cards = [self.game.cards[self.game.by_name[label.partition("#")[0]]] for label in labels]
        return any(do.what == "open_hand" for card in cards for on in card.effects for do in leaves_of(on.effect))

    def _seen(self, owner: int, hand: Sequence[str]) -> list[str]:
        seats = range(len(self.players)) if self._is_open(owner) else (owner,)
        known: dict[str, set[int]] = {label: set(seats) for label in hand}
        for told in self.case.get("knows") or []:
            fits = isinstance(told, Mapping) and {"observer", "owner", "cards"} <= set(told)
            if not fits or told["observer"] not in range(len(self.players)):
                raise ScenarioError(self.name, "'knows' is a list of tables with 'observer', 'owner' and 'cards'")
            if told["owner"] == owner:
                for label in told["cards"]:
                    if label not in known:
                        raise ScenarioError(self.name, f"'knows' tells of {label}, which is not in the hand of seat {owner}")
                    known[label].add(told["observer"])
        return ["".join(map(str, sorted(known[label]))) for label in hand]


# ---- running -------------------------------------------------------------------------------------------------------------


class CaseRun:
    """One case under one rule set."""

    def __init__(self, case: Case, rules: str) -> None:
        self.case, self.rules = case, rules
        self.table = _Table(case, rules)
        self.game, self.state = self.table.game, self.table.state()
        self.state.halts = True
        self.state.listener = self._hear
        self.state.script = Script(self._decide)
        self.stopped: UnicornState | None = None
        self.failed: list[str] = []
        self._clear({})

    def _clear(self, step: Mapping[str, Any]) -> None:
        """Before a step: its script, and nothing that was heard."""
        self.answers: list[Any] = list(step.get("answers") or [])
        self.polls: list[Any] = list(step.get("reactions") or [])
        self.chance: list[Any] = list(step.get("chance") or [])
        self.until = step.get("until")
        self.pulled: list[str] = []
        self.prompts: list[dict[str, Any]] = []
        self.asked: set[int] = set()
        self.quickest: str | None = None
        self.into: int | None = step.get("into")

    def run(self) -> dict[str, Any]:
        """All steps, and what is there at the end."""
        result: dict[str, Any] = {"id": self.case.get("id"), "rules": self.rules, "error": None, "steps": []}
        try:
            for number, step in enumerate(self.case["steps"], 1):
                result["steps"].append(self._step(number, step))
        except _Misfit as misfit:
            result["error"] = str(misfit)
        except _Reached:
            result["steps"].append({"prompts": self.prompts, "state": self.told(), "stopped": True})
        result["state"] = self.told()
        if "expect" in self.case and result["error"] is None and self.stopped is None:
            self.failed += unmet_parts(self.case["expect"], result["state"])
        result["failed"] = self.failed
        return result

    def _step(self, number: int, step: Any) -> dict[str, Any]:
        if not isinstance(step, Mapping) or step.get("do") not in _STEPS:
            raise ScenarioError(self.case.get("id"), f"step {number}: 'do' is one of {', '.join(_STEPS)}")
        if step.get("seat") not in range(self.game.players) or isinstance(step.get("seat"), bool):
            raise ScenarioError(self.case.get("id"), f"step {number}: 'seat' is a seat from 0 to {self.game.players - 1}")
        self._clear(step)
        doing: Callable[[Mapping[str, Any]], dict[str, Any]] = getattr(self, f"_do_{step['do']}")
        over = self.state.over
        result = doing(step)
        if over and not self.state.over:  # what was won stays won, whatever a case goes on with
            self.state.stage(Phase.AT_OVER, step["seat"])
        if "value" in result:
            if "expect" in step and not _agrees(step["expect"], result["value"]):
                self.failed.append(f"step {number}: {result['value']!r}, not {step['expect']!r}")
            return result
        left = [answer for answer in self.answers if not (isinstance(answer, Mapping) and answer.get("skip_ok"))]
        if left:
            raise _Misfit(f"step {number}: nobody was asked what {reprlib.repr(left[0])} answers")
        result = {"prompts": self.prompts, "state": self.told()}
        if "expect" in step:
            self.failed += [f"step {number}: {text}" for text in unmet_parts(step["expect"], result["state"])]
        return result

    # ---- what can be done ------------------------------------------------------------------------------------------------

    def _do_can_play(self, step: Mapping[str, Any]) -> dict[str, Any]:
        card = self._card(step.get("card"))
        magic = self._type(card) == "magic"
        into = step["seat"] if magic else step.get("into", step["seat"])
        holds = card in self._hand(step["seat"])
        return {"value": holds and bool(self.state.playable(step["seat"], card, into))}

    def _do_agent(self, step: Mapping[str, Any]) -> dict[str, Any]:
        from cardlab.games.unicorns.agents import kinds

        try:
            return {"value": kinds.answer_prompt(self.state, step, self.table.card, self.table.label)}
        except (KeyError, TypeError, ValueError) as error:
            raise ScenarioError(self.case.get("id"), f"this cannot be asked of an agent: {error!r}") from error

    def _do_play(self, step: Mapping[str, Any]) -> dict[str, Any]:
        self.state.stage(Phase.AT_ACTION, step["seat"])
        self._play(step["seat"], step)
        return {}

    def _do_begin_turn(self, step: Mapping[str, Any]) -> dict[str, Any]:
        return self._from(Phase.AT_PUPPY, step["seat"])

    def _do_draw_phase(self, step: Mapping[str, Any]) -> dict[str, Any]:
        return self._from(Phase.AT_DRAW, step["seat"])

    def _do_end_turn(self, step: Mapping[str, Any]) -> dict[str, Any]:
        return self._from(Phase.AT_END, step["seat"])

    def _from(self, phase: int, seat: int) -> dict[str, Any]:
        """From one phase of a turn to the next."""
        self.state.stage(phase, seat)
        self._heard_in(self.state.resume)
        self._answer_all()
        return {}

    def _do_turn(self, step: Mapping[str, Any]) -> dict[str, Any]:
        seat, plays = step["seat"], list(step.get("plays") or [])
        self._from(Phase.AT_PUPPY, seat)
        if not self.state.over:
            self._go_on(Phase.AT_DRAW)
        while not self.state.over and self._may_act():
            told = plays.pop(0) if plays else "pass"
            if told in ("draw", "pass"):
                if told == "pass" and not self._now()["flags"]["played"]:
                    raise _Misfit("the first action of a turn is to play a card or to draw")
                self._apply(pack(Kind.PASS if self._now()["flags"]["played"] else Kind.DRAW))
                self._answer_all()
                break
            if not isinstance(told, Mapping):
                raise ScenarioError(self.case.get("id"), f"'plays' holds plays, 'draw' and 'pass', not {reprlib.repr(told)}")
            self.polls, self.into = list(told.get("reactions") or []), told.get("into")
            self.answers = [*list(told.get("answers") or []), *self.answers]
            self.chance = [*list(told.get("chance") or []), *self.chance]
            self._play(seat, told)
        if plays and plays != ["pass"]:
            raise _Misfit(f"there is no action any more for {reprlib.repr(plays[0])}")
        if not self.state.over and self._now()["phase"] == Phase.AT_ACTION:
            self._go_on(Phase.AT_END)
        return {}

    def _may_act(self) -> bool:
        now, flags = self._now(), self._now()["flags"]
        return bool(now["phase"] == Phase.AT_ACTION and not flags["skip"] and flags["played"] < flags["plays"])

    def _go_on(self, phase: int) -> None:
        """The next phase of the same turn."""
        now = self._now()
        self.state.stage(phase, now["turn"], now["flags"]["played"])
        self._heard_in(self.state.resume)
        self._answer_all()

    def _play(self, seat: int, step: Mapping[str, Any]) -> None:
        card = self._card(step.get("card"))
        hand = self._hand(seat)
        into = seat if self._type(card) == "magic" or step.get("into") is None else step["into"]
        if card not in hand or into not in range(self.game.players) or not self.state.playable(seat, card, into):
            raise _Misfit(f"seat {seat} cannot play {step.get('card')} into the stable of seat {into}")
        self.into = into
        kind = self.game.kinds[card]
        copy = [other for other in hand if self.game.kinds[other] == kind].index(card)
        self._apply(pack(Kind.PLAY, kind, copy))
        self._answer_all()

    def _now(self) -> Lists:
        """Where the turn is, who is asked what, and what waits."""
        return FORM.table(self.state, ("turn", "phase", "flags", "poll", "chain"))

    def _hand(self, seat: int) -> list[int]:
        hand: list[int] = FORM.table(self.state, ("players",))["players"][seat]["hand"]
        return hand

    def _card(self, label: Any) -> int:
        if not isinstance(label, str) or label not in self.table.card:
            raise _Misfit(f"{reprlib.repr(label)} is no card of this case")
        return self.table.card[label]

    def _type(self, card: int) -> str:
        return self.game.cards[self.game.kinds[card]].type

    # ---- answering -------------------------------------------------------------------------------------------------------

    def _answer_all(self) -> None:
        """Answer by the script until nobody is asked."""
        while not self.state.over:
            now = self._now()
            if now["question"] is not None:
                self._answer(now)
            elif now["phase"] in (Phase.AT_WHERE, Phase.AT_LATE_WHERE):
                self._apply(pack(Kind.WHERE, self.into if self.into is not None else now["turn"]))
            elif now["phase"] == Phase.AT_REACTIONS:
                self._react(now["poll"]["asked"])
            else:
                return

    def _answer(self, now: Lists) -> None:
        prompt, options = self._question(now)
        self.prompts.append(prompt)
        if self.until is not None and _fits(self.until, prompt):
            self.stopped = self.state.copy()
            raise _Reached
        entry = self._entry(prompt)
        if entry is None:
            pick = self._forced(prompt)
        else:
            pick = entry.get("pick")
            if "options" in entry and sorted(map(str, entry["options"])) != sorted(map(str, prompt["options"])):
                raise _Misfit(f"{_shown(prompt)}: not the options {entry['options']}")
        self._pick(prompt, options, pick)

    def _question(self, now: Lists) -> tuple[dict[str, Any], list[int]]:
        """The question that is open, and its options as numbers."""
        question, card = now["question"], self.table.label.get(now["question"]["card"])
        ask, options = question["ask"], self.state.listed()
        prompt: dict[str, Any] = {"seat": question["seat"], "ask": ASKS[ask], "card": card, "n": question["n"]}
        if ask == Ask.ASK_ACTIVATE:
            return {**prompt, "options": [True, False]}, options
        if ask == Ask.ASK_EFFECT:
            op = frame_now(now["chain"])["effect"]
            return {**prompt, "options": [self._variant(op, number) for number in options]}, options
        if ask == Ask.ASK_PLAYERS:
            return {**prompt, "options": options}, options
        return {**prompt, "options": [self.table.label[number] for number in options]}, options

    def _variant(self, op: int, number: int) -> str:
        """What a variant is called: by what it does, and, of moves, with what."""
        do = self.game.ops[self.game.ops[op + 1 + number]["other"]]
        word = next(
            (code.removeprefix("DO_").lower() for code, value in Code.__members__.items() if value == do["code"]), str(number)
        )
        return f"{word}_{self.game.book.vocabulary.filters[do['filter'] - 1]}" if do["code"] == Code.DO_MOVE else word

    def _entry(self, prompt: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The next entry of the script that fits; some may be passed over."""
        for at, entry in enumerate(self.answers):
            if not isinstance(entry, Mapping):
                raise ScenarioError(self.case.get("id"), f"'answers' holds tables, not {reprlib.repr(entry)}")
            if _fits(entry, prompt):
                del self.answers[: at + 1]
                return entry
            if not entry.get("skip_ok"):
                return None
        return None

    def _forced(self, prompt: Mapping[str, Any]) -> Any:
        """The only possible answer, if there is but one."""
        options = prompt["options"]
        if prompt["ask"] == "effect" and len(options) == 1:
            return options[0]
        if prompt["ask"] not in ("activate", "effect") and comb(len(options), prompt["n"]) == 1:
            return options
        raise _Misfit(f"{_shown(prompt)}: no answer of the script fits")

    def _pick(self, prompt: Mapping[str, Any], options: Sequence[int], pick: Any) -> None:
        """Give an answer that was written down."""
        if prompt["ask"] == "activate":
            if not isinstance(pick, bool):
                raise _Misfit(f"{_shown(prompt)}: the answer is true or false, not {reprlib.repr(pick)}")
            self._apply(pack(Kind.YES if pick else Kind.NO))
            return
        picks = [pick] if prompt["ask"] == "effect" else pick
        fits = isinstance(picks, list) and len(picks) == prompt["n"] and len({str(one) for one in picks}) == len(picks)
        if not fits or any(one not in prompt["options"] for one in picks):
            raise _Misfit(f"{_shown(prompt)}: {reprlib.repr(pick)} are not {prompt['n']} of the options")
        numbers = [options[prompt["options"].index(one)] for one in picks]
        if prompt["ask"] in ("effect", "players"):
            self._apply(pack(Kind.VARIANT if prompt["ask"] == "effect" else Kind.PLAYER, numbers[0]))
            return
        for number in sorted(numbers, key=list(options).index):
            self._apply(self._action(number))

    def _action(self, card: int) -> int:
        """The legal action that picks a card."""
        kind, zone = self.game.kinds[card], zone_lists(FORM.table(self.state, ("players",)))
        home = next(at for at, cards in enumerate(zone) if card in cards)
        if home >= 4 and home & 3:
            place = (home >> 2) - 1 << 9 | (home & 3) << 7 | zone[home].index(card)
            return pack(Kind.TARGET, place, kind)
        copy = [other for other in self.state.listed() if self.game.kinds[other] == kind].index(card)
        taking = pack(Kind.TAKE, kind, copy)
        return taking if taking in self.state.legal() else pack(Kind.SECRET, kind, copy)

    # ---- reactions and chance --------------------------------------------------------------------------------------------

    def _react(self, asked: Sequence[int]) -> None:
        """One whole poll."""
        told = self.polls.pop(0) if self.polls else {}
        offers = told.get("offers", {}) if isinstance(told, Mapping) else None
        if not isinstance(offers, Mapping):
            raise ScenarioError(self.case.get("id"), "'reactions' holds tables with 'offers'")
        self.quickest = told.get("quickest")
        for seat in offers:
            if seat not in map(str, range(self.game.players)):
                raise _Misfit(f"'offers' are of seats, written as texts; not {reprlib.repr(seat)}")
        for seat in asked:
            label = offers.get(str(seat))
            if label is None:
                self._apply(pack(Kind.DECLINE))
                continue
            card, hand = self._card(label), self._hand(seat)
            if card not in hand or self._type(card) != "instant":
                raise _Misfit(f"seat {seat} does not hold {label}")
            kind = self.game.kinds[card]
            self._apply(pack(Kind.REACT, kind, [other for other in hand if self.game.kinds[other] == kind].index(card)))

    def _decide(self, kind: int, n: int) -> int | None:
        """What chance brings: who is the quickest, and which card is pulled, by the script."""
        if kind == Chance.CHANCE_QUICKEST:
            willing = [self.table.label[card] for card in self._now()["poll"]["answers"].values() if card is not None]
            if self.quickest not in willing:
                raise _Misfit(f"'quickest' is one of {', '.join(willing)}, not {self.quickest!r}")
            return willing.index(self.quickest)
        if kind == Chance.CHANCE_PULL and self.chance:
            hand = [self.table.label[card] for card in self._hand(frame_now(self._now()["chain"])["player"])]
            if self.chance[0] not in hand:
                raise _Misfit(
                    f"'chance' names {self.chance[0]}, which is not in the hand that is pulled from: {', '.join(hand)}"
                )
            self.pulled.append(self.chance[0])
            return hand.index(self.chance.pop(0))
        if kind == Chance.CHANCE_PULL:
            raise _Misfit("a card is pulled at random, but 'chance' names none")
        return None

    def _hear(self, event: Event) -> None:
        """Polls that nobody could answer count, and so do pulls of a single card."""
        if event.declared.what == Told.TOLD_POLL:
            self.asked |= {p for p in range(SEATS) if (event.fields["asked"] | event.fields["idle"]) >> p & 1}
            if event.fields["idle"] and not event.fields["asked"] and self.polls:
                self.polls.pop(0)
        elif event.declared.what == Told.TOLD_TOOK and event.fields["victim"] >= 0:
            label = self.table.label[event.fields["card"]]
            if label in self.pulled:
                self.pulled.remove(label)
            elif self.chance and self.chance[0] == label:
                self.chance.pop(0)

    def _apply(self, action: int) -> None:
        if action not in self.state.legal():
            raise _Misfit(f"{self.game.action_text(action)} is not possible now")
        self.state.apply(action)

    def _heard_in(self, function: Callable[[], None]) -> None:
        function()
        self.state.tell_all()

    # ---- telling ---------------------------------------------------------------------------------------------------------

    def told(self) -> dict[str, Any]:
        """What lies on the table, and all that a case may compare."""
        table, label = FORM.table(self.state, ("players", "flags")), self.table.label
        players, flags, seats = table["players"], table["flags"], range(self.game.players)
        ranking = self.state.ranking()
        return {
            "players": [{row: [label[card] for card in player[row]] for row in ROWS} for player in players],
            **{pile: [label[card] for card in table[pile]] for pile in ("deck", "discard", "nursery")},
            "game_over": self.state.over,
            "ranking": ranking,
            "winner": None if self.state.tied else ranking[0],
            "score": [list(self.state.unicorns(p)) for p in seats],
            "knows": [
                {
                    "observer": p,
                    "owner": owner,
                    "cards": [label[card] for card, seen in zip(player["hand"], player["seen"], strict=True) if seen >> p & 1],
                }
                for p in seats
                for owner, player in enumerate(players)
            ],
            "turn_flags": {
                "max_plays": flags["plays"],
                "extra_draws": flags["extra_draws"],
                "skip_to_end": bool(flags["skip"]),
                "extra_turn": bool(flags["again"]),
            },
            "asked_to_react": sorted(self.asked),
        }


def _fits(entry: Mapping[str, Any], prompt: Mapping[str, Any]) -> bool:
    """Whether an entry of a script is for a prompt: seat, what is asked and, if it is named, the card that asks."""
    if entry.get("seat") != prompt["seat"] or entry.get("ask") != prompt["ask"]:
        return False
    return entry.get("card") is None or entry["card"] == prompt["card"]


def _shown(prompt: Mapping[str, Any]) -> str:
    card = f" for {prompt['card']}" if prompt["card"] else ""
    return f"seat {prompt['seat']} is asked {prompt['ask']}{card}: {prompt['n']} of {', '.join(map(str, prompt['options']))}"


# ---- expectations --------------------------------------------------------------------------------------------------------


def _agrees(expected: Any, value: Any) -> bool:
    """An answer of an agent may be there in several variants, all of which are expected to be the same."""
    if isinstance(value, Mapping) and not (isinstance(expected, Mapping) and set(expected) == set(value)):
        return all(_agrees(expected, one) for one in value.values())
    return bool(expected == value)


def _plain(label: str) -> str:
    """Babies of one name cannot be told apart."""
    return label.partition("#")[0] if label.startswith("Baby ") else label


def _same(expected: Sequence[str], found: Sequence[str]) -> bool:
    return sorted(map(_plain, expected)) == sorted(map(_plain, found))


def unmet_parts(expect: Any, state: Mapping[str, Any]) -> list[str]:
    """What was expected of a state and did not come."""
    failed: list[str] = []
    for part, expected in expect.items() if isinstance(expect, Mapping) else ():
        if part == "players":
            for seat, player in enumerate(expected):
                for row, cards in (player or {}).items():
                    if not _same(cards, state["players"][seat][row]):
                        failed.append(f"{row} of seat {seat} is {state['players'][seat][row]}, not {cards}")
            continue
        found, fits = _part(part, expected, state)
        if not fits:
            failed.append(f"{part} is {found!r}, not {expected!r}")
    return failed


def _part(part: str, expected: Any, state: Mapping[str, Any]) -> tuple[Any, bool]:
    """A part of a state, and whether it is as expected."""
    if part in ("discard", "nursery"):
        return state[part], _same(expected, state[part])
    if part in ("discard_order", "nursery_order"):
        found = state[part.removesuffix("_order")]
        return found, [*map(_plain, expected)] == [*map(_plain, found)]
    if part == "knows":
        pairs = {(told["observer"], told["owner"]): told["cards"] for told in state["knows"]}
        return state["knows"], all(_same(told["cards"], pairs[told["observer"], told["owner"]]) for told in expected)
    if part == "turn_flags":
        return state["turn_flags"], all(state["turn_flags"].get(name) == value for name, value in expected.items())
    if part == "deck_contains":
        return state["deck"], not Counter(map(_plain, expected)) - Counter(map(_plain, state["deck"]))
    found = _value(part, expected, state)
    return found, found == expected


def _value(part: str, expected: Any, state: Mapping[str, Any]) -> Any:
    """A part that is compared as it is."""
    if part == "deck_top":
        return state["deck"][: len(expected)]
    if part == "deck_size":
        return len(state["deck"])
    if part == "hand_sizes":
        return [len(player["hand"]) for player in state["players"]]
    return state.get(part)
