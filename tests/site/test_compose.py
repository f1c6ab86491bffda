"""The Compose file: a whole site, of which only nginx can be reached from outside.

No container is started here. The tests read the file as Compose does and compare it with the site:
names of variables, addresses, commands, folders.
"""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands
from django.urls import Resolver404, resolve

from tests.site.test_deploy import DEPLOY, variables_read

COMPOSE = DEPLOY / "compose"
OWN = ("prepare", "web", "worker")
ONLY_HERE = {"POSTGRES_PASSWORD", "LETSENCRYPT_EMAIL", "UPSTREAM", "POSTGRES_USER", "POSTGRES_DB"}
"""Variables that the site does not read, but another container does."""


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((COMPOSE / "compose.yaml").read_text())
    return found


def test_all_services_exist_and_start_in_order(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {*OWN, "postgres", "redis", "nginx", "certbot"}
    waits = {name: one.get("depends_on", {}) for name, one in services.items()}
    ready, done = {"condition": "service_healthy"}, {"condition": "service_completed_successfully"}
    assert waits["prepare"] == {"postgres": ready, "redis": ready}
    assert waits["web"] == waits["worker"] == {"prepare": done}
    assert waits["nginx"] == {"web": ready}
    assert waits["certbot"] == {"nginx": ready}
    for name, one in services.items():
        assert ("image" in one) and (one["restart"] == "unless-stopped" or name == "prepare")
        assert ("healthcheck" in one) == (name not in {"prepare", "certbot"}), name


def test_only_nginx_is_reachable_from_outside(compose: dict[str, Any]) -> None:
    published = {name for name, one in compose["services"].items() if "ports" in one}
    assert published == {"nginx"}
    assert compose["services"]["nginx"]["ports"] == ["80:80", "443:443"]
    shared = [
        one for one in compose["services"].values() if {"network_mode", "privileged"} & set(one)
    ]
    assert not shared


def test_every_variable_is_known_to_its_service(compose: dict[str, Any]) -> None:
    given = {name for one in compose["services"].values() for name in one.get("environment", {})}
    assert given <= variables_read() | ONLY_HERE
    for name in OWN:
        said = compose["services"][name]["environment"]
        assert said["PRODUCTION"] == "true"
        assert said["DATABASE_URL"].endswith("@postgres:5432/tileroom")
        assert said["REDIS_URL"] == "redis://redis:6379/0"
        (network,) = compose["networks"]["default"]["ipam"]["config"]
        assert said["TRUSTED_PROXIES"] == network["subnet"], "only nginx is trusted"
    text = (COMPOSE / "compose.yaml").read_text()
    assert set(re.findall(r"\$\{(\w+)", text)) == {"POSTGRES_PASSWORD"}
    assert not re.findall(r"PASSWORD: [^$]", text), "no password that two sites would share"


def test_every_volume_is_declared_and_used(compose: dict[str, Any]) -> None:
    mounted = [
        volume.split(":")
        for one in compose["services"].values()
        for volume in one.get("volumes", [])
    ]
    named = {source for source, *_ in mounted if not source.startswith(".")}
    assert named == set(compose["volumes"])
    for source, *_ in mounted:
        assert not source.startswith(".") or (COMPOSE / source).is_dir()
    aliased = re.findall(r"alias (\S+)/;", (DEPLOY / "nginx.conf").read_text())
    assert aliased == ["/var/lib/tileroom/static"]
    assert f"static:{aliased[0]}:ro" in compose["services"]["nginx"]["volumes"]


def test_health_checks_use_existing_addresses(compose: dict[str, Any]) -> None:
    checks = {
        name: " ".join(one["healthcheck"]["test"])
        for name, one in compose["services"].items()
        if "healthcheck" in one
    }
    (path,) = re.findall(r"http://127\.0\.0\.1:8000(/\w+)", checks["web"])
    assert resolve(path).func.__name__ == "show_health"
    with pytest.raises(Resolver404):
        resolve("/metrics")  # on a separate port
    port = compose["services"]["worker"]["environment"]["METRICS_PORT"]
    assert f"http://127.0.0.1:{port}/metrics" in checks["worker"]
    assert "pg_isready" in checks["postgres"]
    assert "redis-cli ping" in checks["redis"]
    assert "/.well-known/acme-challenge/" in checks["nginx"]
    for name in ("web", "worker"):
        (script,) = [
            part for part in compose["services"][name]["healthcheck"]["test"] if "urlopen" in part
        ]
        compile(script, name, "exec")


def test_commands_exist_in_the_site(compose: dict[str, Any]) -> None:
    dockerfile = (COMPOSE / "Dockerfile").read_text()
    (usual,) = re.findall(r'^CMD \[".venv/bin/python", "manage.py", "(\w+)"', dockerfile, re.M)
    said = [
        one["command"][2]
        for one in compose["services"].values()
        if "manage.py" in str(one.get("command"))
    ]
    assert {usual, *said} == {"serve", "prepare", "worker"}
    assert {usual, *said} <= set(get_commands())
    assert re.search(r"^USER tileroom$", dockerfile, re.M)
    for source in re.findall(r"^COPY (\S+) \S+$", dockerfile, re.M):
        assert (DEPLOY.parent.parent / source).exists(), source


@pytest.mark.parametrize("name", ["run-nginx", "run-certbot"])
def test_scripts_can_be_read(name: str) -> None:
    path = COMPOSE / name
    subprocess.run(["sh", "-n", str(path)], check=True)
    for script in re.findall(r"/deploy/([\w/-]+)", path.read_text()):
        assert (DEPLOY / script).is_file()


def test_nginx_listens_to_the_container_of_the_site(
    compose: dict[str, Any], tmp_path: Path
) -> None:
    env = {"PATH": "/usr/bin:/bin", "ALLOWED_HOSTS": "tiles.org,www.tiles.org"}
    env |= compose["services"]["nginx"]["environment"]
    run = [str(DEPLOY / "nginx")]
    whole = subprocess.run(run, env=env, capture_output=True, text=True, check=True).stdout
    assert "server web:8000;" in whole
    first = subprocess.run(
        [*run, "--without-certificate"], env=env, capture_output=True, text=True, check=True
    ).stdout
    assert "ssl" not in first
    assert "root /var/www/letsencrypt;" in first
    assert first in whole, "the same server on port 80, later with the other beside it"
