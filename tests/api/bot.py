"""A program that plays whole games, written from the page /api/ alone. It knows a list of words."""

import json
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Room = dict[str, Any]
Grid = dict[tuple[int, int], str]
COMMON = "AEIOULNRSTDGBCMPFHVWYKJXQZ"


class RefusedError(Exception):
    """The site refused a request, for the reason that the code gives."""


class Bot:
    def __init__(self, site: str, token: str, words: set[str]) -> None:
        self.site, self.words = site, {word: frozenset(word) for word in words}
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, what: str, **body: object) -> Any:
        method, path = what.split(" ", 1)
        data = json.dumps(body).encode() if method == "POST" else None
        try:
            with urlopen(Request(f"{self.site}/api/1/{path}", data, self.headers)) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise RefusedError(json.load(error)["code"]) from error

    def play(self, code: str = "") -> Room:
        """Accept invitations and play until a game is over, in this room if one is given."""
        asked = Request(f"{self.site}/api/1/stream/events", headers=self.headers)
        with urlopen(asked, timeout=60) as lines:
            for event in (json.loads(line) for line in lines if line.strip()):
                if event["type"] == "invitation":
                    self.ask(f"POST rooms/{event['room']}/sit")
                room = self.ask(f"GET rooms/{event['room']}")
                while {"play", "accept"} & set(room["can"]):
                    room = self.move(room)
                if room["phase"] == "over" and code in ("", event["room"]):
                    return room
        return self.play(code)  # the stream broke off

    def move(self, room: Room) -> Room:
        if "accept" in room["can"]:
            return self.act(room, "accept")
        for _worth, position, tiles in sorted(self.plays(room), reverse=True)[:20]:
            with suppress(RefusedError):
                return self.act(room, "play", position=position, tiles=tiles)
        if "exchange" in room["can"] and room["turn"] < 60:
            return self.act(room, "exchange", tiles=room["rack"][: room["exchange_most"]])
        return self.act(room, "pass") if "pass" in room["can"] else room

    def act(self, room: Room, act: str, **more: str) -> Room:
        turn = {"game": room["game"], "turn": room["turn"], "key": uuid.uuid4().hex}
        return self.ask(f"POST rooms/{room['code']}/acts", act=act, **turn, **more)

    def plays(self, room: Room) -> Iterator[tuple[int, str, str]]:
        """Yield plays that form only known words: their worth, position and tiles."""
        board = {(tile["row"], tile["col"]): tile["tile"].upper() for tile in room["board"]}
        turned = {(col, row): tile for (row, col), tile in board.items()}
        for (down, grid), row in product(enumerate((board, turned)), range(15)):
            letters = Counter(room["rack"]) + Counter(grid.get((row, c), "") for c in range(15))
            here, blanks = set(letters), letters["?"]
            near = [w for w, kinds in self.words.items() if len(kinds - here) <= blanks]
            near = [w for w in near if (Counter(w) - letters).total() <= blanks]
            for word, col in product(near, range(15)):
                if placed := self.lay(grid, room["rack"], word, row, col):
                    place = f"{chr(65 + row)}{col + 1}" if down else f"{row + 1}{chr(65 + col)}"
                    yield sum(map(COMMON.find, placed)), place, placed

    def lay(self, grid: Grid, rack: str, word: str, row: int, col: int) -> str:
        """Return the tiles that spell the word there, or "" if it does not fit."""
        end, left, placed = col + len(word), Counter(rack), ""
        if end > 15 or (row, col - 1) in grid or (row, end) in grid:
            return ""
        touches = not grid and row == 7 and col <= 7 < end
        for at, letter in enumerate(word, col):
            if (row, at) in grid:
                if grid[row, at] != letter:
                    return ""
                placed, touches = placed + ".", True
                continue
            tile = letter if left[letter] else "?"
            left[tile] -= 1
            top = next(r for r in range(row, -2, -1) if (r - 1, at) not in grid)
            low = next(r for r in range(row, 16) if (r + 1, at) not in grid)
            cross = "".join(grid.get((r, at), letter) for r in range(top, low + 1))
            if left[tile] < 0 or (top != low and cross not in self.words):
                return ""
            placed += letter if tile == letter else letter.lower()
            touches = touches or top != low
        return placed if touches and placed.strip(".") else ""
