"""The command line: one command for each job, thin."""

from cardlab.cli.app import main

__all__ = ["main"]
