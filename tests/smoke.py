"""What must work where only the package itself is installed, without the test extras. Run as a script, anywhere but here."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

COMMAND = Path(sysconfig.get_path("scripts")) / "spookynb"


def run(*arguments: str, folder: str) -> str:
    """What a command prints; its failure is this script's."""
    return subprocess.run([COMMAND, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Play a story, verify it, and find the page and the notebook that the server needs."""
    with TemporaryDirectory() as folder:
        journal = run("demo", "--out", folder, "--seed", "7", folder=folder).splitlines()[-1]
        report = json.loads(run("verify", journal, "--json", folder=folder))
        assert report["ok"] and report["entries"] > 50, report
        assert json.loads(run("odds", "5", "4", "--json", folder=folder))["exact"] == "191/256"
        run("doctor", folder=folder)

        from spookynb.ui import serve

        assert serve.lay_notebook(Path(folder)).is_file()
        assert (serve.HERE / "share/voila/templates/spookynb/index.html.j2").is_file()
    outsiders = [name for name in ("pytest", "hypothesis", "playwright", "icepool") if name in sys.modules]
    assert not outsiders, outsiders
    print("smoke: a story was played and verified, and the table's page is in the package")


if __name__ == "__main__":
    main()
