"""Tables of the documentation that come from the code.

``python -m tests.docs.tables`` writes them anew, between the comments that frame them in the pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from cardlab.bots import BOT_OPTIONS
from cardlab.core.options import Option, shown
from cardlab.games.locm.agents.drafts import draft_names
from cardlab.games.locm.words.options import PRESETS as LOCM_PRESETS
from cardlab.games.unicorns.words.options import PRESETS as UNICORN_PRESETS
from cardlab.registry import agent_kind, game_kind
from tests.docs.pages import ROOT
from tests.docs.reference import command_reference

CASTLE, LOCM, UNICORNS, AGENTS, PLAY = (
    ROOT / "docs" / name for name in ("games/castle.md", "games/locm.md", "games/unicorns.md", "agents.md", "play.md")
)
TRIBUTE = ROOT / "docs" / "games" / "tribute.md"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def option_table(options: Iterable[Option]) -> str:
    """Options with their defaults, values and meaning."""
    rows = [(f"`{o.name}`", "" if o.default is None else f"`{shown(o.default)}`", o.values, o.help) for o in options]
    return table(("option", "default", "values", "meaning"), rows)


def agent_options(name: str) -> Callable[[], str]:
    """The options of an agent."""
    return lambda: option_table(agent_kind(name, "castle").options_for(game_kind("castle")))


def preset_table(presets: Mapping[str, Mapping[str, object]]) -> str:
    """What each rule set of a game means."""
    rows = [[f"`{name}`", *(f"`{preset[name]}`" for preset in presets.values())] for name in presets["official"]]
    return table(("option", *(f"`rules={name}`" for name in presets)), rows)


DRAFTS = {
    "own": "the agent itself, as it chooses in the battle; random and greedy pick at random",
    "random": "nobody: any of the three",
    "contest1": "a list of a participant of the contest of 2018",
    "contest1_published": "the same as the study of drafts applied it, by mistake shifted by one card",
    "contest2": "a formula of another participant",
    "contest2_published": "the same as the study applied it, without the signs of attack, defense and opponent's health",
    "closetai": "a published order of all cards, which the player LANE_1_0 used",
    "levpm": "a published list of tiers, which the player OneLaneIsEnough used",
    "drainpower": "the order of the player DrainPower",
    "evolved": "what active genes found for the greedy player",
    "learned": "what was learned from games of the beam search",
}


def draft_table() -> str:
    """Who can pick the cards in Legends of Code and Magic."""
    known = ["own", "random", *draft_names()]
    assert set(DRAFTS) == set(known), "say in DRAFTS what each draft is"
    rows = [(f"`{name}`", DRAFTS[name]) for name in DRAFTS]
    others = [("`formula:…`", "a formula over the facts of a card"), ("a path", "a file with 160 values")]
    return table(("`draft=`", "who picks"), [*rows, *others])


def keys(screen: str) -> Callable[[], str]:
    """The keys of a screen, as its own help lists them."""

    def make() -> str:
        from cardlab.play.keys import PLAY_KEYS, REPLAY_KEYS, WATCH_KEYS

        rows = {"play": PLAY_KEYS, "watch": WATCH_KEYS, "replay": REPLAY_KEYS}[screen]
        return table(("key", "what it does"), [(" ".join(key.split()), meaning) for key, meaning in rows])

    return make


TABLES: dict[tuple[Path, str], Callable[[], str]] = {
    (CASTLE, "options"): lambda: option_table(game_kind("castle").declared),
    (LOCM, "options"): lambda: option_table(game_kind("locm").declared),
    (LOCM, "presets"): lambda: preset_table(LOCM_PRESETS),
    (UNICORNS, "options"): lambda: option_table(game_kind("unicorns").declared),
    (UNICORNS, "presets"): lambda: preset_table(UNICORN_PRESETS),
    (TRIBUTE, "options"): lambda: option_table(game_kind("tribute").declared),
    (ROOT / "docs/games/duelyst.md", "options"): lambda: option_table(game_kind("duelyst").declared),
    (ROOT / "docs/bots.md", "options"): lambda: option_table(BOT_OPTIONS),
    (ROOT / "docs/commands.md", "commands"): command_reference,
    (AGENTS, "ismcts"): agent_options("ismcts"),
    (AGENTS, "e-ismcts"): agent_options("e-ismcts"),
    (AGENTS, "pimc"): lambda: option_table(o for o in agent_kind("pimc", "castle").options if o.name == "worlds"),
    (AGENTS, "mcts"): agent_options("mcts"),
    (AGENTS, "flat"): agent_options("flat"),
    (AGENTS, "beam"): agent_options("beam"),
    (AGENTS, "rollout"): agent_options("rollout"),
    (AGENTS, "turn-mcts"): agent_options("turn-mcts"),
    (AGENTS, "drafts"): draft_table,
    (PLAY, "play"): keys("play"),
    (PLAY, "watch"): keys("watch"),
    (PLAY, "replay"): keys("replay"),
}


def framed(page: str, name: str) -> re.Match[str] | None:
    """The place of a table in a page."""
    return re.search(rf"(<!-- table {name} -->\n)(.*?)(\n?<!-- end of table -->)", page, re.DOTALL)


def write_all() -> None:
    """Bring all pages up to date."""
    for (page, name), make in TABLES.items():
        text = page.read_text(encoding="utf-8")
        found = framed(text, name)
        assert found is not None, f"{page} has no place for the table {name}"
        page.write_text(text[: found.start(2)] + make() + text[found.end(2) :], encoding="utf-8")


if __name__ == "__main__":
    write_all()
