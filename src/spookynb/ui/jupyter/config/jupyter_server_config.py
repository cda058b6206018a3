"""Settings of a Jupyter server that serves tables: used by ``spookynb play``, on Binder, and wherever one hosts a group.

Jupyter executes this file when ``JUPYTER_CONFIG_PATH`` names its folder (see :mod:`spookynb.ui.serve`), and puts ``c`` here.
"""

from __future__ import annotations

from typing import Any

from jupyterlab import NeverCheckForUpdate
from traitlets.config import Config

# ruff: noqa: F821 - Jupyter, not this file, gives ``c`` its value
c: Config

# Nothing leaves the machine: no MathJax from elsewhere, no news, no look for updates, no extension catalogue, no telemetry;
# and a browser that obeys this policy could not load anything from elsewhere even if a page asked for it.
c.ServerApp.tornado_settings = {
    "mathjax_url": "",
    "headers": {
        "Content-Security-Policy": "; ".join(
            (
                "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:",
                "connect-src 'self' ws: wss: data: blob:",
                "frame-ancestors 'self'",
            )
        ),
    },
}
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = NeverCheckForUpdate
c.LabApp.extension_manager = "readonly"

# One kernel for each player. With shared documents everybody would share one set of widgets, and one draft.
c.YDocExtension.disable_rtc = True

# A closed page frees its kernel at once, if the hook below has done its work; one whose page went away without a word
# (a closed lid, a lost network) after half an hour. Pages that are open keep theirs, however quiet.
c.MappingKernelManager.cull_idle_timeout = 1_800
c.MappingKernelManager.cull_interval = 120
c.MappingKernelManager.cull_connected = False


def hand_out_xsrf(request: Any, notebook: Any, cwd: str) -> None:
    """Set the cookie that a page needs to free its kernel when it is closed; Voilà itself forgets to."""
    del notebook, cwd
    _ = request.xsrf_token  # reading it is what sets it


c.VoilaConfiguration.template = "spookynb"
c.VoilaConfiguration.allow_template_override = "NO"
c.VoilaConfiguration.allow_theme_override = "NO"
c.VoilaConfiguration.extension_allowlist = [
    "@voila-dashboards/widgets-manager8",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
]
c.VoilaConfiguration.show_tracebacks = False
c.VoilaConfiguration.prelaunch_hook = hand_out_xsrf
c.VoilaExecutor.cell_error_instruction = (
    "The table could not be set: spookynb itself made a mistake. Every move that was made is safe in the journal. Reload the "
    "page; if it happens again, `spookynb doctor` in a terminal says more."
)
