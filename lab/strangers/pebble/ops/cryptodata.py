"""Crypto analytics: 83 endpoints in 12 categories at one price."""

from gate.check import Fields, invalid
from gate.deal import Sold, sell
from gate.fault import on
from gate.money import usd
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.upstream import Outcome
from wire.http import HttpError, Request, Response

NAMES = {
    "prediction": "markets market market-prices market-trades market-holders market-volume market-depth events event event-markets tags "
    "leaderboard positions trades activity series spreads",
    "social": "user user-posts user-stats mindshare sentiment trends mentions smart-followers followers-history ranking topics",
    "search": "all project token fund news people event wallet social web airdrop",
    "market": "price ranking history ohlc stats dominance futures etf options fear-greed gainers",
    "onchain": "sql query schema tx gas holders transfers",
    "exchange": "price ticker depth klines funding-rate long-short-ratio markets",
    "wallet": "balances history approvals protocols nft labels",
    "token": "info tokenomics unlocks holders",
    "project": "detail team events",
    "fund": "detail portfolio ranking",
    "news": "feed article",
    "web": "fetch",
}
ENDPOINTS = {f"{category}/{name}" for category, names in NAMES.items() for name in names.split()}
REQUIRED = {"exchange": "pair", "market": "symbol", "wallet": "address", "onchain": "chain"}
POSTS = ("onchain/sql", "onchain/query")
LOOKUPS = ("condition_id", "market_slug", "event_slug")


async def read(req: Request) -> Response:
    """Any endpoint; a missing parameter is refused before payment."""
    path = req.params["endpoint"]
    if path not in ENDPOINTS:
        raise HttpError(404, {"error": "Not found", "available": sorted(NAMES)})
    wanted = "POST" if path in POSTS else "GET"
    if req.method != wanted:
        raise HttpError(405, {"error": "Method not allowed"}, {"allow": wanted})
    category, name = path.split("/")
    if wanted == "POST":
        req.json()
    else:
        fields = Fields(dict(req.query), text=True)
        need = REQUIRED.get(category)
        if need and not (on("a-crypto-pair") and need == "pair"):
            fields.must(need)
        fields.done()
        if category == "prediction" and name.startswith("market") and name != "markets" and not any(req.query.get(n) for n in LOOKUPS):
            raise invalid("condition_id", "one of condition_id, market_slug and event_slug is required")

    def run(outcome: Outcome, deal: Deal) -> Sold:
        return Sold({"endpoint": path, "rows": [] if outcome.name == "empty" else [{"n": 1}]})

    return await sell(req, Quote(usd("0.0085")), run)


TABLE: list[Op] = ops(("GET,POST", "{cryptodata}/*endpoint", read, True))
