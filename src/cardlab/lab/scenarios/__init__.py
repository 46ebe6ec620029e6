"""Scenario files: situations, steps in them, and what should come of it."""

from cardlab.lab.scenarios.scenariofile import read_cases, run_cases, run_scenarios

__all__ = ["read_cases", "run_cases", "run_scenarios"]
