"""People at the table: the results of their games, and how strong that makes them beside the agents."""
