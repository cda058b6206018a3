"""What is owed, in markup."""

from __future__ import annotations

from spookynb.ui.views.words import capital, e


def head_mine(name: str, count: int) -> str:
    """The head above one's own debts."""
    if not count:
        return f"<h2>{e(name)}, you owe nothing</h2>"
    return f"<h2>{e(name)}, you owe</h2>"


def looking_on() -> str:
    """Instead of one's own debts, where nobody's key is on this machine."""
    return (
        '<h2>You are looking on</h2><p class="note">The keys of this table’s seats are on other machines. '
        "Reading and verifying work everywhere; people act where their keys are.</p>"
    )


def head_theirs(count: int, busy: bool) -> str:
    """The head above what others owe."""
    if count:
        return "<h2>We wait for</h2>"
    words = "Only you are waited for." if busy else "Nobody is waited for. Write on, or call a conflict when something is at stake."
    return f'<h2>We wait for nobody{" else" if busy else ""}</h2><p class="note">{words}</p>'


def mine(duty: str, why: str) -> str:
    """One thing of one's own, with what the rules say of it."""
    note = f'<p class="note">{e(why)}</p>' if why else ""
    return f'<p class="prose"><b>{e(capital(duty))}.</b></p>{note}'


def way(duty: str) -> str:
    """A duty as the words of a button: "to write a Woe for Nikki" becomes "Write a Woe for Nikki"."""
    return capital(duty.removeprefix("to "))


def theirs(name: str, duty: str) -> str:
    """One thing that somebody else owes."""
    return f'<p class="prose"><b>{e(name)}</b>, {e(duty)}.</p>'
