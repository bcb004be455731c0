"""Prediction-market data: five venues, a candle feed and a cross-venue search."""

import re
from typing import Any

from gate.check import Fields
from gate.deal import Sold, sell
from gate.fault import on
from gate.money import usd
from gate.quote import Deal, Quote
from gate.router import VENUES, Op, ops
from gate.state import STATE
from gate.upstream import Outcome
from wire.http import HttpError, Request, Response

VENUE_A = (
    "markets", "markets/keyset", "events", "events/keyset", "crypto-updown", "market-price/{token_id}", "candlesticks/{condition_id}",
    "candlesticks/token/{token_id}", "volume-chart/{condition_id}", "orderbooks", "trades", "activity", "markets/{token_id}/volume",
    "markets/{condition_id}/open_interest", "positions", "leaderboard", "leaderboard/market/{condition_id}", "cohorts/stats",
    "market/{condition_id}/top-holders", "wallet/{wallet}", "wallet/{wallet}/markets", "wallet/{wallet}/similar", "wallet/pnl/{wallet}",
    "wallet/positions/{wallet}", "wallet/volume-chart/{wallet}", "wallets/profiles", "wallets/filter", "wallet/identity/{wallet}",
    "wallet/{address}/cluster", "market/{condition_id}/smart-money", "markets/smart-activity", "uma/markets", "uma/market/{condition_id}",
)  # fmt: skip
VENUE_B = ("markets", "trades", "orderbooks")
OTHERS = ("markets", "orderbooks")
RETIRED = ("matching-markets", "matching-markets/pairs", "markets", "markets/listings", "outcomes/{id}")
SYMBOLS = ("BTCUSDT", "ETHUSDT", "SOLUSDT", "XRPUSDT")
INTERVALS = ("1s", "1m", "5m", "15m", "1h", "4h", "1d")


def _price() -> Quote:
    """Every call costs the same, on every tier."""
    return Quote(usd("0.0085"))


def _query(req: Request, venue: str, tail: str) -> int:
    """Check the known query parameters; gives the limit."""
    fields = Fields(dict(req.query), text=True)
    if venue in (VENUES[0], VENUES[1]) and tail == "markets":
        fields.string("search", low=3, high=100)
        if venue == VENUES[0]:
            fields.choice("status", ("active", "closed", "archived"))
            fields.choice("sort", ("volume", "liquidity", "created"))
        else:
            fields.choice("status", ("open", "closed"))
            fields.choice("sort", ("volume", "open_interest", "price_desc", "price_asc", "close_time"))
            fields.string("ticker", high=50)
    most = 20
    if tail.startswith("wallets/profiles"):
        for name in ("addresses", "wallets"):
            if len(req.query.get(name, "").split(",")) > most:
                fields.issue(name, f"may hold at most {most} wallets")
    limit = fields.integer("limit", 1, 100, 20)
    fields.done()
    return limit or 20


async def venue(req: Request) -> Response:
    """Any read of a venue; which paths a venue has depends on it."""
    name = req.params["venue"]
    path = req.path.split("/pm/", 1)[1].split("/", 1)[1]
    tail = req.route.split("/pm/{venue}/", 1)[1]
    if name not in VENUES:
        raise HttpError(404, {"error": "Unknown venue", "available": list(VENUES)})
    allowed = VENUE_A if name == VENUES[0] else VENUE_B if name == VENUES[1] else OTHERS
    if tail not in allowed:
        raise HttpError(404, {"error": "Not found", "available": list(allowed)})
    limit = _query(req, name, tail)

    def run(outcome: Outcome, deal: Deal) -> Sold:
        count = 0 if outcome.name == "empty" else min(limit, 25)
        rows = [{"id": f"{tail.split('/')[0]}-{i}", "title": f"Item {i}", "volume": 1000 - i} for i in range(1, count + 1)]
        return Sold({"venue": name, "of": path, "items": rows, "pagination_key": "k2" if count == limit else None})

    return await sell(req, _price(), run)


async def identities(req: Request) -> Response:
    """Identities of up to 200 wallets at once."""
    if req.params["venue"] != VENUES[0]:
        raise HttpError(404, {"error": "Not found"})
    fields = Fields(req.json())
    wallets = fields.strings("addresses", True, 1, 200)
    fields.done()
    quote = _price()
    if on("t-identities-each"):
        quote.pico *= len(wallets)
    return await sell(req, quote, lambda o, d: Sold({"identities": [{"address": w, "label": None} for w in wallets]}))


async def candles(req: Request) -> Response:
    """The candle and tick feed."""
    symbol = req.params["symbol"].upper()
    if symbol not in SYMBOLS:
        raise HttpError(404, {"error": "Unknown symbol", "available": list(SYMBOLS)})
    fields = Fields(dict(req.query), text=True)
    fields.choice("interval", INTERVALS, "1m")
    fields.integer("start_time", 0)
    fields.integer("end_time", 0)
    limit = fields.integer("limit", 1, 1500, 500)
    fields.done()

    def run(outcome: Outcome, deal: Deal) -> Sold:
        now = int(STATE.now())
        bars = [{"time": now - 60 * i, "open": 100 + i, "high": 102 + i, "low": 99 + i, "close": 101 + i} for i in range(limit or 500)]
        return Sold({"symbol": symbol, "bars": [] if outcome.name == "empty" else bars})

    return await sell(req, _price(), run)


async def across(req: Request) -> Response:
    """Search over all venues."""
    query = req.query.get("q", "")
    if not query:
        code = 400 if on("t-pm-422") else 422
        raise HttpError(code, {"error": "Unprocessable", "details": [{"field": "q", "problem": "is required"}]})
    return await sell(req, _price(), lambda o, d: Sold({"q": query, "markets": [{"id": "m1", "venue": VENUES[0]}]}))


async def retired(req: Request) -> Response:
    """The canonical layer is gone."""
    if on("a-pm-410"):
        raise HttpError(404, {"error": "Not found"})
    raise HttpError(410, {"error": "Gone", "message": "the canonical matching endpoints are retired"})


async def sports(req: Request) -> Response:
    """The sports group is withheld."""
    raise HttpError(503, {"error": "Temporarily unavailable", "message": "nothing was charged"})



def _specific(path: str) -> int:
    """Fixed words before placeholders, so that the first match is the closest."""
    return len(re.findall(r"\{", path))


def _table() -> list[Op]:
    rows: list[tuple[str, str, Any, bool]] = [("GET", f"pm/{p}", retired, False) for p in RETIRED]
    rows += [("GET", "pm/markets/search", across, True), ("GET,POST", "pm/sports/*path", sports, False)]
    rows += [("GET", "pm/binance/candles/{symbol}", candles, True), ("GET", "pm/binance/ticks/{symbol}", candles, True)]
    rows += [("POST", "pm/{venue}/wallet/identities", identities, True)]
    rows += [("GET", f"pm/{{venue}}/{p}", venue, True) for p in sorted(VENUE_A, key=_specific)]
    return ops(*rows)


TABLE: list[Op] = _table()
