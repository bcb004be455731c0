"""Catalogs, prices, health and discovery: all free."""

from typing import Any

from gate import limits
from gate.account import key_of
from gate.deal import metered
from gate.fault import on
from gate.money import show, usd
from gate.payment import NETWORK, challenge
from gate.quote import Quote
from gate.router import Op, ops
from gate.state import STATE, iso
from ops import images, videos
from ops.models import Model, served
from ops.search import ACCOUNT_FLAT
from ops.audio import SPEECH, VOICES
from wire.http import Request, Response

HOUR = 3600


def _catalog(req: Request, name: str) -> None:
    """The limit of catalogs; on the account host a key is needed as well."""
    if metered():
        key_of(req)
    limits.metadata(name, key_of(req).secret if on("a-catalog-limit-key") else req.ip, 100, HOUR)


def _per_token(text: str) -> str:
    return show(usd(text) // 10**6)


def _model(m: Model) -> dict[str, Any]:
    price = {"output": _per_token(m.output), "input": _per_token(m.input), "cached_input": _per_token(m.cached)}
    out = {
        "id": m.id, "name": m.id.split("/")[1].replace("-", " ").title(), "max_output": m.max_output, "price_per_token": price,
        "context_window": m.context, "categories": list(m.categories), "description": f"A text model of {m.family}.",
        "object": "model",
    }  # fmt: skip
    if on("a-catalog-threshold") and m.threshold:
        out["longContextThreshold"] = m.threshold
    return out


async def models(req: Request) -> Response:
    """The text catalog; on the per-call host it lists video models too."""
    _catalog(req, "models")
    data = [_model(m) for m in served().values()]
    return Response(200, {"object": "list", "data": data if metered() else data + videos.listing()})


async def image_models(req: Request) -> Response:
    """The image catalog; the account host's has the video models as well."""
    _catalog(req, "images/models")
    return Response(200, {"data": images.listing() + (videos.listing() if metered() else [])})


async def video_models(req: Request) -> Response:
    """The video catalog."""
    _catalog(req, "video/models")
    return Response(200, {"data": videos.listing()})


async def audio_models(req: Request) -> Response:
    """The speech and music catalog."""
    _catalog(req, "audio/models")
    rows = [{"id": m, "kind": "speech", "price": {"unit": s.unit, "usd": s.rate}, "max_input": s.longest} for m, s in SPEECH.items()]
    return Response(200, {"data": rows})


async def voices(req: Request) -> Response:
    """The voices."""
    rows = [{"alias": alias, "voice_id": vid, "name": alias.title()} for alias, vid in VOICES.items()]
    return Response(200, {"data": rows})


def _sheet(m: Model) -> dict[str, Any]:
    row: dict[str, Any] = {"model": m.id, "inputPrice": m.input, "cachedInputPrice": m.cached, "outputPrice": m.output}
    if m.threshold:
        row |= {"longContextThreshold": m.threshold, "longContextThresholdInclusive": m.inclusive}
        row |= {"longContextInputPrice": m.long_input, "longContextOutputPrice": m.long_output, "longContextCachedInputPrice": m.long_cached}
        if on("a-pricing-threshold"):
            row["longContextThreshold"] = 200_000
    return row


async def pricing(req: Request) -> Response:
    """The price sheet, in dollars per million tokens."""
    limits.metadata("pricing", req.ip, 100, HOUR)
    body: dict[str, Any] = {"unit": "usd_per_million_tokens", "currency": "USD", "models": [_sheet(m) for m in served().values()]}
    body["searchPrice"] = {"perCall": ACCOUNT_FLAT} if metered() else {"perResult": "0.02625", "perCallFee": "0.001"}
    return Response(200, body)


async def health(req: Request) -> Response:
    """Whether the service is up, whole or in parts."""
    limits.metadata("health", req.ip, 60, HOUR if on("t-health-hour") else 60)
    part = req.path.rsplit("/", 1)[-1]
    body: dict[str, Any] = {"status": "ok", "at": iso(STATE.now())}
    if part != "health":
        body[part] = {"status": "ok"}
    return Response(200, body)


async def wallet_balance(req: Request) -> Response:
    """A wallet's USDC; without a wallet the answer is discovery."""
    wallet = (req.query.get("address") or req.query.get("wallet") or "").lower()
    if not wallet:
        raise challenge(req, Quote(0), discovery=True, hint="name a wallet with ?address=0x…")
    micro = STATE.wallets.get(wallet, 0)
    return Response(200, {"data": {"address": wallet, "network": NETWORK, "usdc": f"{micro // 10**6}.{micro % 10**6:06d}", "micro_usdc": str(micro)}})


async def brand(req: Request) -> Response:
    """A few numbers about the service."""
    return Response(200, {"text_models": len(served()), "name": "pebble"})


def free_gets() -> list[Op]:
    """The free endpoints that both hosts have under their prefix."""
    return ops(("GET", "models", models, False), ("GET", "images/models", image_models, False))


def test_only() -> list[Op]:
    """The free endpoints of the per-call host."""
    parts = [(f"health/{p}", health) for p in ("overview", "chain", "models", "regions")]
    rows = [("video/models", video_models), ("audio/models", audio_models), ("audio/voices", voices), ("balance", wallet_balance), *parts]
    whole = [("/api/health", health), ("/brand/numbers.json", brand)]
    return ops(*(("GET", t, h, False) for t, h in [*rows, *whole]))


PRICING: list[Op] = ops(("GET", "/api/pricing", pricing, False))

