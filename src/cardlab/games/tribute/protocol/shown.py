"""Scripts of Tribute: a position as the community's bots are shown it, as plain values.

The own draw pile is listed sorted, but for the cards on top that its owner knows: their order is nobody's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action, kind_of, source_of, target_of
from cardlab.core.events import Event
from cardlab.core.reading import UNKNOWN
from cardlab.games.tribute.protocol.ids import CardIds
from cardlab.games.tribute.rules.state import Asking, Kind, TributeState
from cardlab.games.tribute.words.actions import IN_CHOICE, LOG_KINDS, ListedMove, OpenChoice, listed_moves, open_choice
from cardlab.games.tribute.words.asking import Asked
from cardlab.games.tribute.words.cards import CARD_TYPES, PATRON_NAMES, CardEffect, TributeCard, card_named
from cardlab.games.tribute.words.position import FORM, NOBODY, PLAYERS, SIDES
from cardlab.games.tribute.words.scenario import board_state

if TYPE_CHECKING:
    from cardlab.games.tribute.game import Tribute

Shown = dict[str, Any]
LOGGED = frozenset(kind.name for kind in LOG_KINDS)
WITH_AMOUNT = frozenset({name for name in LOGGED if name.startswith(("gain_", "add_"))}) | {
    "attack_agent", "opp_lose_prestige", "draw", "heal_agent",
}  # fmt: skip
FOLLOW_UPS = {Asking.REFRESH_AGENTS: "REFRESH_CARDS", Asking.DONATE_CARDS: "DONATE"}
_PILES = ("hand", "draw", "played", "cooldown", "unseen")
_MOVES = {Kind.PLAY: "PLAY_CARD", Kind.ACTIVATE: "ACTIVATE_AGENT", Kind.ATTACK: "ATTACK", Kind.BUY: "BUY_CARD"}


def effect_text(effect: CardEffect) -> str:
    """What a card does at one level; an empty text for nothing."""
    return (" OR " if effect.either else " AND ").join(effect.words())


class OfferedMove:
    """A move as a bot is offered it: how it reads, the numbers of its cards, and the actions that make it here."""

    def __init__(self, text: str, kind: int, listed: ListedMove, cards: tuple[int, ...] = ()) -> None:
        self.text, self.kind, self.actions, self.cards = text, kind, listed.actions, cards
        self.patron = source_of(self.actions[0]) if kind == Kind.CALL else -1
        self.effect = listed.text.partition(" ")[2] if kind == Kind.ENACT else ""


class Showing:
    """One position as a bot sees it. `view` is what is known of it, `world` a state that looks the same to the player."""

    def __init__(
        self, game: Tribute, view: Mapping[str, Any], world: TributeState, ids: CardIds, named: Sequence[int] = ()
    ) -> None:
        self.game, self.view, self.world = game, view, world
        self.open = not any("unseen" in view[side] for side in SIDES)
        self.me = int(FORM.table(world, ("current",))["current"])
        self.ids = ids
        self._cards = _piles_of(view)
        self._ids = ids.assign(self._cards, named)

    @cached_property
    def _asked(self) -> Asked | None:
        asked: Asked | None = FORM.table(self.world, ("pending_choice",))["pending_choice"]
        return asked

    @cached_property
    def _choice(self) -> OpenChoice | None:
        return open_choice(FORM.table(self.world, IN_CHOICE), self.game.cards) if self._asked else None

    # ---- piles -------------------------------------------------------------------------------------------------------

    def _pile(self, name: str) -> list[Shown]:
        return [self._card(one, number) for one, number in zip(self._cards[name], self._ids[name], strict=True)]

    def _card(self, number: int, unique: int) -> Shown:
        fact: TributeCard = self.game.cards[number]
        return {
            "name": fact.name, "deck": PATRON_NAMES[fact.deck], "cost": fact.cost, "type": CARD_TYPES[fact.type],
            "HP": fact.hp, "taunt": fact.taunt, "UniqueId": unique, "effects": [effect_text(one) for one in fact.effects],
        }  # fmt: skip

    def _sorted(self, name: str) -> list[Shown]:
        """A pile of which only the content is known."""
        rows = sorted(zip(self._cards[name], self._ids[name], strict=True))
        return [self._card(card, unique) for card, unique in rows]

    def _agents(self, side: str) -> list[Shown]:
        rows = zip(self.view[side]["agents"], self._pile(f"{side}.agents"), strict=True)
        return [{"CurrentHP": row["hp"], "Card": card, "Activated": row["activated"]} for row, card in rows]

    def player(self, p: int, whole: bool) -> Shown:
        """A player's part; `whole`: with what only he sees of it."""
        side = SIDES[p]
        told = self.view[side]
        found: Shown = {"Player": PLAYERS[p]}
        if whole:
            draw = self._pile(f"{side}.draw")
            found |= {
                "Hand": self._pile(f"{side}.hand"), "KnownPile": draw[: min(told["known_upcoming"], len(draw))],
                "DrawPile": draw if self.open else self._sorted(f"{side}.draw"), "PatronCalls": told["patron_calls"],
            }  # fmt: skip
        else:
            found |= {"HandAndDraw": self._sorted(f"{side}.unseen")}
        return found | {
            "Cooldown": self._pile(f"{side}.cooldown"), "Played": self._pile(f"{side}.played"), "Agents": self._agents(side),
            "Power": told["power"], "Coins": told["coins"], "Prestige": told["prestige"],
        }  # fmt: skip

    # ---- the whole ---------------------------------------------------------------------------------------------------

    def state(self, log: Sequence[str] = ()) -> Shown:
        """All that is shown."""
        view, other = self.view, 1 - self.me
        over = view.get("game_over")
        return {
            "PatronStates": {name: view["favor"].get(name, NOBODY) for name in view["patrons"]},
            "TavernAvailableCards": self._pile("row"),
            "TavernCards": self._pile("deck") if self.open else self._sorted("deck"),
            "BoardState": board_state(self._asked),
            "UpcomingEffects": [self._entry(row) for row in view.get("queue", ())],
            "StartOfNextTurnEffects": [self._entry(row) for row in view.get("next_turn_effects", ())],
            "GameEndState": "" if over is None else f"{over['winner']} {over['reason']} ",
            "CurrentPlayer": self.player(self.me, True),
            "EnemyPlayer": self.player(other, self.open),
            "CompletedActions": list(log),
            "PendingChoice": self._pending() or "",
        }

    def _entry(self, row: Mapping[str, Any]) -> str:
        effect: CardEffect = self.game.cards[card_named(row["card"])].effects[row["level"] - 1]
        text: str = effect.texts()[row["part"]]
        return text

    def _pending(self) -> Shown | None:
        asked, found = self._asked, self._choice
        if asked is None:
            return None
        told: Shown = {"MaxChoices": asked.most, "MinChoices": asked.least, "Context": self._context(asked)}
        told["ChoiceFollowUp"] = FOLLOW_UPS.get(asked.what, asked.what.name)
        if found is None:
            return {**told, "Type": "EFFECT", "PossibleEffects": asked.effect(self.game.cards).words()}
        options = [self._card(card, unique) for card, unique in zip(found.cards, self._spotted(found), strict=True)]
        return {**told, "Type": "CARD", "PossibleCards": options}

    def _context(self, asked: Asked) -> str:
        if asked.by_patron:
            return str(PATRON_NAMES[asked.source])
        if asked.what == Asking.ENACT_CHOSEN_EFFECT:
            return "EFFECT_CHOICE"
        return effect_text(asked.effect(self.game.cards))

    # ---- moves -------------------------------------------------------------------------------------------------------

    def moves(self) -> list[OfferedMove]:
        """What may be done, in the order of the original."""
        listed = listed_moves(self.world, self.game.cards)
        asked, found = self._asked, self._choice
        if asked is None:
            return [self._plain(move) for move in listed]
        if found is None:
            name = _spoken(self.game.cards[asked.source])
            return [OfferedMove(f"CHOICE {name} {move.text.partition(' ')[2]}", Kind.ENACT, move) for move in listed]
        spots = self._spotted(found)
        offered = []
        for picks, move in zip(found.selections(), listed, strict=True):
            text = "CHOICE " + " ".join(_spoken(self.game.cards[found.cards[at]]) for at in picks)
            offered.append(OfferedMove(text, Kind.PICK, move, tuple(spots[at] for at in picks)))
        return offered

    def actions_for(self, numbers: Sequence[int]) -> tuple[Action, ...]:
        """What makes a selection of cards, in this order."""
        assert self._choice is not None
        spots = self._spotted(self._choice)
        return self._choice.actions([spots.index(number) for number in numbers])

    def _spotted(self, found: OpenChoice) -> list[int]:
        """The numbers of the options of a choice of cards."""
        return [self._ids["row" if spot.pile == "row" else f"{SIDES[spot.owner]}.{spot.pile}"][spot.at] for spot in found.spots]

    def _plain(self, move: ListedMove) -> OfferedMove:
        action = move.actions[0]
        kind, source = kind_of(action), source_of(action)
        if kind == Kind.CALL:
            return OfferedMove(f"PATRON {PATRON_NAMES[source]}", kind, move)
        if kind not in _MOVES:
            return OfferedMove("END_TURN", kind, move)
        text = f"{_MOVES[Kind(kind)]} {self.game.cards[source].key}"
        return OfferedMove(text, kind, move, (self._nth(self._place(kind), source, action),))

    def _place(self, kind: int) -> str:
        """The pile that the card of a move lies in."""
        if kind == Kind.BUY:
            return "row"
        owner = 1 - self.me if kind == Kind.ATTACK else self.me
        return f"{SIDES[owner]}.{'hand' if kind == Kind.PLAY else 'agents'}"

    def _nth(self, pile: str, card: int, action: Action) -> int:
        numbers = [number for one, number in zip(self._cards[pile], self._ids[pile], strict=True) if one == card]
        return numbers[target_of(action)]


