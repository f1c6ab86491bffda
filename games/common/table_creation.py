"""Migrations that create the tables of a new database."""

from typing import Any

from django.db.migrations import CreateModel, Migration
from django.db.migrations.state import ProjectState


class TableCreation(Migration):
    """Creates each table once, as it is after all operations of this migration.

    Django would build every related model again after each operation, which takes seconds in all.
    No operation may change rows, since a new database has none.
    """

    def apply(
        self,
        project_state: ProjectState,
        schema_editor: Any,
        collect_sql: bool = False,  # noqa: ARG002 - a migration's
    ) -> ProjectState:
        vars(project_state).pop("apps", None)  # otherwise each operation updates them
        for operation in self.operations:
            operation.state_forwards(self.app_label, project_state)
        for operation in self.operations:
            if isinstance(operation, CreateModel):
                operation.database_forwards(
                    self.app_label, schema_editor, project_state, project_state
                )
        return project_state
