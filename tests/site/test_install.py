"""The shipped way from a bare machine to a site with HTTPS, as far as a test can go.

Real here: the files that are written, the role and the databases in PostgreSQL, the environment,
`prepare`, the web processes, and nginx with the shipped configuration and HTTPS in front of them.
Not real: apt, adduser, systemctl and certbot, whose commands are only printed and checked. A
certificate made by the test replaces certbot's.
"""

import http.client
import os
import re
import shutil
import ssl
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.nginx_proxy import TEMPORARY, find_tool
from tests.processes import PATIENCE, Process, accepts_connections, find_free_port, minimal_env
from tests.site.test_deploy import DEPLOY
from tests.site_processes import SiteMaker
from tests.store_processes import PostgresStore

NAMES = "tiles.example,www.tiles.example"
WHO = ("--names", NAMES, "--email", "you@tiles.example")


@dataclass
class FakeMachine:
    """A folder in place of a machine's root, and its PostgreSQL."""

    root: Path
    postgres: PostgresStore
    role: str

    def install(self, *arguments: str) -> str:
        given = {"PGHOST": "127.0.0.1", "PGPORT": str(self.postgres.port), "PGUSER": "tileroom"}
        done = subprocess.run(
            [str(DEPLOY / "install"), "--root", str(self.root), *arguments],
            env=minimal_env() | given | {"TILEROOM_ROLE": self.role},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def text(self, path: str) -> str:
        return (self.root / path).read_text()

    def value(self, name: str) -> str:
        (found,) = re.findall(rf"^{name}=(.*)$", self.text("etc/tileroom/tileroom.env"), re.M)
        return str(found)


@pytest.fixture(scope="module")
def machine(
    site_maker: SiteMaker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[FakeMachine]:
    for program in ("psql", "createuser", "createdb", "openssl"):
        find_tool(program)
    role = f"tileroom_{uuid.uuid4().hex[:8]}"
    made = FakeMachine(tmp_path_factory.mktemp("machine"), site_maker.postgres, role)
    yield made
    for name in (role, f"{role}_drill"):
        made.postgres.drop(name)


def test_every_step_is_done_in_order_and_again_without_harm(machine: FakeMachine) -> None:
    said = machine.install(*WHO)
    steps = [line for line in said.splitlines() if re.fullmatch(r"[a-z]+", line)]
    script = (DEPLOY / "install").read_text()
    assert re.findall(r'^STEPS="(.*)"', script, re.M) == [" ".join(steps)]
    order = (
        *("apt-get install", "adduser --system", "systemctl restart redis-server"),
        *("systemctl restart postgresql", "as-tileroom prepare", "systemctl enable --now"),
        *("nginx -t", "certbot certonly --webroot --webroot-path /var/www/letsencrypt"),
        "curl -fsS --retry 10",
    )
    at = [said.index(part) for part in order]
    assert at == sorted(at)
    assert said.rindex("nginx -t") > said.index("certbot certonly"), "again with the certificate"
    assert f"--domains {NAMES}" in said
    assert "/etc/letsencrypt/live/tiles.example/" in machine.text(
        "etc/nginx/sites-available/tileroom"
    )
    for unit in DEPLOY.glob("tileroom-*"):
        assert machine.text(f"etc/systemd/system/{unit.name}") == unit.read_text()

    key, url = machine.value("SECRET_KEY"), machine.value("DATABASE_URL")
    assert "is kept" in machine.install(*WHO)
    assert (machine.value("SECRET_KEY"), machine.value("DATABASE_URL")) == (key, url)


def test_the_environment_file_is_complete_and_readable_only_by_root(machine: FakeMachine) -> None:
    machine.install(*WHO, "--only", "database environment")
    path = machine.root / "etc/tileroom/tileroom.env"
    assert path.stat().st_mode & 0o777 == 0o600
    assert machine.value("ALLOWED_HOSTS") == NAMES
    assert machine.value("SITE_URL") == "https://tiles.example"
    assert len(machine.value("SECRET_KEY")) >= 64
    with psycopg.connect(machine.value("DATABASE_URL")) as connection:
        asked = "SELECT rolsuper OR rolcreatedb OR rolcreaterole FROM pg_roles WHERE rolname = %s"
        found = connection.execute(asked, [machine.role]).fetchone()
        assert found == (False,), "a role that may do nothing but its own"
        connection.execute("CREATE TABLE own (id int)")
        connection.rollback()
    psycopg.connect(machine.value("DATABASE_URL") + "_drill").close()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "--names"),
        (("--names", "tiles.example"), "--email"),
        (("--names", "tiles.example; rm", "--email", "x"), "--names"),
        ((*WHO, "--only", "party"), "no step party"),
        ((*WHO, "--certificate", "own", "--only", "certificate"), "put fullchain.pem"),
    ],
)
def test_missing_parts_are_named(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [str(DEPLOY / "install"), "--root", str(tmp_path), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert complaint in done.stderr


@pytest.fixture
def public_site(machine: FakeMachine, site_maker: SiteMaker) -> Iterator[tuple[int, int]]:
    """Install and start the site and nginx, and yield the ports of HTTP and HTTPS."""
    nginx = find_tool("nginx")
    live = machine.root / "etc/letsencrypt/live/tiles.example"
    live.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", "/CN=tiles.example", "-out", str(live / "fullchain.pem")),
            *("-keyout", str(live / "privkey.pem")),
        ],
        capture_output=True,
        check=True,
    )
    machine.install(*WHO)
    own = _environment(machine, site_maker)
    env = minimal_env() | {"TILEROOM_ENV": str(own)}
    command = [str(DEPLOY / "as-tileroom")]
    for asked in (["prepare"], ["check", "--deploy", "--fail-level", "WARNING"]):
        done = subprocess.run(
            [*command, *asked], env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    web, http_port, https_port = find_free_port(), find_free_port(), find_free_port()
    serve = [*command, "serve", "--host", "127.0.0.1", "--port", str(web)]
    conf = _nginx_conf(machine, web, http_port, https_port)
    proxy = [nginx, "-c", str(conf), "-g", "daemon off;"]
    parts = [
        Process(
            "serve", serve, machine.root / "serve.log", lambda: accepts_connections(web), env=env
        ),
        Process(
            "nginx", proxy, machine.root / "nginx.log", lambda: accepts_connections(https_port)
        ),
    ]
    for part in parts:
        part.start()
    yield http_port, https_port
    for part in reversed(parts):
        part.kill()


def _environment(machine: FakeMachine, site_maker: SiteMaker) -> Path:
    """Write the installed environment with the folders, ports and stores of the test."""
    text = machine.text("etc/tileroom/tileroom.env").replace(
        "/var/lib/tileroom", f"{machine.root}/var/lib/tileroom"
    )
    text = re.sub(r"^REDIS_URL=.*$", f"REDIS_URL={site_maker.redis.url}", text, flags=re.M)
    text = re.sub(r"^METRICS_PORT=.*$", f"METRICS_PORT={find_free_port()}", text, flags=re.M)
    text += f"\nENGINE_CACHE_DIR={os.environ['ENGINE_CACHE_DIR']}\nREDIS_PREFIX={machine.role}\n"
    path = machine.root / "own.env"
    path.write_text(text)
    return path


def _nginx_conf(machine: FakeMachine, web: int, http_port: int, https_port: int) -> Path:
    root = machine.root
    site = machine.text("etc/nginx/sites-enabled/tileroom")
    for folder in ("/etc/letsencrypt", "/var/lib/tileroom", "/var/www", "/var/log/nginx"):
        site = site.replace(f" {folder}/", f" {root}{folder}/")
    site = site.replace("listen [::]", "#").replace("listen 80;", f"listen 127.0.0.1:{http_port};")
    site = site.replace("listen 443 ", f"listen 127.0.0.1:{https_port} ")
    site = site.replace("server 127.0.0.1:8000;", f"server 127.0.0.1:{web};")
    (root / "var/log/nginx").mkdir(parents=True, exist_ok=True)
    whole = root / "whole.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    whole.write_text(
        f"{user} pid {root}/pid; error_log {root}/log; events {{}}\nhttp {{\n"
        + "".join(f"{one}_temp_path {root}/{one};\n" for one in TEMPORARY)
        + f"include /etc/nginx/mime.types;\n{site}\n}}\n"
    )
    return whole


def ask(port: int, path: str, *, tls: bool) -> tuple[int, str, str]:
    """Return status, location and body, as a visitor gets them under the site's name."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = (
        http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=context)
        if tls
        else http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    )
    with closing(connection):
        connection.request("GET", path, headers={"Host": "tiles.example"})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Location", ""), answer.read().decode()


@pytest.mark.full
@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_installed_site_serves_https(
    public_site: tuple[int, int], machine: FakeMachine
) -> None:
    http_port, https_port = public_site
    assert ask(http_port, "/", tls=False)[:2] == (301, "https://tiles.example/")
    challenges = machine.root / "var/www/letsencrypt/.well-known/acme-challenge"
    challenges.mkdir(parents=True)
    (challenges / "token").write_text("proof")
    assert ask(http_port, "/.well-known/acme-challenge/token", tls=False) == (200, "", "proof")

    status, _, page = ask(https_port, "/", tls=True)
    assert status == 200
    assert "Tileroom" in page
    (style, *_) = re.findall(r'href="(/static/[^"]+\.css)"', page)
    assert ask(https_port, style, tls=True)[0] == 200
    assert ask(https_port, "/healthz", tls=True)[::2] == (200, "ok\n")
    shutil.rmtree(challenges)
