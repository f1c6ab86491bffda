"""Add the other table of a swapped match, and games whose result is held until it has ended."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0069_daily_games")]

    operations = [
        migrations.AddField(
            model_name="room",
            name="twin",
            field=models.OneToOneField(
                null=True,
                on_delete=models.deletion.SET_NULL,
                related_name="+",
                to="games.room",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="status",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("starting", "Starting"),
                    ("playing", "Playing"),
                    ("final_challenge", "Final Challenge"),
                    ("held", "Held"),
                    ("over", "Over"),
                ],
                default="waiting",
                max_length=16,
            ),
        ),
    ]
