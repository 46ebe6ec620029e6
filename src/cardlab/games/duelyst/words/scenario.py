"""Duelyst: scenarios in the form of recorded games, with a state before, actions, chance one by one, and the state after each.

Everything that the rules know is legal here, also what agents are not offered: leaving out a follow-up, taking a card back, any
tile for a card that may be played anywhere, and a mulligan whose slots are named in any order. An agent that is asked sees the
position through its seat and keeps its plans from step to step, until something else than its choice is carried out.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action, kind_of, pack, source_of, target_of
from cardlab.core.game import own_state
from cardlab.core.luck import Script
from cardlab.errors import CardlabError, PositionError, ScenarioError
from cardlab.games.duelyst.rules.state import ANYWHERE, COLUMNS, HAND, ROWS, SIGNATURE_SLOT, TILES, DuelystState, Kind, Phase
from cardlab.games.duelyst.words.actions import with_card
from cardlab.games.duelyst.words.position import FORM

if TYPE_CHECKING:
    from cardlab.games.duelyst.game import Duelyst

_SIMPLE = {"EndTurnAction": Kind.END_TURN, "EndFollowupAction": Kind.SKIP, "RollbackToSnapshotAction": Kind.CANCEL}
_BETWEEN = {"MoveAction": Kind.MOVE, "AttackAction": Kind.ATTACK}
_TYPES = (
    "DrawStartingHandAction", *_BETWEEN, "PlayCardFromHandAction", "PlaySignatureCardAction", "ReplaceCardFromHandAction",
    "FollowUp", *_SIMPLE, "ResignAction",
)  # fmt: skip
_CASE = ("id", "game", "title", "profile", "overlay", "before", "steps", "legal")
_NOWHERE = 63
"""A tile off the board: no action there is legal."""


class DuelystCases:
    """Runs cases of this form."""

    def __init__(self, game: Duelyst) -> None:
        self.game = game

    def claims(self, case: Mapping[str, Any]) -> bool:
        """A state called `before` is this game's own."""
        return isinstance(case.get("before"), Mapping) and "steps" in case

    def run(self, case: Mapping[str, Any]) -> list[dict[str, Any]]:
        """One result: for each step whether it was valid and the state after it, or what an agent would do."""
        return [_Recording(self.game, case).result()]


