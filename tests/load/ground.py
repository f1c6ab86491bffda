"""Where everything is measured: sites in a folder of their own, and the bare server beside them."""

import os
import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.load.bare import BareServer
from tests.sites import ROOT, SiteMaker


@contextmanager
def ground() -> Iterator[tuple[SiteMaker, BareServer]]:
    """A maker of sites and the bare server, running. As many files may be open as can be."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.environ.setdefault("ENGINE_CACHE_DIR", str(ROOT / "var" / "engine"))
    with tempfile.TemporaryDirectory(prefix="tileroom-load-") as folder:
        Path(folder).chmod(0o711)  # PostgreSQL's own user passes through it to its cluster
        maker, bare = SiteMaker(Path(folder)), BareServer(Path(folder))
        try:
            bare.start()
            yield maker, bare
        finally:
            bare.stop()
            maker.close_all()
