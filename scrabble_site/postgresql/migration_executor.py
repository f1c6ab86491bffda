"""Migrations on a running site: lock waits are short, and a migration that times out is retried.

A migration that waits for a table's lock makes every later query of that table wait behind it, and
two sessions that wait for each other end in a deadlock. So a migration, which is one transaction,
gives up if it does not get a lock at once. It is rolled back, leaves the tables to the players for
a moment, and starts again. Migrations applied before it stay applied.

A migration that is not one transaction (``atomic = False``) is retried operation by operation, see
:class:`SteppedMigration`.
"""

import logging
import random
import time
from collections.abc import Callable

import psycopg
from django.contrib.postgres.operations import NotInTransactionMixin
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.operations.models import IndexOperation, ModelOperation
from django.db.migrations.state import ProjectState

logger = logging.getLogger(__name__)

FIRST_LOCK_TIMEOUT, MAX_LOCK_TIMEOUT = 0.4, 0.8
"""Seconds that a migration waits for one lock, at its first attempt and at most.

Every wait is shorter than PostgreSQL's ``deadlock_timeout`` of one second, after which a session
that waits looks for a deadlock and is ended if there is one. A move that begins to wait while the
migration already waits finds that the migration has given way."""

FIRST_PAUSE, MAX_PAUSE = 0.1, 3.0
"""Seconds between two attempts."""

GIVE_UP_AFTER = 600.0
"""Seconds after which a migration that does not get its locks fails."""

LOCK_ERRORS = (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected)


SCHEMA_OPERATIONS = (FieldOperation, IndexOperation, ModelOperation)


class RetryingMigrationExecutor(MigrationExecutor):
    """Retries each migration on PostgreSQL until it gets its locks.

    Raises ``OperationalError`` after :data:`GIVE_UP_AFTER` seconds. On other databases it behaves
    like Django's executor.
    """

    def apply_migration(
        self,
        state: ProjectState,
        migration: Migration,
        fake: bool = False,
        fake_initial: bool = False,
    ) -> ProjectState:
        def step(state: ProjectState) -> ProjectState:
            apply = super(RetryingMigrationExecutor, self).apply_migration
            return apply(state, self._split_into_steps(migration), fake, fake_initial)

        return self._run(state, migration, step)

    def unapply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False
    ) -> ProjectState:
        def step(state: ProjectState) -> ProjectState:
            unapply = super(RetryingMigrationExecutor, self).unapply_migration
            return unapply(state, self._split_into_steps(migration), fake)

        return self._run(state, migration, step)

    def _run(
        self,
        state: ProjectState,
        migration: Migration,
        step: Callable[[ProjectState], ProjectState],
    ) -> ProjectState:
        """Run a migration, and retry it as a whole if it is one transaction."""
        if self.connection.vendor != "postgresql" or not migration.atomic:
            return step(state)
        return _retry_until_unlocked(self.connection, state, str(migration), step)

    def _split_into_steps(self, migration: Migration) -> Migration:
        if self.connection.vendor != "postgresql" or migration.atomic:
            return migration
        return SteppedMigration(migration)


class SteppedMigration(Migration):
    """A migration with ``atomic = False``, whose operations are retried one by one.

    An operation that changes the schema runs in its own transaction. One that declares itself
    ``repeatable`` (:class:`games.common.indexes.AddIndexWithoutLock`) runs outside a transaction
    and can be started again. Any other, such as ``RunPython``, runs only once, because a retry
    could repeat half of its work.
    """

    atomic = False

    def __init__(self, migration: Migration) -> None:
        super().__init__(migration.name, migration.app_label)
        copied = ("operations", "dependencies", "replaces", "initial")
        vars(self).update({name: getattr(migration, name) for name in copied})

    def apply(
        self,
        project_state: ProjectState,
        schema_editor: BaseDatabaseSchemaEditor,
        collect_sql: bool = False,  # noqa: ARG002 - a migration's
    ) -> ProjectState:
        for operation in self.operations:
            single = _SingleOperationMigration(self, operation)
            project_state = single.run(schema_editor.connection, project_state, single.apply)
        return project_state

    def unapply(
        self,
        project_state: ProjectState,
        schema_editor: BaseDatabaseSchemaEditor,
        collect_sql: bool = False,  # noqa: ARG002 - a migration's
    ) -> ProjectState:
        before = []
        for operation in self.operations:
            if not operation.reversible:
                raise IrreversibleError(f"Operation {operation} in {self} is not reversible")
            before.append((operation, project_state))
            project_state = project_state.clone()
            operation.state_forwards(self.app_label, project_state)
        for operation, state in reversed(before):
            single = _SingleOperationMigration(self, operation)
            single.run(schema_editor.connection, state, single.unapply)
        return before[0][1] if before else project_state


