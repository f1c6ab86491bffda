"""The measuring environment: sites in a temporary folder, and the baseline server."""

import os
import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.load.baseline_server import BaselineServer
from tests.site_processes import ROOT, SiteMaker


@contextmanager
def measuring_environment() -> Iterator[tuple[SiteMaker, BaselineServer]]:
    """Yield a site maker and the running baseline server, with as many open files as allowed."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.environ.setdefault("ENGINE_CACHE_DIR", str(ROOT / "var" / "engine"))
    with tempfile.TemporaryDirectory(prefix="tileroom-load-") as folder:
        Path(folder).chmod(0o711)  # PostgreSQL's own user must reach its cluster
        maker, bare = SiteMaker(Path(folder)), BaselineServer(Path(folder))
        try:
            bare.start()
            yield maker, bare
        finally:
            bare.stop()
            maker.close_all()
