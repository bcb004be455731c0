"""The swap passthrough: free."""

from gate.router import Op, ops
from gate.upstream import call
from wire.http import HttpError, Request, Response

HEADS = ("price", "quote", "gasless")


async def passthrough(req: Request) -> Response:
    """Prices, quotes and gasless operations."""
    path = req.params["path"]
    if path.split("/")[0] not in HEADS:
        raise HttpError(404, {"error": "Not found", "available": list(HEADS)})
    await call(req.route)
    return Response(200, {"of": path, "buyAmount": "1000000", "sellAmount": "1000000"})


TABLE: list[Op] = ops(("GET,POST", "{swap}/*path", passthrough, True))
