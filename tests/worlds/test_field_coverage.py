"""No stored field is missing from the comparison of two worlds (:mod:`.field_coverage`)."""

from collections import Counter

import pytest
from django.apps import apps
from django.db.models import Model

from tests.play.conftest import _no_graphs_of_other_tests, lexicon, noon
from tests.worlds.alternate_world import change_world
from tests.worlds.field_coverage import REPLACED, SHARED
from tests.worlds.test_two_worlds import world
from tests.worlds.world import World

__all__ = ["_no_graphs_of_other_tests", "lexicon", "noon", "world"]

TABLES = {model._meta.label_lower: model for model in apps.get_models()}


def names_of(model: type[Model]) -> set[str]:
    own = {field.name for field in model._meta.concrete_fields}
    return own if model._meta.pk.name != "id" else own - {"id"}


@pytest.mark.parametrize("table", TABLES)
def test_every_field_is_replaced_or_shared(table: str) -> None:
    replaced, shared = REPLACED.get(table, "").split(), SHARED.get(table, "").split()
    assert Counter([*replaced, *shared]) == Counter(names_of(TABLES[table])), (
        f"{table}: say in field_coverage.py who may know it, and replace what not all may"
    )


def test_no_missing_table_is_named() -> None:
    assert REPLACED.keys() | SHARED.keys() <= TABLES.keys()


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_exactly_the_fields_listed_as_replaced_change(world: World) -> None:
    """A listed field that stays the same may belong to a table without rows."""
    before = columns()
    change_world(world, "Amber")
    after = columns()
    changed = {
        table: {name for name, values in before[table].items() if values != after[table][name]}
        for table in TABLES
    }
    named = {table: set(REPLACED.get(table, "").split()) for table in TABLES}
    wrong = {table: names ^ named[table] for table, names in changed.items()}
    wrong = {table: names for table, names in wrong.items() if names}
    assert not wrong


def columns() -> dict[str, dict[str, list[str]]]:
    """Return all stored values, by table and field."""
    return {
        table: {
            name: sorted(map(repr, model._base_manager.values_list(name, flat=True)))
            for name in names_of(model)
        }
        for table, model in TABLES.items()
    }
