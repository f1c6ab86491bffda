"""From a flag (a computer is to act) to the instant from which it is."""

from django.db import migrations, models
from django.db.models.functions import Coalesce, Now


def set_instants(apps, schema_editor):
    games = apps.get_model("games", "Game").objects.filter(computer_due=True)
    games.update(computer_at=Coalesce("moved_at", Now()))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_bag_that_all_add_to'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='computer_at',
            field=models.DateTimeField(db_index=True, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='kept_waiting',
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(set_instants, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='game',
            name='computer_due',
        ),
    ]
