"""Unstable Unicorns: its options, and the two rule sets as presets of the same switches."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import Any, ClassVar

from cardlab.core.options import AUTO, Option, choice, whole, word

_YES_NO = ("yes", "no")

PRESETS: dict[str, dict[str, str]] = {
    "simulator": {
        "nanny_cam": "no", "pandas_count_to_win": "yes", "cards_include_pandas": "no", "full_tie": "lowest_seat",
        "cob_works": "no", "shake_up_playable": "no", "kittencorn_scope": "all", "phoenix_against_sacrifice": "no",
        "barbed_wire_scope": "cards",
        "tiny_stable_mode": "cards", "stabby_triggers": "per_target", "great_narwhal_shuffles": "no",
        "alluring_narwhal_optional": "no", "classy_narwhal_optional": "no", "seductive_unicorn_optional": "yes",
        "targeted_destruction_optional": "yes", "draw_first": "no", "unicorn_play_requirement": "yes", "self_neigh": "yes",
        "glitter_tornado_chooser": "owners", "queen_bee_scope": "playing", "verify_payment": "no",
        "replacement_keeps_followup": "no", "leash_owner": "stolen", "puppicorn_reenters_home": "yes",
        "mandatory_targets_first": "no", "destination_chosen": "announcement", "basic_requirement": "player",
        "thievery_wipes": "no", "two_player_variant": "no", "shuffle": "cyclic", "americorn_names_anyone": "no",
        "chainsaw_wording": "later",
    },
    "official": {
        "nanny_cam": "yes", "pandas_count_to_win": "no", "cards_include_pandas": "yes", "full_tie": "nobody",
        "cob_works": "yes", "shake_up_playable": "yes", "kittencorn_scope": "itself", "phoenix_against_sacrifice": "yes",
        "barbed_wire_scope": "unicorns", "tiny_stable_mode": "value", "stabby_triggers": "once",
        "great_narwhal_shuffles": "yes", "alluring_narwhal_optional": "yes", "classy_narwhal_optional": "yes",
        "seductive_unicorn_optional": "no",
        "targeted_destruction_optional": "no", "draw_first": "yes", "unicorn_play_requirement": "no", "self_neigh": "no",
        "glitter_tornado_chooser": "caster", "queen_bee_scope": "entering", "verify_payment": "yes",
        "replacement_keeps_followup": "yes", "leash_owner": "source", "puppicorn_reenters_home": "no",
        "mandatory_targets_first": "yes", "destination_chosen": "resolution", "basic_requirement": "destination",
        "thievery_wipes": "no", "two_player_variant": "yes", "shuffle": "uniform", "americorn_names_anyone": "yes",
        "chainsaw_wording": "second_print",
    },
}  # fmt: skip
"""What `auto` means under each rule set."""


def _switch(name: str, help: str, *values: str) -> Option:
    return choice(name, AUTO, (AUTO, *(values or _YES_NO)), help)


SWITCHES: tuple[Option, ...] = (
    _switch("nanny_cam", "whether Nanny Cam is in the deck"),
    _switch("pandas_count_to_win", "whether unicorns under Pandamonium count"),
    _switch("cards_include_pandas", "whether effects on a card can choose pandas"),
    _switch("full_tie", "who wins if the leaders are equal in unicorns and letters", "lowest_seat", "nobody"),
    _switch("cob_works", "whether Unicorn On The Cob does something"),
    _switch("shake_up_playable", "whether Shake Up can be played"),
    _switch("kittencorn_scope", "what Magical Kittencorn protects from Magic cards: all cards, or itself", "all", "itself"),
    _switch("phoenix_against_sacrifice", "whether Unicorn Phoenix can be saved from a sacrifice"),
    _switch("barbed_wire_scope", "what Barbed Wire notices", "cards", "unicorns"),
    _switch("tiny_stable_mode", "Tiny Stable: cards of the row on arrivals, or their value after every link", "cards", "value"),
    _switch("stabby_triggers", "how often Stabby The Unicorn answers an effect", "per_target", "once"),
    _switch("great_narwhal_shuffles", "whether the deck is shuffled after The Great Narwhal's search"),
    _switch("alluring_narwhal_optional", "whether its owner may decline"),
    _switch("classy_narwhal_optional", "whether its owner may decline"),
    _switch("seductive_unicorn_optional", "whether its owner may decline"),
    _switch("targeted_destruction_optional", "whether the caster may decline"),
    _switch("draw_first", "Change of Luck draws before it discards; what it and Good Deal need follows from that"),
    _switch("unicorn_play_requirement", "whether Llamacorn needs another card in hand"),
    _switch("self_neigh", "whether one may react to one's own card"),
    _switch("glitter_tornado_chooser", "who picks the card of a stable", "owners", "caster"),
    _switch("queen_bee_scope", "what Queen Bee forbids: playing Basics elsewhere, or all entering", "playing", "entering"),
    _switch("verify_payment", "whether a reward needs the payment to be made in full"),
    _switch("replacement_keeps_followup", "whether Back Kick and Sadistic Ritual go on if the card went elsewhere"),
    _switch("leash_owner", "whose effect a leash is: of the stolen card or of its source", "stolen", "source"),
    _switch("puppicorn_reenters_home", "whether Puppicorn re-enters where it is; if not, it also moves before all else"),
    _switch("mandatory_targets_first", "whether mandatory effects of a link choose before optional ones"),
    _switch("destination_chosen", "when the stable is named", "announcement", "resolution"),
    _switch("basic_requirement", "whose Basic unicorn Extra Tail and Rainbow Mane need", "player", "destination"),
    _switch("thievery_wipes", "whether third players forget the victim's hand after Blatant Thievery"),
    _switch("two_player_variant", "whether two players play with fewer cards and a Neigh each"),
    _switch("shuffle", "how deck and seats are shuffled: cyclic never leaves anything in its place", "cyclic", "uniform"),
    _switch("americorn_names_anyone", "whether Americorn may name its owner"),
    _switch("chainsaw_wording", "Chainsaw Unicorn: an Upgrade or an own Downgrade, or either of both", "later", "second_print"),
)  # fmt: skip

UNICORN_OPTIONS: tuple[Option, ...] = (
    whole("players", 6, 2, 8, "players"),
    choice("rules", "simulator", PRESETS, "the rule set that every switch set to auto follows"),
    word(
        "decks",
        "base",
        "the decks that are shuffled together",
        "names joined by +, such as base+dragons or base+my_module:DECK",
    ),
    word("copies", "", "other numbers of copies", "NAME=NUMBER joined by +, such as Neigh=20+Yay=0"),
    choice("deck_out", "ends", ("ends", "reshuffle"), "what happens when the deck is drawn empty"),
    choice("forced", "answered", ("answered", "asked"), "questions with a single answer: answered by the rules, or asked"),
    choice(
        "picks", "ascending", ("ascending", "free"), "several picks of one question: each set once, or in any order by copy"
    ),
    whole("limit", 20_000, 100, 100_000, "decisions after which the game ends"),
    *SWITCHES,
)


class HandMemory(int):
    """What a search remembers of other hands: all, -1, or nothing, 0."""

    WORDS: ClassVar[dict[str, int]] = {"full": -1, "none": 0}

    def __str__(self) -> str:
        return next(word for word, level in self.WORDS.items() if level == self)


def _memory(value: Any) -> HandMemory:
    number = int(HandMemory.WORDS.get(value, value))
    if number not in HandMemory.WORDS.values():
        raise ValueError
    return HandMemory(number)


UNICORN_MEMORY = Option("memory", HandMemory(-1), "what the search remembers of other hands", "full or none", _memory)


def resolved(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with every `auto` replaced by the value of the rule set, and yes and no as truth values."""
    preset = PRESETS[options["rules"]]
    values = {name: preset[name] if value == AUTO else value for name, value in options.items()}
    return {name: value == "yes" if value in _YES_NO else value for name, value in values.items()}


