"""Writes that fail: those of SQLite through a VFS of our own around the system's, those of Python through ``os``.

Both count in one row, so that "the Nth write" means the Nth of the whole act, whoever makes it. Only for processes made for
nothing else: what is put in here cannot be taken out again.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import errno
import os
import signal
from collections.abc import Callable
from ctypes import c_char_p, c_int, c_int64, c_void_p

IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE, IOERR_DELETE, FULL = 778, 1034, 1546, 2570, 13

#: what becomes of the Nth write: it fails, half of it arrives, the disk is full from there on, the process dies before or in it
MODES = ("fails", "half", "full", "dies", "dies half way")


class _Vfs(ctypes.Structure):
    """``sqlite3_vfs`` (sqlite3.h), as far as it is needed to copy and change it."""

    _fields_ = [
        ("version", c_int), ("file_size", c_int), ("path_size", c_int), ("next", c_void_p), ("name", c_char_p), ("data", c_void_p),
        ("open", c_void_p), ("delete", c_void_p), *((f"rest_{n}", c_void_p) for n in range(14)),
    ]  # fmt: skip


_OPEN = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = ctypes.CFUNCTYPE(c_int, c_void_p, c_int)
#: places of the functions in ``sqlite3_io_methods``, whose first word is its version
_AT = {"write": 3, "truncate": 4, "sync": 5}
_METHODS = 19


class Faults:
    """Counts what is written, and lets the ``at``-th fail in one of :data:`MODES`, or calls ``deed`` just before it."""

    def __init__(self) -> None:
        self.done = self.at = 0
        self.mode = ""
        self.deed: Callable[[], None] | None = None
        self._kept: list[object] = []
        self._methods: dict[int, ctypes.Array[c_void_p]] = {}
        self._wrap_os()
        self._wrap_sqlite()

    def arm(self, at: int, mode: str = "", deed: Callable[[], None] | None = None) -> None:
        """Begin to count anew; ``at`` of 0 lets everything pass."""
        self.done, self.at, self.mode, self.deed = 0, at, mode, deed

    @property
    def struck(self) -> bool:
        """Whether the count has come to the write that was to fail."""
        return 0 < self.at <= self.done

    def _strikes(self) -> bool:
        self.done += 1
        if self.done != self.at:
            return bool(self.mode == "full" and 0 < self.at < self.done)
        if self.mode == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.deed is not None:
            self.deed()
        return bool(self.mode)

    @property
    def _torn(self) -> bool:
        return self.mode in ("half", "dies half way")

    def _die_if_due(self) -> None:
        if self.mode == "dies half way":
            os.kill(os.getpid(), signal.SIGKILL)

    # ------------------------------------------------------------------------------------------ Python's own writes

    def _wrap_os(self) -> None:
        write, real = os.write, {name: getattr(os, name) for name in ("fsync", "ftruncate", "replace", "rename", "link")}

        def failing_write(file: int, data: bytes) -> int:
            if self._strikes():
                if self._torn:
                    write(file, bytes(data)[: len(data) // 2])
                self._die_if_due()
                raise OSError(errno.ENOSPC if self.mode == "full" else errno.EIO, "It failed on purpose")
            return write(file, data)

        def failing(name: str) -> Callable[..., object]:
            def call(*args: object, **more: object) -> object:
                if self._strikes():
                    self._die_if_due()
                    raise OSError(errno.EIO, "It failed on purpose")
                return real[name](*args, **more)

            return call

        os.write = failing_write  # type: ignore[assignment]
        for name in real:
            setattr(os, name, failing(name))

    # ------------------------------------------------------------------------------------------ SQLite's

    def _wrap_sqlite(self) -> None:
        library = _library()
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        system = library.sqlite3_vfs_find(None).contents
        ours = _Vfs.from_buffer_copy(system)
        really_open, really_delete = _OPEN(system.open), _DELETE(system.delete)

        def open_(vfs: int, name: int, file: int, flags: int, out: int) -> int:
            result = really_open(vfs, name, file, flags, out)
            methods = ctypes.cast(file, ctypes.POINTER(c_void_p))
            if result == 0 and methods[0]:
                methods[0] = ctypes.addressof(self._around(methods[0]))
            return result

        def delete(vfs: int, name: int, sync: int) -> int:
            if self._strikes():
                self._die_if_due()
                return IOERR_DELETE
            return really_delete(vfs, name, sync)

        wrapped = _OPEN(open_), _DELETE(delete)
        ours.open, ours.delete = (ctypes.cast(one, c_void_p) for one in wrapped)
        ours.name, ours.next = b"failing", None
        self._kept += [ours, *wrapped]
        assert library.sqlite3_vfs_register(ctypes.byref(ours), 1) == 0

    def _around(self, address: int) -> ctypes.Array[c_void_p]:
        """The methods of an open file, with ours in place of those that write."""
        if address not in self._methods:
            methods = (c_void_p * _METHODS).from_buffer_copy(ctypes.string_at(address, _METHODS * ctypes.sizeof(c_void_p)))
            write, truncate, sync = (
                kind(methods[_AT[name]]) for name, kind in (("write", _WRITE), ("truncate", _TRUNCATE), ("sync", _SYNC))
            )

            def failing_write(file: int, data: int, size: int, at: int) -> int:
                if self._strikes():
                    if self._torn:
                        write(file, data, size // 2, at)
                    self._die_if_due()
                    return FULL if self.mode == "full" else IOERR_WRITE
                return write(file, data, size, at)

            def failing_truncate(file: int, size: int) -> int:
                if self._strikes():
                    self._die_if_due()
                    return IOERR_TRUNCATE
                return truncate(file, size)

            def failing_sync(file: int, flags: int) -> int:
                if self._strikes():
                    self._die_if_due()
                    return IOERR_FSYNC
                return sync(file, flags)

            wrapped = _WRITE(failing_write), _TRUNCATE(failing_truncate), _SYNC(failing_sync)
            for name, one in zip(("write", "truncate", "sync"), wrapped, strict=True):
                methods[_AT[name]] = ctypes.cast(one, c_void_p)
            self._kept += wrapped
            self._methods[address] = methods
            self._methods[ctypes.addressof(methods)] = methods
        return self._methods[address]


def _library() -> ctypes.CDLL:
    """The SQLite that Python's ``sqlite3`` uses: linked to it, or built into it or into Python."""
    for name in (getattr(_sqlite3, "__file__", None), None):
        library = ctypes.CDLL(name)
        if hasattr(library, "sqlite3_vfs_register"):
            return library
    raise RuntimeError("The SQLite of this Python cannot be reached by name, so its writes cannot be made to fail.")
