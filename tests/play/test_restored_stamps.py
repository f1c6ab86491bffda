"""After a restore every stamp is higher than what open pages have seen."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.management.commands.restore import _raise_stamps


@pytest.mark.django_db(transaction=True)
def test_every_stamp_is_raised() -> None:
    stamped = {
        (model._meta.db_table, field.column)
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.local_concrete_fields
        if field.name.endswith("stamp")
    }
    with CaptureQueriesContext(connection) as queries:
        _raise_stamps(timezone.now() - timedelta(days=1))
    said = [query["sql"] for query in queries if query["sql"].startswith("UPDATE")]
    for table, column in stamped:
        assert any(f'UPDATE "{table}" SET "{column}"' in sql for sql in said), table
