"""The record: keys, rows in SQLite, drafts. The only place that knows about SQL."""