# ---- switches as cases of scenarios write them ---------------------------------------------------------------------------

_YES = ("yes", "true", "on", "present", "allowed", "one per target", "llamacorn", "all")
_NO = ("no", "false", "off", "absent", "not allowed", "none")
_SAID = {
    "full_tie": ("lowest seat wins", "nobody wins"), "kittencorn_scope": ("all cards", "itself"),
    "barbed_wire_scope": ("any card", "unicorn cards"), "tiny_stable_mode": ("cards, on arrivals", "value, after every link"),
    "stabby_triggers": ("per target of the effect", "once"), "glitter_tornado_chooser": ("each stable owner", "caster"),
    "queen_bee_scope": ("playing", "any way of entering"), "leash_owner": ("stolen card", "source card"),
    "destination_chosen": ("at announcement", "at resolution"), "basic_requirement": ("player's stable", "destination stable"),
}  # fmt: skip
"""How switches are also written: by the first rule set, by the second."""


def switch_of(name: str, value: Any) -> str:
    """The value of a switch, however it is written: as here, by a rule set, or as true or false."""
    both = {rules: PRESETS[rules][name] for rules in PRESETS}
    said = str(value).lower().strip()
    if said in both:
        return both[said]
    if name in _SAID and said in _SAID[name]:
        return list(both.values())[_SAID[name].index(said)]
    allowed = next(option for option in SWITCHES if option.name == name).values.split(", ")
    if said in allowed and said != AUTO:
        return said
    if "yes" in allowed and said in (*_YES, *_NO):
        return "yes" if said in _YES else "no"
    raise ValueError(f"switch {name}: {reprlib.repr(value)} is none of {', '.join(allowed[1:])}")
