"""Budgets as ratios, measured in one run: ``python -m tests.bench`` (CONTRIBUTING.md)."""
