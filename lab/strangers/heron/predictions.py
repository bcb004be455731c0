"""Prediction markets: read-only, one price for every path."""
import re
import secrets

from checks import MISSING, parse_object
from money import usd
from plan import Done, Plan
from routes import route
from switch import bent
from world import Refuse

EVERYWHERE = ("base", "solana", "account")
PRICE = "0.0085"
VENUE_A = """markets markets/keyset events events/keyset crypto-updown market-price/{token_id} candlesticks/{condition_id}
candlesticks/token/{token_id} volume-chart/{condition_id} orderbooks trades activity markets/{token_id}/volume
markets/{condition_id}/open_interest positions leaderboard leaderboard/market/{condition_id} cohorts/stats
market/{condition_id}/top-holders wallet/{wallet} wallet/{wallet}/markets wallet/{wallet}/similar wallet/pnl/{wallet}
wallet/positions/{wallet} wallet/volume-chart/{wallet} wallets/profiles wallets/filter wallet/identity/{wallet}
wallet/{address}/cluster market/{condition_id}/smart-money markets/smart-activity uma/markets uma/market/{condition_id}""".split()
VENUE_B = ("markets", "trades", "orderbooks")
OTHERS = ("markets", "orderbooks")
SYMBOLS = ("BTCUSDT", "ETHUSDT", "SOLUSDT", "XRPUSDT")
INTERVALS = ("1s", "1m", "5m", "15m", "1h", "4h", "1d")
RETIRED = ("matching-markets", "matching-markets/pairs", "markets", "markets/listings", "outcomes/{id}")


def refuse(name, complaint, status=400):
    """A refusal about one query parameter."""
    return Refuse(status, {"details": [{"where": name, "complaint": f"{name}: {complaint}"}], "error": "Invalid query"})


class Query:
    """Rules for query parameters."""

    def __init__(self, query):
        self.query = query

    def one_of(self, name, options):
        """An enumerated parameter."""
        if name in self.query and self.query[name] not in options:
            raise refuse(name, "must be one of " + ", ".join(options))

    def whole(self, name, least, most):
        """A whole number."""
        text = self.query.get(name, MISSING)
        if text is not MISSING and not (re.fullmatch(r"\d{1,15}", text) and least <= int(text) <= most):
            raise refuse(name, f"must be a whole number from {least} to {most}")

    def length(self, name, least, most):
        """A text length."""
        if name in self.query and not least <= len(self.query[name]) <= most:
            raise refuse(name, f"must have {least} to {most} characters")


def _check(venue, path, query):
    rules = Query(query)
    if path.startswith("candlesticks") or path.startswith("candles"):
        rules.one_of("interval", INTERVALS)
        rules.whole("start_time", 0, 10**15)
        rules.whole("end_time", 0, 10**15)
        rules.whole("limit", 1, 1500)
        return
    rules.whole("limit", 1, 100)
    if path == "markets" and (venue == "venue_a" or venue == "venue_b" and bent("venue-b-status-of-a")):
        rules.length("search", 3, 100)
        rules.one_of("status", ("active", "closed", "archived"))
        rules.one_of("sort", ("volume", "liquidity", "created"))
    if path == "markets" and venue == "venue_b" and not bent("venue-b-status-of-a"):
        rules.length("search", 3, 100)
        rules.length("ticker", 0, 50)
        rules.one_of("status", ("open", "closed"))
        rules.one_of("sort", ("volume", "open_interest", "price_desc", "price_asc", "close_time"))
    if path == "wallets/profiles":
        for name, value in query.items():
            if len([a for a in value.split(",") if a.strip()]) > 20:
                raise refuse(name, "holds more than 20")


def plan(world, rows):
    """The plan of any prediction call."""
    async def run(caller):
        outcome, _ = await caller.upstream()
        return Done({"rows": [] if outcome == "empty" else rows, "as_of": world.stamp()})
    price = usd(PRICE)
    return Plan(price, run)


def _register(venue, template, shown):
    @route("GET", template, EVERYWHERE, price=PRICE)
    def read(world, request):
        _check(venue, shown, request.query)
        if venue == "feed" and request.params["symbol"] not in SYMBOLS:
            raise Refuse(404, {"error": "Unknown symbol", "symbol": request.params["symbol"]})
        count = int(request.query.get("limit") or (500 if shown.startswith("candle") else 20))
        return plan(world, [{"n": n, "key": secrets.token_hex(4), **request.params} for n in range(min(count, 1500))])


@route("GET", "/api/v1/pm/markets/search", EVERYWHERE, price=PRICE)
def across(world, request):
    """Search over all venues."""
    if not request.query.get("q"):
        raise refuse("q", "is required", 400 if bent("pm-q-400") else 422)
    return plan(world, [{"title": request.query["q"], "venue": "all"}])


@route("POST", "/api/v1/pm/{venue_a}/wallet/identities", EVERYWHERE, price=PRICE)
def identities(world, request):
    """Names of up to 200 wallets."""
    given = parse_object(request).get("addresses")
    if not isinstance(given, list) or not given or not all(isinstance(a, str) for a in given):
        raise refuse("addresses", "must be an array of addresses")
    if len(given) > 200:
        raise refuse("addresses", "holds more than 200")
    made = plan(world, [{"address": address, "name": None} for address in given])
    if bent("identities-per-address"):
        made.metered = made.price * len(given)
    return made


@route("GET POST", "/api/v1/pm/sports/{rest...}", EVERYWHERE, upstream=False, hidden=True)
def sports(world, request):
    """Withdrawn for now."""
    raise Refuse(503, {"error": "The sports group is unavailable for now"})


for _path in VENUE_A:
    _register("venue_a", "/api/v1/pm/{venue_a}/" + _path, _path)
for _path in VENUE_B:
    _register("venue_b", "/api/v1/pm/{venue_b}/" + _path, _path)
for _venue in "cde":
    for _path in OTHERS:
        _register("venue_" + _venue, f"/api/v1/pm/{{venue_{_venue}}}/{_path}", _path)
for _path in ("candles", "ticks"):
    _register("feed", f"/api/v1/pm/binance/{_path}/{{symbol}}", _path)


def _retired(path):
    @route("GET POST", "/api/v1/pm/" + path, EVERYWHERE, upstream=False, hidden=True)
    def gone(world, request):
        if bent("retired-outcomes-404") and path.startswith("outcomes/"):
            raise Refuse(404, {"error": "There is nothing at this path", "path": request.path})
        raise Refuse(410, {"error": "This matching endpoint is retired"})


for _path in RETIRED:
    _retired(_path)
