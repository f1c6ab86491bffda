"""Blank the titles of rooms whose host has chosen none. Earlier releases stored a sentence there."""

from django.db import migrations, transaction

BATCH_SIZE = 1000


def blank_titles(apps, schema_editor):
    alias = schema_editor.connection.alias
    rooms = apps.get_model("games", "Room").objects.using(alias)
    last = rooms.order_by("-pk").values_list("pk", flat=True).first() or 0
    # In short steps, each its own transaction: every move needs the row of its room.
    for first in range(0, last + 1, BATCH_SIZE):
        batch = rooms.filter(pk__range=(first, first + BATCH_SIZE - 1), named=False)
        unlocked = batch.exclude(title="").select_for_update(skip_locked=True, no_key=True)
        # A room that is locked right now keeps its title, which this release does not read. To wait
        # for it with a thousand others locked would stop their moves, or end in a deadlock.
        with transaction.atomic(using=alias):
            free = list(unlocked.order_by("pk").values_list("pk", flat=True))
            rooms.filter(pk__in=free).update(title="")


class Migration(migrations.Migration):
    """This release does not read these titles, so it does not matter which one writes last. The
    previous release reads them only in the headers of GCG files and in the admin.
    """

    atomic = False

    dependencies = [("games", "0062_puzzleattempt_last_try")]

    operations = [
        migrations.RunPython(blank_titles, migrations.RunPython.noop, atomic=False, elidable=True)
    ]
