"""Multi-chain JSON-RPC, single calls and batches."""

from typing import Any

from gate.check import invalid
from gate.deal import Sold, fee, sell
from gate.fault import on
from gate.money import FEE, usd
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.upstream import Outcome
from wire.http import HttpError, Request, Response

CHAINS = (
    "ethereum", "base", "base-sepolia", "arbitrum", "optimism", "polygon", "bsc", "avalanche", "gnosis", "celo", "linea", "scroll",
    "zksync", "blast", "mantle", "mode", "zora", "fantom", "sonic", "moonbeam", "moonriver", "cronos", "aurora", "metis", "kava",
    "berachain", "unichain", "worldchain", "ink", "soneium", "abstract", "sei", "near", "sui", "aptos", "tron", "bitcoin", "starknet",
    "monad", "arc",
)  # fmt: skip
ALIASES = {"eth": "ethereum", "mainnet": "ethereum", "arb": "arbitrum", "op": "optimism", "matic": "polygon", "bnb": "bsc", "avax": "avalanche"}


def calls_of(req: Request) -> tuple[list[dict[str, Any]], bool]:
    """The calls of a body and whether it was a batch."""
    value = req.json_any()
    batch = isinstance(value, list)
    calls = value if batch else [value]
    if not calls:
        raise invalid("body", "must hold at least one call")
    for one in calls:
        if not isinstance(one, dict) or one.get("jsonrpc") != "2.0":
            raise invalid("jsonrpc", "must be 2.0")
        if not isinstance(one.get("method"), str) or not one["method"]:
            raise invalid("method", "is required")
    return calls, batch


def _answer(one: dict[str, Any]) -> dict[str, Any]:
    result: Any = {"eth_blockNumber": "0x1b4", "eth_chainId": "0x2105", "getSlot": 4242, "getHealth": "ok"}.get(one["method"], "0x0")
    return {"result": result, "jsonrpc": "2.0", "id": one.get("id")}


async def _sell(req: Request, each: str) -> Response:
    calls, batch = calls_of(req)
    count = 1 if on("a-rpc-batch") else len(calls)
    total = usd(each) * count - (FEE - fee())

    def run(outcome: Outcome, deal: Deal) -> Sold:
        answers = [_answer(one) for one in calls]
        return Sold(answers if batch else answers[0])

    return await sell(req, Quote(total), run)


async def evm(req: Request) -> Response:
    """Calls to one of forty chains."""
    name = req.params["network"].lower()
    if ALIASES.get(name, name) not in CHAINS:
        raise HttpError(404, {"error": "Unknown network", "available": list(CHAINS)})
    return await _sell(req, "0.003")


async def solana(req: Request) -> Response:
    """Calls to Solana."""
    return await _sell(req, "0.0015")


TABLE: list[Op] = ops(("POST", "rpc/{network}", evm, True), ("POST", "solana/rpc", solana, True))
