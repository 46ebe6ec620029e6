"""Rows of data from games: kept in files and databases, read for training."""

from cardlab.data.extras import require_libraries

require_libraries()

from cardlab.data.rows import Rows, Words  # noqa: E402 - the libraries that rows need may be missing
from cardlab.data.source import read_rows  # noqa: E402

__all__ = ["Rows", "Words", "read_rows"]
