"""DeFi data, RPC, swap passthrough, venue funding, on-ramp links and crypto analytics."""
import json
import re
import secrets

import pay_solana
import settings
from checks import bad, is_number, parse_object
from money import usd
from plan import Caller, Done, Plan
from predictions import refuse
from routes import route
from switch import bent
from world import Refuse

EVERYWHERE = ("base", "solana", "account")
NETWORKS = """ethereum base arbitrum optimism polygon bsc avalanche gnosis celo linea scroll zksync mantle blast mode zora fantom
sonic moonbeam moonriver cronos aurora metis boba kava harmony fuse berachain unichain worldchain ink soneium abstract
sei taiko manta opbnb polygon-zkevm arc solana""".split()
ALIASES = {"eth": "ethereum", "mainnet": "ethereum", "arb": "arbitrum", "op": "optimism", "matic": "polygon", "bnb": "bsc", "avax": "avalanche", "sol": "solana", "xdai": "gnosis"}
CRYPTO = {
    "prediction": "market markets event events trades prices candles orderbook holders positions leaderboard wallet pnl volume open-interest similar categories",
    "social": "user user-posts user-followers mentions search trends ranking mindshare follower-history smart-followers tweet",
    "search": "project token wallet fund news web event airdrop person tag all", "market": "price ticker ranking global etf futures options liquidation funding-rate fear-index history",
    "onchain": "sql query schema gas tx bridge tvl", "exchange": "price depth klines trades funding long-short spread",
    "wallet": "balance history transfers labels approvals net-worth", "token": "info holders transfers dex-pools", "project": "info events metrics",
    "fund": "info portfolio ranking", "news": "feed detail", "web": "fetch"}
CRYPTO_PATHS = {f"{group}/{name}" for group, names in CRYPTO.items() for name in names.split()}
CRYPTO_POSTS = ("onchain/sql", "onchain/query")
NEEDS = {"exchange": "pair", "market": "symbol", "wallet": "address", "onchain": "chain"}


def simple(world, price, rows, metered=None):
    """A plan that answers with rows."""
    async def run(caller):
        outcome, _ = await caller.upstream()
        return Done({"as_of": world.stamp(), "rows": [] if outcome == "empty" else rows})
    return Plan(usd(price), run, metered=usd(metered) if metered else None)


def _defi(path, price, metered):
    @route("GET", "/api/v1/{defidata}/" + path, EVERYWHERE, price=price)
    def read(world, request):
        return simple(world, price, [{"page": path.split("/")[0], **request.params}], metered)


for _path in ("protocols", "protocol/{slug}", "chains", "yields"):
    _defi(_path, "0.006", "0.005")
_defi("prices/{coins}", "0.002", "0.001")


def _rpc(world, request, price, network):
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        raise Refuse(400, {"error": "Invalid JSON", "details": [{"where": "body", "complaint": "not JSON"}]})
    calls = body if isinstance(body, list) else [body]
    if not calls or not all(isinstance(c, dict) and c.get("jsonrpc") == "2.0" and isinstance(c.get("method"), str) for c in calls):
        raise bad("method", "every element must be a JSON-RPC 2.0 call")

    def result(call):
        name = call["method"]
        if name == "getLatestBlockhash":
            return {"context": {"slot": 1}, "value": {"blockhash": pay_solana.fresh_blockhash(world), "lastValidBlockHeight": 150}}
        return hex(int(world.now()) // 2) if name == "eth_blockNumber" else "0x2105" if name == "eth_chainId" else {"network": network}

    async def run(caller):
        await caller.upstream()
        answers = [{"id": c.get("id"), "result": result(c), "jsonrpc": "2.0"} for c in calls]
        return Done(answers if isinstance(body, list) else answers[0])
    count = 1 if bent("rpc-batch-one-price") else len(calls)
    return Plan(usd(price) * count, run)


@route("POST", "/api/v1/rpc/{network}", EVERYWHERE, price="0.003")
def rpc(world, request):
    """JSON-RPC on one of 40 chains."""
    network = ALIASES.get(request.params["network"].lower(), request.params["network"].lower())
    if network not in NETWORKS:
        raise Refuse(404, {"error": "Unknown network", "available": NETWORKS})
    return _rpc(world, request, "0.003", network)


@route("POST", "/api/v1/solana/rpc", EVERYWHERE, price="0.0015")
def solana_rpc(world, request):
    """JSON-RPC on Solana."""
    return _rpc(world, request, "0.0015", "solana")


@route("GET POST", "/api/v1/{swap}/{path...}", EVERYWHERE, price="free")
async def swap(world, request):
    """Free passthrough."""
    await Caller(world, world.host, request.entry, request.ip).upstream()
    return {"quote": {"buyAmount": "998", "sellAmount": "1000"}, "path": request.params["path"], "via": settings.SEGMENTS["swap"]}


@route("POST", "/api/v1/{venue_a}/fund", ("base",), price="0.011 + deposit")
def fund(world, request):
    """Bridge a deposit; the price is the fee and the deposit."""
    body = parse_object(request)
    amount = body.get("amount", body.get("amount_usd"))
    if not (isinstance(amount, str) and re.fullmatch(r"\d{1,6}(\.\d{1,6})?", amount) or is_number(amount)) or not 0 < float(amount) <= 100_000:
        raise bad("amount", "must be a number of dollars above 0")

    async def run(caller):
        await caller.upstream()
        return Done({"bridge": {"reference": "br-" + secrets.token_hex(8), "deposited": str(amount), "status": "accepted"}})
    return Plan(usd("0.011") + usd(amount), run)


@route("POST", "/api/v1/onramp/token", ("base",), price="0")
def onramp(world, request):
    """A one-time link for the signing wallet."""
    async def run(caller):
        await caller.upstream()
        return Done({"link": f"https://onramp.heron-pay.example/once/{secrets.token_urlsafe(18)}", "wallet": caller.identity})
    return Plan(usd("0"), run)


@route("GET POST", "/api/v1/{cryptodata}/{path...}", EVERYWHERE, price="0.0085")
def crypto(world, request):
    """One of 83 analytics endpoints."""
    path = request.params["path"]
    if path not in CRYPTO_PATHS:
        raise Refuse(404, {"error": "There is nothing at this path", "categories": sorted(CRYPTO)})
    posts = path in CRYPTO_POSTS
    if posts != (request.method == "POST"):
        raise Refuse(405, {"error": "This path takes " + ("POST" if posts else "GET")}, [("allow", "POST" if posts else "GET")])
    group = path.split("/")[0]
    needed = None if posts else NEEDS.get(group)
    if posts:
        parse_object(request)
    if needed == "address" and bent("wallet-address-unchecked"):
        needed = None
    if needed and not request.query.get(needed):
        raise refuse(needed, "is required")
    if path == "prediction/market" and not any(request.query.get(n) for n in ("condition_id", "market_slug", "event_slug")):
        raise refuse("condition_id", "one of condition_id, market_slug, event_slug is required")

    async def run(caller):
        broken = Refuse(502, {"error": "The crypto-data provider failed; nothing was charged"})
        outcome, _ = await caller.upstream(reject=broken)
        return Done({"endpoint": path, "rows": [] if outcome == "empty" else [{**request.query}]})
    return Plan(usd("0.0085"), run)
