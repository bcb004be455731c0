"""The table of operations of a host and the match of a request to one of them."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gate.state import SEGMENTS
from wire.http import HttpError, Request, Response

VENUES = tuple(SEGMENTS[f"venue_{c}"] for c in "abcde")
Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Op:
    """One operation: a template starting with `/` is whole, others get the host's prefix."""

    methods: tuple[str, ...]
    template: str
    handler: Handler
    upstream: bool = True
    shared: str = ""


def ops(*rows: tuple[str, str, Handler, bool]) -> list[Op]:
    """Rows of `METHOD[,METHOD] `, template, handler and whether an upstream is behind it."""
    return [Op(tuple(m.split(",")), t, h, u) for m, t, h, u in rows]


def _norm(path: str) -> str:
    """A path template with own segments in place of vendor placeholders and `{}` for the rest."""
    parts = []
    for part in path.split("?")[0].strip("/").split("/"):
        bare = part.strip("{}<>")
        if part[:1] in "{<" and bare in SEGMENTS and "pm" not in parts:
            part = SEGMENTS[bare]
        elif parts[-1:] == ["pm"] and (part in VENUES or part[:1] in "{<"):
            part = "{}"
        elif part[:1] in "{<" or part[:1] == "*":
            part = "{}" + (":" + part.split(":")[1] if ":" in part else "")
        parts.append(part)
    return "/".join(parts)


class Router:
    """Static paths by dictionary, the others by segments."""

    def __init__(self, table: list[Op], prefix: str) -> None:
        self.table = table
        self.prefix = prefix
        self.static: dict[str, list[Op]] = {}
        self.dynamic: list[tuple[list[str], Op]] = []
        self.named: dict[tuple[str, str], Op] = {}
        for op in table:
            path = self.path_of(op)
            own = path
            for name, segment in SEGMENTS.items():
                own = own.replace("{" + name + "}", segment)
            if "{" in own or "*" in own:
                self.dynamic.append((own.strip("/").split("/"), op))
            else:
                self.static.setdefault(own, []).append(op)
            for method in op.methods:
                self.named[(method, _norm(path))] = op

    def path_of(self, op: Op) -> str:
        """The documents' spelling of an operation's path on this host."""
        return op.template if op.template.startswith("/") else f"{self.prefix}/{op.template}"

    def name_of(self, op: Op) -> str:
        """How a route is named in scripts and in the ledger."""
        return re.sub(r"\*(\w+)", r"{\1}", f"{op.methods[0]} {self.path_of(op)}")

    def find(self, req: Request) -> Op:
        """The operation of a request, or 404 or 405."""
        found = self._at(req.path, req.params)
        for op in found:
            if req.method in op.methods:
                return op
        if not found:
            raise HttpError(404, {"error": "Not found", "path": req.path})
        allow = ", ".join(sorted({m for op in found for m in op.methods}))
        raise HttpError(405, {"error": "Method not allowed"}, {"allow": allow})

    def _at(self, path: str, params: dict[str, str]) -> list[Op]:
        if path in self.static:
            return self.static[path]
        parts = path.strip("/").split("/")
        hits: list[Op] = []
        for template, op in self.dynamic:
            got = _match(template, parts)
            if got is not None:
                if not hits:
                    params.update(got)
                hits.append(op)
        return hits

    def scripted(self, route: str) -> Op | None:
        """The operation that a control call names, by template or by a concrete path."""
        method, _, path = route.strip().partition(" ")
        path = path.strip()
        named = self.named.get((method, _norm(path)))
        if named:
            return named
        for op in self._at(path, {}):
            if method in op.methods:
                return op
        return None


def _match(template: list[str], parts: list[str]) -> dict[str, str] | None:
    """The parameters of a path, or None when it is another."""
    got: dict[str, str] = {}
    for i, piece in enumerate(template):
        if piece.startswith("*"):
            rest = "/".join(parts[i:])
            return {**got, piece[1:]: rest} if rest else None
        if i >= len(parts):
            return None
        if piece.startswith("{"):
            name, _, tail = piece[1:].partition("}")
            last = name == "model" and i == len(template) - 1
            value = "/".join(parts[i:]) if last else parts[i]
            if not value.endswith(tail) or len(value) == len(tail):
                return None
            got[name] = value[: len(value) - len(tail)]
            if last:
                return got
        elif piece != parts[i]:
            return None
    return got if len(parts) == len(template) else None


def slug(text: str) -> str:
    """Lower-case words joined by dashes."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
