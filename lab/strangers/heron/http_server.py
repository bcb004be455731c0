"""A small HTTP/1.1 server on asyncio: keep-alive, chunked bodies both ways, one handler for everything."""
import asyncio
import json
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote

REASONS = {200: "OK", 202: "Accepted", 204: "No Content", 400: "Bad Request", 401: "Unauthorized", 402: "Payment Required",
           403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 410: "Gone", 413: "Content Too Large",
           422: "Unprocessable Content", 425: "Too Early", 429: "Too Many Requests", 500: "Internal Server Error",
           502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout"}
LARGEST_BODY = 96 * 1024 * 1024


@dataclass
class Request:
    """One request; header names are lower case, `path` is decoded, `target` is as sent."""
    method: str
    target: str
    headers: dict
    body: bytes
    ip: str
    path: str = ""
    query: dict = field(default_factory=dict)

    def __post_init__(self):
        raw, _, tail = self.target.partition("?")
        if "://" in raw:
            raw = "/" + raw.split("://", 1)[1].partition("/")[2]
        self.raw_path, self.path = raw, unquote(raw)
        self.query = {name: values[-1] for name, values in parse_qs(tail, keep_blank_values=True).items()}

    def header(self, *names):
        """The first of the named headers that is there."""
        for name in names:
            if name.lower() in self.headers:
                return self.headers[name.lower()]
        return None


@dataclass
class Reply:
    """One answer; `stream` holds ready pieces of a chunked body."""
    status: int = 200
    body: object = None
    headers: list = field(default_factory=list)
    stream: list = None

    def encode(self, method: str) -> list:
        """The bytes to write, as a list of pieces."""
        data, kind = b"", None
        if isinstance(self.body, bytes):
            data, kind = self.body, "application/octet-stream"
        elif self.body is not None:
            data, kind = json.dumps(self.body, ensure_ascii=False).encode("utf-8", "replace"), "application/json; charset=utf-8"
        names = {name.lower() for name, _ in self.headers}
        head = [f"HTTP/1.1 {self.status} {REASONS.get(self.status, 'Status')}"]
        head += [f"{name}: {value}" for name, value in self.headers]
        if self.stream is not None:
            head.append("transfer-encoding: chunked")
        elif self.status != 204:
            head.append(f"content-length: {len(data)}")
        if kind and "content-type" not in names:
            head.append(f"content-type: {kind}")
        pieces = [("\r\n".join(head) + "\r\n\r\n").encode("utf-8")]
        if method == "HEAD":
            return pieces
        if self.stream is None:
            return pieces[:-1] + [pieces[-1] + data]
        if hasattr(self.stream, "__aiter__"):
            return pieces
        return pieces + [b"%x\r\n%s\r\n" % (len(part), part) for part in self.stream if part] + [b"0\r\n\r\n"]


async def _read_body(reader, headers, writer):
    if headers.get("expect", "").lower() == "100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    if "chunked" in headers.get("transfer-encoding", "").lower():
        parts, total = [], 0
        while True:
            size = int((await reader.readline()).split(b";")[0].strip() or b"0", 16)
            if not size:
                while (await reader.readline()).strip():
                    pass
                return b"".join(parts)
            total += size
            if total > LARGEST_BODY:
                return None
            parts.append(await reader.readexactly(size))
            await reader.readline()
    size = int(headers.get("content-length") or 0)
    if size < 0 or size > LARGEST_BODY:
        return None
    return await reader.readexactly(size) if size else b""


async def _converse(reader, writer, handler):
    peer = (writer.get_extra_info("peername") or ("?",))[0]
    while True:
        line = await reader.readline()
        if not line:
            return
        if line in (b"\r\n", b"\n"):
            continue
        parts = line.decode("latin-1").split()
        if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
            writer.write(b"".join(Reply(400, {"error": "malformed request line"}, [("connection", "close")]).encode("GET")))
            return
        headers = {}
        while (line := (await reader.readline()).decode("latin-1").rstrip("\r\n")):
            name, _, value = line.partition(":")
            name = name.strip().lower()
            headers[name] = value.strip()
        body = await _read_body(reader, headers, writer)
        if body is None:
            reply = Reply(413, {"error": "the body is larger than this gateway reads"}, [("connection", "close")])
        else:
            reply = await handler(Request(parts[0].upper(), parts[1], headers, body, peer))
        close = headers.get("connection", "").lower() == "close" or parts[2] == "HTTP/1.0" or body is None
        if close and ("connection", "close") not in reply.headers:
            reply.headers = [*reply.headers, ("connection", "close")]
        for piece in reply.encode(parts[0].upper()):
            writer.write(piece)
            if reply.stream is not None:
                await writer.drain()
                await asyncio.sleep(0)
        if hasattr(reply.stream, "__aiter__") and parts[0].upper() != "HEAD":
            async for part in reply.stream:
                writer.write(b"%x\r\n%s\r\n" % (len(part), part))
                await writer.drain()
            writer.write(b"0\r\n\r\n")
        await writer.drain()
        if close:
            return


async def start(handler, port: int):
    """Listen on localhost; returns (server, port)."""
    async def connected(reader, writer):
        try:
            await _converse(reader, writer, handler)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError, ValueError, asyncio.LimitOverrunError, TimeoutError):
            pass
        except asyncio.CancelledError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", port, limit=1 << 18, backlog=512)
    return server, server.sockets[0].getsockname()[1]
