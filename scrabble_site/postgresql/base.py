"""The wrapper Django looks for in a database backend."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Kept connections are looked at before each request (``CONN_HEALTH_CHECKS``)."""

    def is_usable(self) -> bool:
        """Whether the server still listens. It says nothing unasked but goodbye, so only where it
        has said something, or the line has broken, is it asked."""
        if self.connection is None or self.connection.closed:
            return False
        line = select.poll()
        line.register(self.connection.fileno(), select.POLLIN)
        return not line.poll(0) or bool(super().is_usable())
