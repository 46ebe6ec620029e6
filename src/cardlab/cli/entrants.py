"""Who enters a tournament: agents by their texts, and all those of a folder or of a pattern of files."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from pathlib import Path

from cardlab.agents.making import make_agent
from cardlab.cli.terminal import say
from cardlab.core.game import Game
from cardlab.core.plugins import advice_for_file, classes_with
from cardlab.core.spec import OUTSIDE
from cardlab.errors import CardlabError, PluginError, RunError


def entrants(game: Game, texts: Sequence[str], skip_broken: bool = False) -> list[str]:
    """The agents that take part. Broken ones are reported all at once, and left out if that was asked for."""
    broken: dict[str, str] = {}
    found: list[str] = []
    for text in texts:
        files = _files(text)
        if files is None:
            found.append(text)
            continue
        for file in files:
            try:
                found.append(_agent_in(file))
            except CardlabError as error:
                broken[str(file)] = str(error)
    unique = list(dict.fromkeys(found)) if any(_files(text) is not None for text in texts) else found
    able = [text for text in unique if _can_play(game, text, broken)]
    if broken:
        _report(broken, skip_broken)
    if skip_broken and len(able) < 2:
        raise RunError(f"only {len(able)} of the agents can play")
    return able


def _files(text: str) -> list[Path] | None:
    """The files that a text means; None if it is the text of an agent."""
    if text.startswith(tuple(f"{name}{sign}" for name in OUTSIDE for sign in ":[")):
        return None
    path = Path(text)
    if path.is_dir():
        files = sorted(path.glob("*.py"))
    elif text.endswith(".py"):
        files = sorted(Path(name) for name in glob.glob(text))
    else:
        return None
    files = [file for file in files if not file.name.startswith("_")]
    if not files:
        raise RunError(f"{text}: there are no agents in it; they are files of Python such as {path.parent / 'my_agent.py'}")
    return files


def _agent_in(file: Path) -> str:
    """The text of the one agent that a file holds."""
    file_text = file.as_posix()
    try:
        compile(file.read_bytes(), file_text, "exec")
    except (SyntaxError, ValueError, OSError) as error:
        raise PluginError(f"{type(error).__name__}: {error}") from None
    names = classes_with(file, "choose")
    if len(names) > 1:
        last = names[-1]
        raise PluginError(f"has {len(names)} agents: name the one that plays, python:{file_text}:{last}")
    if not names:
        raise PluginError(advice_for_file(file_text))
    return f"python:{file_text}:{names[0]}"


def _can_play(game: Game, text: str, broken: dict[str, str]) -> bool:
    if not text.startswith(tuple(f"{name}{sign}" for name in OUTSIDE for sign in ":[")):
        return True
    try:
        make_agent(game, text)
    except CardlabError as error:
        broken[text] = str(error)
        return False
    return True


def _report(broken: dict[str, str], skip: bool) -> None:
    lines = [f"  {name}: {problem.removeprefix(f'{name}: ')}" for name, problem in broken.items()]
    many = f"{len(broken)} agents" if len(broken) > 1 else "one agent"
    if not skip:
        raise PluginError(f"{many} cannot play:\n" + "\n".join(lines) + "\nMend them, or leave them out with --skip-broken")
    say(f"Left out: {many} that cannot play\n" + "\n".join(lines), err=True, fg="yellow")
