"""`python -m benchmarks`: the speed of cardlab's games beside plain-Python engines, measured in one run.

`python -m benchmarks castle locm` measures only these games.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console

from benchmarks import castle, duelyst, locm, tribute, unicorns
from benchmarks.lines import Figure, Line, figure_table, measure_lines


@dataclass(frozen=True)
class Part:
    """The figures of a game, and what there is to tell besides."""

    title: str
    lines: Callable[[bool], list[Line]]
    more: Callable[[Console, Sequence[Figure], bool], None]


PARTS = {
    "castle": Part("Castle, two players", castle.lines, castle.more),
    "locm": Part("Legends of Code and Magic", locm.lines, locm.more),
    "unicorns": Part("Unstable Unicorns, six players", unicorns.lines, unicorns.more),
    "tribute": Part("Scripts of Tribute", tribute.lines, tribute.more),
    "duelyst": Part("Duelyst", duelyst.lines, duelyst.more),
}


def start_up() -> float:
    """Seconds that the smallest command takes, the best of five."""
    best = 99.0
    for _ in range(5):
        begin = time.monotonic()
        subprocess.run([sys.executable, "-m", "cardlab", "games"], check=True, capture_output=True)
        best = min(best, time.monotonic() - begin)
    return best


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"which of {', '.join(PARTS)}; all without one")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--rounds", type=int, help="how often everything is measured; the best counts")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to a file")
    arguments = parser.parse_args()
    if strange := {*arguments.games} - {*PARTS}:
        parser.error(f"there is no game {sorted(strange)[0]!r}; there are {', '.join(PARTS)}")
    rounds = arguments.rounds or (2 if arguments.quick else 5)
    console, kept = Console(width=118), {}
    for name in arguments.games or PARTS:
        part = PARTS[name]
        figures = measure_lines(part.lines(arguments.quick), rounds, _told)
        print(f"\r{'':<90}\r", end="", file=sys.stderr)
        console.print(figure_table(part.title, figures))
        part.more(console, figures, arguments.quick)
        kept[name] = {figure.line.shown: [figure.per_second, figure.plain] for figure in figures}
    console.print(f"`cardlab games` from start to end: {start_up():.2f} s")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=1)


def _told(text: str) -> None:
    print(f"\r{text:<90}", end="", file=sys.stderr)


if __name__ == "__main__":
    main()
