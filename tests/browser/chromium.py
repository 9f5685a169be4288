"""Chromium: where it is, or how it gets here; and how it is started so that it asks the network for nothing itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "/usr/bin/chromium")

FLAGS: Final = (
    "--no-sandbox",  # without it Chromium will not run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

INSTALL: Final = (("apt-get", "update"), ("apt-get", "install", "-y", "--no-install-recommends", "chromium"))
PATIENCE: Final = 600
"""Seconds for installing."""


class NoChromium(Exception):  # noqa: N818 - a state of the machine
    """There is no Chromium here, and why it could not be had."""


def find_or_install() -> str:
    """The path of Chromium; installed if it can be."""
    if found := find():
        return found
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        raise NoChromium("there is no Chromium on this machine; install one (Debian: apt-get install chromium)")
    for command in INSTALL:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        if done.returncode:
            raise NoChromium(f"Chromium could not be installed: {' '.join(command)}: {done.stderr.strip()[-300:]}")
    if found := find():
        return found
    raise NoChromium("Chromium was installed but is not to be found")


def find() -> str | None:
    """The path of Chromium, if it is here."""
    return next(filter(None, map(shutil.which, NAMES)), None)
