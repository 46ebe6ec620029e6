"""What a bot may use, written before its command: ``cmd[memory=512,tolerance=0.5]:./bot --fast``, and so for ``json:``."""

from __future__ import annotations

import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.core.options import Option, real, resolve, whole, word
from cardlab.core.spec import OUTSIDE, PROGRAMS, Spec
from cardlab.errors import OptionError

_MEGABYTE = 1 << 20
ENVIRONMENT = frozenset({
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "TERM", "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH", "VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "PYTHONUTF8", "PYTHONIOENCODING", "PYTHONHASHSEED",
    "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "JAVA_HOME", "JAVA_TOOL_OPTIONS", "CLASSPATH", "NODE_PATH", "DOTNET_ROOT",
    "GOROOT", "GOPATH", "RUBYLIB", "PERL5LIB", "OMP_NUM_THREADS", "CARDLAB_PURE",
})  # fmt: skip
"""The variables that a bot gets, and all that begin with ``LC_``."""


def _factor(value: Any) -> float | None:
    if value is None or value == "none":
        return None
    number = float(value)
    if isinstance(value, bool) or not 0.01 <= number <= 1000:
        raise ValueError
    return number


BOT_OPTIONS: tuple[Option, ...] = (
    whole("memory", 1024, 0, 1 << 20, "megabytes, for each process, and on Linux for all of them together; 0: no limit"),
    whole("cpu", 600, 0, 86400, "seconds of processor time for each process; 0: no limit"),
    Option(
        "time",
        1.0,
        "multiplies the protocol's time limits; none: a match still gives up after 60 s for a decision",
        "a number from 0.01 to 1000, none",
        _factor,
    ),
    real("tolerance", 0.1, 0, 10, "share of its limit by which an answer may be late"),
    word("env", None, "further environment variables it gets", "names with + between them"),
    word("log", None, "what it writes to stderr is added to this file", "a file"),
)


@dataclass(frozen=True)
class Limits:
    """What one process of a bot may use. Zero, or None for `time`, means no limit."""

    memory: int = 1024
    cpu: int = 600
    time: float | None = 1.0
    tolerance: float = 0.1
    log: str | None = None
    env: str | None = None

    def environment(self) -> dict[str, str]:
        """What a bot is told of the environment: where programs and languages are, and what its options name. No secrets."""
        names = {*ENVIRONMENT, *(self.env or "").split("+")}
        return {name: value for name, value in os.environ.items() if name in names or name.startswith("LC_")}

    @property
    def memory_bytes(self) -> int:
        """The memory in bytes."""
        return self.memory * _MEGABYTE

    def seconds(self, limit_ms: float) -> float | None:
        """How long to wait for an answer that the protocol allows `limit_ms`."""
        return None if self.time is None else limit_ms * self.time * (1 + self.tolerance) / 1000


@dataclass(frozen=True)
class Command:
    """A bot as it is named: the words of its command line, its limits, and whether it speaks the game's protocol or JSON."""

    words: tuple[str, ...]
    limits: Limits
    name: str = "cmd"

    @classmethod
    def parse(cls, spec: str) -> Command:
        """Read an agent text such as ``cmd:./bot --fast`` or ``json:./bot``."""
        told = Spec.parse(spec, "agent", OUTSIDE)
        if not told.unread or told.name not in PROGRAMS:
            raise OptionError(f"{spec!r}: {OUTSIDE['cmd']}")
        try:
            words = tuple(shlex.split(told.value))
        except ValueError as error:
            raise OptionError(f"{spec!r}: the command line cannot be read: {error}") from None
        if not words or "\0" in told.value:
            raise OptionError(f"{spec!r} names no program: write {told.name}:./my_bot, with arguments if it takes any")
        if shutil.which(words[0]) is None:
            raise OptionError(f"{spec!r}: {_why_not(words[0], told.name)}")
        return cls(words, Limits(**resolve("a bot's command", BOT_OPTIONS, told.options)), told.name)


_LANGUAGES = {
    ".py": "python", ".js": "node", ".mjs": "node", ".rb": "ruby", ".pl": "perl", ".lua": "lua", ".sh": "bash",
    ".jar": "java -jar",
}  # fmt: skip
"""What files that are no programs by themselves are run with."""


def _why_not(program: str, name: str) -> str:
    """Why a program cannot be started, and how it could be."""
    path = Path(program)
    if not path.is_file():
        return f"there is no program {program!r} that can be run; a program in this folder is ./name"
    language, near = _LANGUAGES.get(path.suffix), program if "/" in program else f"./{program}"
    ways = [f"{name}:{language} {program}"] if language else []
    if os.access(path, os.X_OK):
        ways.append(f"{name}:{near}")
    else:
        ways.append(f"make it a program (chmod +x {program}) and write {name}:{near}")
    return f"{program} is a file, but not run like this: write {', or '.join(ways)}"
