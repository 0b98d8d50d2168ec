"""The machine under test."""

from __future__ import annotations

import datetime
import os
import platform
import shutil
import subprocess
from pathlib import Path

from tools.marked import commit


def facts(root: Path) -> dict[str, str]:
    """The date, the machine and the tools, as text."""
    return {
        "Date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        "Processor": processor(),
        "Cores": f"{len(usable_cores())} usable; all subjects are pinned to the same core"
        if pinning()
        else f"{os.cpu_count()}; this system cannot pin processes",
        "System": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
        "C compiler": first_line("cc", "--version"),
        "C++ compiler": first_line("g++", "--version"),
        "Commit": commit("src", "build_backend", "benchmarks", "pyproject.toml", ":!*.md", root=root),
    }


def processor() -> str:
    """The processor's name, as the system reports it."""
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def pinning() -> bool:
    """Whether this system can pin a process to one core."""
    return hasattr(os, "sched_setaffinity")


def usable_cores() -> list[int]:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def first_line(*command: str) -> str:
    """The first line that a command prints, or that it is missing."""
    if shutil.which(command[0]) is None:
        return "none"
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).partition("\n")[0].strip() or "unknown"
