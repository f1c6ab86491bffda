"""A school behind one address: thirty pupils sign up through the shipped nginx."""

import http.client
import re
import ssl
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path
from secrets import token_urlsafe
from urllib.parse import urlencode

import pytest

from scrabble_site.limits.table import ACCOUNT_RATE_LIMITS
from tests.nginx_proxy import ANSWER_LIMIT, HOST, Proxy
from tests.site_processes import Site

pytestmark = pytest.mark.servers

SCHOOL, ELSEWHERE = "127.0.0.9", "127.0.0.10"
PUPILS = 30
SIGN_UP = "/accounts/signup/"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class PupilBrowser:
    """A browser that reaches the site through the proxy, from one address."""

    def __init__(self, proxy: Proxy, address: str) -> None:
        self.proxy, self.address = proxy, address
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, **fields: str) -> tuple[int, str]:
        """Return the status, and the location or the text of the answer."""
        context = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection(
            *("127.0.0.1", self.proxy.port),
            timeout=ANSWER_LIMIT,
            context=context,
            source_address=(self.address, 0),
        )
        said = {
            "Host": HOST,
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Origin": f"https://{HOST}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        with closing(connection):
            connection.request(method, path, urlencode(fields) if fields else None, said)
            answer = connection.getresponse()
            text = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return answer.status, answer.headers.get("Location") or text

    def sign_up(self, name: str) -> int:
        """Open the form, fill it in and send it. Returns the status of the answer."""
        status, page = self.ask("GET", SIGN_UP)
        token = TOKEN.search(page)
        if status != 200 or token is None:
            return status
        fields = {"nickname": name, "email": f"{name}@school.example"}
        fields |= {"password1": f"{name} lays tiles", "csrfmiddlewaretoken": token[1]}
        return self.ask("POST", SIGN_UP, **fields)[0]


@pytest.fixture
def proxy(make_site: Callable[..., Site], tmp_path: Path) -> Iterator[Proxy]:
    """A site in production with the shipped limits, behind nginx."""
    site = make_site(
        "embedded",
        PRODUCTION="true",
        LIMITS="true",
        SECRET_KEY=token_urlsafe(64),
        ALLOWED_HOSTS=f"{HOST},127.0.0.1",
    )
    made = Proxy(tmp_path, site.webs[0].port)
    made.start()
    yield made
    made.kill()


def test_thirty_pupils_sign_up_at_once_but_a_thousand_accounts_cannot(proxy: Proxy) -> None:
    def sign_up(number: int, address: str = SCHOOL) -> int:
        return PupilBrowser(proxy, address).sign_up(f"pupil{number}")

    with ThreadPoolExecutor(PUPILS) as pool:
        assert Counter(pool.map(sign_up, range(PUPILS))) == {302: PUPILS}
        most = int(ACCOUNT_RATE_LIMITS["signup"].split("/")[0])
        more = Counter(pool.map(sign_up, range(PUPILS, 3 * PUPILS)))
    assert more[302] <= most - PUPILS
    assert more[429] >= 3 * PUPILS - most, more
    assert sign_up(3 * PUPILS, ELSEWHERE) == 302, "others are not held up"
