"""Neural web search: the provider's bodies verbatim."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from gate.check import Fields
from gate.deal import Sold, fee, flat, metered, sell
from gate.fault import on
from gate.money import usd
from gate.payment import challenge
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.state import new_id
from gate.upstream import Outcome, peek
from wire.http import HttpError, Request, Response

NAMES = ("search", "answer", "contents", "find-similar")
CATEGORIES = ("github", "news", "research paper", "linkedin profile", "personal site", "tweet", "financial report", "pdf", "company")


def _swaps() -> dict[str, HttpError]:
    """The provider's own failures."""
    code = 504 if on("a-websearch-timeout-504") else 500
    late = HttpError(code, {"error": "Gateway timeout" if code == 504 else "Internal server error", "message": "the provider took over 30 seconds"})
    return {"timeout": late, "fail": HttpError(502, {"error": "Search provider error", "message": "nothing was charged"})}


async def _run(req: Request, quote: Quote, make: Callable[[bool], dict[str, Any]]) -> Response:
    """Sell a body; a 4xx of the provider passes through."""
    refused = HttpError(400, {"error": "Bad Request", "details": "the provider refused the request"})
    refused.body["status"] = 400
    status = peek(req.route).get("status")
    if isinstance(status, int) and 400 <= status < 500 and not on("a-websearch-4xx"):
        refused.status = status
        refused.body["status"] = status

    def run(outcome: Outcome, deal: Deal) -> Sold:
        return Sold(make(outcome.name == "empty"))

    return await sell(req, quote, run, reject=refused, **_swaps())


def _results(count: int, what: str) -> dict[str, Any]:
    rows = [
        {"url": f"https://{i}.example/{what[:20].replace(' ', '-')}", "id": f"r{i}", "title": f"{what[:40]} {i}",
         "score": round(0.9 / i, 4), "publishedDate": "2026-01-05T00:00:00Z"}
        for i in range(1, count + 1)
    ]  # fmt: skip
    return {"costDollars": {"total": 0.005}, "searchTime": 412.5, "results": rows, "resolvedSearchType": "neural", "requestId": new_id("ws-")}


def _count(fields: Fields) -> int:
    return fields.integer("numResults", 1, 100, 10) or 10


def _is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


async def search(req: Request) -> Response:
    """Pages for a query."""
    fields = Fields(req.json())
    query = fields.must("query")
    count = _count(fields)
    fields.choice("category", CATEGORIES)
    for name in ("startPublishedDate", "endPublishedDate"):
        given = fields.string(name)
        if given and not _is_date(given):
            fields.issue(name, "must be an ISO 8601 date")
    for name in ("includeDomains", "excludeDomains"):
        fields.strings(name)
    fields.done()
    return await _run(req, Quote(flat("0.011")), lambda empty: _results(0 if empty else count, query))


async def answer(req: Request) -> Response:
    """An answer with its sources."""
    fields = Fields(req.json())
    query = fields.must("query")
    fields.done()
    cite = {"url": "https://1.example/source", "id": "r1", "title": "A source"}

    def make(empty: bool) -> dict[str, Any]:
        return {"citations": [] if empty else [cite], "answer": f"About {query[:60]}: see the source.", "requestId": new_id("ws-")}

    return await _run(req, Quote(flat("0.011")), make)


async def contents(req: Request) -> Response:
    """The text of pages, priced by the URL."""
    fields = Fields(req.json())
    urls = fields.strings("urls", True, 1, 100)
    fields.done()
    total = usd("0.002") * len(urls) + fee()

    def make(empty: bool) -> dict[str, Any]:
        found = [] if empty else urls
        rows = [{"url": u, "id": u, "title": "A page", "author": None, "text": "# A page\n\nIts text."} for u in found]
        return {"results": rows, "costDollars": {"total": 0.001 * len(urls)}}

    return await _run(req, Quote(total), make)


async def similar(req: Request) -> Response:
    """Pages like another."""
    fields = Fields(req.json())
    url = fields.must("url")
    count = _count(fields)
    fields.boolean("excludeSourceDomain")
    fields.done()
    return await _run(req, Quote(flat("0.011")), lambda empty: _results(0 if empty else count, url.rsplit("/", 1)[-1] or "page"))


async def discover(req: Request) -> Response:
    """What a GET gives: a challenge that says how to pay; the account host knows only POST."""
    if metered():
        raise HttpError(405, {"error": "Method not allowed"}, {"allow": "POST"})
    raise challenge(req, Quote(flat("0.011")), discovery=True)


async def unknown(req: Request) -> Response:
    """Any other path under the prefix."""
    raise HttpError(404, {"error": "Not found", "available": list(NAMES)})


_HANDLERS = dict(zip(NAMES, (search, answer, contents, similar), strict=True))
TABLE: list[Op] = [
    *ops(*(("POST", f"{{websearch}}/{name}", handler, True) for name, handler in _HANDLERS.items())),
    *ops(*(("GET", f"{{websearch}}/{name}", discover, False) for name in NAMES)),
    *ops(("GET,POST,PUT,DELETE,PATCH", "{websearch}/*path", unknown, False)),
]