class _Recording:
    """One case, on the way through its steps."""

    def __init__(self, game: Duelyst, case: Mapping[str, Any]) -> None:
        self.name = case.get("id", "?")
        if odd := [part for part in case if part not in _CASE]:
            raise ScenarioError(self.name, f"there is no part {odd[0]!r}; the parts are {', '.join(_CASE)}")
        self.case, self.agents, self.chosen = case, {}, {}  # type: ignore[var-annotated]
        given = {"profile": case.get("profile", "classic"), "overlay": case.get("overlay", False)}
        kept = {name: value for name, value in game.changed_options().items() if name.startswith("deck")}
        try:
            self.plain = type(game)(**given, **kept, skip=True)
            self.game = type(game)(**given, **kept, skip=True, cancel=True, all_tiles=True)
            self.state: DuelystState = self.game.from_dict(_readable(case["before"]))  # type: ignore[assignment]
        except CardlabError as error:
            raise ScenarioError(self.name, f"'before': {error}") from None
        self.steps = case["steps"]
        if not isinstance(self.steps, list) or not all(isinstance(step, Mapping) for step in self.steps):
            raise ScenarioError(self.name, "'steps' is a list of tables, each with an 'action' or an 'agent'")

    def result(self) -> dict[str, Any]:
        told: dict[str, Any] = {"id": self.name, "steps": []}
        if self.case.get("legal"):
            told["legal"] = legal_sets(self.state)
        for number, step in enumerate(self.steps, 1):
            try:
                told["steps"].append(self._ask(step) if step.get("do") == "agent" else self._act(step))
            except CardlabError as error:
                told["error"] = f"step {number}: {error}"
                break
        return told

    # ---- actions -----------------------------------------------------------------------------------------------------

    def _act(self, step: Mapping[str, Any]) -> dict[str, Any]:
        row = step.get("action")
        if not isinstance(row, Mapping) or row.get("type") not in _TYPES:
            raise PositionError(f"an action has a 'type', one of {', '.join(_TYPES)}; not {reprlib.repr(row)}")
        player = self._player(row)
        if row["type"] == "ResignAction":
            return self._resign(player)
        mover = self.state.player
        action = self._action(row, player)
        valid = action is not None and self._apply(row, action, step.get("rand"))
        if valid and action is not None:
            self._follow(mover, action)
        done: dict[str, Any] = {"valid": valid, "after": state_shown(self.game, self.state)}
        if step.get("legal"):
            done["legal"] = legal_sets(self.state)
        return done

    def _resign(self, player: int | None) -> dict[str, Any]:
        """Either player may, at any time."""
        player, valid = self.state.player if player is None else player, not self.state.over
        if valid and player is not None:
            self.state.resign(player)
        return {"valid": valid, "after": state_shown(self.game, self.state)}

    def _player(self, row: Mapping[str, Any]) -> int | None:
        """Whose action it is; in the mulligan both may choose, so the one who does is called on."""
        player = row.get("player")
        if player is not None and player not in (1, 2):
            raise PositionError(f"'player' is 1 or 2, not {reprlib.repr(player)}")
        if player is not None:
            self.state.call_on(player - 1)
        return None if player is None else player - 1

    def _action(self, row: Mapping[str, Any], player: int | None) -> Action | None:
        """The action, or None if there can be none such now."""
        if self.state.over or (player is not None and self.state.player != player):
            return None
        kind, cards = row["type"], self.game.cards
        if kind in _SIMPLE:
            return pack(_SIMPLE[kind])
        if kind in _BETWEEN:
            return pack(_BETWEEN[kind], _tile(row, "from"), _tile(row, "to"))
        if kind == "FollowUp":
            return with_card(cards, self.state, Kind.FOLLOW_UP, 0, _tile(row, "to"))
        if kind == "PlaySignatureCardAction":
            return with_card(cards, self.state, Kind.PLAY, SIGNATURE_SLOT, _tile(row, "to"))
        if kind == "DrawStartingHandAction":
            slots = _slots(row.get("indices", []))
            return None if slots is None else pack(Kind.MULLIGAN, *(slot + 1 for slot in sorted(slots)))
        slot = row.get("hand")
        if isinstance(slot, bool) or not isinstance(slot, int) or not 0 <= slot < HAND:
            return None
        tile = _tile(row, "to") if kind[0] == "P" else 0
        return with_card(cards, self.state, Kind.PLAY if kind[0] == "P" else Kind.REPLACE, slot, tile)

    def _apply(self, row: Mapping[str, Any], action: Action, rand: Any) -> bool:
        after = self.state.copy()
        if action not in after.legal():
            return False
        empty: list[int] = []
        script = Script(None if rand is None else _outcomes(rand))
        after.script = script
        after.listener = lambda event: empty.append(1) if event.kind == "deck_empty" else None
        slots = _slots(row.get("indices", [])) if kind_of(action) == Kind.MULLIGAN else None
        if slots and len(slots) == 2 and slots[0] > slots[1]:
            after.exchange_in_order(*slots)
        else:
            after.apply(action)
        if rand is not None:
            _check_chance(rand, script, len(empty))
        self.state = after.copy()
        return True

    # ---- agents ------------------------------------------------------------------------------------------------------

    def _ask(self, step: Mapping[str, Any]) -> dict[str, Any]:
        from cardlab.agents.making import make_agent

        self._player(step)
        player = self.state.player
        if player is None or (step.get("player") is not None and step["player"] - 1 != player):
            raise PositionError("an agent is asked whose player is not to move")
        name = step.get("agent", "starter-ai")
        if (player, name) not in self.agents:
            self.agents[player, name] = make_agent(self.plain, name)
        state = self.plain.from_dict({k: v for k, v in self.state.to_dict().items() if k != "undo"})
        action = self.agents[player, name].choose(state.seat(player), step.get("seed", 0))
        self.chosen[player, name] = action
        return {"action": action_shown(own_state(state, DuelystState), action, player)}

    def _follow(self, mover: int | None, action: Action) -> None:
        """Tell agents whose player did something else than they chose."""
        for key, choice in list(self.chosen.items()):
            if key[0] == mover and choice is not None:
                same = choice == action or (target_of(choice) == ANYWHERE and choice & 0xFFFFFF == action & 0xFFFFFF)
                drop = getattr(self.agents[key], "drop_plan", None)
                if not same and drop is not None:
                    drop()
                self.chosen[key] = None


# ---- reading -----------------------------------------------------------------------------------------------------


def _readable(before: Any) -> Any:
    """In the mulligan the state does not say who of both is asked: the first who has not chosen."""
    if not isinstance(before, Mapping) or before.get("status") != "mulligan":
        return before
    done = before.get("mulliganed", [])
    return {**before, "current": 2 if isinstance(done, list) and 1 in done else 1}


def _tile(row: Mapping[str, Any], name: str) -> int:
    """A tile as [x, y] or as a table of both; one off the board is none where something is legal."""
    place = row.get(name)
    if isinstance(place, Mapping):
        place = [place.get("x"), place.get("y")]
    if not isinstance(place, list | tuple) or len(place) != 2 or not all(type(number) is int for number in place):
        raise PositionError(f"{name!r} is a tile, such as [4, 2]; not {reprlib.repr(row.get(name))}")
    x, y = place
    return y * COLUMNS + x if 0 <= x < COLUMNS and 0 <= y < ROWS else _NOWHERE


