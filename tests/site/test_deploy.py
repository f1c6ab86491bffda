"""The files in scrabble_site/deploy: complete, and valid for the programs that read them."""

import re
import subprocess
import sys
from pathlib import Path
from secrets import token_urlsafe

import pytest
from django.urls import reverse

from scrabble_site.limits.request_bodies import MAX_RECORD_BYTES, RECORD_VIEW_NAMES
from scrabble_site.limits.table import CONCURRENCY_LIMITS, RATE_LIMITS
from tests.nginx_proxy import find_tool, write_configuration
from tests.processes import minimal_env
from tests.test_code_rules import ROOT

DEPLOY = ROOT / "scrabble_site" / "deploy"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in {".service", ".timer"})


def variables_read() -> set[str]:
    """Return the names that the settings read from the environment of a public site."""
    code = (
        "from scrabble_site.conf import env; names = set(); ask = env.read_text\n"
        "env.read_text = lambda name, default: names.add(name) or ask(name, default)\n"
        "import scrabble_site.settings\n"
        "print(*names)"
    )
    given = {"PRODUCTION": "true", "SECRET_KEY": token_urlsafe(64), "EMAIL_HOST": "smtp.example"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=minimal_env() | given | {"ALLOWED_HOSTS": "tiles.example"},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_every_variable_is_explained() -> None:
    text = (DEPLOY / "tileroom.env").read_text()
    named = re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE)
    assert len(named) == len(set(named))
    assert set(named) == variables_read()
    assert len(named) > 30, "they are found at all"


def test_documented_limits_match_the_code() -> None:
    text = (DEPLOY / "tileroom.env").read_text()
    documented = dict(re.findall(r"^#LIMIT_([A-Z_]+)=(.*)$", text, re.MULTILINE))
    rates = {name.upper(): f"{rate.player} | {rate.address}" for name, rate in RATE_LIMITS.items()}
    meant = rates | {name.upper(): str(most) for name, most in CONCURRENCY_LIMITS.items()}
    assert {name: value.strip() for name, value in documented.items()} == {
        name: value.strip() for name, value in meant.items()
    }
    together, separate = text.split("Each web process counts these on its own")
    for name, rate in RATE_LIMITS.items():
        assert f"LIMIT_{name.upper()}=" in (separate if rate.per_process else together), name


def test_only_the_settings_read_the_environment() -> None:
    reads = re.compile(r"env\.read_\w+\(|\bos\.getenv\(")
    found = {
        str(path.relative_to(ROOT))
        for part in ("games", "lexicon", "scrabble_site")
        for path in (ROOT / part).rglob("*.py")
        if reads.search(path.read_text())
    }
    parts = {f"conf/{part}" for part in ("accounts", "publishing", "retention", "cookies")}
    assert found == {f"scrabble_site/{part}.py" for part in {"settings", "limits/table"} | parts}


def test_the_environment_file_holds_no_key_that_two_sites_would_share() -> None:
    lines = (DEPLOY / "tileroom.env").read_text().splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert given["SECRET_KEY"] == ""
    assert (given["PRODUCTION"], given["LOG_FORMAT"]) == ("true", "json")


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    systemd = find_tool("systemd-analyze")
    for name in UNITS:
        text = (DEPLOY / name).read_text().replace("/srv/tileroom", str(ROOT))
        # users and files that the test machine may lack
        text = re.sub(r"^(User|Group|EnvironmentFile|Documentation)=.*\n", "", text, flags=re.M)
        (tmp_path / name.replace("@.", "@8000.")).write_text(text)
    paths = [str(path) for path in sorted(tmp_path.iterdir())]
    done = subprocess.run(
        [systemd, "verify", "--man=no", *paths], capture_output=True, text=True, check=False
    )
    complaints = [line for line in done.stderr.splitlines() if "tileroom" in line]
    assert not complaints, done.stderr
    assert done.returncode == 0, done.stderr


def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    nginx = find_tool("nginx")
    whole = write_configuration(tmp_path)
    done = subprocess.run(
        [nginx, "-t", "-c", str(whole)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


def test_nginx_forwards_sockets_and_keeps_operator_pages_private() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    assert "proxy_set_header Upgrade $http_upgrade;" in text
    (readiness,) = re.findall(r"location = /readyz \{(.*?)\}", text, re.DOTALL)
    assert "deny all;" in readiness
    assert "metrics" not in text, "the metrics port is not for the public"


def test_nginx_limits_are_looser_than_the_sites_and_send_retry_after() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    (connections,) = re.findall(r"limit_conn tileroom_conns (\d+);", text)
    assert int(connections) >= max(
        CONCURRENCY_LIMITS["sockets_of_address"], CONCURRENCY_LIMITS["connections_of_address"]
    )
    (later,) = re.findall(r"location @tileroom_later \{(.*?)\n    \}", text, re.DOTALL)
    assert "error_page 429 @tileroom_later;" in text
    assert "add_header Retry-After 5 always;" in later
    assert "Try again in five seconds." in later


def test_nginx_accepts_uploads_of_the_sites_size() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    (here, most) = re.findall(r"location ~ (\S+) \{[^}]*client_max_body_size (\d+)k;", text)[0]
    assert all(re.match(here, reverse(name)) for name in RECORD_VIEW_NAMES)
    assert int(most) * 1024 == MAX_RECORD_BYTES


@pytest.mark.parametrize("said", ["", "office", "/office/", "back-office/"])
def test_nginx_and_the_site_agree_on_the_admins_address(said: str, tmp_path: Path) -> None:
    given = tmp_path / "tileroom.env"
    given.write_text(f"ALLOWED_HOSTS=tiles.org,www.tiles.org\nADMIN_PATH={said}\n")
    made = subprocess.run(
        [str(DEPLOY / "nginx"), str(given)], capture_output=True, text=True, check=True
    ).stdout
    asked = "import scrabble_site.settings as site; print(site.ADMIN_PATH)"
    env = minimal_env() | ({"ADMIN_PATH": said} if said else {})
    path = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    ).stdout.strip()
    assert f"location /{path} {{" in made
    assert made.count("location ") == (DEPLOY / "nginx.conf").read_text().count("location ")
    assert "server_name tiles.org www.tiles.org;" in made
    assert "tiles.example" not in made


def test_logrotate_accepts_its_configuration(tmp_path: Path) -> None:
    text = (DEPLOY / "logrotate.conf").read_text()
    for program in ("/var/log/tileroom/*.log", "/var/log/nginx/tileroom*.log"):
        assert f"{program} {{" in text
    logrotate = find_tool("logrotate")
    own = tmp_path / "logrotate.conf"
    own.write_text(text.replace("su tileroom tileroom", "").replace("www-data adm", ""))
    own.chmod(0o644)
    done = subprocess.run(
        [logrotate, "--debug", "--state", str(tmp_path / "state"), str(own)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "error:" not in done.stderr


@pytest.mark.parametrize("name", ["backup", "restore", "release", "nginx", "as-tileroom"])
def test_scripts_can_be_run_and_read(name: str) -> None:
    path = DEPLOY / name
    assert path.stat().st_mode & 0o111
    subprocess.run(["sh", "-n", str(path)], check=True)


def test_every_file_is_documented() -> None:
    readme = (DEPLOY / "README.md").read_text()
    for path in DEPLOY.iterdir():
        assert f"`{path.name}" in readme or path.name == "README.md", path.name
