"""Collecting rows of data: the observed decisions of matches, kept in batches."""