def _slots(indices: Any) -> list[int] | None:
    if not isinstance(indices, list) or not all(type(slot) is int for slot in indices):
        raise PositionError(f"'indices' is a list of slots, such as [0, 3]; not {reprlib.repr(indices)}")
    fits = len(indices) <= 2 and len(set(indices)) == len(indices) and all(0 <= slot < HAND for slot in indices)
    return indices if fits else None


def _outcomes(rand: Any) -> list[int]:
    if not isinstance(rand, list) or not all(
        isinstance(entry, list | tuple) and len(entry) == 2 and all(type(number) is int for number in entry) for entry in rand
    ):
        raise PositionError(f"'rand' is a list of pairs [n, value], not {reprlib.repr(rand)}")
    return [value for n, value in rand if n]


def _check_chance(rand: Sequence[Sequence[int]], script: Script, empty: int) -> None:
    """The number of possibilities of each draw is as told, none is left, and a draw from an empty deck has none."""
    wanted = [n for n, _ in rand if n]
    for at, (n, (_, found, _)) in enumerate(zip(wanted, script.told, strict=False), 1):
        if n != found:
            raise PositionError(f"entry {at} of 'rand' says {n} possibilities, but there are {found}")
    if script.left:
        raise PositionError(f"{script.left} entries of 'rand' were not used: {len(script.told)} were drawn")
    if len(rand) - len(wanted) > empty:
        raise PositionError(f"'rand' has {len(rand) - len(wanted)} draws from an empty deck, but there were {empty}")


# ---- showing -----------------------------------------------------------------------------------------------------


def state_shown(game: Duelyst, state: DuelystState) -> dict[str, Any]:
    """A state as results tell it."""
    position = game.position_of(state)
    position.pop("undo", None)
    position["units"] = [unit for unit in position["units"] if not unit.get("dead")]
    if position["status"] == "mulligan":
        position["current"] = 1
    return position


def legal_sets(state: DuelystState) -> dict[str, Any]:
    """The legal actions as sets: tiles of each unit and card, slots that can be replaced, and what a follow-up may be."""
    found: dict[str, Any] = {"moves": [], "attacks": [], "plays": {}, "signature": [], "replace": [], "followup": None}
    if state.over or FORM.table(state, ("status",))["status"] == Phase.OPENING:
        return found
    for kind, source, _, tiles in state.choices():
        places = [[tile % COLUMNS, tile // COLUMNS] for tile in range(TILES) if tiles >> tile & 1]
        if kind in (Kind.MOVE, Kind.ATTACK):
            here = [source % COLUMNS, source // COLUMNS]
            found["moves" if kind == Kind.MOVE else "attacks"] += [here + place for place in places]
        elif kind == Kind.PLAY and source == SIGNATURE_SLOT:
            found["signature"] = places
        elif kind == Kind.PLAY:
            found["plays"][str(source)] = places
        elif kind == Kind.REPLACE:
            found["replace"].append(source)
        elif kind == Kind.FOLLOW_UP:
            found["followup"] = places
    return found


def action_shown(state: DuelystState, action: Action, player: int) -> dict[str, Any]:
    """An action in the words of recorded games. A card for anywhere is played on the own general's tile."""
    kind, source, target = kind_of(action), source_of(action), target_of(action)
    told: dict[str, Any] = {"player": player + 1}
    tile = FORM.table(state, ("units",))["units"][player]["tile"] if target == ANYWHERE else target
    place = [tile % COLUMNS, tile // COLUMNS]
    if kind == Kind.MULLIGAN:
        return {"type": "DrawStartingHandAction", **told, "indices": [slot - 1 for slot in (source, target) if slot]}
    if kind in (Kind.MOVE, Kind.ATTACK):
        name = "MoveAction" if kind == Kind.MOVE else "AttackAction"
        return {"type": name, **told, "from": [source % COLUMNS, source // COLUMNS], "to": place}
    if kind == Kind.PLAY:
        if source == SIGNATURE_SLOT:
            return {"type": "PlaySignatureCardAction", **told, "to": place}
        return {"type": "PlayCardFromHandAction", **told, "hand": source, "to": place}
    if kind == Kind.REPLACE:
        return {"type": "ReplaceCardFromHandAction", **told, "hand": source}
    if kind == Kind.FOLLOW_UP:
        return {"type": "FollowUp", **told, "to": place}
    return {"type": next(name for name, simple in _SIMPLE.items() if simple == kind), **told}
