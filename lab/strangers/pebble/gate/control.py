"""The control API, on an origin of its own."""

import hmac
from typing import Any

from gate import events
from gate.money import parse_amount
from gate.router import Router
from gate.state import STATE, Key, Script, iso, label_of, new_id
from gate.upstream import OUTCOMES
from wire.http import HttpError, Request, Response

COMMON = ["clock", "upstream", "events", "reset"]
OFFERED = {"account": [*COMMON, "keys"], "test": [*COMMON, "settlement", "ledger", "fund", "allow"]}


def bad(why: str) -> HttpError:
    """A bad call."""
    return HttpError(400, {"error": why})


def _address(body: dict[str, Any]) -> str:
    address = body.get("address")
    if not isinstance(address, str) or len(address) != 42 or not address.startswith("0x"):
        raise bad("address must be a 0x address")
    return address.lower()


def _times(body: dict[str, Any]) -> int:
    times = body.get("times", 1)
    if isinstance(times, bool) or not isinstance(times, int) or times < 1:
        raise bad("times must be a positive integer")
    return times


class Control:
    """Answers control calls about one gateway."""

    def __init__(self, token: str, router: Router) -> None:
        self.token = token
        self.router = router

    async def handle(self, req: Request) -> Response:
        """Check the token, find the call, answer."""
        try:
            given = req.headers.get("authorization", "")
            if not hmac.compare_digest(given.encode(), f"Bearer {self.token}".encode()):
                raise HttpError(401, {"error": "a control token is needed"})
            if req.path == "/control/v1" and req.method == "GET":
                return Response(200, {"control": 1, "outcomes": list(OUTCOMES), "capabilities": OFFERED[STATE.host]})
            name = req.path.removeprefix("/control/v1/")
            if name not in OFFERED[STATE.host]:
                raise HttpError(404, {"error": "this deployment does not offer that"})
            body: dict[str, Any] = {}
            if req.method == "POST" and req.body:
                body = req.json()
            run = getattr(self, f"{req.method.lower()}_{name}", None)
            if run is None:
                raise HttpError(404, {"error": "no such call"})
            return run(req, body)
        except HttpError as error:
            return Response(error.status, {"error": str(error.body.get("error", "bad call"))})

    def post_reset(self, req: Request, body: dict[str, Any]) -> Response:
        """Back to the start."""
        STATE.reset()
        return Response(204)

    def get_clock(self, req: Request, body: dict[str, Any]) -> Response:
        """The gateway's time."""
        return Response(200, {"now": iso(STATE.now())})

    def post_clock(self, req: Request, body: dict[str, Any]) -> Response:
        """Move the time forward."""
        step = body.get("advance_seconds")
        if isinstance(step, bool) or not isinstance(step, (int, float)) or step < 0:
            raise bad("advance_seconds must be a number that is not negative")
        STATE.offset += step
        return self.get_clock(req, body)

    def post_upstream(self, req: Request, body: dict[str, Any]) -> Response:
        """Script what stands behind a route."""
        route, outcome, detail = body.get("route"), body.get("outcome"), body.get("detail") or {}
        if not isinstance(route, str) or outcome not in OUTCOMES or not isinstance(detail, dict):
            raise bad("route, a known outcome and an object as detail are needed")
        times = _times(body)
        op = self.router.scripted(route)
        if op is None or not op.upstream:
            raise HttpError(404, {"error": f"nothing stands behind {route}"})
        key = self.router.name_of(op)
        if outcome == "succeed":
            STATE.scripts.pop(key, None)
        else:
            STATE.scripts[key] = Script(outcome, times, detail)
        return Response(204)

    def post_settlement(self, req: Request, body: dict[str, Any]) -> Response:
        """Have the next settlements fail, or stop that."""
        if body.get("outcome") not in ("fail", "succeed"):
            raise bad("outcome must be fail or succeed")
        STATE.settle_fails = _times(body) if body["outcome"] == "fail" else 0
        return Response(204)

    def get_ledger(self, req: Request, body: dict[str, Any]) -> Response:
        """What was settled."""
        payer = req.query.get("payer", "").lower()
        rows = [row for row in STATE.ledger if not payer or row["payer"] == payer]
        return Response(200, {"transfers": rows})

    def post_fund(self, req: Request, body: dict[str, Any]) -> Response:
        """Set a wallet's balance."""
        amount = body.get("amount")
        if not isinstance(amount, str) or not amount.isdigit():
            raise bad("amount must be a string of micro-USDC")
        STATE.wallets[_address(body)] = int(amount)
        return Response(204)

    def post_keys(self, req: Request, body: dict[str, Any]) -> Response:
        """Create a key."""
        balance = parse_amount(body.get("balance_usd", "0"))
        if balance is None:
            raise bad("balance_usd must be an amount of dollars")
        secret = new_id("pk_", 20)
        STATE.keys[secret] = Key(secret, label_of(secret), balance)
        return Response(200, {"api_key": secret})

    def post_allow(self, req: Request, body: dict[str, Any]) -> Response:
        """Put a wallet on the enterprise list."""
        STATE.allowed.add(_address(body))
        return Response(204)

    def post_events(self, req: Request, body: dict[str, Any]) -> Response:
        """Deliver an event."""
        machine, name, event = body.get("machine"), body.get("id"), body.get("event")
        detail = body.get("detail") or {}
        if event not in events.KNOWN.get(str(machine), ()) or not isinstance(name, str) or not isinstance(detail, dict):
            raise bad("a known machine and event and an id are needed")
        if not events.deliver(str(machine), name, str(event), detail):
            raise HttpError(404, {"error": "unknown id"})
        return Response(204)
