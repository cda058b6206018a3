"""The README's commands, as it states them: for the tests and for ``.ci/run``, which run what a reader would run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
#: a fenced block of shell, and the comment before it that names it
BLOCK = re.compile(r"<!-- command: (?P<name>\w+) -->\n```sh\n(?P<lines>.*?)```", re.DOTALL)


def command(name: str) -> str:
    """The one line that the README gives for ``name`` (``play`` or ``tests``)."""
    found = {match["name"]: match["lines"].strip() for match in BLOCK.finditer(README.read_text(encoding="utf-8"))}
    line = found[name]
    assert "\n" not in line, f"the README's command {name!r} is more than one line"
    return line


if __name__ == "__main__":
    print(command(sys.argv[1]))
