"""Gestures on a page: the mouse, a finger, and where elements are on the screen."""

import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page


@dataclass(frozen=True)
class Point:
    x: float
    y: float

    def moved(self, x: float = 0, y: float = 0) -> "Point":
        return Point(self.x + x, self.y + y)


def middle_of(element: Locator) -> Point:
    box = element.bounding_box()
    assert box is not None, "it is not on the screen"
    return Point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Mouse:
    """Drags with the mouse. ``lift``, ``move`` and ``drop`` are the parts of ``drag``."""

    def __init__(self, page: Page) -> None:
        self.mouse = page.mouse

    def lift(self, at: Point) -> None:
        self.mouse.move(at.x, at.y)
        self.mouse.down()

    def move(self, to: Point) -> None:
        self.mouse.move(to.x, to.y, steps=4)

    def drop(self) -> None:
        self.mouse.up()

    def drag(self, start: Point, end: Point) -> None:
        self.lift(start)
        self.move(end)
        self.drop()


class Finger:
    """One finger on a touch screen, sent to the browser as the system would send it.

    It sends its own time stamps: however fast the test runs, the finger moves at a human pace and
    rests before it lifts. Browsers would take a fast end for a flick and ignore the next tap.
    """

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.at = Point(0, 0)
        self.clock = time.time()

    def _dispatch(self, kind: str, *points: Point, after: float = 0.05) -> None:
        self.clock = max(time.time(), self.clock + after)
        touches: list[dict[str, Any]] = [{"x": point.x, "y": point.y} for point in points]
        message = {"type": kind, "touchPoints": touches, "timestamp": self.clock}
        self.session.send("Input.dispatchTouchEvent", message)

    def lift(self, at: Point) -> None:
        self.at = at
        self._dispatch("touchStart", at)

    def move(self, to: Point, steps: int = 4) -> None:
        start = self.at
        for step in range(1, steps + 1):
            part = step / steps
            x, y = start.x + (to.x - start.x) * part, start.y + (to.y - start.y) * part
            self._dispatch("touchMove", Point(x, y))
        self.at = to
        self._dispatch("touchMove", to.moved(x=0.5), after=0.2)

    def drop(self) -> None:
        self._dispatch("touchEnd")

    def cancel(self) -> None:
        """End the touch as the system does when it recognises a gesture of its own."""
        self._dispatch("touchCancel")

    def tap(self, at: Point) -> None:
        self.lift(at)
        self.drop()

    def drag(self, start: Point, end: Point) -> None:
        self.lift(start)
        self.move(end)
        self.drop()
