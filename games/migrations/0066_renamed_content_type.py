"""The admin's log and permissions follow one more model to its new name."""

from functools import partial
from importlib import import_module

from django.db import migrations

before = import_module("games.migrations.0051_names_in_the_admin")

RENAMED = {"DeletedAccountMark": "DeletedAccountHash"}


class Migration(migrations.Migration):

    dependencies = [("games", "0065_plain_column_names")]

    operations = [
        migrations.RunPython(
            partial(before.rename_content_types, renamed=RENAMED),
            partial(before.restore_content_types, renamed=RENAMED),
        )
    ]
