"""Starting the command line against importing typer and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from .measure import Row, side_by_side


def rows() -> Iterator[Row]:
    for words in (["--help"], ["odds", "5", "4"], ["roll", "3d6", "2coin"]):
        ours, theirs = side_by_side(lambda words=words: _run("-m", "spookynb", *words), lambda: _run("-c", "import typer"), rounds=15)
        yield Row(f"start of `spookynb {' '.join(words)}` against `import typer`", ours, theirs, 1.5)


def _run(*words: str) -> None:
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