class _SingleOperationMigration(Migration):
    """One operation of a migration, wrapped as a separate migration."""

    atomic = False

    def __init__(self, whole: Migration, operation: Operation) -> None:
        super().__init__(whole.name, whole.app_label)
        vars(self)["operations"] = [operation]
        self._repeatable = getattr(operation, "repeatable", False)
        self._in_transaction = not self._repeatable and _fits_in_transaction(operation)
        self._place = whole.operations.index(operation) + 1

    def run(
        self,
        connection: BaseDatabaseWrapper,
        state: ProjectState,
        change: Callable[[ProjectState, BaseDatabaseSchemaEditor], ProjectState],
    ) -> ProjectState:
        """Run ``change``, which is this migration's ``apply`` or ``unapply``, with retries."""

        def step(state: ProjectState) -> ProjectState:
            with connection.schema_editor(atomic=self._in_transaction) as editor:
                return change(state, editor)

        if not self._in_transaction and not self._repeatable:
            return step(state.clone())
        # Building an index concurrently may wait long, because it blocks no one meanwhile.
        shortest = FIRST_LOCK_TIMEOUT if self._in_transaction else GIVE_UP_AFTER
        return _retry_until_unlocked(
            connection, state, f"{self} (step {self._place})", step, shortest
        )


def _fits_in_transaction(operation: Operation) -> bool:
    """Return whether an operation can run in a transaction and be rolled back completely."""
    if isinstance(operation, NotInTransactionMixin):
        return False
    return bool(operation.atomic) or isinstance(operation, SCHEMA_OPERATIONS)


def is_lock_failure(error: BaseException | None) -> bool:
    """Return whether an error was caused by a lock timeout or a deadlock."""
    while error is not None and not isinstance(error, LOCK_ERRORS):
        error = error.__cause__
    return error is not None


def _retry_until_unlocked(
    connection: BaseDatabaseWrapper,
    state: ProjectState,
    name: str,
    step: Callable[[ProjectState], ProjectState],
    shortest: float = FIRST_LOCK_TIMEOUT,
) -> ProjectState:
    """Run ``step`` until it gets its locks, waiting ``shortest`` seconds for each at first.

    Raises ``OperationalError`` for any other failure, or after :data:`GIVE_UP_AFTER` seconds.
    """
    tries, end = 0, time.monotonic() + GIVE_UP_AFTER
    while True:
        try:
            _set_lock_timeout(
                connection, min(shortest * 1.5**tries, max(shortest, MAX_LOCK_TIMEOUT))
            )
            changed = step(state.clone())  # a step modifies the state it is given
        except OperationalError as error:
            _reconnect(connection)
            if not is_lock_failure(error) or time.monotonic() > end:
                raise
            tries += 1
            text = "Migration %s waits for a lock (try %d): %s"
            logger.warning(text, name, tries, str(error).splitlines()[0])
        else:
            _set_lock_timeout(connection, 0)
            return changed
        pause = min(FIRST_PAUSE * 1.5**tries, MAX_PAUSE)
        time.sleep(pause * random.uniform(0.7, 1.3))


def _set_lock_timeout(connection: BaseDatabaseWrapper, seconds: float) -> None:
    """Set how long this session waits for a lock; 0 means for ever."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{seconds * 1000:.0f}"])


def _reconnect(connection: BaseDatabaseWrapper) -> None:
    """Roll back by closing the connection.

    Django leaves the transaction open if SQL that it deferred to the end of a migration fails.
    """
    connection.close()
    connection.connect()
