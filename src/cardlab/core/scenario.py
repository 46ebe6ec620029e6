"""Scenarios: situations written as JSON, with steps to make in them and what should come of it.

A game whose community has a format of its own for such cases brings a runner for it. For all others, and for cases in the
common form, the laboratory has one (`cardlab.lab.scenarios`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class ScenarioRunner(Protocol):
    """Runs cases of one game."""

    def claims(self, case: Mapping[str, Any]) -> bool:
        """Whether a case that names no game is in this game's own form."""

    def run(self, case: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The results of a case: one, or one for each set of rules that it is to be run under.

        Each has the case's `id`; `error`, a text, if it could not be run to its end; and `failed`, a list of texts, for
        expectations that were not met. A case that is not in the right form raises ScenarioError.
        """
