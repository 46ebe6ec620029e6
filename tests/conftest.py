from __future__ import annotations

import signal

import pytest


def pytest_configure() -> None:
    """Tests of interruptions need Ctrl-C to mean something, which it does not in a run that was started in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes in one piece comes first, so that no core waits for another at the end."""
    items.sort(key=lambda item: "uncompiled_build_passes" not in item.name)
