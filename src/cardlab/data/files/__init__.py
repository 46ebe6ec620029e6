"""Rows in files: Parquet and CSV, one of them or a folder of them."""
