"""The processor time and memory of a site's web processes."""

import os
import re
from pathlib import Path

from tests.site_processes import Site


def get_cpu_seconds(site: Site) -> float:
    """Return the processor seconds that the site's web processes have used."""
    return sum(_read_cpu_seconds(web.pid) for web in site.webs)


def get_wait(site: Site) -> float:
    """Return the seconds for which threads of the web processes were ready but had no processor.

    Zero where the kernel does not count them.
    """
    return sum(sum(_figures_of(web.pid, 1)) for web in site.webs)


def get_cpu_seconds_with_children(pid: int) -> float:
    """Return the processor seconds of a process and its children.

    PostgreSQL starts a child for each connection.
    """
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return _read_cpu_seconds(pid) + sum(_read_cpu_seconds(int(child)) for child in children)


def _read_cpu_seconds(pid: int) -> float:
    """Read the scheduler's nanoseconds per thread, or the coarser clock ticks where it has none."""
    if found := _figures_of(pid, 0):
        return sum(found)
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def _figures_of(pid: int, column: int) -> list[float]:
    """Return the seconds in one column of each thread's ``schedstat``."""
    found = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return [int(path.read_text().split()[column]) / 1e9 for path in found]


def get_resident_bytes(site: Site) -> int:
    """Return the resident memory of the site's web processes, in bytes."""
    found = [
        re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{web.pid}/status").read_text())
        for web in site.webs
    ]
    return sum(int(one[1]) * 1024 for one in found if one)
