"""The people of the browser tests, each with a separate browser, and the errors in their pages'
consoles.

After a failed test, the next one, or its own next try, gets new people. What
is written on the site stays, and gets a name of its own in each try: see :func:`fresh`.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError
from playwright.sync_api import Error as PageError

from tests.browser.http_actions import open_room, take_name
from tests.browser.lost_connections import EXPECTED, be_patient
from tests.browser.page_driver import Lobby, RoomPage
from tests.processes import PATIENCE
from tests.site_processes import Site

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
CSRF_TOKEN = "t" * 32

_numbers = count(1)


def fresh(name: str) -> str:
    """Return the name with a number that no other test, and no other try, has."""
    return f"{name} {next(_numbers)}"


def email_of(name: str) -> str:
    return f"{name.lower().replace(' ', '.')}@tiles.example"


@dataclass
class Complaints:
    """Errors and warnings in pages' consoles; ``allow`` names those a test provokes on purpose.

    Pages in ``leaving`` are ignored: leaving a page aborts its requests.
    """

    messages: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    leaving: set[Page] = field(default_factory=set)
    always: tuple[str, ...] = (
        "Service Worker registration blocked by Playwright",
        "Access is denied for this document",  # a script at work while its page is being left
        *EXPECTED,
    )

    def allow(self, pattern: str) -> None:
        self.allowed.append(pattern)

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._take)
        context.on("weberror", self._take_error)

    def _take(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and message.page not in self.leaving:
            self.messages.append(f"{message.type}: {message.text}")

    def _take_error(self, error: WebError) -> None:
        if error.page not in self.leaving:
            self.messages.append(str(error.error))

    def unexpected(self) -> list[str]:
        return [
            said
            for said in without_given_up_requests(self.messages)
            if not any(re.search(one, said) for one in (*self.always, *self.allowed))
        ]


def leave_site(page: Page) -> None:
    """Move a page off the site, even if it is loading another page at this moment."""
    with suppress(PageError):
        page.goto("about:blank")
    if page.url != "about:blank":
        page.goto("about:blank")


def without_given_up_requests(messages: list[str]) -> list[str]:
    """Leave out what htmx says, twice each time, of a request that the page itself gave up.

    >>> without_given_up_requests(["a", "error: htmx:afterRequest, b", "error: htmx:sendAbort, b"])
    ['a']
    """
    kept: list[str] = []
    for said in messages:
        before = said.replace("htmx:sendAbort", "htmx:afterRequest")
        if before != said and before in kept:
            kept.remove(before)
        else:
            kept.append(said)
    return kept


@dataclass
class Person:
    """A person with a separate browser."""

    name: str
    page: Page

    @property
    def lobby(self) -> Lobby:
        return Lobby(self.page)

    def open(self, link: str) -> RoomPage:
        return RoomPage(self.page, link)

    def make_room(self, title: str, **fields: str) -> RoomPage:
        """Open a room without the form, whose tests are elsewhere: see :func:`open_room`."""
        return self.open(open_room(self.page, self.name, title, **fields))


class Company:
    """The people of a test session.

    Those with a name and without special browser options are regulars, who are reused between
    tests. The others are guests. A regular whose page got a script from a test leaves after it: the
    script would run in the next test as well.
    """

    def __init__(self, browser: Browser, complaints: Complaints) -> None:
        self.browser = browser
        self.complaints = complaints
        self.regulars: dict[tuple[str, str], Person] = {}
        self.guests: list[Person] = []
        self._with_scripts: set[tuple[str, str]] = set()

    def come(self, name: str, site: Site, **options: Any) -> Person:
        if options or not name:
            self.guests.append(self._arrive(name, site, options))
            return self.guests[-1]
        key = name, site.url
        if key not in self.regulars:
            self.regulars[key] = self._arrive(name, site, {})
            self._note_scripts(key)
        self.complaints.leaving.discard(self.regulars[key].page)
        return self.regulars[key]

    def _arrive(self, name: str, site: Site, options: dict[str, Any]) -> Person:
        settings = {
            "viewport": DESKTOP,
            "reduced_motion": "reduce",
            "base_url": site.url,
            "service_workers": "block",  # a separate test allows it
        }
        context = self.browser.new_context(**(settings | options))
        context.set_default_timeout(PATIENCE * 1000)
        self.complaints.listen(context)
        be_patient(context)
        # Otherwise the first command would have to request a page for it.
        context.add_cookies([{"name": "csrftoken", "value": CSRF_TOKEN, "url": site.url}])
        person = Person(fresh(name) if name else "", context.new_page())
        if name:
            take_name(person.page, person.name)
        return person

    def _note_scripts(self, key: tuple[str, str]) -> None:
        """Note it when a test adds a script to a regular's page or browser."""
        page = self.regulars[key].page
        for scripted in (page, page.context):
            add = scripted.add_init_script

            def add_and_note(*args: Any, add: Callable[..., Any] = add, **options: Any) -> Any:
                self._with_scripts.add(key)
                return add(*args, **options)

            setattr(scripted, "add_init_script", add_and_note)  # noqa: B010 - a method

    def drain_events(self) -> None:
        """Wait for whatever the pages have already reported."""
        for page in self._list_pages():
            with suppress(PageError):  # a page that the test has closed
                page.title()

    def go(self, *, all_people: bool) -> None:
        """Close the guests' browsers, and move the regulars' pages off the site.

        With ``all_people`` all browsers are closed, and the next test gets new people.
        """
        self.complaints.leaving.update(self._list_pages())
        if all_people:
            self.guests += self.regulars.values()
            self.regulars.clear()
        self.guests += [self.regulars.pop(key) for key in self._with_scripts & self.regulars.keys()]
        self._with_scripts.clear()
        for person in self.guests:
            person.page.context.close()
        self.guests.clear()
        for person in self.regulars.values():
            person.page.unroute_all(behavior="ignoreErrors")
            person.page.context.unroute_all(behavior="ignoreErrors")
            for page in person.page.context.pages:
                if page is not person.page:
                    page.close()
            if person.page.url != "about:blank":
                with suppress(PageError):  # a page of the browser's own has no storage
                    person.page.evaluate("sessionStorage.clear()")
                leave_site(person.page)
        self.complaints.leaving.intersection_update(self._list_pages())

    def _list_pages(self) -> list[Page]:
        people = [*self.guests, *self.regulars.values()]
        return [page for person in people for page in person.page.context.pages]
