"""The one engine that plays games, for matches, tournaments, collections and evolution.

`Work` says what is to be done, in numbered units. A `Staff` does it, by threads or by processes, each with a `Kit` of what it
built once. Results are typed and go, as they come, to any number of `Sink`s. `Progress` tells how far a run is, `Interruption`
ends it at a person's Ctrl-C.
"""

from cardlab.lab.engine.closing import ClosingTime
from cardlab.lab.engine.conditions import Conditions, available_cores
from cardlab.lab.engine.interruption import Interrupted, Interruption
from cardlab.lab.engine.progress import Progress, ProgressTeller
from cardlab.lab.engine.sink import Sink
from cardlab.lab.engine.staff import Staff, Workforce
from cardlab.lab.engine.work import Kit, Loss, Parcel, Place, Work

__all__ = [
    "ClosingTime",
    "Conditions",
    "Interrupted",
    "Interruption",
    "Kit",
    "Loss",
    "Parcel",
    "Place",
    "Progress",
    "ProgressTeller",
    "Sink",
    "Staff",
    "Work",
    "Workforce",
    "available_cores",
]  # fmt: skip
