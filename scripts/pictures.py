"""Make the pictures of the screens in docs/images: real games in the real application, always the same.

python scripts/pictures.py [FOLDER]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.screen import Screen

import cardlab
from cardlab.core.replay import Replay
from cardlab.play.app import CardlabApp
from cardlab.play.menu import MenuScreen
from cardlab.play.playscreen import PlayScreen
from cardlab.play.record import Record
from cardlab.play.sitting import Sitting
from cardlab.play.viewer import ViewerScreen
from cardlab.play.watch import WatchScreen

FOLDER = Path(__file__).parents[1] / "docs" / "images"
Size = tuple[int, int]
Act = Callable[[Any], Awaitable[None]]


async def until(pilot: Any, condition: Callable[[], bool]) -> None:
    """Let the application run until something is so."""
    for _ in range(6000):
        await pilot.pause(0.01)
        if condition():
            await pilot.pause()
            return
    raise SystemExit("the picture never came about")


async def picture(name: str, screen: Screen[None], size: Size, act: Act, folder: Path) -> None:
    """Open a screen, do something on it, and save what is seen."""
    app = CardlabApp(screen)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.2)
        await act(pilot)
        await pilot.pause(0.2)
        app.save_screenshot(f"{name}.svg", str(folder))


def playing(game: cardlab.Game, opponents: tuple[str, ...], seed: int, person: str, decisions: int, hint: str) -> PlayScreen:
    """A game in which the person has made some decisions, as an agent would."""
    screen = PlayScreen(Sitting(game, opponents, seed=seed, pace=0.0, hint=hint, folder=Path(tempfile.gettempdir())))
    agents = [cardlab.make_agent(game, spec) for spec in (person, *opponents)]
    record = screen.record
    while len(record.steps) < decisions or record.now.player != 0:
        player = record.now.player
        if player is None:
            raise SystemExit(f"seed {seed}: the game ended before the picture")
        record.add(agents[player].choose(record.seat(player), cardlab.derive(seed, player, len(record.steps))))
    return screen


def recorded(players: int, seed: int, agents: tuple[str, ...]) -> Record:
    """A finished game of Castle."""
    game = cardlab.game("castle", players=players)
    record, made = Record.new(game, seed, agents), [cardlab.make_agent(game, spec) for spec in agents]
    while (player := record.now.player) is not None:
        record.add(made[player].choose(record.seat(player), cardlab.derive(seed, player, len(record.steps))))
    return Record.of(Replay.of(record.states[0], [step.action for step in record.steps], seed, agents))


async def main(folder: Path) -> None:
    """All pictures."""
    castle = playing(cardlab.game("castle"), ("ismcts:800",), 12, "lowest", 46, "ismcts:4000")

    async def ask_for_a_hint(pilot: Any) -> None:
        await pilot.press("h")
        await until(pilot, lambda: castle._report is not None)

    await picture("play", castle, (100, 30), ask_for_a_hint, folder)
    locm = playing(cardlab.game("locm"), ("greedy",), 4, "greedy,draft=learned", 84, "greedy")

    async def pick_a_card(pilot: Any) -> None:
        await pilot.press("1")

    await picture("locm", locm, (120, 38), pick_a_card, folder)
    duelyst = playing(cardlab.game("duelyst"), ("starter-ai",), 4, "starter-ai", 60, "rollout")

    async def pick_a_unit(pilot: Any) -> None:
        await pilot.press("2")

    await picture("duelyst", duelyst, (120, 40), pick_a_unit, folder)
    menu = MenuScreen(lambda plan: PlayScreen(Sitting(plan.game(), (plan.opponent,) * (plan.game().players - 1))))

    async def choose_a_game(pilot: Any) -> None:
        await pilot.press(*["down"] * cardlab.game_names().index("unicorns"), "enter", "down", "down")

    await picture("menu", menu, (80, 24), choose_a_game, folder)
    watching = WatchScreen(cardlab.game("castle"), ("ismcts:3200", "ismcts:400"), seed=3, speed=6)

    async def watch_a_while(pilot: Any) -> None:
        await until(pilot, lambda: len(watching.record.steps) >= 25)
        await pilot.press("space")
        await until(pilot, lambda: not watching.thinking)
        watching.go(24)

    await picture("watch", watching, (100, 30), watch_a_while, folder)
    viewing = ViewerScreen(recorded(4, 11, ("ismcts:1000", "flat:400", "lowest", "random")))

    async def look_at_the_middle(pilot: Any) -> None:
        viewing.go(29)

    await picture("replay", viewing, (100, 30), look_at_the_middle, folder)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
