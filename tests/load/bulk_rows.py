"""Writes many rows quickly, as text: by COPY into PostgreSQL, in bulk into SQLite."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.utils import timezone

AT_ONCE = 5000
SALTS = {"player": 1 << 40, "guest": 2 << 40, "game": 3 << 40}
SCATTER, MASK = 0x9E3779B97F4A7C15F39CC0605CEDC835, (1 << 128) - 1

Values = tuple[Any, ...]


class TableRows:
    """The rows of one table: some columns are set per row, the others have a new row's defaults."""

    def __init__(self, model: type[models.Model], *names: str, **alike: Any) -> None:
        fields = {field.name: field for field in model._meta.concrete_fields}
        self.names, self.table = names, model._meta.db_table
        rest = [name for name in fields if name not in names]
        given = {name: alike.get(name, fields[name].get_default()) for name in rest}
        self.columns = [str(fields[name].column) for name in (*names, *rest)]
        self.alike = tuple(_plain(fields[name], given[name]) for name in rest)

    def fill(self, rows: Iterator[Values]) -> None:
        with connection.cursor() as cursor:
            names = ", ".join(connection.ops.quote_name(one) for one in self.columns)
            if connection.vendor == "postgresql":
                tail = "".join(f"\t{_text(one)}" for one in self.alike) + "\n"
                with cursor.copy(f"COPY {self.table} ({names}) FROM STDIN") as copy:
                    while part := list(islice(rows, AT_ONCE)):
                        copy.write("".join("\t".join(map(_text, row)) + tail for row in part))
                return
            marks = ", ".join("?" * len(self.columns))
            text = f"INSERT INTO {self.table} ({names}) VALUES ({marks})"
            cursor.connection.executemany(text, (row + self.alike for row in rows))


def _plain(field: Any, value: Any) -> Any:
    if isinstance(field, models.JSONField):
        return None if value is None else json.dumps(value)
    if isinstance(field, models.DateTimeField):
        return value or (None if field.null else format_instant(timezone.now()))
    if value is None and not field.null:
        return "" if field.empty_strings_allowed else 0
    return int(value) if isinstance(value, bool) else value


def _text(value: Any) -> str:
    return "\\N" if value is None else str(value)


def format_instant(at: datetime) -> str:
    return at.isoformat(" ", "seconds")[:19]


def make_row_id(kind: str, number: int) -> str:
    """Return an id, scattered over the index as real ones are."""
    return f"{(SALTS[kind] + number) * SCATTER & MASK:032x}"


@contextmanager
def plain_tables(tables: Sequence[type[models.Model]]) -> Iterator[None]:
    """Fill PostgreSQL's tables without constraints and indexes, which would slow the writing down.

    They are restored afterwards; primary keys stay. SQLite fills the tables in one transaction.
    """
    if connection.vendor != "postgresql":
        with transaction.atomic():
            yield
        return
    with connection.cursor() as cursor:
        names = [model._meta.db_table for model in tables]
        cursor.execute(INDEXES, [names])
        indexes = cursor.fetchall()
        cursor.execute(KEYS, [names])
        keys = cursor.fetchall()
        for table, name, _definition in keys:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        for name, _definition in indexes:
            cursor.execute(f"DROP INDEX {name}")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET timezone = 'UTC'")
        yield
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for table, name, definition in keys:
            cursor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
        for _name, definition in indexes:
            cursor.execute(definition)
        for line in connection.ops.sequence_reset_sql(no_style(), list(tables)):
            cursor.execute(line)


KEYS = """
SELECT conrelid::regclass, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = 'u' AND conrelid::regclass::text = ANY(%s)
"""
INDEXES = """
SELECT quote_ident(indexname), indexdef FROM pg_indexes
WHERE tablename = ANY(%s) AND indexname NOT IN (SELECT conname FROM pg_constraint)
AND indexdef LIKE 'CREATE INDEX%%'
"""
