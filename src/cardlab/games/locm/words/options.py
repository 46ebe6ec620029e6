"""Legends of Code and Magic: its options, and the rule sets of known engines as presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.core.options import Option, choice, whole

AUTO = "auto"
AUTO_ROUNDS = -1

PRESETS: dict[str, dict[str, Any]] = {
    "official": {
        "draft": "pool", "shuffle": "separate", "hands": "4+5", "opponent_hp": "signed", "both_dead": "active",
        "draw_death": "at_once", "late_draw": "rune", "lethal_zero": "no", "rounds": 0,
    },
    "paper": {
        "draft": "distinct", "shuffle": "same", "hands": "3+4", "opponent_hp": "heals", "both_dead": "second",
        "draw_death": "after_action", "late_draw": "rune_and_card", "lethal_zero": "no", "rounds": 256,
    },
    "rust": {
        "draft": "independent", "shuffle": "separate", "hands": "3+4", "opponent_hp": "heals", "both_dead": "second",
        "draw_death": "after_action", "late_draw": "rune_and_card", "lethal_zero": "yes", "rounds": 0,
    },
    "gym": {
        "draft": "pool", "shuffle": "separate", "hands": "4+5", "opponent_hp": "signed", "both_dead": "second",
        "draw_death": "at_once", "late_draw": "rune", "lethal_zero": "no", "rounds": 0,
    },
}  # fmt: skip
"""What `auto` means under each rule set."""


def _choice(name: str, values: tuple[str, ...], help: str) -> Option:
    return choice(name, AUTO, (AUTO, *values), help)


LOCM_OPTIONS: tuple[Option, ...] = (
    choice("rules", "official", PRESETS, "the rule set that every option set to auto follows"),
    whole("lanes", 2, 1, 2, "lanes: two with room for 3 creatures a side, or one with room for 6"),
    _choice(
        "draft", ("pool", "distinct", "independent"),
        "the offers: 3 different cards out of a pool of 60, 90 different cards in all, or 90 independent draws",
    ),
    _choice("shuffle", ("separate", "same"), "each deck is shuffled by itself, or both in the same way"),
    _choice("hands", ("4+5", "3+4"), "cards dealt to the first and second player before their first draw"),
    _choice("opponent_hp", ("signed", "heals"), "a card's effect on the opponent's health: as printed, or always added"),
    _choice("both_dead", ("active", "second"), "who wins if both have no health left: who is to move, or the second player"),
    _choice("draw_death", ("at_once", "after_action"), "when death by drawing counts: at once, or after the next action"),
    _choice("late_draw", ("rune", "rune_and_card"), "a draw from the 51st turn on costs a rune, or does so and gives a card"),
    _choice("lethal_zero", ("no", "yes"), "a Lethal creature with attack 0 kills"),
    whole("rounds", AUTO_ROUNDS, AUTO_ROUNDS, 10_000, "rounds until the first player wins if alive; 0: no limit, -1: auto"),
)  # fmt: skip


def resolved(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with every `auto` replaced by the value of the rule set."""
    preset = PRESETS[options["rules"]]
    return {name: preset[name] if value in (AUTO, AUTO_ROUNDS) else value for name, value in options.items()}
