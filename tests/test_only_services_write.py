"""Only services write to the database. Views, forms and perspectives call them."""

import ast
from collections.abc import Iterator

import pytest

from tests.test_code_rules import ROOT, tracked_files

WRITES = {"save", "create", "delete", "get_or_create", "update_or_create"}
WRITES |= {"bulk_create", "bulk_update"}
WRITES_OF_QUERIES = {"update"}
"""Names that dictionaries and sets also have: these count only when called on a query."""

WRITERS = {"services", "store", "models", "migrations"}
"""Parts of paths. The store writes on behalf of services; models maintain their own columns."""


def find_writes(source: str) -> Iterator[int]:
    """Yield the numbers of the lines that write rows."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            name, of = call.func.attr, ast.unparse(call.func.value)
            rows = ".objects" in of or ".filter(" in of or ".all()" in of
            if name in WRITES or (name in WRITES_OF_QUERIES and rows):
                yield call.lineno


def test_only_services_write() -> None:
    assert not [
        f"{path.relative_to(ROOT)}:{line}"
        for path in tracked_files("games/*.py", "lexicon/*.py")
        if not WRITERS & {path.stem, *path.parts}
        for line in find_writes(path.read_text())
    ]


@pytest.mark.parametrize(
    ("source", "writes"),
    [
        ("Player.objects.create(nickname=name)", True),
        ("player.save()", True),
        ("room.notices.filter(read_at=None).update(read_at=now)", True),
        ("Room.objects.all().delete()", True),
        ("revision.delete()", True),
        ("context.update(form=form)", False),
        ("Player.objects.filter(pk=known).first()", False),
    ],
)
def test_writing_is_recognised(source: str, writes: bool) -> None:
    assert bool(list(find_writes(source))) == writes
