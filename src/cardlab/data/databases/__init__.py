"""Rows in databases: connections, tables, what is put into them and read from them."""
