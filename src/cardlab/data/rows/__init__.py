"""Rows in memory: what they hold, what their columns are called, which deals and runs they belong to."""

from cardlab.data.rows.rows import Rows, Words

__all__ = ["Rows", "Words"]
