"""Settings: a fresh clone needs none, a bad value is named, production asks for what it needs."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from secrets import token_urlsafe

import pytest

from scrabble_site.conf.generated_keys import is_strong_key
from tests import fork_server
from tests.processes import minimal_env

ROOT = Path(__file__).resolve().parent.parent.parent

PRODUCTION = {
    "PRODUCTION": "true",
    "SECRET_KEY": "".join(chr(ord("!") + (7 * n) % 90) for n in range(64)),
    "ALLOWED_HOSTS": "tiles.example",
    "DATABASE_URL": "postgres://tileroom@127.0.0.1/tileroom",
    "REDIS_URL": "redis://127.0.0.1/0",
}


def run_manage(var: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return fork_server.run_manage(minimal_env() | {"VAR_DIR": str(var)} | env, *arguments)


def read_settings(var: Path, *names: str, **env: str) -> dict[str, object]:
    code = (
        "import json; from django.conf import settings;"
        f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}, default=str))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=minimal_env()
        | {"VAR_DIR": str(var), "DJANGO_SETTINGS_MODULE": "scrabble_site.settings"}
        | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "perhaps"),
        ("PRODUCTION", "2"),
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("WEB_THREADS", "0"),
        ("DATABASE_URL", "mysql://127.0.0.1/tiles"),
        ("DATABASE_URL", "postgres://127.0.0.1:port/tiles"),
        ("REDIS_URL", "127.0.0.1:6379"),
        ("EMBEDDED_WORKER", "sometimes"),
        ("LOG_LEVEL", "loud"),
        ("SITE_URL", "tiles.example"),
        ("TRUSTED_PROXIES", "proxy.example"),
        ("ADMIN_PATH", "back office"),
        ("SECURITY_CONTACT", "me@tiles.example"),
        ("SECURITY_EXPIRES", "next year"),
        ("LIMIT_CHAT", "now and then"),
        ("LIMIT_UPLOADS", "0"),
    ],
)
def test_a_bad_value_stops_startup_and_is_named(tmp_path: Path, name: str, value: str) -> None:
    done = run_manage(tmp_path, "check", **{name: value})
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert f"Environment variable {name}: " in last
    assert "expected" in last


def test_a_bad_url_is_not_repeated_with_its_password(tmp_path: Path) -> None:
    done = run_manage(tmp_path, "check", DATABASE_URL="mysql://me:hush@127.0.0.1/tiles")
    assert done.returncode != 0
    assert "Environment variable DATABASE_URL: " in done.stderr.strip().splitlines()[-1]
    assert "hush" not in done.stderr.strip().splitlines()[-1]


def test_the_admin_can_have_another_address(tmp_path: Path) -> None:
    code = "from django.urls import reverse; print(reverse('admin:login'))"
    asked = ("shell", "--no-imports", "-c", code)
    assert run_manage(tmp_path, *asked).stdout.strip() == "/admin/login/"
    assert run_manage(tmp_path, *asked, ADMIN_PATH="office").stdout.strip() == "/office/login/"


def test_only_configured_proxies_are_trusted(tmp_path: Path) -> None:
    assert read_settings(tmp_path, "TRUSTED_PROXIES") == {"TRUSTED_PROXIES": []}
    said = read_settings(tmp_path, "TRUSTED_PROXIES", TRUSTED_PROXIES="10.0.0.5, 10.1.0.0/16")
    assert said == {"TRUSTED_PROXIES": ["10.0.0.5", "10.1.0.0/16"]}


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_production_requires_settings_without_a_default(tmp_path: Path, name: str) -> None:
    done = run_manage(tmp_path, "check", **PRODUCTION | {name: ""})
    assert done.returncode != 0
    assert f"Environment variable {name}: must be set" in done.stderr


@pytest.mark.parametrize("name", ["SECRET_KEY", "SECRET_KEY_FALLBACKS"])
def test_production_refuses_a_key_that_can_be_guessed(tmp_path: Path, name: str) -> None:
    done = run_manage(tmp_path, "check", **PRODUCTION | {name: "correct horse"})
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert f"Environment variable {name}: too easy to guess" in last
    assert "horse" not in last


def test_a_random_key_is_strong() -> None:
    assert is_strong_key(token_urlsafe(48))
    assert not [key for key in ("", "x", "a" * 80, token_urlsafe(24)) if is_strong_key(key)]


def test_production_applies_hsts_only_to_its_own_host_name(tmp_path: Path) -> None:
    names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    found = read_settings(tmp_path, *names, **PRODUCTION)
    assert list(found.values()) == [365 * 24 * 3600, False, False]


def test_production_refuses_predictable_bags(tmp_path: Path) -> None:
    done = run_manage(tmp_path, "check", **PRODUCTION, TEST_SEED="known")
    assert done.returncode != 0
    assert "Environment variable TEST_SEED: must not be set" in done.stderr


def test_production_passes_the_deployment_checks(tmp_path: Path) -> None:
    done = run_manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_an_empty_value_means_the_default(tmp_path: Path) -> None:
    found = read_settings(tmp_path, "PORT", "DEBUG", PORT="", DEBUG="")
    assert found == {"PORT": 8000, "DEBUG": False}


def test_the_default_is_one_process_on_sqlite(tmp_path: Path) -> None:
    found = read_settings(
        tmp_path, "DATABASES", "CHANNEL_LAYERS", "EMBEDDED_WORKER", "ALLOWED_HOSTS", "PORT"
    )
    database = found["DATABASES"]["default"]  # type: ignore[index]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(tmp_path / "db.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "InMemory" in str(found["CHANNEL_LAYERS"])
    assert found["EMBEDDED_WORKER"] is True
    assert "*" not in found["ALLOWED_HOSTS"]  # type: ignore[operator]


def test_urls_switch_to_postgresql_and_redis(tmp_path: Path) -> None:
    found = read_settings(
        tmp_path, "DATABASES", "CHANNEL_LAYERS", "CACHES", "EMBEDDED_WORKER", **PRODUCTION
    )
    database = found["DATABASES"]["default"]  # type: ignore[index]
    assert database["ENGINE"] == "scrabble_site.postgresql"
    assert database["CONN_MAX_AGE"] is None
    assert "RedisPubSubChannelLayer" in str(found["CHANNEL_LAYERS"])
    assert found["CACHES"]["default"]["LOCATION"] == "redis://127.0.0.1/0"  # type: ignore[index]
    assert found["EMBEDDED_WORKER"] is False


def test_the_secret_key_is_created_once_and_readable_only_by_its_owner(tmp_path: Path) -> None:
    first = read_settings(tmp_path, "SECRET_KEY")["SECRET_KEY"]
    assert read_settings(tmp_path, "SECRET_KEY")["SECRET_KEY"] == first
    assert isinstance(first, str)
    assert len(first) > 60
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_processes_started_together_share_one_key(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from scrabble_site.conf.generated_keys import load_secret_key;"
        f"print(load_secret_key(Path({str(tmp_path)!r}) / 'secret_key'))"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    keys = {process.communicate()[0] for process in started}
    assert len(keys) == 1
    assert len(keys.pop()) > 60
    assert os.listdir(tmp_path) == ["secret_key"]


def test_sqlite_keeps_an_acknowledged_move_through_a_power_cut(tmp_path: Path) -> None:
    code = (
        "from django.db import connection as c\n"
        "k = c.cursor()\n"
        "for p in ('journal_mode', 'synchronous'): print(k.execute(f'PRAGMA {p}').fetchone()[0])"
    )
    done = run_manage(tmp_path, "shell", "--no-imports", "--command", code)
    assert done.stdout.split()[-2:] == ["wal", "2"], done.stderr


def test_a_fresh_clone_runs_with_no_environment(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=clone,
        env={},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    left = subprocess.run(
        ["git", "status", "--porcelain"], cwd=clone, capture_output=True, text=True, check=True
    )
    assert left.stdout == "", "what a run writes must be ignored by git"


@pytest.mark.parametrize(
    ("former", "name", "value", "setting"),
    [
        ("LIMIT_DEEDS", "LIMIT_OTHER_COMMANDS", "7/1 hour", "RATE_LIMITS['other_commands'].player"),
        ("LIMIT_RECORDS", "LIMIT_RECORD_CHECKS", "17", "CONCURRENCY_LIMITS['record_checks']"),
        (
            "LIMIT_RECORD_BODIES",
            "LIMIT_RECORD_UPLOADS",
            "17",
            "CONCURRENCY_LIMITS['record_uploads']",
        ),
        ("KEEP_DEPARTURES", "KEEP_DELETION_MARKS", "17", "RETENTION['deletion_marks'].days"),
        ("KEEP_LETTERS", "KEEP_EMAILS", "17", "RETENTION['emails'].days"),
        ("BAG_PATIENCE", "BAG_SEED_TIMEOUT", "17", "BAG_SEED_TIMEOUT"),
    ],
)
def test_a_former_name_is_still_read_with_a_warning(
    tmp_path: Path, former: str, name: str, value: str, setting: str
) -> None:
    """The new name takes precedence if both are set."""
    code = f"from django.conf import settings; print(settings.{setting})"

    def read(**env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=minimal_env()
            | {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "scrabble_site.settings"}
            | env,
            capture_output=True,
            text=True,
            check=True,
        )

    renamed, old = read(**{name: value}), read(**{former: value})
    assert old.stdout == renamed.stdout != read().stdout
    assert f"{former} is now called {name}" in old.stderr
    assert old.stdout.strip() == value
    both = read(**{name: value, former: "19/1 hour" if "/" in value else "19"})
    assert both.stdout == renamed.stdout
    assert former not in both.stderr + renamed.stderr
