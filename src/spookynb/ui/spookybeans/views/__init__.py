"""Spookybeans in markup: pure functions from state to strings, all text escaped."""
