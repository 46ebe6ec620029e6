"""Legends of Code and Magic on the screen: what touching a card, a lane or a player means, and the game in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.drawing import Canvas, Drawing, Scene, Step, Touch
from cardlab.core.events import Event
from cardlab.games.locm.rules.state import Kind
from cardlab.games.locm.screen.layout import Marks, paint_table, zone_spots
from cardlab.games.locm.screen.pieces import Table
from cardlab.games.locm.words.cards import card

_END = "end"
_LANES = ("left", "right")


class LocmDrawing(Drawing):
    """Two lanes of creatures. A card or creature is touched first, then where it goes or whom it meets."""

    def draw(self, canvas: Canvas, scene: Scene) -> None:
        live = frozenset(self.spots(scene))
        sources = {_source(action) for action in scene.legal}
        targets = {name for action in self._begun(scene) for name in _targets(action)}
        numbers = {name: number for number, name in enumerate(self.digits(scene)[:9], 1)}
        paint_table(canvas, scene, Marks(live | sources | targets, live, self._advised(scene), numbers))

    def prompt(self, scene: Scene) -> str:
        kinds = {kind_of(action) for action in scene.legal}
        if Kind.PICK in kinds:
            return "Pick one of the three cards for your deck"
        if kinds <= {Kind.PASS}:
            return "Nothing left to do: end the turn (Enter)"
        if not scene.picked:
            return "Touch a card or a creature, or end the turn (Enter)"
        chosen = next(action for action in scene.legal if _source(action) == scene.picked[0])
        name = card(extra_of(chosen)).name
        return {
            Kind.SUMMON: f"Which lane for {name}?",
            Kind.ATTACK: f"Whom does {name} attack?",
            Kind.USE: f"On whom is {name} used?",
        }[Kind(kind_of(chosen))]

    def label(self, scene: Scene, action: Action) -> str:
        kind, source, target = kind_of(action), source_of(action), target_of(action)
        table = Table.of(scene)
        if kind == Kind.PICK:
            return f"pick {table.offer[source].name}" if table.offer else f"pick card {source + 1}"
        if kind == Kind.PASS:
            return "end the turn"
        name = card(extra_of(action)).name
        if kind == Kind.SUMMON:
            return f"summon {name}" + (f" {_LANES[target]}" if table.lanes == 2 else "")
        whom = table.called(target) if target else "the foe"
        if kind == Kind.ATTACK:
            return f"{table.called(source)} attacks {whom}"
        return f"use {name}" + (f" on {whom}" if target else "")

    # ---- touching ----------------------------------------------------------------------------------------------

    def spots(self, scene: Scene) -> tuple[str, ...]:
        if scene.picked:
            names = {name for action in self._begun(scene) for name in _targets(action)[:1]}
        else:
            names = {_source(action) for action in scene.legal}
        return _in_order(scene, names)

    def digits(self, scene: Scene) -> tuple[str, ...]:
        return tuple(name for name in self.spots(scene) if name != _END)

    def touch(self, scene: Scene, spot: str) -> Touch:
        for action in self._begun(scene):
            if spot in _targets(action):
                return Touch((), action)
        if spot in scene.picked:
            return Touch()
        begun = [action for action in scene.legal if _source(action) == spot]
        if begun and not _targets(begun[0]):
            return Touch((), begun[0])
        return Touch((spot,)) if begun else Touch(scene.picked)

    def confirm(self, scene: Scene) -> Action | None:
        """Enter ends the turn, unless something is picked, marked or advised."""
        idle = not scene.picked and scene.cursor is None and scene.marked is None and scene.advice is None
        return pack(Kind.PASS) if idle and pack(Kind.PASS) in scene.legal else None

    def agrees(self, scene: Scene, action: Action) -> bool:
        return not scene.picked or _source(action) == scene.picked[0]

    def _begun(self, scene: Scene) -> list[Action]:
        """The actions of what is picked."""
        return [action for action in scene.legal if scene.picked and _source(action) == scene.picked[0]]

    def _advised(self, scene: Scene) -> frozenset[str]:
        """The spots that the marked action (or else the advice) would use."""
        action = scene.marked if scene.marked is not None else scene.advice
        if action is None or action not in scene.legal:
            return frozenset()
        return frozenset((_source(action), *_targets(action)[:1]))

    # ---- telling ------------------------------------------------------------------------------------------------

    def turning_points(self, steps: Sequence[Step]) -> list[tuple[int, Event]]:
        """The five heaviest losses of health, every rune lost by drawing, and the end."""
        told = [(number, place, event) for number, step in enumerate(steps, 1) for place, event in enumerate(step.events)]
        found = [row for row in told if row[2].kind in ("burned_rune", "ended")]
        losses = [row for row in told if row[2].kind == "health" and row[2].fields["change"] < -1]
        found += sorted(losses, key=lambda row: row[2].fields["change"])[:5]
        return [(number, event) for number, _, event in sorted(found, key=lambda row: row[:2])]


def _source(action: Action) -> str:
    """The spot that is touched first."""
    kind, source = kind_of(action), source_of(action)
    if kind == Kind.PICK:
        return f"pick:{source}"
    if kind == Kind.PASS:
        return _END
    return f"mine:{source}" if kind == Kind.ATTACK else f"hand:{source}"


def _targets(action: Action) -> tuple[str, ...]:
    """The spots that may be touched next; none if the first touch says it all."""
    kind, source, target = kind_of(action), source_of(action), target_of(action)
    if kind in (Kind.PICK, Kind.PASS):
        return ()
    if kind == Kind.SUMMON:
        return (f"lane:{target}",)
    if not target:
        return ("foe",) if kind == Kind.ATTACK else ("foe", "me")
    return (f"mine:{target}",) if source % 2 == target % 2 else (f"foe:{target}",)


def _in_order(scene: Scene, names: Iterable[str]) -> tuple[str, ...]:
    wanted = set(names)
    return tuple(name for name in zone_spots(scene) if name in wanted) if wanted else ()
