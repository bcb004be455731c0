"""Catalogs, prices, health, OpenAPI, the x402 list and the wallet's balance."""
import re

import data_services
import image_catalog
import payment
import routes
import settings
import video_catalog
from audio import MUSIC, SPEECH
from gateway_limits import catalog_limit, health_limit
from money import show, show_micro, usd
from pay_base import Wrong
from plan import Plan
from portraits import is_wallet
from routes import route
from switch import bent
from text_catalog import MODELS
from world import Refuse

WALLETS = ("base", "solana")
EVERYWHERE = ("base", "solana", "account")


@route("GET", "/api/v1/models", EVERYWHERE, upstream=False)
def models(world, request):
    """Text models with prices; the account host leaves thresholds to the price list."""
    catalog_limit(world, request)
    repeat = world.host != "account" or bent("thresholds-repeated")
    rows = [model.listed(repeat) for model in MODELS.values()]
    if bent("catalog-price-drift"):
        rows[0]["pricing"]["inputPrice"] = show(2 * usd(rows[0]["pricing"]["inputPrice"]))
    return {"data": rows, "object": "list", "video": video_catalog.listed()}


@route("GET", "/v1/images/models", ("account",), upstream=False)
def account_images(world, request):
    """Image and video models with the account host's own prices."""
    catalog_limit(world, request)
    clips = [{**row, "price": row["pricing"]["per_second"]} for row in video_catalog.listed()]
    return {"image_models": image_catalog.listed(world.host), "video_models": clips}


def pricing(world, request):
    """Every price, with long-context thresholds."""
    catalog_limit(world, request)
    text = {model.id: {"outputPrice": show(model.output), "inputPrice": show(model.input), "flex": model.flex, **model.long_fields()} for model in MODELS.values()}
    return {"text": text, "unit": "USD per token", "images": image_catalog.listed(world.host), "video": video_catalog.listed(),
            "audio": {name: {"usd_per_1k_characters": rate} if rate else {"usd_per_second": "0.003"} for name, (_, rate, _) in SPEECH.items()},
            "music": {MUSIC: "0.1585"}, "flat_fee": "0" if world.host == "account" else "0.001",
            "search": {"per_result": "0.02625"} if world.host != "account" else {"per_call": "0.05"}}


routes.TABLE.append(routes.Route(("GET",), "/api/pricing", pricing, EVERYWHERE, False, {}))


def _health(path, facts):
    def read(world, request):
        """One page of health."""
        health_limit(world, request)
        return {"at": world.stamp(), "status": "ok", **facts(world)}
    routes.TABLE.append(routes.Route(("GET",), path, read, WALLETS, False, {}))


_health("/api/health", lambda world: {})
_health("/api/v1/health/overview", lambda world: {"chain": "ok", "models": "ok"})
_health("/api/v1/health/chain", lambda world: {"network": settings.NETWORK[world.host], "settlement": "ok"})
_health("/api/v1/health/models", lambda world: {"up": len(MODELS), "down": 0})
_health("/api/v1/health/regions", lambda world: {"regions": {"here": "ok"}})


def numbers(world, request):
    """Numbers that pages quote."""
    return {"text_models": len(MODELS), "image_models": len(image_catalog.BY_ID), "video_models": len(video_catalog.BY_ID), "rpc_chains": len(data_services.NETWORKS)}


routes.TABLE.append(routes.Route(("GET",), "/brand/numbers.json", numbers, WALLETS, False, {}))


@route("GET", "/api/v1/balance", upstream=False)
def balance(world, request):
    """A wallet's USDC, by ?address= or by a signed header; a 402 of 0 USD where neither names a wallet."""
    wallet = request.query.get("address") or request.query.get("wallet")
    plan = Plan(usd("0"), None)
    if wallet is None:
        try:
            if payment.read_payload(request) is None:
                raise payment.challenge(world, request, plan, message="Name a wallet with ?address=, or sign 0 USD")
            wallet = payment.verify(world, request, plan, claimed_ok=True).payer
        except Wrong as wrong:
            raise payment.challenge(world, request, plan, "Payment verification failed", wrong.code, wrong.why)
    if not is_wallet(wallet):
        raise Refuse(400, {"error": "address: not a wallet address"})
    held = world.balances.get(world.wallet_key(wallet), 0)
    return {"usdc": show_micro(held), "asset": settings.ASSET[world.host], "network": settings.NETWORK[world.host], "wallet": wallet}


def _served(host):
    """(route, path, methods) of what is listed; crypto analytics stand there endpoint by endpoint."""
    for entry in routes.TABLE:
        if host not in entry.hosts or entry.about.get("hidden"):
            continue
        if "{cryptodata}" in entry.template:
            for path in sorted(data_services.CRYPTO_PATHS):
                yield entry, entry.shown().replace("{path}", path), ("POST",) if path in data_services.CRYPTO_POSTS else ("GET",)
        else:
            yield entry, entry.shown(), entry.methods


def _price(entry):
    price = entry.about.get("price")
    if not price or price == "free":
        return None
    if re.fullmatch(r"[0-9.]+", price):
        return {"mode": "fixed", "currency": "USD", "amount": price}
    return {"mode": "dynamic", "currency": "USD", "min": "0.001", "max": "100"}


def openapi(world, request):
    """OpenAPI 3.1 of everything this host serves."""
    paths = {}
    for entry, shown, methods in _served(world.host):
        for method in methods:
            words = (entry.handler.__doc__ or "An operation.").strip()
            operation = {"summary": words, "responses": {"200": {"description": "done"}, "400": {"description": "a field is wrong"}},
                         "parameters": [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in re.findall(r"\{(\w+)\}", shown)]}
            if world.host == "account":
                operation["security"] = [{"key": []}]
            elif _price(entry):
                operation["responses"]["402"] = {"description": "payment required"}
                operation["x-payment-info"] = {"price": _price(entry), "protocols": [{"x402": {}}]}
            paths.setdefault(shown, {})[method.lower()] = operation
    scheme = {"key": {"type": "http", "scheme": "bearer"}} if world.host == "account" else {"x402": {"type": "apiKey", "in": "header", "name": "PAYMENT-SIGNATURE"}}
    return {"openapi": "3.1.0", "info": {"title": "heron gateway", "version": "1.0.0"}, "components": {"securitySchemes": scheme}, "paths": paths}


routes.TABLE.append(routes.Route(("GET",), "/openapi.json", openapi, EVERYWHERE, False, {}))


def well_known(world, request):
    """The x402 v1 resource list with v2 metadata."""
    origin = f"http://{request.header('host') or 'localhost'}"
    paid = [(entry, origin + shown, methods) for entry, shown, methods in _served(world.host) if _price(entry)]
    if bent("sports-listed"):
        paid.append((paid[0][0], origin + "/api/v1/pm/sports/markets", ("GET",)))
    return {"version": 1, "resources": [url for _, url, _ in paid], "x402Version": 2,
            "accepts": {"scheme": "exact", "network": settings.NETWORK[world.host], "asset": settings.ASSET[world.host], "payTo": settings.PAY_TO[world.host]},
            "items": [{"method": "/".join(methods), "resource": url, "price": _price(entry)} for entry, url, methods in paid]}


routes.TABLE.append(routes.Route(("GET",), "/.well-known/x402", well_known, WALLETS, False, {}))
