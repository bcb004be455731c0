"""One door for every request: find the operation, let it validate, then hand its plan to the way of paying."""
import asyncio
import traceback

import account
import payment
import routes
from http_server import Reply
from plan import Plan
from switch import bent
from world import Refuse


class Gateway:
    """The request handler of the public port."""

    def __init__(self, world, delay_ms):
        self.world, self.delay = world, delay_ms / 1000

    async def __call__(self, request) -> Reply:
        """Answer one request; a Refuse from anywhere becomes its answer."""
        extra = []
        try:
            reply = await self.answer(request, extra)
        except Refuse as refused:
            reply = Reply(refused.status, refused.body, refused.headers)
        except Exception:
            traceback.print_exc()
            reply = Reply(500, {"error": "Internal server error"})
        reply.headers = [*reply.headers, *extra]
        if self.delay:
            await asyncio.sleep(self.delay)
        return reply

    async def answer(self, request, extra) -> Reply:
        """Route, authenticate on the account host, run the handler, pay."""
        world = self.world
        entry, params, known = routes.find(world.host, request.method, request.path)
        key = None
        if world.host == "account" and request.path.startswith("/v1/"):
            key = account.authenticate(world, request)
        if entry is None and known:
            raise Refuse(405, {"error": f"{request.method} is not served here", "methods": sorted(set(known))},
                         [("allow", ", ".join(sorted(set(known))))])
        if entry is None:
            raise Refuse(404, {"error": "There is nothing at this path", "path": request.path})
        request.params, request.entry, request.key, request.extra_headers = params, entry, key, extra
        result = entry.handler(world, request)
        if asyncio.iscoroutine(result):
            result = await result
        if isinstance(result, Reply):
            return result
        if not isinstance(result, Plan):
            return Reply(200, result)
        if world.host == "account":
            return await account.meter_and_run(world, request, entry, result, key)
        if result.limit:
            self._limit_stranger(request, result)
        return await payment.pay_and_run(world, request, entry, result)

    @staticmethod
    def _limit_stranger(request, plan):
        """A limit per client counts the address while no wallet is known, the wallet once it pays."""
        if request.header("payment-signature", "x-payment") is None:
            plan.limit[0](request.ip)


def limited(world, client, bucket, most, seconds, metadata=False):
    """Count a call against a limit, or refuse it with the moment to come back."""
    fine, _, leaves = world.spend_limit(bucket, client, most, seconds)
    if fine:
        return
    wait = max(1, int(leaves - world.now()) + 1)
    reset = int(leaves) if bent("reset-in-seconds") else int(leaves * 1000) + 1
    headers = [("x-ratelimit-reset", str(reset))] if metadata else []
    headers.append(("retry-after", str(wait)))
    if metadata:
        raise Refuse(429, {"error": "Rate limit exceeded"}, headers)
    raise Refuse(429, {"code": "TOO_MANY", "error": "Rate limit exceeded", "retry_after_seconds": wait}, headers)
