"""Add the time zone of a player's browser, in which e-mails and push messages give dates."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0063_blank_default_titles")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="time_zone",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=64
            ),
        )
    ]
