"""Gives a field and a reverse relation plain names. Tables and columns stay as they are."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0054_games_not_totalled")]

    operations = [
        migrations.AlterField(
            model_name="analysedturn",
            name="told",
            field=models.JSONField(db_column="told"),
        ),
        migrations.RenameField(model_name="analysedturn", old_name="told", new_name="report"),
        migrations.AlterField(
            model_name="notificationsettings",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notification_settings",
                to="games.player",
            ),
        ),
    ]
