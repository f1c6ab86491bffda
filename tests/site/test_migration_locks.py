"""Migrations of a release while other PostgreSQL sessions hold the locks they need."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.fork_server import get_fork_server
from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site, SiteMaker

"""Seconds to wait for a command or an answer."""


@pytest.fixture(scope="module")
def scaled_site(site_maker: SiteMaker) -> Iterator[Site]:
    site = site_maker.make("scaled", webs=1, workers=0)
    yield site
    site_maker.close(site)


class Command:
    """A management command of the site that runs while the test does something else."""

    def __init__(self, site: Site, log: Path, *arguments: str, **env: str) -> None:
        self._log = log
        log.touch()
        self.process = get_fork_server().start(["manage.py", *arguments], site.env | env, log)

    @property
    def output(self) -> str:
        return self._log.read_text()

    def says(self, text: str) -> bool:
        assert self.process.poll() in (None, 0), self.output
        return text in self.output

    def ends_well(self) -> bool:
        return self.process.wait(PATIENCE) == 0


@contextmanager
def session(site: Site) -> Iterator[psycopg.Connection]:
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        connection.execute(f"SET statement_timeout = '{PATIENCE:.0f}s'")
        yield connection


def ask(site: Site, question: str) -> bool:
    with session(site) as connection:
        found = connection.execute(question).fetchone()
        return found is not None and bool(found[0])


def migrate_back(site: Site, app: str, name: str | None) -> None:
    """Migrate, in the site's process for snippets: starting a process takes longer."""
    site.run(
        f"from tests.single_migrations import migrate_singly\nmigrate_singly({app!r}, {name!r})"
    )


def is_migrated(site: Site) -> bool:
    code = "from django.core.management import call_command\ncall_command('showmigrations')"
    shown = site.run(code)
    assert "[X] 0001_initial" in shown
    return "[ ]" not in shown


@pytest.mark.full
def test_a_migration_waits_for_a_table_without_blocking_others(
    scaled_site: Site, tmp_path: Path
) -> None:
    migrate_back(scaled_site, "admin", None)
    with session(scaled_site) as holder, session(scaled_site) as another:
        holder.execute("LOCK TABLE auth_user IN ROW EXCLUSIVE MODE")  # as every update does
        migrate = Command(scaled_site, tmp_path / "log", "migrate", "--no-input")
        wait_until(lambda: migrate.says("waits for a lock (try 2)"), "the second try", PATIENCE)
        another.execute("SET lock_timeout = '3s'")
        for _ in range(3):
            another.execute("LOCK TABLE auth_user IN ROW EXCLUSIVE MODE")
            another.commit()
        assert migrate.process.poll() is None
        holder.commit()
    assert migrate.ends_well(), migrate.output
    assert "Traceback" not in migrate.output
    assert ask(scaled_site, "SELECT to_regclass('django_admin_log') IS NOT NULL")
    assert is_migrated(scaled_site)


LONG_WAIT = """
SELECT count(*) > 0 FROM pg_locks
WHERE NOT granted AND mode = 'AccessExclusiveLock' AND clock_timestamp() - waitstart > '1.4 s'
"""


@pytest.mark.full
def test_later_tries_give_way_before_a_players_deadlock_check(
    scaled_site: Site, tmp_path: Path
) -> None:
    """A session checks for a deadlock after waiting for a second, and fails if it finds one."""
    migrate_back(scaled_site, "admin", None)
    with session(scaled_site) as holder, session(scaled_site) as observer:
        assert observer.execute("SHOW deadlock_timeout").fetchone() == ("1s",)
        holder.execute("LOCK TABLE auth_user IN ROW EXCLUSIVE MODE")
        migrate = Command(scaled_site, tmp_path / "log", "migrate", "--no-input")
        while not migrate.says("waits for a lock (try 7)"):
            found = observer.execute(LONG_WAIT).fetchone()
            assert found == (False,), migrate.output
            observer.commit()
        holder.commit()
    assert migrate.ends_well(), migrate.output


HELD = """
SELECT count(*) FROM pg_locks JOIN pg_class ON pg_class.oid = relation
WHERE relname = 'games_room' AND mode = 'AccessExclusiveLock' AND granted
"""
COLUMNS = """
SELECT count(*) = 2 FROM information_schema.columns
WHERE column_name = 'next_release' AND table_name IN ('games_room', 'games_move')
"""


def test_a_migration_that_meets_a_deadlock_is_tried_again(
    scaled_site: Site, tmp_path: Path
) -> None:
    name = scaled_site.folder.name
    with session(scaled_site) as setting:
        setting.execute(f"""ALTER DATABASE "{name}" SET deadlock_timeout = '50ms'""")
    with session(scaled_site) as player, ThreadPoolExecutor(1) as thread:
        player.execute("SET deadlock_timeout = '60s'")  # so that the migration detects it
        player.execute("LOCK TABLE games_move IN ROW EXCLUSIVE MODE")
        script = "from tests.chaos.next_release import DeadlockingMigration as D, go; go(True, D)"
        migrate = Command(scaled_site, tmp_path / "log", "shell", "--no-imports", "-c", script)
        wait_until(lambda: ask(scaled_site, HELD), "the migration to hold the rooms", PATIENCE)
        waiting = thread.submit(player.execute, "LOCK TABLE games_room IN ROW EXCLUSIVE MODE")
        wait_until(lambda: migrate.says("deadlock detected"), "a deadlock", PATIENCE)
        waiting.result(PATIENCE)
        player.commit()
    assert migrate.ends_well(), migrate.output
    assert ask(scaled_site, COLUMNS)


