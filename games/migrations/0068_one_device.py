"""Add the device that everyone at a table passes on, and whose tiles it shows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0067_duplicate_games")]

    operations = [
        migrations.AddField(
            model_name="room",
            name="device_owner",
            field=models.ForeignKey(
                null=True,
                on_delete=models.deletion.PROTECT,
                related_name="device_rooms",
                to="games.player",
            ),
        ),
        migrations.AddField(
            model_name="room", name="uncovered", field=models.JSONField(null=True)
        ),
    ]
