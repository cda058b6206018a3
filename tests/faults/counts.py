"""Counts in two sizes: the short one of every run, and the full one behind the marker ``long``."""

from __future__ import annotations

from typing import Any

import pytest


def counts(short: int, full: int) -> pytest.MarkDecorator:
    """Run the test with ``count`` of ``short``, or with ``-m long`` of ``full``."""
    return counts_of("count", short, full)


def counts_of(names: str, short: Any, full: Any) -> pytest.MarkDecorator:
    """The same for any parameters."""
    full_size = pytest.param(*_many(full), id="full", marks=[pytest.mark.long, pytest.mark.timeout(3600)])
    return pytest.mark.parametrize(names, [pytest.param(*_many(short), id="short"), full_size])


def _many(values: Any) -> tuple[Any, ...]:
    return values if isinstance(values, tuple) else (values,)
