"""One module for each study that cardlab repeats: every table and figure as a declared experiment."""
