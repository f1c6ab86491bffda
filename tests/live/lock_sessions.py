"""A second PostgreSQL session that locks rows as a concurrent request would."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

import psycopg

from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site

STATEMENT_LIMIT = PATIENCE / 2
"""Seconds after which PostgreSQL cancels a statement of the second session."""

LOCKED_OUT = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'
"""

T = TypeVar("T")
Statement = tuple[str, Sequence[Any]]


@contextmanager
def second_session(site: Site) -> Iterator[psycopg.Connection]:
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        # Should `act` hold the lock already, the test must fail instead of waiting for ever.
        connection.execute(f"SET lock_timeout = '{STATEMENT_LIMIT:.0f}s'")
        connection.execute(f"SET statement_timeout = '{STATEMENT_LIMIT:.0f}s'")
        yield connection
        connection.rollback()


def is_waited_for(site: Site) -> bool:
    """Return whether any session waits for another session's lock."""
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        (waiting,) = connection.execute(LOCKED_OUT).fetchone() or (0,)
    return bool(waiting)


def act_beside(site: Site, act: Callable[[], T], first: Statement, *then: Statement) -> T:
    """Run ``act``, which must wait for the lock that a second session takes with ``first``.

    While it waits, the second session takes the locks of ``then``, which succeed only if ``act``
    holds none of them. Returns the result of ``act``.
    """
    with second_session(site) as other, ThreadPoolExecutor(1) as thread:
        other.execute(*first)
        acting: Future[T] = thread.submit(act)
        wait_until(lambda: is_waited_for(site) or acting.done(), "the lock is met", PATIENCE)
        assert not acting.done(), f"it did not wait: {acting.result()}"
        for statement in then:
            other.execute(*statement)
        other.commit()
        return acting.result(timeout=PATIENCE)


def act_unhindered(site: Site, act: Callable[[], T], held: Statement) -> T:
    """Run ``act`` while a second session holds a lock.

    ``act`` must not wait for it. Returns its result.
    """
    with second_session(site) as other, ThreadPoolExecutor(1) as thread:
        other.execute(*held)
        acting: Future[T] = thread.submit(act)
        try:
            wait_until(lambda: is_waited_for(site) or acting.done(), "an answer", PATIENCE)
            assert acting.done(), "it waited"
        finally:
            other.rollback()
        return acting.result()


def ask(site: Site, question: str, *values: Any) -> Any:
    """Return the first column of the first row."""
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        found = connection.execute(question, values).fetchone()
    assert found is not None, (question, values)
    return found[0]


def write(site: Site, statement: str, *values: Any) -> None:
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        connection.execute(statement, values)
