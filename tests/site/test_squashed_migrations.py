"""The squashed migration gives a new database the tables that the replaced ones give an old one.

``test_old_database.py`` compares them on SQLite.
"""

from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.prepared_sites import make_env, manage
from tests.site_processes import SiteMaker

pytestmark = [pytest.mark.servers, pytest.mark.slow]

SQUASHED, LAST_REPLACED = "0001_squashed_0055_plain_fields", "0055_plain_fields"
ONE_BY_ONE = f"""
from tests.single_migrations import migrate_singly
migrate_singly("games", "{LAST_REPLACED}")
"""

COLUMNS = """
SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity::text,
    attcollation::regcollation::text, pg_get_expr(adbin, adrelid)
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE relname LIKE 'games%' AND relkind IN ('r', 'S') AND attnum > 0 AND NOT attisdropped
"""
CONSTRAINTS = """
SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid), convalidated
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE relname LIKE 'games%'
"""
INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE tablename LIKE 'games%'"


@pytest.mark.full
def test_squashed_and_single_migrations_create_the_same_tables(
    site_maker: SiteMaker, tmp_path: Path
) -> None:
    ways = {
        "squashed": ("migrate", "games", SQUASHED, "--no-input", "--verbosity", "0"),
        "single": ("shell", "--no-imports", "-c", ONE_BY_ONE),
    }
    schemas = {}
    for name, arguments in ways.items():
        database = f"{name}-{uuid4().hex[:8]}"
        site_maker.postgres.create(database)
        url = site_maker.postgres.url(database)
        manage(make_env(tmp_path, DATABASE_URL=url), *arguments)
        with psycopg.connect(url) as connection:
            parts = (COLUMNS, CONSTRAINTS, INDEXES)
            schemas[name] = [sorted(connection.execute(part).fetchall(), key=str) for part in parts]
        site_maker.postgres.drop(database)
    assert schemas["squashed"] == schemas["single"]
    assert all(len(part) > 100 for part in schemas["single"])
