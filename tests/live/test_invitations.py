"""One invitation creates one room, however fast or often the button is pressed."""

import re
from concurrent.futures import ThreadPoolExecutor

from tests.live.client import Visitor, make_command_key
from tests.site_processes import Site

PRESSES = 6


def join(site: Site, number: int, name: str) -> Visitor:
    """Sign up a new member, with a name of this try, on the web process of this number."""
    name += make_command_key()[:8]
    visitor = Visitor(site.web(number), name)
    fields = {"nickname": name, "email": f"{name.lower()}@tiles.example"}
    answer = visitor.post("/accounts/signup/", htmx=False, password1="seven brown tiles", **fields)
    assert answer.status == 302, answer.text
    visitor.token = ""  # the CSRF token changes with the log-in
    return visitor


def test_simultaneous_presses_create_one_room(site: Site) -> None:
    host = join(site, 0, "Olive")
    guest = join(site, 1, "Teal")
    found = re.search(r"/rooms/with/[0-9a-f-]+/", host.get(f"/players/{guest.name}/").text)
    assert found
    assert "Send invitation" in host.get(found[0]).text

    def press(number: int) -> str:
        answer = host.post(found[0], htmx=False, key=f"press {number}")
        assert answer.status == 302, answer.text
        return str(answer.headers["Location"])

    with ThreadPoolExecutor(PRESSES) as pool:
        rooms = set(pool.map(press, range(PRESSES)))
    assert len(rooms) == 1
    assert press(PRESSES) in rooms
    assert rooms.pop() in host.get(found[0]).text