def _piles_of(view: Mapping[str, Any]) -> dict[str, list[int]]:
    """All cards that are seen, by pile."""
    piles = {"row": view["tavern"]["row"], "deck": view["tavern"]["deck"]}
    for side in SIDES:
        piles |= {f"{side}.{name}": view[side][name] for name in _PILES if name in view[side]}
        piles[f"{side}.agents"] = [row["card"] for row in view[side]["agents"]]
    return {name: [card_named(one) for one in cards] for name, cards in piles.items() if UNKNOWN not in cards}


def _spoken(card: TributeCard) -> str:
    return card.name.upper().replace(" ", "_")


class ActionLog:
    """The action log as texts, from the start of the match."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._fresh: list[Event] = []

    def hear(self, event: Event) -> None:
        """Take in what happened."""
        if event.kind in LOGGED:
            self._fresh.append(event)

    def written(self, cards: Sequence[TributeCard], ids: CardIds) -> list[str]:
        """All entries; the new ones are put into words with the numbers that cards have now."""
        gone = {card: list(numbers) for card, numbers in ids.gone.items()}
        for event in self._fresh:
            self.texts.append(_log_text(event, cards, ids, gone))
        self._fresh.clear()
        return self.texts


def _log_text(event: Event, cards: Sequence[TributeCard], ids: CardIds, gone: dict[int, list[int]]) -> str:
    fields, words = event.fields, [event.kind.upper()]
    if fields["source"] >= 0:
        words.append(_long(cards[fields["source"]], ids.any_of(fields["source"])))
    elif fields["patron"] >= 0:
        words.append(PATRON_NAMES[fields["patron"]])
    if (card := fields["target"]) >= 0:
        moved = gone.get(card)
        words.append(_long(cards[card], moved.pop(0) if moved else ids.any_of(card)))
    if event.kind in WITH_AMOUNT:
        words.append(str(fields["amount"]))
    return " ".join(words)


def _long(card: TributeCard, unique: int | None) -> str:
    number = 0 if unique is None else unique
    deck, kind = PATRON_NAMES[card.deck], CARD_TYPES[card.type]
    return f"Card: {card.name}, Deck: {deck}, Cost: {card.cost}, Type: {kind}, UniqueId: {number}"