HOLDS_AND_WAITS = """
SELECT count(*) = 2 FROM pg_locks JOIN pg_class ON pg_class.oid = relation
WHERE mode = 'AccessExclusiveLock'
AND (relname, granted) IN (('games_ratedgame', true), ('games_ratingchange', false))
"""
WEIGHT = """
SELECT count(*) = 1 FROM information_schema.columns
WHERE table_name = 'games_ratingchange' AND column_name = 'weight'
"""


@pytest.mark.full
def test_the_migrate_command_recovers_from_a_deadlock_with_a_player(
    scaled_site: Site, tmp_path: Path
) -> None:
    migrate_back(scaled_site, "games", "0041_rows_by_age")
    finds_first = {"PGOPTIONS": "-c deadlock_timeout=300ms"}
    with session(scaled_site) as player:
        player.execute("SET deadlock_timeout = '60s'")
        player.execute("LOCK TABLE games_ratingchange IN ROW EXCLUSIVE MODE")
        migrate = Command(scaled_site, tmp_path / "log", "migrate", "--no-input", **finds_first)
        while not migrate.says("deadlock detected"):  # else it gave up its locks first
            wait_until(lambda: ask(scaled_site, HOLDS_AND_WAITS), "the second table", PATIENCE)
            with player.transaction(force_rollback=True):
                player.execute("LOCK TABLE games_ratedgame IN ROW EXCLUSIVE MODE")
        assert migrate.process.poll() is None
        player.commit()
    assert migrate.ends_well(), migrate.output
    assert "Traceback" not in migrate.output
    assert ask(scaled_site, WEIGHT)
    assert is_migrated(scaled_site)


BUILDING = """
SELECT count(*) = 1 FROM pg_locks JOIN pg_class ON pg_class.oid = relation
WHERE relname = 'games_playedgame' AND mode = 'ShareUpdateExclusiveLock' AND granted
"""
BUILT = """
SELECT count(*) = 3 FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE indisvalid AND relname IN ('tallies_of_a_page', 'highest_and_lowest', 'rooms_of_a_kind')
"""


@pytest.mark.full
def test_a_concurrent_index_is_rebuilt_after_a_deadlock(scaled_site: Site, tmp_path: Path) -> None:
    migrate_back(scaled_site, "games", "0044_analyses_asked_from")
    assert not ask(scaled_site, BUILT)
    finds_it = {"PGOPTIONS": "-c deadlock_timeout=500ms"}
    with session(scaled_site) as player:
        player.execute("SET deadlock_timeout = '60s'")
        player.execute("LOCK TABLE games_playedgame IN ROW EXCLUSIVE MODE")
        migrate = Command(scaled_site, tmp_path / "log", "migrate", "--no-input", **finds_it)
        while not migrate.says("deadlock detected"):
            wait_until(lambda: ask(scaled_site, BUILDING), "the build to begin", PATIENCE)
            with player.transaction(force_rollback=True):
                player.execute("LOCK TABLE games_playedgame IN SHARE UPDATE EXCLUSIVE MODE")
        assert "step 1" in migrate.output
        player.commit()
    assert migrate.ends_well(), migrate.output
    assert "Traceback" not in migrate.output
    assert ask(scaled_site, BUILT)
    assert is_migrated(scaled_site)


def test_an_operation_of_a_non_atomic_migration_is_retried_alone(
    scaled_site: Site, tmp_path: Path
) -> None:
    """Its first step stays applied while the second one waits for its table."""
    script = "from tests.chaos.next_release import Stepwise, go; go({}, Stepwise)"
    with session(scaled_site) as player, session(scaled_site) as another:
        player.execute("LOCK TABLE games_move IN ROW EXCLUSIVE MODE")
        forward = ("shell", "--no-imports", "-c", script.format(True))
        migrate = Command(scaled_site, tmp_path / "log", *forward)
        wait_until(lambda: migrate.says("(step 2) waits for a lock (try 2)"), "it", PATIENCE)
        another.execute("SET lock_timeout = '3s'")
        another.execute("LOCK TABLE games_move IN ROW EXCLUSIVE MODE")
        another.commit()
        player.commit()
    assert migrate.ends_well(), migrate.output
    assert "(step 1)" not in migrate.output
    assert ask(scaled_site, STEPPED)
    scaled_site.run(script.format(False))
    assert not ask(scaled_site, STEPPED)


STEPPED = """
SELECT count(*) > 0 FROM information_schema.columns
WHERE column_name = 'stepwise' AND table_name IN ('games_room', 'games_move')
"""
