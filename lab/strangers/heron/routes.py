"""The table of operations: methods and template as the documents write them, and the search in it."""
import re
from dataclasses import dataclass

import settings

TABLE = []


@dataclass
class Route:
    """One operation. `upstream` is false where nothing stands behind it. `about` may hold price and words for OpenAPI."""
    methods: tuple
    template: str
    handler: object
    hosts: tuple
    upstream: bool
    about: dict

    def __post_init__(self):
        self.parts = []
        for part in self.template.strip("/").split("/"):
            name = part.strip("{}")
            own = settings.SEGMENTS.get(name) if part.startswith("{") else None
            self.parts.append((part, own))
        text = ""
        for part, own in self.parts:
            if own:
                text += "/" + re.escape(own)
            else:
                plain = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(part))
                text += "/" + re.sub(r"\\\{(\w+)\\\.\\\.\\\.\\\}", r"(?P<\1>.+)", plain)
        self.pattern = re.compile(text + "$")

    def shown(self) -> str:
        """The path with this deployment's own segments."""
        return "/" + "/".join(own or part.replace("...", "") for part, own in self.parts)


def route(methods, template, hosts=("base", "solana"), upstream=True, **about):
    """Register a handler. On the account host the same path stands without /api."""
    def keep(handler):
        for host in hosts:
            path = template.replace("/api/v1", "/v1", 1) if host == "account" else template
            TABLE.append(Route(tuple(methods.split()), path, handler, (host,), upstream, about))
        return handler
    return keep


def find(host, method, path):
    """(route, path parameters, methods known for that path)."""
    known = []
    for entry in TABLE:
        if host in entry.hosts and (match := entry.pattern.fullmatch(path)):
            if method in entry.methods or method == "HEAD" and "GET" in entry.methods:
                return entry, match.groupdict(), known
            known += entry.methods
    return None, {}, known


def _alike(wanted, part, own):
    if wanted == part.replace("...", "") or wanted == own:
        return True
    brace = part.startswith("{")
    if own:
        return wanted == "{venue}" and part.startswith("{venue_")
    if brace and wanted.startswith(("{", "<")):
        return wanted.strip("{}<>") not in settings.SEGMENTS
    if brace:
        return True
    return "{" in part and re.fullmatch(re.sub(r"\\\{\w+\\\}", ".+", re.escape(part)), wanted) is not None


def find_scripted(host, method, path):
    """The routes that a control call means, with braces or own segments in any mixture."""
    wanted = path.split("?")[0].strip("/").split("/")
    exact, loose = [], []
    for entry in TABLE:
        if host not in entry.hosts or method not in entry.methods:
            continue
        parts = entry.parts
        if parts[-1][0].endswith("...}") and len(wanted) >= len(parts):
            fits = all(_alike(w, p, o) for w, (p, o) in zip(wanted[:len(parts) - 1], parts))
        else:
            fits = len(parts) == len(wanted) and all(_alike(w, p, o) for w, (p, o) in zip(wanted, parts))
        if fits:
            same = all(w == o or w == p or ("{" in p and "{" in w) for w, (p, o) in zip(wanted, parts))
            (exact if same else loose).append(entry)
    return exact or loose[:1]
