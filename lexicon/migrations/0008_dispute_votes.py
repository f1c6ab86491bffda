"""Votes of the players of a game on words that are not in its dictionary."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The previous release leaves the new column to its default in the database."""

    dependencies = [("lexicon", "0007_stored_texts")]

    operations = [
        migrations.AddField(
            "dispute",
            "vote",
            models.CharField(
                blank=True,
                choices=[("allowed", "Allowed"), ("refused", "Refused")],
                db_default="",
                default="",
                max_length=10,
                verbose_name="vote",
            ),
        ),
    ]
