"""Keys: a phrase of 12 words holds the keys of all seats of a hot-seat table (PROTOCOL.md, "Keys").

On a lasting machine phrases are kept in the user's data folder, readable by that user alone. Anyone with the same
operating-system account can read them: signatures are evidence among friends, not a safe.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from nacl.signing import SigningKey

from spookynb.entry import frame
from spookynb.errors import BadText, StoreTrouble

_STRENGTH: Final = 128


def new_phrase() -> str:
    """A fresh phrase of 12 words (BIP-39, 128 bits from the operating system)."""
    return str(_mnemonic().generate(strength=_STRENGTH))


def practice_phrase(seed: int) -> str:
    """The phrase of a practice table: follows from its seed, so that the same run gives the same bytes."""
    entropy = hashlib.sha256(frame("spookynb/1 practice phrase", str(seed).encode())).digest()[: _STRENGTH // 8]
    return str(_mnemonic().to_mnemonic(entropy))


def check_phrase(phrase: str) -> str:
    """``phrase`` with single spaces and small letters. Raises :class:`BadText` naming the word that is wrong."""
    words = phrase.lower().split()
    if len(words) != 12:
        raise BadText(f"A phrase has 12 words; this one has {len(words)}.", todo="Type all twelve, in order.", words=len(words))
    known = set(_mnemonic().wordlist)
    for place, word in enumerate(words):
        if word not in known:
            raise BadText(f"Word {place + 1} of the phrase, {word[:20]!r}, is not in the list.", todo="Check that word.", place=place + 1)
    if not _mnemonic().check(" ".join(words)):
        raise BadText("The phrase does not add up: a word is wrong or out of place.", todo="Compare it with your note.")
    return " ".join(words)


@lru_cache(maxsize=256)
def seat_key(phrase: str, seat: str) -> SigningKey:
    """The signing key of ``seat`` under ``phrase``: SHA-256 of the framed BIP-39 seed (no passphrase) and slug."""
    seed = _mnemonic().to_seed(phrase, passphrase="")
    return SigningKey(hashlib.sha256(frame("spookynb/1 key", seed + seat.encode())).digest())


def public_key(phrase: str, seat: str) -> str:
    """The public key of ``seat`` under ``phrase``, 64 hex digits."""
    return bytes(seat_key(phrase, seat).verify_key).hex()


def data_folder() -> Path:
    """Where phrases are kept: ``SPOOKYNB_DATA_DIR``, or the user's data folder."""
    if folder := os.environ.get("SPOOKYNB_DATA_DIR"):
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("spookynb", appauthor=False)


def invite_key(phrase: str, seat: str, number: int) -> SigningKey:
    """The key of the ``number``-th invite for ``seat``: follows from the phrase of the GM who gives it, so it can be given again."""
    seed = _mnemonic().to_seed(phrase, passphrase="")
    return SigningKey(hashlib.sha256(frame("spookynb/1 invite", seed + f"{seat}\n{number}".encode())).digest())


class Keyring:
    """The phrases of one campaign that are kept on this machine, for this user alone."""

    def __init__(self, campaign: str, practice: int | None = None) -> None:
        self.campaign = campaign
        self._practice = [practice_phrase(practice)] if practice is not None else []
        self._phrases: list[str] | None = None

    def phrases(self) -> list[str]:
        """Every phrase kept for the campaign."""
        if self._phrases is None:
            kept = map(_read, sorted(_folder().glob(f"{self.campaign}*.phrase"))) if self.campaign else ()
            self._phrases = [*self._practice, *filter(None, kept)]
        return self._phrases

    def phrase(self, seat: str, keys: Sequence[str]) -> str | None:
        """The phrase under which ``seat`` has one of the public ``keys``, or None."""
        return next((phrase for phrase in self.phrases() if public_key(phrase, seat) in keys), None)

    def signer(self, seat: str, keys: Sequence[str]) -> SigningKey | None:
        """The key that signs for ``seat``, which has these public ``keys``, or None where it is not on this machine."""
        phrase = self.phrase(seat, keys)
        return seat_key(phrase, seat) if phrase else None

    def keep(self, phrase: str, seat: str = "") -> None:
        """Keep a phrase: of the whole table, or of one ``seat``. Raises :class:`StoreTrouble` where that cannot be done."""
        name = f"{self.campaign}.{seat}" if seat else self.campaign
        path = _folder() / f"{name}-{hashlib.sha256(phrase.encode()).hexdigest()[:8]}.phrase"
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.touch(mode=0o600)  # before the words are in it
            path.write_text(phrase + "\n", encoding="utf-8")
        except OSError as error:
            raise StoreTrouble(
                f"The phrase could not be kept in {path.parent}: {error.strerror}.",
                safe="Nothing was written to the campaign.",
                todo="Make that folder writable, or set SPOOKYNB_DATA_DIR to one that is.",
                path=str(path),
            ) from error
        self._phrases = None


def _folder() -> Path:
    return data_folder() / "keys"


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


@lru_cache(maxsize=1)
def _mnemonic() -> Any:
    from mnemonic import Mnemonic

    return Mnemonic("english")
