"""What a next release might do to the database while this one still serves: a column, a table."""

from typing import Any

from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor


class Migration(migrations.Migration):
    operations = [
        migrations.AddField("room", "next_release", models.IntegerField(null=True)),
        migrations.AddField("move", "next_release", models.IntegerField(null=True)),
        migrations.CreateModel("NextRelease", [("id", models.BigAutoField(primary_key=True))]),
    ]


def go(forward: bool) -> None:
    """Apply it to the site's database, or take it back; run inside the site."""
    loader = MigrationExecutor(connection).loader
    state: Any = loader.project_state(
        [key for key in loader.graph.leaf_nodes() if key[0] == "games"]
    )
    migration = Migration("next_release", "games")
    with connection.schema_editor() as editor:
        (migration.apply if forward else migration.unapply)(state, editor)
