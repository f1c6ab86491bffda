"""Sockets of programs close once their token is no longer valid, whatever ended it."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.api.live.socket_auth import CLOSE_BAD_TOKEN, TokenSocketMiddleware
from games.api.models import ApiToken
from games.api.services.tokens import revoke_token
from games.players.models import Player
from tests.api.conftest import Program, run_in_transaction
from tests.processes import PATIENCE

pytestmark = pytest.mark.django_db


def close_account(token: ApiToken) -> None:
    account = token.owner.user
    assert account is not None
    account.is_active = False
    account.save()


def take_back(token: ApiToken) -> None:
    revoke_token(token.owner, token.pk, timezone.now())


def forget(token: ApiToken) -> None:
    token.delete()


@pytest.mark.parametrize("act", [take_back, close_account, forget])
def test_a_socket_closes_with_its_token(
    make_program: Callable[..., Program], amber: Player, act: Callable[[ApiToken], None]
) -> None:
    program = make_program()
    other = make_program("Sienna")
    token = amber.tokens.get(bot=program.bot)

    listening = asyncio.Semaphore(0)

    async def opened(secret: str, closed: asyncio.Future[int]) -> None:
        async def listen(_scope: Any, _receive: Any, _send: Any) -> None:
            listening.release()
            await asyncio.sleep(600)

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.close" and not closed.done():
                closed.set_result(message["code"])

        headers = [(b"authorization", f"Bearer {secret}".encode())]
        await TokenSocketMiddleware(listen)(
            {"type": "websocket", "headers": headers}, receive, send
        )

    async def run() -> tuple[int, bool]:
        loop = asyncio.get_running_loop()
        ends: list[asyncio.Future[int]] = [loop.create_future(), loop.create_future()]
        sockets = [
            asyncio.ensure_future(opened(one.secret, end))
            for one, end in zip((program, other), ends, strict=True)
        ]
        for _ in sockets:
            await listening.acquire()
        assert not ends[0].done()
        await sync_to_async(act)(token)
        async with asyncio.timeout(PATIENCE):
            code = await ends[0]
        for socket in sockets:
            socket.cancel()
        await asyncio.wait(sockets)
        return code, ends[1].done()

    code, others_too = run_in_transaction(run())
    assert code == CLOSE_BAD_TOKEN
    assert others_too == (act is close_account)
