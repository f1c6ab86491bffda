"""Hands on a page: the mouse, a finger, and where things lie on the screen."""

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
    """One finger on a touch screen, told to the browser as the system would tell it."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.at = Point(0, 0)

    def _tell(self, kind: str, points: list[dict[str, Any]]) -> None:
        message = {"type": kind, "touchPoints": points}
        self.session.send("Input.dispatchTouchEvent", message)

    def lift(self, at: Point) -> None:
        self.at = at
        self._tell("touchStart", [{"x": at.x, "y": at.y}])

    def move(self, to: Point, steps: int = 4) -> None:
        start = self.at
        for step in range(1, steps + 1):
            part = step / steps
            x, y = start.x + (to.x - start.x) * part, start.y + (to.y - start.y) * part
            self._tell("touchMove", [{"x": x, "y": y}])
        self.at = to

    def drop(self) -> None:
        self._tell("touchEnd", [])

    def tap(self, at: Point) -> None:
        self.lift(at)
        self.drop()

    def drag(self, start: Point, end: Point) -> None:
        self.lift(start)
        self.move(end)
        self.drop()
