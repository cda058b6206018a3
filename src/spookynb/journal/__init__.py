"""The journal: the record as Markdown that people read, a complete save file that anyone can verify (PROTOCOL.md).

:mod:`.write` and :mod:`.read` are each other's inverse, :mod:`.file` keeps the file, :mod:`.page` and :mod:`.book` make safe HTML.
"""

from spookynb.journal.file import JournalFile
from spookynb.journal.read import Finding, Journal, Record, parse
from spookynb.journal.render import RENDERER, RENDERERS
from spookynb.journal.write import Block, block

__all__ = ["RENDERER", "RENDERERS", "Block", "Finding", "Journal", "JournalFile", "Record", "block", "parse"]
