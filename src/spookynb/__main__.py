"""``python -m spookynb`` is the command line."""

from spookynb.cli import main

main()
