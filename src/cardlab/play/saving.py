"""Replay files under names that are free."""

from __future__ import annotations

from pathlib import Path

from cardlab.play.record import Record


def save_replay(record: Record, folder: Path) -> str:
    """Write a record and say where, or why not."""
    stem = f"{record.game.name}-{record.seed if record.seed is not None else 'position'}"
    target = folder / f"{stem}.json"
    number = 2
    while target.exists():
        target = folder / f"{stem}-{number}.json"
        number += 1
    try:
        record.replay().save(target)
    except OSError as error:
        return f"{target} cannot be written: {error.strerror or error}"
    return f"saved to {target}  (cardlab replay {target.name})"
