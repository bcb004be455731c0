"""DeFi data."""

from gate.deal import Sold, flat, sell
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.upstream import Outcome
from wire.http import HttpError, Request, Response

PROTOCOLS = ("pool-one", "lend-two", "stake-three", "aave", "uniswap", "lido")


async def _sell(req: Request, price: str, rows: object) -> Response:
    def run(outcome: Outcome, deal: Deal) -> Sold:
        return Sold({"result": [] if outcome.name == "empty" else rows})

    return await sell(req, Quote(flat(price)), run)


async def whole(req: Request) -> Response:
    """Protocols, chains and yields."""
    what = req.path.rsplit("/", 1)[-1]
    return await _sell(req, "0.006", [{"name": p, "of": what, "tvl": 10**6} for p in PROTOCOLS])


async def protocol(req: Request) -> Response:
    """One protocol."""
    slug = req.params["slug"]
    if slug not in PROTOCOLS and not slug.replace("-", "").isalnum():
        raise HttpError(404, {"error": "Unknown protocol"})
    return await _sell(req, "0.006", {"slug": slug, "tvl": 10**6})


async def prices(req: Request) -> Response:
    """Prices of coins."""
    coins = [c for c in req.params["coins"].split(",") if c]
    return await _sell(req, "0.002", {coin: {"usd": 1.0} for coin in coins})


TABLE: list[Op] = ops(
    ("GET", "{defidata}/protocols", whole, True),
    ("GET", "{defidata}/chains", whole, True),
    ("GET", "{defidata}/yields", whole, True),
    ("GET", "{defidata}/protocol/{slug}", protocol, True),
    ("GET", "{defidata}/prices/{coins}", prices, True),
)
