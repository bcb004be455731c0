"""A small HTTP/1.1 server on asyncio streams: keep-alive, chunked bodies, streamed answers."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

REASONS = {
    200: "OK", 202: "Accepted", 204: "No Content", 400: "Bad Request", 401: "Unauthorized",
    402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    410: "Gone", 413: "Content Too Large", 422: "Unprocessable Content", 425: "Too Early",
    429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
}  # fmt: skip
MAX_BODY = 48 * 1024 * 1024


class HttpError(Exception):
    """An answer that ends the handling of a request."""

    def __init__(self, status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.body = body
        self.headers = headers or {}


@dataclass(slots=True)
class Request:
    """One parsed request; header names are lower case."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes
    ip: str
    params: dict[str, str] = field(default_factory=dict)
    route: str = ""
    url: str = ""

    def json(self) -> dict[str, Any]:
        """The body as a JSON object, or 400."""
        value = self.json_any()
        if not isinstance(value, dict):
            raise HttpError(400, {"error": "Invalid request body", "details": [{"field": "body", "problem": "must be a JSON object"}]})
        return value

    def json_any(self) -> Any:
        """The body as any JSON value, or 400."""
        try:
            return json.loads(self.body, parse_constant=_no_constant)
        except (ValueError, RecursionError) as bad:
            raise HttpError(400, {"error": "Invalid JSON", "details": [{"field": "body", "problem": "is not JSON"}]}) from bad


def _no_constant(name: str) -> None:
    raise ValueError(name)


@dataclass(slots=True)
class Response:
    """One answer: a JSON value, raw bytes, or a stream of bytes with optional trailers."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    stream: AsyncIterator[bytes] | None = None
    trailers: Callable[[], dict[str, str]] | None = None


Handler = Callable[[Request], Awaitable[Response]]


async def _read_chunked(reader: asyncio.StreamReader) -> bytes:
    parts: list[bytes] = []
    total = 0
    while True:
        size = int((await reader.readline()).split(b";")[0].strip(), 16)
        if size == 0:
            while (await reader.readline()).strip():
                pass
            return b"".join(parts)
        total += size
        if total > MAX_BODY:
            raise ValueError("body too large")
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)


async def _read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ip: str) -> tuple[Request, bool] | None:
    """The next request of a connection and whether to keep it; None at its end."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    lines = head.decode("latin-1").split("\r\n")
    method, target, version = lines[0].split(" ")
    headers: dict[str, str] = {}
    for line in lines[1:-2]:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    body = b""
    if "chunked" in headers.get("transfer-encoding", "").lower():
        body = await _read_chunked(reader)
    elif "content-length" in headers:
        length = int(headers["content-length"])
        if length > MAX_BODY:
            raise ValueError("body too large")
        body = await reader.readexactly(length)
    raw, _, query = target.partition("?")
    pairs = dict(parse_qsl(query, keep_blank_values=True)) if query else {}
    path = unquote(raw) if "%" in raw else raw
    req = Request(method, path, pairs, headers, body, ip, url=f"http://{headers.get('host', 'localhost')}{raw}")
    link = headers.get("connection", "").lower()
    return req, link != "close" if version == "HTTP/1.1" else link == "keep-alive"


def _head(res: Response, length: int | None, keep: bool) -> bytes:
    lines = [f"HTTP/1.1 {res.status} {REASONS.get(res.status, 'Status')}"]
    lines += [f"{name}: {value}" for name, value in res.headers.items()]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    lines.append("Connection: keep-alive" if keep else "Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


async def _write(writer: asyncio.StreamWriter, res: Response, keep: bool, bare: bool) -> None:
    """Send one answer; a streamed one goes out in chunks as they come."""
    if res.stream is None:
        if isinstance(res.body, bytes):
            payload = res.body
        elif res.body is None:
            payload = b""
        else:
            payload = json.dumps(res.body).encode()
            res.headers.setdefault("content-type", "application/json; charset=utf-8")
        writer.write(_head(res, None if res.status == 204 else len(payload), keep) + (b"" if bare else payload))
        await writer.drain()
        return
    res.headers["transfer-encoding"] = "chunked"
    writer.write(_head(res, None, keep))
    async for chunk in res.stream:
        writer.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
        await writer.drain()
    tail = res.trailers() if res.trailers else {}
    writer.write(b"0\r\n" + "".join(f"{k}: {v}\r\n" for k, v in tail.items()).encode("latin-1") + b"\r\n")
    await writer.drain()


async def listen(handler: Handler, host: str, port: int, delay: float = 0.0) -> tuple[asyncio.Server, int]:
    """Serve the handler; gives the server and the port that it got."""

    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = writer.get_extra_info("peername")
        ip = peer[0] if peer else "unknown"
        try:
            while (got := await _read(reader, writer, ip)) is not None:
                req, keep = got
                res = await handler(req)
                if delay:
                    await asyncio.sleep(delay)
                await _write(writer, res, keep, req.method == "HEAD")
                if not keep:
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            pass
        except asyncio.CancelledError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connection, host, port, limit=1 << 20, backlog=1024)
    return server, server.sockets[0].getsockname()[1]
