"""Spot and historical prices of crypto, currencies, commodities and equities."""

import re
from typing import Any

from gate.check import Fields
from gate.deal import Sold, begin, metered, sell
from gate.fault import on
from gate.money import usd
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.state import STATE
from gate.upstream import Outcome, call
from wire.http import HttpError, Request, Response

FREE = {
    "crypto": ("BTC-USD", "ETH-USD", "SOL-USD", "XRP-USD", "DOGE-USD", "AVAX-USD"),
    "fx": ("EUR-USD", "GBP-USD", "USD-JPY", "USD-CHF", "AUD-USD"),
    "commodity": ("XAU-USD", "XAG-USD", "WTI-USD", "BRENT-USD"),
}
EQUITY = {
    "us": ("AAPL", "MSFT", "NVDA", "TSLA", "AMZN", "GOOGL"), "hk": ("0700-HK", "9988-HK"), "jp": ("7203-T", "6758-T"),
    "kr": ("005930-KS",), "gb": ("VOD-L", "BP-L"), "de": ("SAP-DE", "SIE-DE"), "fr": ("MC-PA", "AIR-PA"), "nl": ("ASML-AS",),
    "ie": ("RYA-IR",), "lu": ("MT-LU",), "cn": ("600519-SS",), "ca": ("RY-TO", "SHOP-TO"),
}  # fmt: skip
RESOLUTIONS = ("1", "5", "15", "60", "240", "D", "W", "M")
STEP = {"1": 60, "5": 300, "15": 900, "60": 3600, "240": 14400, "D": 86400, "W": 604800, "M": 2592000}
EQUITY_PRICE = "0.001"


def _symbols(req: Request) -> tuple[tuple[str, ...], bool]:
    """The symbols of a class or a market, and whether it is paid."""
    cls = re.split(r"/v1/", req.path, maxsplit=1)[1].split("/")[0]
    if cls in FREE:
        return FREE[cls], False
    market = "us" if cls == "usstock" else req.params["market"]
    if market not in EQUITY:
        raise HttpError(404, {"error": "Unknown market", "available": list(EQUITY)})
    return EQUITY[market], True


def _args(req: Request) -> dict[str, Any]:
    out: dict[str, Any] = dict(req.query)
    if req.method == "POST" and req.body:
        out |= req.json()
    return out


async def listing(req: Request) -> Response:
    """Symbols, filtered and cut."""
    symbols, _ = _symbols(req)
    fields = Fields(_args(req), text=True)
    q = (fields.string("q") or "").lower()
    limit = fields.integer("limit", 1, 2000, 100) or 100
    fields.done()
    hits = [s for s in symbols if (s.lower().startswith(q) if on("t-list-prefix") else q in s.lower())]
    found = hits[:limit]
    return Response(200, {"count": len(found), "symbols": [{"symbol": s, "name": s} for s in found]})


def _known(req: Request) -> tuple[str, bool]:
    symbols, paid = _symbols(req)
    symbol = req.params["symbol"].upper()
    if symbol not in symbols:
        if on("a-unknown-symbol-charged") and paid and metered():
            begin(req, Quote(usd(EQUITY_PRICE))).commit()
        raise HttpError(404, {"error": "Unknown symbol", "symbol": symbol})
    return symbol, paid


async def _give(req: Request, paid: bool, body: dict[str, Any]) -> Response:
    if not paid:
        await call(req.route)
        return Response(200, body)

    def run(outcome: Outcome, deal: Deal) -> Sold:
        return Sold(body)

    return await sell(req, Quote(usd(EQUITY_PRICE)), run)


def _value(symbol: str) -> float:
    return round(50 + sum(symbol.encode()) * 0.37, 4)


async def price(req: Request) -> Response:
    """The spot price."""
    symbol, paid = _known(req)
    fields = Fields(_args(req), text=True)
    fields.choice("session", ("regular", "extended"))
    fields.done()
    body = {"source": "pebble-oracle", "publishTime": int(STATE.now()), "confidence": 0.02, "price": _value(symbol), "symbol": symbol}
    return await _give(req, paid, body)


async def history(req: Request) -> Response:
    """OHLC bars."""
    symbol, paid = _known(req)
    fields = Fields(_args(req), text=True)
    step = fields.choice("resolution", RESOLUTIONS, "D") or "D"
    end = fields.integer("to", 0, default=int(STATE.now())) or 0
    start = fields.integer("from", 0, default=end - 30 * STEP.get(step, 86400)) or 0
    fields.choice("session", ("regular", "extended"))
    fields.done()
    base = _value(symbol)
    first = max(start, end - 1000 * STEP[step])
    bars = [{"t": t, "o": base, "h": base + 1, "l": base - 1, "c": base + 0.5} for t in range(first - first % STEP[step], end, STEP[step])]
    return await _give(req, paid, {"symbol": symbol, "resolution": step, "bars": bars})


def _table() -> list[Op]:
    rows: list[tuple[str, str, Any, bool]] = []
    for base in ("crypto", "fx", "commodity", "usstock", "stocks/{market}"):
        rows.append(("GET,POST", f"{base}/list", listing, False))
        rows.append(("GET,POST", f"{base}/price/{{symbol}}", price, True))
        rows.append(("GET,POST", f"{base}/history/{{symbol}}", history, True))
    return ops(*rows)


TABLE: list[Op] = _table()
