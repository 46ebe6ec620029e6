"""`cardlab new`: the first files of a game or an agent of one's own, with tests that pass at once."""

from __future__ import annotations

import importlib.util
import re
import shlex
from pathlib import Path
from typing import Annotated

import typer

from cardlab.cli import completion
from cardlab.cli.skeleton import ProjectNames, Source, check_class, check_folder, check_module, check_name, write_project
from cardlab.cli.terminal import say
from cardlab.core.spec import Spec
from cardlab.errors import OptionError
from cardlab.registry import agent_names, game, game_names

GameName = Annotated[str, typer.Argument(metavar="NAME", help="What it is called, such as high_tide.")]
AgentName = Annotated[str, typer.Argument(metavar="NAME", help="What it is called, such as dreamer.")]
Folder = Annotated[Path | None, typer.Option("--folder", metavar="DIR", help="Where its files are put.")]
Force = Annotated[bool, typer.Option("--force", help="Write over files that exist.")]
Compiled = Annotated[bool, typer.Option("--compiled", help="With rules compiled to C, beside the plain ones.")]
AnyGame = Annotated[
    str, typer.Option("--game", metavar="GAME", help="The game of its tests.", autocompletion=completion.complete_game)
]
Package = Annotated[bool, typer.Option("--package", help="As a package to be installed, with a name and options of its own.")]
INSTALL = "pip install -e ."
TEST = "python -m pytest"
TOOLS = {"setuptools": "'setuptools>=77'", "Cython": "'Cython>=3.1,<4'", "pytest": "pytest"}
"""What building and testing takes, which cardlab itself does not need to run: modules, and how pip calls them."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    group = typer.Typer(
        help="Begin a game or an agent of your own: files that work, with tests that pass at once.", no_args_is_help=True
    )
    group.command("game")(new_game)
    group.command("agent")(new_agent)
    app.add_typer(group, name="new")


def new_game(name: GameName, compiled: Compiled = False, folder: Folder = None, force: Force = False) -> None:
    """Write a small game with hidden cards, to be changed into your own: its rules, its tests, and how to go on.

    The game is in plain Python; --compiled adds the same rules for C and a test that both are equal move for move.

    Examples:

      cardlab new game high_tide

      cardlab new game high_tide --compiled --folder ~/games/high-tide
    """
    names = check_name("game", name, game_names())
    check_module(names.module)
    sources = _compiled_game(names) if compiled else _plain_game(names)
    check_class(names, sources)
    build = ["python setup.py --quiet build_ext --inplace"] if compiled else []
    install = INSTALL.replace("install", "install --no-build-isolation") if compiled else INSTALL
    tools = _missing(*TOOLS) if compiled else _missing("pytest")
    steps = [*tools, *build, TEST, install, f"cardlab play {name} --vs ismcts:400"]
    _write(folder or Path(names.package), sources, force, steps)


def new_agent(
    name: AgentName, game_name: AnyGame = "castle", package: Package = False, folder: Folder = None, force: Force = False
) -> None:
    """Write a small agent that plays every game, to be changed into your own, and its tests.

    It is a file for the present folder; --package makes it a package that can be installed and shared.

    Examples:

      cardlab new agent dreamer

      cardlab new agent dreamer --game locm --package
    """
    spec = _game_text(game_name)
    names = check_name("agent", name, agent_names(Spec.parse(spec, "game").name))
    check_module(names.module if package else name)
    sources = _agent_package(names, spec) if package else _agent_file(names, spec)
    check_class(names, sources)
    if package:
        match = f"cardlab match {spec} {name} random"
        _write(folder or Path(names.package), sources, force, [*_missing("pytest"), TEST, INSTALL, match])
        return
    written = write_project(folder or Path(), sources, force)
    say(f"Wrote {written[0]}, an agent, and {written[1]}, its tests. Next:\n")
    agent = shlex.quote(f"python:{written[0]}:{names.kind}")
    steps = [*_missing("pytest"), f"{TEST} {shlex.quote(str(written[1]))}", f"cardlab match {spec} {agent} random"]
    say("\n".join(f"  {step}" for step in steps))


def _missing(*modules: str) -> list[str]:
    """The step that installs what building and testing takes, if some of it is not there."""
    named = [TOOLS[module] for module in modules if importlib.util.find_spec(module) is None]
    return [f"pip install {' '.join(named)}"] if named else []


def _write(folder: Path, sources: list[Source], force: bool, steps: list[str]) -> None:
    check_folder(folder, force)
    write_project(folder, sources, force)
    say(f"Wrote {folder}. Next:\n")
    say("\n".join(f"  {step}" for step in [f"cd {shlex.quote(str(folder))}", *steps]))


def _game_text(text: str) -> str:
    """A game with its options, as it may stand in a file between quotes."""
    spec = game(text).spec()
    if not re.fullmatch(r"[\w.,=:+/-]+", spec):
        raise OptionError(f"--game {text}: name a game whose options are plain words and numbers")
    return spec


def _game_words(names: ProjectNames) -> dict[str, str]:
    return {"mygame": names.name, "MyGame": names.kind, "My Game": names.title, "cardlab-mygame": names.package}


def _plain_game(names: ProjectNames) -> list[Source]:
    fill = _game_words(names)
    return [
        Source("README.md", "game/README.md", fill),
        Source("pyproject.toml", "game/pyproject.toml", fill),
        Source(f"{names.module}.py", "game/cardlab_mygame.py", fill),
        Source(f"tests/test_{names.name}.py", "game/tests/test_mygame.py", fill),
    ]


def _compiled_game(names: ProjectNames) -> list[Source]:
    """The plain game goes along: it is what the compiled one is compared with, and where its words come from."""
    fill = _game_words(names)
    module = [f"{part}.{end}" for part, end in (("__init__", "py"), ("game", "py"), ("rules", "py"), ("rules", "pxd"))]
    return [
        *(Source(file, f"compiled/{file}", fill) for file in ("README.md", "pyproject.toml", "setup.py")),
        *(Source(f"{names.module}/{file}", f"compiled/cardlab_mygame/{file}", fill) for file in module),
        Source(f"{names.module}/plain.py", "game/cardlab_mygame.py", {**fill, "MyGame": f"Plain{names.kind}"}),
        Source(f"tests/test_{names.name}.py", "game/tests/test_mygame.py", fill),
        Source("tests/test_compiled.py", "compiled/tests/test_compiled.py", fill),
    ]


def _agent_words(names: ProjectNames, spec: str) -> dict[str, str]:
    words = {"myagent": names.name, "MyAgent": names.kind, "My Agent": names.title, "cardlab-myagent": names.package}
    return {**words, "THE_GAME": spec}


def _agent_file(names: ProjectNames, spec: str) -> list[Source]:
    text = f"python:{names.name}.py:{names.kind}"
    fill = {**_agent_words(names, spec), "AGENT_TEXT": text, "AGENT_MODULE": names.name}
    return [
        Source(f"{names.name}.py", "agent/myagent.py", fill),
        Source(f"test_{names.name}.py", "agent/test_myagent.py", fill),
    ]


def _agent_package(names: ProjectNames, spec: str) -> list[Source]:
    fill = {**_agent_words(names, spec), "AGENT_TEXT": names.name, "AGENT_MODULE": names.module}
    return [
        *(Source(file, f"package/{file}", fill) for file in ("README.md", "pyproject.toml")),
        *(Source(f"{names.module}/{file}", f"package/cardlab_myagent/{file}", fill) for file in ("__init__.py", "kind.py")),
        Source(f"{names.module}/agent.py", "agent/myagent.py", fill),
        Source(f"tests/test_{names.name}.py", "agent/test_myagent.py", fill),
        Source("tests/test_kind.py", "package/tests/test_kind.py", fill),
    ]
