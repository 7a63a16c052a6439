"""HEAD: answered as GET is, without the body."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


async def answer_head(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a HEAD request by what GET answers. A stream ends with its head, since nobody would read more."""
    begun = False

    async def hanging_up() -> Message:
        return {"type": "http.disconnect"} if begun else await receive()

    async def without_body(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.start":
            begun = True
            await send(message)
            await send({"type": "http.response.body"})

    asked: Scope = {**scope, "method": "GET"}
    try:
        await app(asked, hanging_up, without_body)
    finally:
        scope["route"] = asked.get("route")  # for the figures and the log
