"""`python -m benchmarks`: the speed of cardlab's games beside plain-Python engines, measured in one run."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time

from rich.console import Console

import cardlab
from benchmarks import castle, locm, models
from cardlab.lab.speed.bench import measure, thread_gain


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
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to a file")
    arguments = parser.parse_args()
    tasks = [castle.tasks(arguments.quick), models.tasks(), locm.tasks(arguments.quick)]
    paces = measure(
        [*tasks[0], *tasks[1], *tasks[2]],
        2 if arguments.quick else 7,
        lambda text: print(f"\r{text:<70}", end="", file=sys.stderr),
    )
    print(file=sys.stderr)
    first, second = len(tasks[0]), len(tasks[0]) + len(tasks[1])
    of_castle, of_models, of_locm = paces[:first], paces[first:second], paces[second:]
    console = Console(width=118)
    castle.report(of_castle, console)
    models.report(of_models, console)
    locm.report(of_locm, console, of_castle[0].per_second, arguments.quick)
    for name in ("castle", "locm"):
        gain, share = thread_gain(cardlab.game(name), "ismcts:2000")
        console.print(f"{name}: two threads of search bring {gain:.2f} times one (each had {100 * share:.0f}% of a core)")
    console.print(f"`cardlab games` from start to end: {start_up():.2f} s")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({pace.task.name: pace.per_second for pace in paces}, file, indent=1)


if __name__ == "__main__":
    main()
