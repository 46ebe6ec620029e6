"""Castle on the screen: the table with its cards, and what touching a card means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardlab.core.action import Action, extra_of, kind_of, source_of, target_of
from cardlab.core.drawing import Canvas, Drawing, Scene, Step, Touch
from cardlab.core.events import Event
from cardlab.games.castle.rules.state import Kind
from cardlab.games.castle.screen.layout import Cards, button_place, hand_zone, paint_table, zone_spots
from cardlab.games.castle.words.cards import cards_text, rank_text

_PLAIN = {
    Kind.DONE: "keep the row as it is",
    Kind.GAMBLE: "gamble on the top of the stock",
    Kind.PASS: "do not complete the four",
}


class CastleDrawing(Drawing):
    """Cards on felt. A card is touched to play it; three are touched and confirmed for the castle."""

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        paint_table(canvas, scene, set(self.spots(scene)), self._advised(scene), self._numbers(scene))
        action = self.confirm(scene)
        if action is not None:
            words = f" ✔ {self.label(scene, action)} (Enter) "
            x, y = button_place(canvas)
            canvas.put(x, y, words, "bold #10161f on #ffd75e")
            canvas.spot("confirm", x, y, len(words), 1)

    def prompt(self, scene: Scene) -> str:
        kinds = {kind_of(action) for action in scene.legal}
        if Kind.PICK in kinds:
            return f"Choose three cards for your castle ({len(scene.picked)} of 3)"
        if Kind.SWAP in kinds or Kind.DONE in kinds:
            return "Swap a hand card for a row card, or keep"
        if Kind.PASS in kinds:
            return "Complete four of a kind?"
        if Kind.DOWN in kinds:
            return "Turn over a face-down card"
        if kinds and kinds <= {Kind.PICKUP, Kind.GAMBLE}:
            return "Nothing fits"
        return "Play cards of one rank"

    def label(self, scene: Scene, action: Action) -> str:
        kind, a, b = kind_of(action), source_of(action), target_of(action)
        if kind == Kind.PICK:
            return f"lay out {cards_text([a, b, extra_of(action)])}"
        if kind in (Kind.HAND, Kind.UP):
            return f"play {cards_text([a] * b)}" + (" from the row" if kind == Kind.UP else "")
        if kind == Kind.DOWN:
            return f"turn over card {a + 1}"
        if kind == Kind.PICKUP:
            size = len(Cards.of(scene).pile)
            pile = f"take the pile ({size} card{'s' if size != 1 else ''})"
            return f"{pile} and {rank_text(a)} of the row" if b else pile
        if kind == Kind.SWAP:
            return f"swap {rank_text(a)} for {rank_text(b)} of the row"
        if kind == Kind.COMPLETE:
            return f"complete the four with {rank_text(a)}"
        return _PLAIN[Kind(kind)]

    # ---- touching ----------------------------------------------------------------------------------------------

    def spots(self, scene: Scene) -> tuple[str, ...]:
        names = [name for name in zone_spots(scene) if any(self._uses(scene, action, name) for action in scene.legal)]
        return tuple(names)

    def digits(self, scene: Scene) -> tuple[str, ...]:
        choosing = bool(scene.legal) and kind_of(scene.legal[0]) == Kind.PICK
        return self.spots(scene) if choosing else ()

    def touch(self, scene: Scene, spot: str) -> Touch:
        if spot == "confirm":
            return Touch(scene.picked, self.confirm(scene))
        if spot not in self.spots(scene):
            return Touch(scene.picked)
        if spot in scene.picked:
            return Touch(tuple(name for name in scene.picked if name != spot))
        if (direct := self._direct(scene, spot)) is not None:
            return Touch((), direct)
        picked = (*scene.picked, spot)
        if not any(self._fits(scene, action, picked) for action in scene.legal):
            picked = scene.picked if len(scene.picked) == 3 else (spot,)
        swap = self._made_of(scene, picked)
        if swap is not None and kind_of(swap) == Kind.SWAP:
            return Touch((), swap)
        return Touch(picked)

    def confirm(self, scene: Scene) -> Action | None:
        return self._made_of(scene, scene.picked) if scene.picked else None

    def agrees(self, scene: Scene, action: Action) -> bool:
        return not scene.picked or self._fits(scene, action, scene.picked)

    def _direct(self, scene: Scene, spot: str) -> Action | None:
        """The action that touching a spot means at once."""
        using = [action for action in scene.legal if self._uses(scene, action, spot)]
        alone = len(using) == 1 and sum(_needs(using[0]).values()) <= 1
        return using[0] if alone or not self._several(scene) or not _needs(using[0]) else None

    def _several(self, scene: Scene) -> bool:
        """Whether an action takes more than one touch."""
        kinds = {kind_of(action) for action in scene.legal}
        any_number = scene.game.options["group"] == "any" and kinds & {Kind.HAND, Kind.UP}
        return bool(kinds & {Kind.PICK, Kind.SWAP} or any_number)

    def _made_of(self, scene: Scene, picked: Sequence[str]) -> Action | None:
        ranks = [self._rank(scene, name) for name in picked]
        zones = [name.partition(":")[0] for name in picked]
        for action in scene.legal:
            wanted = _needs(action)
            if wanted and Counter(zip(zones, ranks, strict=True)) == wanted:
                return action
        return None

    def _fits(self, scene: Scene, action: Action, picked: Sequence[str]) -> bool:
        wanted = _needs(action)
        if not wanted:
            return len(picked) == 1 and self._uses(scene, action, picked[0])
        have = Counter((name.partition(":")[0], self._rank(scene, name)) for name in picked)
        return not have - wanted

    def _uses(self, scene: Scene, action: Action, spot: str) -> bool:
        zone, _, _number = spot.partition(":")
        kind = kind_of(action)
        if kind == Kind.DOWN:
            return spot == f"down:{source_of(action)}"
        if kind == Kind.PICKUP and not target_of(action):
            return zone == "pile"
        if kind == Kind.GAMBLE:
            return zone == "stock"
        if kind == Kind.COMPLETE:
            return zone == hand_zone(scene) and self._rank(scene, spot) == source_of(action)
        return zone in ("hand", "row") and (zone, self._rank(scene, spot)) in _needs(action)

    def _rank(self, scene: Scene, spot: str) -> int:
        zone, _, number = spot.partition(":")
        cards = Cards.of(scene)
        if zone == "row":
            return cards.up[scene.bottom][int(number)]
        rank = cards.hands[scene.bottom][int(number)] if zone == "hand" else None
        return -1 if rank is None else rank

    def _advised(self, scene: Scene) -> set[str]:
        """One set of spots that the marked action (or else the advice) would use."""
        action = scene.marked if scene.marked is not None else scene.advice
        if action is None or action not in scene.legal:
            return set()
        left, found = _needs(action), set()
        for name in zone_spots(scene):
            key = (name.partition(":")[0], self._rank(scene, name))
            if left[key] > 0 or (not _needs(action) and self._uses(scene, action, name)):
                left[key] -= 1
                found.add(name)
        return found

    def _numbers(self, scene: Scene) -> dict[str, int]:
        """The number key of each spot: its own, or that of the first action that uses it."""
        if own := self.digits(scene):
            return {name: number for number, name in enumerate(own, 1)}
        if self._several(scene):
            return {}
        numbers: dict[str, int] = {}
        for number, action in enumerate(scene.legal[:9], 1):
            for name in self.spots(scene):
                if name not in numbers and self._uses(scene, action, name):
                    numbers[name] = number
        return numbers

    # ---- telling ------------------------------------------------------------------------------------------------

    def turning_points(self, steps: Sequence[Step]) -> list[tuple[int, Event]]:
        """The three biggest pickups, the three biggest burns, castle cards that did not fit, and who went out."""
        told = [(number, place, event) for number, step in enumerate(steps, 1) for place, event in enumerate(step.events)]
        found = [row for row in told if row[2].kind in ("failed", "went_out")]
        for kind in ("took", "burned"):
            sized = [row for row in told if row[2].kind == kind and row[2].fields["count"] > 1]
            found += sorted(sized, key=lambda row: -row[2].fields["count"])[:3]
        return [(number, event) for number, _, event in sorted(found, key=lambda row: row[:2])]


def _needs(action: Action) -> Counter[tuple[str, int]]:
    """The cards that an action is made of, as zone and rank."""
    kind, a, b = kind_of(action), source_of(action), target_of(action)
    if kind == Kind.PICK:
        return Counter([("hand", a), ("hand", b), ("hand", extra_of(action))])
    if kind in (Kind.HAND, Kind.UP):
        return Counter({("hand" if kind == Kind.HAND else "row", a): b})
    if kind == Kind.SWAP:
        return Counter([("hand", a), ("row", b)])
    if kind == Kind.PICKUP and b:
        return Counter([("row", a)])
    return Counter()
