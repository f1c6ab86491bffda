"""Columns for texts that are stored as codes, and plainer names of fields, whose columns stay."""

from django.db import migrations, models

RENAMED = (
    (("importjob", "beat_at", "heartbeat_at"), models.DateTimeField(db_column="beat_at", null=True)),
    (
        ("importjob", "package_of", "package_language"),
        models.CharField(blank=True, db_column="package_of", default="", max_length=16),
    ),
    (
        ("dispute", "good", "was_valid"),
        models.BooleanField(
            db_column="good",
            help_text="Whether the word was valid in that revision.",
            verbose_name="was valid",
        ),
    ),
)


class Migration(migrations.Migration):
    """The previous release keeps using the same columns.

    It does not know the new ones: while both run, its pages show no reason for a job that failed in
    this release, nor what this release has noted in a revision.
    """

    dependencies = [("lexicon", "0006_import_slots")]

    operations = [
        migrations.AddField("importjob", "problem", models.JSONField(null=True)),
        migrations.AddField(
            "revision", "automatic_note", models.JSONField(editable=False, null=True)
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *(migrations.AlterField(model, old, field) for (model, old, _), field in RENAMED),
                *(migrations.RenameField(model, old, new) for (model, old, new), _ in RENAMED),
            ]
        ),
    ]
