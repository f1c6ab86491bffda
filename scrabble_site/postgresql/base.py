"""The ``DatabaseWrapper`` that Django expects in a database backend."""

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's wrapper with a cheaper check before each request (``CONN_HEALTH_CHECKS``), and
    without the compilation of statements (``jit``)."""

    def init_connection_state(self) -> None:
        """Prepare a new connection. A pooler would refuse the setting among its parameters."""
        super().init_connection_state()
        with self.connection.cursor() as cursor:
            # Compiling can take 0.2 seconds, far longer than a page's statements run.
            cursor.execute("SET jit = off")
        if not self.get_autocommit():
            self.connection.commit()

    def is_usable(self) -> bool:
        """Return whether the connection still works.

        An idle server sends nothing except when it closes the connection. So the server is queried
        only if there is something to read or the connection is broken.
        """
        if self.connection is None or self.connection.closed:
            return False
        line = select.poll()
        line.register(self.connection.fileno(), select.POLLIN)
        return not line.poll(0) or bool(super().is_usable())
