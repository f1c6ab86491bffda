"""Precompiled SQL for the few statements that every move needs, sent in one round trip.

Django compiles a query each time, which takes longer than the database takes to answer it. All
other queries use Django's querysets.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet

Row = tuple[Any, ...]

_texts: dict[Any, str] = {}


class Statement(NamedTuple):
    """A statement with its values; ``understand`` converts result rows as Django would."""

    text: str
    values: Row = ()
    understand: Callable[[Iterable[Row]], Iterable[Row]] = iter


class CachedQuery:
    """A query with parameters, such as ``CachedQuery(lambda code: rooms.filter(code=code), "")``.

    ``build`` is called once with the samples, which must be in the order in which the query
    mentions them; later calls only replace the values.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *samples: object) -> None:
        self._build = build
        self._samples = samples
        self._made: dict[str, Statement] = {}

    def __call__(self, *values: object) -> Statement:
        made = self._made.get(connection.vendor)
        if made is None:
            made = self._made[connection.vendor] = self._make()
        return made._replace(values=tuple(_adapt(value) for value in values))

    def _make(self) -> Statement:
        compiler = self._build(*self._samples).query.get_compiler(connection=connection)
        text, values = compiler.as_sql()
        # Django may reorder or drop conditions; then the values would end up in the wrong places.
        assert values == tuple(_adapt(sample) for sample in self._samples), (text, values)
        converters = compiler.get_converters([column for column, _text, _alias in compiler.select])
        understand = lambda rows: compiler.apply_converters(rows, converters)  # noqa: E731
        return Statement(text, understand=understand)


def build_insert(row: Model, **looked_up: Statement) -> Statement:
    """Return a statement that inserts a row whose key the database assigns.

    The fields named in ``looked_up`` get the result of a statement instead of a value.
    """
    fields: list[Any] = [field for field in row._meta.concrete_fields if not field.primary_key]
    key = (type(row), tuple(looked_up), connection.vendor)
    if key not in _texts:
        columns = ", ".join(_quote(field.column) for field in fields)
        found = {name: f"({one.text})" for name, one in looked_up.items()}
        marks = ", ".join(found.get(field.name, "%s") for field in fields)
        table = _quote(row._meta.db_table)
        _texts[key] = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608 - of models
    values: list[Any] = []
    for field in fields:
        known = looked_up.get(field.name)
        values += known.values if known else [_value(field, getattr(row, field.attname))]
    return Statement(_texts[key], tuple(values))


def build_update(model: type[Model], where: str, value: object, **changes: object) -> Statement:
    """Set fields of the row in which the field ``where`` has the given value."""
    fields: list[Any] = [model._meta.get_field(name) for name in changes]
    found_by: Any = model._meta.get_field(where)
    key = (model, where, tuple(changes), connection.vendor)
    if key not in _texts:
        sets = ", ".join(f"{_quote(field.column)} = %s" for field in fields)
        table = _quote(model._meta.db_table)
        found = f"{_quote(found_by.column)} = %s"
        _texts[key] = f"UPDATE {table} SET {sets} WHERE {found}"  # noqa: S608 - of models
    values = [_value(field, new) for field, new in zip(fields, changes.values(), strict=True)]
    return Statement(_texts[key], (*values, _value(found_by, value)))


def execute_together(statements: Iterable[Statement]) -> None:
    """Execute the statements in order; on PostgreSQL in one round trip."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(*_join(list(statements)))
        else:
            for one in statements:
                cursor.execute(one.text, one.values)


def query_together(*statements: Statement) -> list[Callable[[], list[Row]]]:
    """Return for each statement a function that gives its rows.

    PostgreSQL runs all of them at once; elsewhere each runs when its function is called.
    """
    if connection.vendor != "postgresql":
        return [partial(_query, statement) for statement in statements]
    answers: list[Callable[[], list[Row]]] = []
    with connection.cursor() as cursor:
        cursor.execute(*_join(statements))
        for one in statements:
            answers.append(partial(_convert_rows, one, cursor.fetchall()))
            cursor.nextset()
    return answers


def _query(statement: Statement) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement.text, statement.values)
        return _convert_rows(statement, cursor.fetchall())


def _convert_rows(statement: Statement, rows: list[Row]) -> list[Row]:
    return list(statement.understand(rows))


def _join(statements: Iterable[Statement]) -> tuple[str, list[Any]]:
    texts = ";\n".join(statement.text for statement in statements)
    return texts, [value for statement in statements for value in statement.values]


def _value(field: Any, value: object) -> Any:
    return field.get_db_prep_save(value, connection)


def _adapt(value: object) -> object:
    takes_uuids = connection.features.has_native_uuid_field
    return value.hex if isinstance(value, UUID) and not takes_uuids else value


def _quote(name: str) -> str:
    return connection.ops.quote_name(name)
