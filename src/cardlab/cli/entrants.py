"""Who enters a tournament: agents by their texts, and all those of a folder or of a pattern of files."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from pathlib import Path

from cardlab.agents.making import make_agent
from cardlab.cli.terminal import note, say
from cardlab.core.game import Game
from cardlab.core.plugins import FIRST_AGENT, guessed_file
from cardlab.core.sourcetext import classes_with, lack_in
from cardlab.core.spec import PROGRAMS, is_outside
from cardlab.errors import CardlabError, PluginError, RunError
from cardlab.lab.engine import Conditions
from cardlab.lab.matches.tryout import problems_of


def entrants(game: Game, texts: Sequence[str], conditions: Conditions, skip_broken: bool = False) -> list[str]:
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
                broken[file.as_posix()] = str(error)
    unique = list(dict.fromkeys(found)) if any(_files(text) is not None for text in texts) else found
    broken |= problems_of(game, unique, conditions)
    able = [text for text in unique if text not in broken and _can_start(game, text, broken)]
    if broken:
        _report(broken, skip_broken)
    if skip_broken and len(able) < 2:
        raise RunError(f"only {len(able)} of the agents can play")
    return able


def check_agents(game: Game, agents: Sequence[object], conditions: Conditions) -> None:
    """Raise for the first of the agents in Python that cannot play."""
    for problem in problems_of(game, agents, conditions).values():
        raise PluginError(problem)


def check_here(game: Game, *agents: str | None) -> None:
    """The same for a command that plays in its own process, where an agent that never ends would take the command along."""
    check_agents(game, agents, Conditions(1, notice=note))


def _files(text: str) -> list[Path] | None:
    """The files that a text means; None if it is the text of an agent."""
    if is_outside(text):
        return None
    path = Path(text)
    if path.is_dir():
        files = sorted(path.glob("*.py"))
    elif text.endswith(".py"):
        files = sorted(Path(name) for name in glob.glob(text))
    else:
        return None
    if not files and not path.is_dir():
        raise RunError(f"{text}: no file is called like that{guessed_file(path)}")
    files = [file for file in files if not file.name.startswith("_")]
    if not files:
        raise RunError(f"{text}: there are no agents in it; they are files of Python such as {path / 'my_agent.py'}")
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
        raise PluginError(lack_in(file, "choose"))
    return f"python:{file_text}:{names[0]}"


def _can_start(game: Game, text: str, broken: dict[str, str]) -> bool:
    """Whether a program is there that can be started."""
    if not is_outside(text, *PROGRAMS):
        return True
    try:
        make_agent(game, text)
    except CardlabError as error:
        broken[text] = str(error)
        return False
    return True


def _report(broken: dict[str, str], skip: bool) -> None:
    lines = [f"  {problem if problem.startswith(name) else f'{name}: {problem}'}" for name, problem in broken.items()]
    if any(lack_in(Path(), "choose") in problem for problem in broken.values()):
        lines.append(f"An agent is a class such as\n{FIRST_AGENT}")
    many = f"{len(broken)} agents" if len(broken) > 1 else "one agent"
    if not skip:
        raise PluginError(f"{many} cannot play:\n" + "\n".join(lines) + "\nMend them, or leave them out with --skip-broken")
    say(f"Left out: {many} that cannot play\n" + "\n".join(lines), err=True, fg="yellow")
