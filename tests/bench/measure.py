"""Measuring two things side by side, so that a busy machine slows both alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One budget: ``ours`` and ``theirs`` in seconds per unit; ``most`` is the highest ratio that meets it."""

    what: str
    ours: float
    theirs: float
    most: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs

    @property
    def met(self) -> bool:
        return self.ratio <= self.most

    def __str__(self) -> str:
        verdict = "met" if self.met else "MISSED"
        return f"{self.what:<58} {_time(self.ours):>10} {_time(self.theirs):>10} {self.ratio:>8.3f} {self.most:>8.3f}  {verdict}"


HEAD = f"{'what (ours against theirs)':<58} {'ours':>10} {'theirs':>10} {'ratio':>8} {'at most':>8}  verdict"


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], *, rounds: int) -> tuple[float, float]:
    """Median seconds of each, run in turns after one round that does not count, the garbage collector kept out."""
    times: tuple[list[float], list[float]] = ([], [])
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds + 1):
            for spent, run in zip(times, (ours, theirs), strict=True):
                began = time.perf_counter()
                run()
                spent.append(time.perf_counter() - began)
    finally:
        gc.enable()
    return statistics.median(times[0][1:]), statistics.median(times[1][1:])


def seconds(run: Callable[[], object]) -> float:
    """Seconds of one run."""
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def _time(spent: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if spent >= size:
            return f"{spent / size:.3g} {unit}"
    return f"{spent * 1e9:.3g} ns"
