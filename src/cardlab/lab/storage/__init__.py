"""Where the results of runs go: files of raw results, replays."""
