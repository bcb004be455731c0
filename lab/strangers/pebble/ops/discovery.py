"""Machine-readable discovery: the x402 resource list and the OpenAPI description."""

from typing import Any

from gate.deal import metered
from gate.payment import ASSET, NETWORK, PAY_TO
from gate.router import Op, Router, ops
from gate.state import SEGMENTS
from wire.http import Request, Response

FREE = ("health", "models", "pricing", "balance", "usage", "decide", "realface/init", "realface/status", "wallet", "voices", "{swap}")


def _plain(path: str) -> str:
    for name, segment in SEGMENTS.items():
        path = path.replace("{" + name + "}", segment)
    return path.replace("*path", "{path}").replace("*endpoint", "{endpoint}")


class Discovery:
    """Built from the router after all operations are known."""

    def __init__(self) -> None:
        self.router: Router | None = None

    def _paths(self) -> list[tuple[str, Op]]:
        if self.router is None:
            return []
        named = [(_plain(self.router.path_of(op)), op) for op in self.router.table]
        return [(path, op) for path, op in named if "/pm/sports" not in path]

    def _free(self, path: str, op: Op) -> bool:
        return not op.upstream or any(word in path for word in FREE)

    async def openapi(self, req: Request) -> Response:
        """OpenAPI 3.1: one entry per operation, prices dynamic."""
        paths: dict[str, dict[str, Any]] = {}
        for path, op in self._paths():
            for method in op.methods:
                entry: dict[str, Any] = {"responses": {"200": {"description": "ok"}}, "operationId": f"{method.lower()}{path}"}
                if not self._free(path, op) and not metered():
                    price = {"mode": "dynamic", "currency": "USD", "min": "0.0001", "max": "200.000"}
                    entry["x-payment-info"] = {"price": price, "protocols": [{"x402": {}}]}
                    entry["responses"]["402"] = {"description": "payment required"}
                elif metered():
                    entry["security"] = [{"bearer": []}]
                paths.setdefault(path, {})[method.lower()] = entry
        bearer = {"bearer": {"type": "http", "scheme": "bearer"}}
        x402 = {"x402": {"type": "apiKey", "in": "header", "name": "PAYMENT-SIGNATURE"}}
        schemes = bearer if metered() else x402
        info = {"title": "pebble", "version": "1.0.0"}
        return Response(200, {"openapi": "3.1.0", "info": info, "components": {"securitySchemes": schemes}, "paths": paths})

    async def wellknown(self, req: Request) -> Response:
        """The version 1 list and what version 2 needs."""
        origin = "http://" + req.headers.get("host", "localhost")
        urls = [origin + path for path, op in self._paths() if not self._free(path, op)]
        meta = {"x402Version": 2, "network": NETWORK, "asset": ASSET, "payTo": PAY_TO, "scheme": "exact"}
        return Response(200, {"version": 1, "resources": urls, "v2": meta})

    def account_ops(self) -> list[Op]:
        """Discovery on the account host."""
        return ops(("GET", "/openapi.json", self.openapi, False))

    def test_ops(self) -> list[Op]:
        """Discovery on the per-call host."""
        return ops(("GET", "/openapi.json", self.openapi, False), ("GET", "/.well-known/x402", self.wellknown, False))
