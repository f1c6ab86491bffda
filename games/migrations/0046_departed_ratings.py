from django.db import migrations, models


def mark_departed(apps, _schema_editor):
    ratings = apps.get_model("games", "Rating").objects
    ratings.filter(player__user=None).update(departed=True)


class Migration(migrations.Migration):
    """People who have left stay off the leaderboards without a look at their row."""

    dependencies = [("games", "0045_lists_by_kind")]

    operations = [
        migrations.AddField(
            model_name='rating',
            name='departed',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(mark_departed, migrations.RunPython.noop, elidable=True),
    ]
