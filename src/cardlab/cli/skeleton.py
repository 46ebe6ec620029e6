"""Writing a first project from templates: which files it has, how names are filled in, what is refused.

A template is the project of a game called ``mygame`` or an agent called ``myagent``; these words become the names asked for.
Its files end in ``.in``, so that nothing here takes them for sources of cardlab.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from cardlab.errors import OptionError, RunError

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".in"
LONGEST = 30
_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


@dataclass(frozen=True)
class ProjectNames:
    """One name in all its spellings: high_tide, HighTide, High Tide, cardlab-high-tide, cardlab_high_tide."""

    name: str

    @property
    def words(self) -> list[str]:
        """Its parts."""
        return self.name.split("_")

    @property
    def title(self) -> str:
        """As it is shown."""
        return " ".join(word.capitalize() for word in self.words)

    @property
    def kind(self) -> str:
        """The name of its class."""
        return "".join(word.capitalize() for word in self.words)

    @property
    def package(self) -> str:
        """What pip calls it, and its folder."""
        return "-".join(["cardlab", *self.words])

    @property
    def module(self) -> str:
        """What Python imports."""
        return f"cardlab_{self.name}"


@dataclass(frozen=True)
class Source:
    """A file of a project: where it goes, the template it is made of, and words of that template with their replacements."""

    target: str
    template: str
    fill: Mapping[str, str]

    def template_text(self) -> str:
        """The template as it stands."""
        return (TEMPLATES / f"{self.template}{SUFFIX}").read_text(encoding="utf-8")

    def identifiers(self) -> list[str]:
        """The words of its code, if it is code."""
        code = self.template_text() if self.target.endswith((".py", ".pxd")) else ""
        return re.findall(r"\w+", re.sub(r'""".*?"""|#[^\n]*', "", code, flags=re.DOTALL))

    def text(self) -> str:
        """The template with all words filled in at once, so that no name is taken for a word of the template."""
        longest_first = sorted(self.fill, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, longest_first)), lambda found: self.fill[found[0]], self.template_text())


def check_name(what: str, name: str, taken: Iterable[str]) -> ProjectNames:
    """The name, if a game or an agent can be called so."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST:
        near = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_0123456789")[:LONGEST].rstrip("_")
        guess = f", such as {near}" if near else f", such as my_{what}"
        raise OptionError(
            f"{name!r} is no name for {_a(what)}: write up to {LONGEST} small letters, digits and single underscores{guess}"
        )
    if name in taken:
        raise OptionError(f"there is {_a(what)} called {name!r} already: choose another name, or uninstall that package first")
    return ProjectNames(name)


def check_class(names: ProjectNames, sources: Iterable[Source]) -> None:
    """Refuse a name whose class would hide another name in the project, such as State."""
    needed = {word for source in sources for word in source.identifiers() if word not in source.fill}
    if keyword.iskeyword(names.kind) or names.kind in needed:
        raise OptionError(f"{names.name!r}: its class would be called {names.kind}, a name that is needed; choose another one")


def check_module(module: str) -> None:
    """Refuse a module that would hide another one, such as random."""
    if module in sys.stdlib_module_names or module == "cardlab" or _is_elsewhere(module):
        raise OptionError(f"a module {module!r} exists already and would be hidden by this one; choose another name")


def check_folder(folder: Path, force: bool) -> None:
    """Refuse a folder in which there is something already, unless `force` says that it may be written over."""
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if (folder.exists() or folder.is_symlink()) and not force:
        raise RunError(f"{folder} exists already: choose another name or --folder, or write over it with --force")


def write_project(folder: Path, sources: Iterable[Source], force: bool) -> list[Path]:
    """Write all files, or none if one of them exists and may not be written over. Returns what was written."""
    texts = {folder / source.target: source.text() for source in sources}
    for path in texts:
        if path.exists() or path.is_symlink():
            check_folder(path, force)
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RunError(f"{error.filename or folder}: cannot be written: {error.strerror or error}") from None
    return list(texts)


def _is_elsewhere(module: str) -> bool:
    """Whether a module can be imported that does not lie in the present folder, where the new one may go."""
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return False
    return spec is not None and spec.origin is not None and Path(spec.origin).resolve().parent != Path.cwd()


def _a(what: str) -> str:
    return f"an {what}" if what[0] in "aeiou" else f"a {what}"
