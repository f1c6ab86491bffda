"""Games begun so far keep their scheme: their secret alone is the seed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_letters"),
    ]

    operations = [
        migrations.RenameField(model_name="gamesecret", old_name="seed", new_name="secret"),
        migrations.AddField(
            model_name="game",
            name="contributions",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="holder",
            name="contribution",
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddField(
            model_name="game",
            name="scheme",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AlterField(
            model_name="game",
            name="scheme",
            field=models.PositiveSmallIntegerField(default=2),
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
                    ("over", "Over"),
                ],
                default="waiting",
                max_length=16,
            ),
        ),
    ]
