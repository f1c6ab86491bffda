"""The column keeps its name, so that processes of the release before go on reading it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0025_analyses")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("room", "allow_errors", "may_err"),
                migrations.AlterField(
                    "room",
                    "may_err",
                    models.BooleanField(
                        db_column="allow_errors", default=True, verbose_name="computers may err"
                    ),
                ),
            ]
        )
    ]
