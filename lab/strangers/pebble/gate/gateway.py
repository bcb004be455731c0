"""The gateway's front: from a request to its operation and back to an answer."""

from gate.account import key_of
from gate.fault import on
from gate.router import Router
from gate.state import STATE
from wire.http import HttpError, Request, Response


class Gateway:
    """Routes requests; on the account host no `/v1` path answers without a key."""

    def __init__(self, router: Router) -> None:
        self.router = router

    async def handle(self, req: Request) -> Response:
        """One request."""
        try:
            sealed = on("a-poll-without-key") and "sig" in req.query
            keyless = on("a-market-no-key") and req.path.startswith(("/v1/crypto/", "/v1/fx/", "/v1/commodity/"))
            if STATE.host == "account" and req.path.startswith("/v1/") and not sealed and not keyless:
                key_of(req)
            try:
                op = self.router.find(req)
            except HttpError as lost:
                if lost.status == 405 and req.method == "HEAD":
                    return await self._head(req)
                raise
            req.route = self.router.name_of(op)
            return await op.handler(req)
        except HttpError as error:
            return Response(error.status, error.body, dict(error.headers))
        except Exception:
            import traceback

            traceback.print_exc()
            return Response(500, {"error": "Internal server error"})

    async def _head(self, req: Request) -> Response:
        req.method = "GET"
        res = await self.handle(req)
        req.method = "HEAD"
        return res
