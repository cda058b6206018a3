"""Pure functions from state to markup. All text is escaped here, by :func:`spookynb.ui.views.words.e`."""
