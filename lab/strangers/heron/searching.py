"""Live search with a summary, and the neural web search."""
import secrets

from checks import Form, is_iso_date, is_public_url, parse_object
from money import FEE, usd
import payment
from plan import Done, Plan
from routes import route
from switch import bent
from world import Refuse

EVERYWHERE = ("base", "solana", "account")
CATEGORIES = ("github", "news", "research paper", "linkedin profile", "personal site", "tweet", "financial report", "pdf", "company")
KNOWN = ("search", "answer", "contents", "find-similar")


@route("POST", "/api/v1/search", EVERYWHERE, price="per result")
def live(world, request):
    """Web, news and social search with a written summary."""
    form = Form(parse_object(request))
    query = form.text("query", required=True, least=1, most=1000)
    if bent("query-counted-in-bytes") and query and len(query.encode()) > 1000:
        form.complain("query", "must have at most 1000 characters")
    sources = form.things("sources", str, default=["x", "web"])
    if any(source not in ("x", "web", "news") for source in sources):
        form.complain("sources", "must hold only x, web and news")
    default = 10
    most = form.integer("max_results", default=default, least=1, most=50)
    form.close()
    rate = usd("0.02625")

    async def run(caller):
        outcome, _ = await caller.upstream()
        links = [] if outcome == "empty" else [f"https://{source}.example/{secrets.token_hex(4)}" for source in sources for _ in range(most)]
        return Done({"model": "heron/search-writer", "sources_used": len(links), "citations": links, "summary": f"What is known about {query[:80]}.", "query": query})

    return Plan(most * rate + FEE, run, metered=usd("0.05") * most / 10 if bent("search-fee-per-result") else usd("0.05"), model="heron/search-writer")


def _plan(price, run):
    return Plan(usd(price), run, metered=usd(price) - usd("0.001"))


def _passed(detail):
    """An upstream 4xx passes through."""
    status = int(detail.get("status") or 400)
    status = status if 400 <= status < 500 else 400
    sent = 400 if bent("web-4xx-flattened") else status
    return Refuse(sent, {"details": "the search provider turned the request down", "status": status, "error": "Bad Request"})


async def _ask(caller):
    broken = Refuse(502, {"error": "The search provider failed; nothing was charged"})
    return await caller.upstream(reject=_passed, fail=broken, timeout=Refuse(500, {"error": "Internal server error"}))


def _found(count):
    return [{"score": round(0.97 - place / 200, 3), "publishedDate": "2026-08-14T00:00:00.000Z", "url": f"https://reeds.example/{place}",
             "title": f"Reed bed {place}", "id": f"https://reeds.example/{place}"} for place in range(count)]


def _dates(form):
    for name in ("startPublishedDate", "endPublishedDate"):
        if name in form.body and not is_iso_date(form.body[name]):
            form.complain(name, "must be an ISO 8601 date")


@route("POST", "/api/v1/{websearch}/search", EVERYWHERE, price="0.011")
def search(world, request):
    """Neural search."""
    form = Form(parse_object(request))
    form.text("query", required=True, least=1)
    count = form.integer("numResults", default=10, least=1, most=100)
    form.text("category", options=CATEGORIES)
    _dates(form)
    form.things("includeDomains", str)
    form.things("excludeDomains", str)
    form.close()

    async def run(caller):
        outcome, _ = await _ask(caller)
        rows = [] if outcome == "empty" else _found(count)
        return Done({"costDollars": {"total": 0.01}, "searchTime": 412.5, "results": rows, "resolvedSearchType": "neural", "requestId": secrets.token_hex(16)})
    return _plan("0.011", run)


@route("POST", "/api/v1/{websearch}/answer", EVERYWHERE, price="0.011")
def answer(world, request):
    """One answer with citations."""
    form = Form(parse_object(request))
    query = form.text("query", required=True, least=1)
    form.close()

    async def run(caller):
        await _ask(caller)
        return Done({"citations": [{k: row[k] for k in ("id", "title", "url")} for row in _found(3)], "answer": f"In short: {query[:60]}", "requestId": secrets.token_hex(16)})
    return _plan("0.011", run)


@route("POST", "/api/v1/{websearch}/contents", EVERYWHERE, price="per URL")
def contents(world, request):
    """Pages as text."""
    form = Form(parse_object(request))
    urls = form.things("urls", str, required=True, default=[], least=1, most=100)
    if any(not is_public_url(url, ("https", "http")) for url in urls):
        form.complain("urls", "must hold public URLs")
    form.close()

    async def run(caller):
        await _ask(caller)
        return Done({"costDollars": {"total": len(urls) / 1000}, "results": [{"author": None, "text": f"# {url}\n\nPlain *Markdown*.", "title": url, "url": url, "id": url} for url in urls]})
    return Plan(usd("0.002") * len(urls) + FEE, run, metered=usd("0.002") * (1 if bent("contents-flat") else len(urls)))


@route("POST", "/api/v1/{websearch}/find-similar", EVERYWHERE, price="0.011")
def similar(world, request):
    """Pages like one page."""
    form = Form(parse_object(request))
    link = form.text("url", required=True, least=1)
    if link and not is_public_url(link, ("https", "http")):
        form.complain("url", "must be a public URL")
    count = form.integer("numResults", default=10, least=1, most=100)
    form.flag("excludeSourceDomain", False)
    form.close()

    async def run(caller):
        await _ask(caller)
        return Done({"costDollars": {"total": 0.01}, "searchTime": 300.1, "results": _found(count), "resolvedSearchType": "neural", "requestId": secrets.token_hex(16)})
    return _plan("0.011", run)


@route("GET POST PUT DELETE PATCH", "/api/v1/{websearch}/{rest...}", EVERYWHERE, upstream=False, hidden=True)
def other(world, request):
    """GET on a known path is a discovery 402; everything else is 404 with what there is."""
    rest = request.params["rest"]
    if rest not in KNOWN or request.method not in ("GET",) or world.host == "account":
        raise Refuse(404, {"error": "There is nothing at this path",
                           "available": [f"/{name}" for name in KNOWN]})
    price = "0.003" if rest == "contents" else "0.011"
    raise payment.challenge(world, request, Plan(usd(price), None), message=f"POST here to pay {price} USD and search", more={"discovery": {"method": "POST"}})
