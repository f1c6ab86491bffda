"""Statements whose text is made once, for the few that every move asks; told together.

Django makes a statement's text anew each time, which takes longer than the database takes to
answer it. What else a database is asked goes through Django's querysets.
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
    """A statement with its values; ``understand`` makes of a row what Django would."""

    text: str
    values: Row = ()
    understand: Callable[[Iterable[Row]], Iterable[Row]] = iter


class Reading:
    """A query by values, such as ``Reading(lambda code: rooms.filter(code=code), "")``.

    ``build`` makes it of as many samples, in the order in which the query mentions them.
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
        assert values == tuple(_adapt(sample) for sample in self._samples), (text, values)
        converters = compiler.get_converters([column for column, _text, _alias in compiler.select])
        understand = lambda rows: compiler.apply_converters(rows, converters)  # noqa: E731
        return Statement(text, understand=understand)


def insert(row: Model, **looked_up: Statement) -> Statement:
    """A new row, whose key the database chooses; some fields are what a statement finds."""
    fields: list[Any] = [one for one in row._meta.concrete_fields if not one.primary_key]
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


def update(model: type[Model], where: str, value: object, **changes: object) -> Statement:
    """New values for the fields of the row in which the field ``where`` has a value."""
    fields: list[Any] = [model._meta.get_field(name) for name in changes]
    found_by: Any = model._meta.get_field(where)
    key = (model, where, tuple(changes), connection.vendor)
    if key not in _texts:
        sets = ", ".join(f"{_quote(field.column)} = %s" for field in fields)
        table = _quote(model._meta.db_table)
        found = f"{_quote(found_by.column)} = %s"
        _texts[key] = f"UPDATE {table} SET {sets} WHERE {found}"  # noqa: S608 - of models
    told = [_value(field, new) for field, new in zip(fields, changes.values(), strict=True)]
    return Statement(_texts[key], (*told, _value(found_by, value)))


def write_together(statements: Iterable[Statement]) -> None:
    """Have them done one after the other; PostgreSQL is told once."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(*_join(list(statements)))
        else:
            for one in statements:
                cursor.execute(one.text, one.values)


def ask_together(*statements: Statement) -> list[Callable[[], list[Row]]]:
    """The rows of each, for whoever wants them. PostgreSQL is asked once for all; elsewhere each is
    asked for when it is wanted."""
    if connection.vendor != "postgresql":
        return [partial(_ask, one) for one in statements]
    answers: list[Callable[[], list[Row]]] = []
    with connection.cursor() as cursor:
        cursor.execute(*_join(statements))
        for one in statements:
            answers.append(partial(_understand, one, cursor.fetchall()))
            cursor.nextset()
    return answers


def _ask(statement: Statement) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement.text, statement.values)
        return _understand(statement, cursor.fetchall())


def _understand(statement: Statement, rows: list[Row]) -> list[Row]:
    return list(statement.understand(rows))


def _join(statements: Iterable[Statement]) -> tuple[str, list[Any]]:
    texts = ";\n".join(one.text for one in statements)
    return texts, [value for one in statements for value in one.values]


def _value(field: Any, value: object) -> Any:
    return field.get_db_prep_save(value, connection)


def _adapt(value: object) -> object:
    takes_uuids = connection.features.has_native_uuid_field
    return value.hex if isinstance(value, UUID) and not takes_uuids else value


def _quote(name: str) -> str:
    return connection.ops.quote_name(name)
