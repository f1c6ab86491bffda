"""What a site's web processes have used."""

import os
import re
from pathlib import Path

from tests.sites import Site


def cpu_of(site: Site) -> float:
    """Seconds of processor time."""
    return sum(_cpu_of(web.pid) for web in site.webs)


def cpu_of_all(pid: int) -> float:
    """The same of a process and of those it has started, as PostgreSQL one a connection."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return _cpu_of(pid) + sum(_cpu_of(int(child)) for child in children)


def _cpu_of(pid: int) -> float:
    """By the scheduler's clock, in nanoseconds, where the kernel keeps one for each thread."""
    found = [path.read_text().split()[0] for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    if found:
        return sum(int(nanoseconds) for nanoseconds in found) / 1e9
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(site: Site) -> int:
    """Bytes resident."""
    found = [
        re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{web.pid}/status").read_text())
        for web in site.webs
    ]
    return sum(int(one[1]) * 1024 for one in found if one)
