"""What holds for every test."""

from __future__ import annotations

import os
import signal

import pytest


def pytest_configure() -> None:
    """Hear Ctrl-C, and let what the tests start hear it: a script that runs in a shell's background would be deaf to it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In the full check (``CI=true``) nothing may be skipped: what is not run is not known to work."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if os.environ.get("CI") == "true" and skipped and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The full counts run only where they are asked for by their name, whatever else ``-m`` chooses."""
    if "long" not in config.option.markexpr:
        full = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if item not in full]
        config.hook.pytest_deselected(items=full)


@pytest.fixture(autouse=True)
def own_keys(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys go into a folder of the test's own, never into the home of whoever runs it."""
    monkeypatch.setenv("SPOOKYNB_DATA_DIR", str(tmp_path_factory.mktemp("keys")))
