"""Collecting rows of data: the observed decisions of matches, kept in batches."""

from cardlab.lab.collecting.collecting import collect, run_collection
from cardlab.lab.collecting.collection import Collected, Collection

__all__ = ["Collected", "Collection", "collect", "run_collection"]
