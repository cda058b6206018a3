"""Keys: a phrase of 12 words holds the keys of all seats of a hot-seat table (PROTOCOL.md, "Keys").

On a lasting machine phrases are kept in the user's data folder, readable by that user alone. Anyone with the same
operating-system account can read them: signatures are evidence among friends, not a safe.
"""

from __future__ import annotations

import hashlib
import os
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


def keep_phrase(campaign: str, phrase: str) -> None:
    """Keep the phrase of ``campaign`` (its id) on this machine, readable by this user alone. Raises :class:`StoreTrouble`."""
    path = _phrase_path(campaign)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600)  # before the words are in it
        path.write_text(phrase + "\n", encoding="utf-8")
    except OSError as error:
        raise StoreTrouble(
            f"The table's phrase could not be kept in {path.parent}: {error.strerror}.",
            safe="No campaign was opened.",
            todo="Make that folder writable, or set SPOOKYNB_DATA_DIR to one that is.",
            path=str(path),
        ) from error


def kept_phrase(campaign: str) -> str | None:
    """The phrase of ``campaign`` kept on this machine, or None."""
    try:
        return _phrase_path(campaign).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def _phrase_path(campaign: str) -> Path:
    return data_folder() / "keys" / f"{campaign}.phrase"


@lru_cache(maxsize=1)
def _mnemonic() -> Any:
    from mnemonic import Mnemonic

    return Mnemonic("english")
