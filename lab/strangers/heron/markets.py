"""Market prices: lists, spot prices and bars."""
import json

import account
from checks import parse_object
from money import usd
from plan import Caller, Done, Plan
from predictions import Query, refuse
from routes import route
from switch import bent
from world import Refuse

EVERYWHERE = ("base", "solana", "account")
EQUITY = "0.001"
_US = ["AAPL", "MSFT", "NVDA", "TSLA", "AMZN", "GOOG", "META", "KO", "F", "IBM"]
BOOK = {"crypto": ["BTC-USD", "ETH-USD", "SOL-USD", "XRP-USD", "DOGE-USD"], "fx": ["EUR-USD", "GBP-USD", "USD-JPY", "AUD-USD"],
        "commodity": ["XAU-USD", "XAG-USD", "WTI-USD"], "us": _US, "hk": ["0700.HK", "9988.HK"], "jp": ["7203.T", "6758.T"],
        "kr": ["005930.KS"], "gb": ["SHEL.L", "AZN.L"], "de": ["SAP.DE"], "fr": ["MC.PA"], "nl": ["ASML.AS"], "ie": ["RYA.IR"],
        "lu": ["SESG.LU"], "cn": ["600519.SS"], "ca": ["RY.TO"]}
CLASSES = ("crypto", "fx", "commodity", "usstock")


def _query(request):
    if request.method != "POST" or not request.body:
        return dict(request.query)
    body = parse_object(request)
    return {**request.query, **{name: value if isinstance(value, str) else json.dumps(value) for name, value in body.items()}}


def _market(request):
    """(market, is equity)."""
    name = request.params.get("class") or request.params.get("market")
    if "class" in request.params:
        if name not in CLASSES:
            raise Refuse(404, {"error": "There is nothing at this path"})
        return ("us", True) if name == "usstock" else (name, False)
    if name not in BOOK or name in CLASSES:
        raise Refuse(404, {"error": "There is no such market", "market": name})
    return name, True


async def _answer(world, request, equity, run):
    """A paid plan for equities, the answer at once for the free classes."""
    if equity:
        return Plan(usd(EQUITY), run)
    done = await run(Caller(world, world.host, request.entry, request.ip))
    return done.body


def _symbol(request, market):
    symbol = request.params["symbol"]
    if symbol not in BOOK[market]:
        raise Refuse(404, {"error": "Unknown symbol", "symbol": symbol})
    return symbol


def listed(world, request):
    """Symbols; free."""
    market, _ = _market(request)
    query = _query(request)
    Query(query).whole("limit", 1, 2000)
    wanted = query.get("q", "").lower()
    found = [s for s in BOOK[market] if wanted in s.lower()]
    return {"instruments": [{"class": market, "symbol": s} for s in found][:int(query.get("limit", 100))], "matched": len(found)}


async def price(world, request):
    """Spot price."""
    market, equity = _market(request)
    query = _query(request)
    Query(query).one_of("session", ("regular", "extended"))
    if bent("unknown-symbol-charged") and equity and world.host == "account" and request.params["symbol"] not in BOOK[market]:
        account.record(world, request, Plan(usd(EQUITY), None), usd(EQUITY), {})
    symbol = _symbol(request, market)

    async def run(caller):
        await caller.upstream()
        return Done({"source": "heron-oracle", "publishTime": int(world.now()), "confidence": 0.04, "price": 100 + sum(map(ord, symbol)) % 97, "symbol": symbol})
    return await _answer(world, request, equity, run)


async def history(world, request):
    """Bars."""
    market, equity = _market(request)
    query = _query(request)
    rules = Query(query)
    rules.one_of("resolution", ("1", "5", "15", "60", "240", "D", "W", "M"))
    rules.one_of("session", ("regular", "extended"))
    rules.whole("from", 0, 10**12)
    rules.whole("to", 0, 10**12)
    symbol = _symbol(request, market)
    step = {"D": 86400, "W": 604800, "M": 2592000}.get(query.get("resolution", "D")) or int(query.get("resolution", "1")) * 60
    if bent("history-from-needs-to") and "from" in query and "to" not in query:
        raise refuse("to", "from and to go together")
    until = int(query.get("to") or world.now())
    since = int(query.get("from") or until - 30 * step)
    if since > until:
        raise refuse("from", "lies after to")

    async def run(caller):
        await caller.upstream()
        times = list(range(since - since % step + step, until + 1, step))[-500:]
        return Done({"resolution": query.get("resolution", "D"), "symbol": symbol, "bars": [{"t": t, "o": 100, "h": 103, "l": 98, "c": 101} for t in times]})
    return await _answer(world, request, equity or market == "commodity" and bent("commodity-history-charged"), run)


for _prefix in ("/api/v1/{class}", "/api/v1/stocks/{market}"):
    route("GET POST", _prefix + "/list", EVERYWHERE, upstream=False)(listed)
    route("GET POST", _prefix + "/price/{symbol}", EVERYWHERE, price=EQUITY)(price)
    route("GET POST", _prefix + "/history/{symbol}", EVERYWHERE, price=EQUITY)(history)
