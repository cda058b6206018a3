"""``python -m tests.bench [PART ...]``: print the budgets of DESIGN.md with their verdicts; exit 1 when one is missed."""

from __future__ import annotations

import sys
from importlib import import_module

from .measure import HEAD

PARTS = ("chances", "start", "replaying", "ledger", "opening")


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"There is no part {unknown[0]!r}. The parts are: {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    print(HEAD)
    missed = 0
    for name in names or PARTS:
        for row in import_module(f"tests.bench.{name}").rows():
            print(row, flush=True)
            missed += not row.met
    print("All budgets are met." if not missed else f"{missed} missed.")
    return 1 if missed else 0


sys.exit(main(sys.argv[1:]))
