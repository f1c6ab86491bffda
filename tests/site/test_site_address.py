"""The address of a site without a configured name: as printed, in mailed links, for passkeys."""

import re
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scrabble_site.conf.site_address import build_link_base, build_local_url
from tests.mail.smtp_server import run_mail_server
from tests.processes import wait_until
from tests.site_processes import Site


def sign_up(url: str) -> None:
    """Sign up a member through the page's form."""
    visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    page = visitor.open(f"{url}/accounts/signup/").read().decode()
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)', page)
    assert token
    fields = {
        "csrfmiddlewaretoken": token[1],
        "nickname": "Jade",
        "email": "jade@tiles.example",
        "password1": "seven brown tiles",
    }
    visitor.open(f"{url}/accounts/signup/", urllib.parse.urlencode(fields).encode()).read()


@pytest.mark.servers
def test_links_in_mail_use_the_served_port(make_site: Callable[..., Site], settings: Any) -> None:
    with run_mail_server(settings) as post:
        mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(settings.EMAIL_PORT)}
        site = make_site("embedded", **mail, EMAIL_USE_TLS="false")
        port = site.webs[0].port
        assert port != 8000
        sign_up(f"http://localhost:{port}")
        wait_until(lambda: bool(post.letters), "the letter to be sent")
        letter = post.letters[0].replace("=\r\n", "")
        assert f"http://localhost:{port}/accounts/confirm-email/" in letter
        assert ":8000/" not in letter
        assert f"open at http://localhost:{port}/" in site.webs[0].log_text()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8120/"),
        ("::1", "http://localhost:8120/"),
        ("0.0.0.0", "http://localhost:8120/"),
        ("10.0.0.7", "http://10.0.0.7:8120/"),
        ("2001:db8::7", "http://[2001:db8::7]:8120/"),
    ],
)
def test_an_address_is_a_name_if_possible(host: str, address: str) -> None:
    assert build_local_url(host, 8120) == address
    if host != "0.0.0.0":
        assert f"{build_link_base(host, 8120)}/" == address


def test_links_of_a_site_on_all_interfaces_have_no_wildcard() -> None:
    assert not build_link_base("0.0.0.0", 8120).startswith("http://0.0.0.0")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "said", "home"),
    [
        ("127.0.0.1:8000", True, "http://localhost:8000/accounts/login/"),
        ("[::1]:8000", True, "http://localhost:8000/accounts/login/"),
        ("192.168.1.7:8000", True, ""),
        ("localhost:8000", False, ""),
        ("tiles.example", False, ""),
    ],
)
def test_a_numeric_address_explains_why_passkeys_do_not_work(
    settings: Any, host: str, said: bool, home: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    page = Client().get("/accounts/login/", headers={"Host": host}).content.decode()
    assert ("Passkeys don't work at a numeric address" in page) == said
    assert (f'href="{home}"' in page) if home else "Open http" not in page
