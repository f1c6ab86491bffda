"""``python -m tests.load.flooder PORT MOST``: asks a server for pages as fast as it is let.

Once it got ``MOST`` it says ten times a second how often it has asked and was served.
"""

import asyncio
import sys
from collections import Counter

import uvloop

ADDRESS = "127.0.0.9"
CONNECTIONS = 100
PATHS = ("/", "/about/rules/scrabble/", "/dictionaries/", "/ratings/")

counts: Counter[bytes] = Counter()
"""Answers by their status."""


async def ask(port: int, path: str) -> None:
    """One connection that asks again as soon as it is answered."""
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0))
    while True:
        writer.write(asked.encode())
        head = await reader.readuntil(b"\r\n\r\n")
        size = next(
            int(line.split(b":")[1])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length:")
        )
        await reader.readexactly(size)
        counts[head.split()[1]] += 1


async def insist(port: int, path: str) -> None:
    while True:
        try:
            await ask(port, path)
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)


async def tell(most: int) -> None:
    while True:
        await asyncio.sleep(0.1)
        if counts[b"200"] >= most:
            print(counts.total(), counts[b"200"], flush=True)


async def flood(port: int, most: int) -> None:
    paths = [PATHS[number % len(PATHS)] for number in range(CONNECTIONS)]
    await asyncio.gather(tell(most), *(insist(port, path) for path in paths))


if __name__ == "__main__":
    uvloop.run(flood(int(sys.argv[1]), int(sys.argv[2])))
