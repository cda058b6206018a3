"""``python tests/scorecard.py [--short]``: every fault that is tried and every budget that is measured, with counts and figures.

The full counts take the better part of an hour; ``--short`` takes those of the ordinary test run. Exit code 1 when a row is missed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_WIDTH = 84


class Scores:
    """Collects what the fault tests report, each row with the verdict of its test."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, int, str, bool]] = []
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print the rows of a test as soon as it is over."""
        if report.when != "call" and report.passed:
            return
        found = [value for name, value in report.user_properties if name == "score"]
        for what, count, figure in found:
            self.rows.append((what, count, figure, report.passed))
            print(f"{what:<{_WIDTH}} {count:>8,}  {'met' if report.passed else 'MISSED':<6}  {figure}", file=sys.__stdout__, flush=True)
        if not report.passed:
            self.failed.append(report.nodeid)


def faults(*, short: bool) -> int:
    """Run the fault tests and print their rows; gives how many tests failed."""
    print(f"{'fault':<{_WIDTH}} {'count':>8}  {'verdict'}", flush=True)
    scores = Scores()
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        code = pytest.main(["-q", "-m", "not long" if short else "long", str(ROOT / "tests" / "faults")], plugins=[scores])
    for one in scores.failed:
        print(f"MISSED {one}")
    if code and not scores.failed:
        print(f"The fault tests did not run (pytest: {code}).")
    return len(scores.failed) or int(code)


def main(words: list[str]) -> int:
    """Print the whole card."""
    if words not in ([], ["--short"]):
        print(__doc__, file=sys.stderr)
        return 2
    missed = faults(short=bool(words))
    print(flush=True)
    missed += subprocess.run([sys.executable, "-m", "tests.bench"], cwd=ROOT, check=False).returncode
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
