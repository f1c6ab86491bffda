"""Migration operations that index a large table while the previous release keeps writing."""

from typing import Any

from django.db.migrations.operations import AddIndex


class AddIndexWithoutLock(AddIndex):
    """Add an index without blocking writers.

    On PostgreSQL the index is built concurrently, so the migration must not be ``atomic``. An index
    that an interrupted run left invalid is rebuilt and a complete one is kept, so ``manage.py
    migrate`` can be repeated. SQLite, whose tables are small, builds it in the usual way.
    """

    atomic = False
    repeatable = True

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        connection = schema_editor.connection
        if not self.allow_migrate_model(connection.alias, model):
            return
        if connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        with connection.cursor() as cursor:
            cursor.execute(
                # to_regclass gives NULL, and thus no row, if there is no such index.
                "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)",
                [schema_editor.quote_name(self.index.name)],
            )
            built = cursor.fetchone()
        if built is not None and not built[0]:
            schema_editor.remove_index(model, self.index, concurrently=True)
        if built is None or not built[0]:
            schema_editor.add_index(model, self.index, concurrently=True)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: Any,
        from_state: Any,
        to_state: Any,  # noqa: ARG002 - an operation's
    ) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            more = {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}
            schema_editor.remove_index(model, self.index, **more)

    def describe(self) -> str:
        return f"Beside running processes: {super().describe()}"
