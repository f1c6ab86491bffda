"""Blank the titles of rooms whose host has chosen none. Earlier releases stored a sentence there."""

from django.db import migrations

BATCH_SIZE = 1000


def blank_titles(apps, schema_editor):
    rooms = apps.get_model("games", "Room").objects.using(schema_editor.connection.alias)
    last = rooms.order_by("-pk").values_list("pk", flat=True).first() or 0
    # In short steps, each its own transaction: every move needs the row of its room.
    for first in range(0, last + 1, BATCH_SIZE):
        batch = rooms.filter(pk__range=(first, first + BATCH_SIZE - 1), named=False)
        batch.exclude(title="").update(title="")


class Migration(migrations.Migration):
    """Neither release reads these titles, so it does not matter which one writes last."""

    atomic = False

    dependencies = [("games", "0062_puzzleattempt_last_try")]

    operations = [
        migrations.RunPython(blank_titles, migrations.RunPython.noop, atomic=False, elidable=True)
    ]
