"""Rows as the log of an event keeps them: values by column, instants and ids as text."""

from typing import Any, cast

from django.db.models import DateTimeField, Field, ForeignKey, Model, UUIDField

Row = dict[str, Any]


def read_row(row: Model) -> Row:
    """Return all columns of a row but its key."""
    names = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    return {name: read_value(row, name) for name in names}


def read_value(row: Model, name: str) -> Any:
    """Return one column as the log keeps it."""
    value, field = getattr(row, name), _get_field(type(row), name)
    return field.value_to_string(row) if value is not None and _is_text(field) else value


def parse_row(model: type[Model], stored: Row) -> Row:
    """Return stored columns with the values that a row of this model has."""
    fields = {name: _get_field(model, name) for name in stored}
    return {
        name: fields[name].to_python(value) if _is_text(fields[name]) else value
        for name, value in stored.items()
    }


def _get_field(model: type[Model], name: str) -> "Field[Any, Any]":
    return cast("Field[Any, Any]", model._meta.get_field(name))


def _is_text(field: "Field[Any, Any]") -> bool:
    target = field.target_field if isinstance(field, ForeignKey) else field
    return isinstance(target, DateTimeField | UUIDField)
