"""The command line: one command for each job, thin."""

import sys

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run the program; ends with SystemExit. A bot has no time to lose, so that a plain one starts without all the rest."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == ["bot"]:
        from cardlab.cli import program
        from cardlab.cli.health import build_warnings

        if (plain := program.plain_arguments(words[1:])) is not None:
            for warning in build_warnings():
                print(f"Warning: {warning}", file=sys.stderr)
            program.main(plain)
            return
    from cardlab.cli.commandline import main as full

    full(arguments)
