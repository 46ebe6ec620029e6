"""Bots that are programs: good ones, and ones that do everything wrong."""
