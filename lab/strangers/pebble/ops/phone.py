"""Phone lookups and number leases; per-call host only, every body closed."""

import re
import secrets
from typing import Any

from gate.check import Fields
from gate.deal import Sold, begin, finish, flat, sell
from gate.fault import on
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.state import STATE
from gate.upstream import Outcome
from ops import voice
from ops.leases import lease, owned, refuse
from wire.http import HttpError, Request, Response

LEASE = 30 * 86400.0
APPROVED = ("US", "CA", "GB")
PREFIX = {"US": "+1", "CA": "+1", "GB": "+44"}


def _number(req: Request) -> str:
    fields = Fields(req.json())
    if not on("t-phone-open-body"):
        fields.closed(("phoneNumber",))
    number = fields.phone("phoneNumber")
    fields.done()
    return number


def _carrier(number: str, fraud: bool) -> dict[str, Any]:
    body: dict[str, Any] = {"number": number, "valid": True, "carrier": {"type": "mobile", "name": "Pebble Mobile"}}
    if fraud:
        body |= {"sim_swap": {"recent": False}, "call_forwarding": {"active": False}}
    return {"data": body}


async def lookup(req: Request) -> Response:
    """What the carrier says."""
    number = _number(req)
    return await sell(req, Quote(flat("0.011")), lambda o, d: Sold(_carrier(number, False)))


async def fraud(req: Request) -> Response:
    """The same with SIM-swap and call-forwarding signals."""
    number = _number(req)
    return await sell(req, Quote(flat("0.051")), lambda o, d: Sold(_carrier(number, True)))


async def buy(req: Request) -> Response:
    """Lease a number for 30 days; it is bought before the payment settles."""
    fields = Fields(req.json() if req.body else {})
    fields.closed(("country", "areaCode"))
    country = fields.string("country", default="US") or "US"
    if not re.fullmatch(r"[A-Z]{2}", country):
        fields.issue("country", "must be an ISO 2-letter code")
    area = fields.string("areaCode")
    if area is not None and not re.fullmatch(r"[0-9]{3}", area):
        fields.issue("areaCode", "must be 3 digits")
    fields.done()

    def run(outcome: Outcome, deal: Deal) -> Sold:
        if outcome.name == "empty":
            raise HttpError(404, {"error": "No numbers available", "message": "nothing was charged"})
        if country not in APPROVED:
            raise refused("this country needs regulatory approval")
        number = PREFIX[country] + (area or "415") + f"{secrets.randbelow(10**7):07d}"
        STATE.numbers[number] = {"owner": deal.payer, "expires": STATE.now() + LEASE}
        shown = lease(number)
        if STATE.settle_fails:
            del STATE.numbers[number]
        return Sold(shown)

    bad = refused("the carrier refused the purchase")
    return await sell(req, Quote(flat("5.001")), run, fail=bad, reject=bad, timeout=bad)


def refused(why: str) -> HttpError:
    """A purchase that did not come about."""
    return HttpError(502, {"error": "Purchase failed", "details": why})


async def renew(req: Request) -> Response:
    """Add 30 days to a lease that has not ended."""
    number = _number(req)
    deal = begin(req, Quote(flat("5.001")))
    wrong = refuse(deal.payer, number)
    if wrong is not None and not (on("t-renew-late") and wrong.body["reason"] == "expired"):
        deal.drop()
        raise wrong

    def run(outcome: Outcome, deal: Deal) -> Sold:
        record = STATE.numbers[number]
        before = record["expires"]
        start = STATE.now() if on("t-renew-from-now") else before
        record["expires"] = start + LEASE
        shown = lease(number)
        if STATE.settle_fails:
            record["expires"] = before
        return Sold(shown)

    return await finish(req, deal, run)


async def numbers(req: Request) -> Response:
    """The payer's leases."""
    fields = Fields(req.json() if req.body else {})
    fields.closed(())
    fields.done()

    def run(outcome: Outcome, deal: Deal) -> Sold:
        rows = [lease(n) for n in owned(deal.payer, False)]
        return Sold({"count": len(rows), "numbers": rows})

    return await sell(req, Quote(flat("0.002")), run)


async def release(req: Request) -> Response:
    """Give a number back; a signature over nothing says whose it is."""
    number = _number(req)
    deal = begin(req, Quote(flat("0.002") if on("t-release-paid") else 0))
    wrong = refuse(deal.payer, number)
    if wrong is not None:
        deal.drop()
        raise wrong

    def run(outcome: Outcome, deal: Deal) -> Sold:
        if not on("t-release-stays"):
            del STATE.numbers[number]
        return Sold({"released": True, "phone_number": number})

    return await finish(req, deal, run)


TABLE: list[Op] = [
    *ops(
        ("POST", "phone/lookup", lookup, True),
        ("POST", "phone/lookup/fraud", fraud, True),
        ("POST", "phone/numbers/buy", buy, True),
        ("POST", "phone/numbers/renew", renew, True),
        ("POST", "phone/numbers/list", numbers, False),
        ("POST", "phone/numbers/release", release, True),
    ),
    *voice.TABLE,
]
