"""Numbers that all rooms share. They stand in the header, where C and Python both find them.

MAX_PLAYERS at a table, MAX_ACTIONS of a decision, HISTORY_ROOM moves that a seat remembers, LONGEST: moves of a game
that nobody limits. HIDDEN is an action that a player could not see, EVERYBODY stands where a seat is named otherwise, or a
set of seats with a bit for each. An event has up to EVENT_NUMBERS fields.
"""
