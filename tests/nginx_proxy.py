"""The shipped nginx configuration in front of a site under test, on free ports."""

import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.processes import Process, accepts_connections, find_free_port
from tests.site_processes import ROOT

CONFIGURATION = ROOT / "scrabble_site" / "deploy" / "nginx.conf"
HOST = "tiles.example"
ANSWER_LIMIT = 300
"""Seconds that the proxy waits for an answer, and a test for the proxy."""
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def find_tool(name: str) -> str:
    """Return the path of a system program; skip the test if it is not installed."""
    found = shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin")
    if found is None:
        pytest.skip(f"no {name}")
    return found


def write_configuration(folder: Path, ports: dict[int, int] | None = None) -> Path:
    """Write a complete configuration around the shipped one, with a certificate and logs in
    ``folder``.

    ``ports`` maps the ports in the shipped file to those to use instead.
    """
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [
            *(find_tool("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"),
            *("-subj", f"/CN={HOST}", "-out", str(certificate), "-keyout", str(key)),
        ],
        capture_output=True,
        check=True,
    )
    # The test machine may lack IPv6, so those lines become comments; and it may be slow.
    site = CONFIGURATION.read_text().replace("listen [::]", "#")
    site = re.sub(r"(ssl_certificate +).*;", rf"\g<1>{certificate};", site)
    site = re.sub(r"(ssl_certificate_key +).*;", rf"\g<1>{key};", site)
    site = site.replace("/var/log/nginx/", f"{folder}/")
    site = site.replace("proxy_read_timeout 60s", f"proxy_read_timeout {ANSWER_LIMIT}s")
    for shipped, port in (ports or {}).items():
        site = re.sub(rf"(listen |127\.0\.0\.1:){shipped}\b", rf"\g<1>{port}", site)
    whole = folder / "whole.conf"
    whole.write_text(
        f"pid {folder}/pid; error_log {folder}/log; events {{}}\nhttp {{\n"
        + "".join(f"{one}_temp_path {folder}/{one};\n" for one in TEMPORARY)
        + f"{site}\n}}\n"
    )
    return whole


class Proxy(Process):
    """nginx with the shipped configuration: HTTPS on ``port``, in front of a web process."""

    def __init__(self, folder: Path, web_port: int) -> None:
        self.port = find_free_port()
        whole = write_configuration(folder, {80: find_free_port(), 443: self.port, 8000: web_port})
        command = [find_tool("nginx"), "-c", str(whole), "-g", "daemon off;"]
        ready = lambda: accepts_connections(self.port)  # noqa: E731
        super().__init__(
            "nginx",
            command,
            folder / "nginx.log",
            ready,
            death_signal=signal.SIGTERM,  # killed, it would leave its workers behind
        )
