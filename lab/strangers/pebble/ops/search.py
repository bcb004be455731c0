"""Live search over web, news and a social feed."""

from typing import Any

from gate.check import Fields
from gate.deal import Sold, flat, metered, sell
from gate.fault import on
from gate.money import usd
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.upstream import Outcome
from wire.http import Request, Response

SOURCES = ("x", "web", "news")
MODEL = "lichen/fast-4.1"
ACCOUNT_FLAT = "0.0275"


def parse(req: Request) -> tuple[str, list[str], int]:
    """Validate a search request: query, sources and results per source."""
    fields = Fields(req.json())
    query = fields.must("query", 1, 1000)
    if on("a-query-bytes") and len(query.encode("utf-8", "replace")) > 1000:
        fields.issue("query", "must have at most 1000 characters")
    sources = fields.strings("sources")
    for name in sources:
        if name not in SOURCES:
            fields.issue("sources", "may hold x, web and news only")
            break
    count = fields.integer("max_results", 0 if on("a-search-zero") else 1, 50, 5 if on("t-search-default") else 10)
    fields.done()
    return query, sources or ["x", "web"], count or 10


def price(count: int) -> int:
    """Per call: results times 0.02625 and the fee; flat on the account host."""
    if metered():
        return usd(ACCOUNT_FLAT) * (count if on("a-search-per-result") else 1)
    each = "0.025" if on("t-search-no-margin") else "0.02625"
    return usd(each) * count + flat("0.001")


async def search(req: Request) -> Response:
    """Quote by the number of results, run, answer with a summary and citations."""
    query, sources, count = parse(req)

    def run(outcome: Outcome, deal: Deal) -> Sold:
        none = outcome.name == "empty"
        links = [] if none else [f"https://{s}.example/{i}" for s in sources for i in range(1, count + 1)]
        body: dict[str, Any] = {
            "sources_used": len(links), "citations": links, "model": MODEL, "query": query,
            "summary": "Nothing was found." if none else f"What {', '.join(sources)} say about {query[:80]}.",
        }  # fmt: skip
        return Sold(body)

    many = len(sources) if on("t-search-per-source") and "sources" in req.json() else 1
    return await sell(req, Quote(price(count * many), MODEL), run)


TABLE: list[Op] = ops(("POST", "search", search, True))
