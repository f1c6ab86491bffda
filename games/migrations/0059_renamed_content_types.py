"""The admin's log and permissions follow two more models to their new names."""

from functools import partial
from importlib import import_module

from django.db import migrations

before = import_module("games.migrations.0051_names_in_the_admin")

RENAMED = {"RatedMeeting": "PairWeight", "UploadSeat": "UploadOwnerSeat"}


class Migration(migrations.Migration):

    dependencies = [("games", "0058_plain_field_names")]

    operations = [
        migrations.RunPython(
            partial(before.rename_content_types, renamed=RENAMED),
            partial(before.restore_content_types, renamed=RENAMED),
        )
    ]
