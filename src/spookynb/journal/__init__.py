"""The journal: the record as Markdown that people read, a complete save file that anyone can verify (PROTOCOL.md)."""
