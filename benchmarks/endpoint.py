"""A chat-completions endpoint that answers at once, in a process of its own; keeps the bodies that it gets."""

from __future__ import annotations

import sys

from aiohttp import web

REPLY = (
    b'{"object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant",'
    b'"content":"I can help with that. Tuesday mornings would suit, and the rest I would rather not say."}}],'
    b'"usage":{"prompt_tokens":900,"completion_tokens":20,"total_tokens":920}}'
)


def serve(port: int) -> None:
    bodies: list[bytes] = []

    async def chat(request: web.Request) -> web.Response:
        bodies.append(await request.read())
        return web.Response(body=REPLY, content_type="application/json")

    async def taken(_request: web.Request) -> web.Response:
        everything = b"\n".join(bodies)
        bodies.clear()
        return web.Response(body=everything)

    app = web.Application(client_max_size=2**24)
    app.router.add_post("/v1/chat/completions", chat)
    app.router.add_get("/bodies", taken)
    web.run_app(app, host="127.0.0.1", port=port, print=None, access_log=None)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
