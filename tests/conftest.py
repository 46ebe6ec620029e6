from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Tests of interruptions need Ctrl-C to mean something, which it does not in a run that was started in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
