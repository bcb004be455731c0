"""Phone look-ups and leased numbers."""
import secrets

import settings
from checks import Form, parse_object
from money import usd
from plan import Done, Plan
from routes import route
from switch import bent
from world import Refuse

E164 = r"\+[1-9]\d{6,14}"
LEASE = 30 * 86400
RECLAIM = 7 * 86400


def strict(request, *names):
    """A form that knows only the named keys."""
    form = Form(parse_object(request))
    form.only(*names)
    return form


class Number:
    """One leased number."""

    def __init__(self, world, number, owner, until):
        self.number, self.owner, self.until, self.world = number, owner, until, world
        self.first_until = until

    def active(self):
        """True until the lease ends."""
        return self.world.now() < self.until

    def shown(self):
        """The lease as answered."""
        return {"active": self.active(), "chain": "base" if bent("chain-always-base") else settings.CHAIN[self.world.host], "expires_at": self.world.stamp(self.until), "phone_number": self.number}


def owned(world, wallet):
    """The numbers of a wallet that are still listed."""
    for number in [n for n in world.numbers.values() if world.now() >= n.until + RECLAIM]:
        del world.numbers[number.number]
    return [n for n in world.numbers.values() if n.owner == wallet]


def require(world, caller, number, may_be_expired=False):
    """The caller's number, or 403 with the reason."""
    mine = owned(world, caller.identity)
    found = world.numbers.get(number)
    active = [n.number for n in mine if n.active() and n.owner == caller.identity]
    if found is None:
        raise Refuse(403, {"error": "This number is not leased here", "reason": "not_found"})
    if found.owner != caller.identity and not (bent("release-any-wallet") and may_be_expired):
        facts = {} if bent("wrong-wallet-bare") else {"payer_wallet": caller.identity, "your_active_numbers": active}
        raise Refuse(403, {"error": "This number belongs to another wallet", "reason": "wrong_wallet", **facts})
    if not found.active() and not may_be_expired and not bent("renew-expired"):
        raise Refuse(403, {"error": "The lease of this number has ended", "reason": "expired"})
    return found


def _lookup(world, request, price, fraud):
    form = strict(request, "phoneNumber")
    number = form.text("phoneNumber", required=True, pattern=E164)
    form.close()

    async def run(caller):
        await caller.upstream()
        body = {"line": {"number": number, "type": "mobile", "carrier": "Reed Mobile", "valid": True}}
        if fraud:
            body["signals"] = {"sim_swap": {"swapped": False}, "call_forwarding": {"active": False}}
        return Done(body)
    return Plan(usd(price), run)


@route("POST", "/api/v1/phone/lookup", price="0.011")
def lookup(world, request):
    """Carrier look-up."""
    return _lookup(world, request, "0.011", False)


@route("POST", "/api/v1/phone/lookup/fraud", price="0.051")
def fraud(world, request):
    """Carrier look-up with SIM-swap and call-forwarding signals."""
    return _lookup(world, request, "0.051", True)


@route("POST", "/api/v1/phone/numbers/buy", price="5.001")
def buy(world, request):
    """Lease a number for 30 days."""
    form = strict(request, "country", "areaCode")
    country = form.text("country", default="US", pattern="[A-Z]{2}")
    area = form.text("areaCode", pattern=r"\d{3}")
    form.close()

    def refused(detail=None):
        return Refuse(502, {"error": "Purchase failed", "details": f"The carrier refused a number in {country}: regulatory approval is missing"})

    async def run(caller):
        await caller.upstream(reject=refused, fail=refused, empty=Refuse(404, {"error": "No numbers available"}))
        if country not in ("US", "CA"):
            raise refused()
        while True:
            digits = f"{area or ('416' if country == 'CA' else '917')}555{secrets.randbelow(10_000):04d}"
            if "+1" + digits not in world.numbers:
                break
        number = Number(world, "+1" + digits, caller.identity, world.now() + LEASE)
        world.numbers[number.number] = number
        return Done(number.shown(), undo=lambda: world.numbers.pop(number.number, None))
    return Plan(usd("5.001"), run)


@route("POST", "/api/v1/phone/numbers/renew", price="5.001")
def renew(world, request):
    """Add 30 days to a lease that has not ended."""
    form = strict(request, "phoneNumber")
    wanted = form.text("phoneNumber", required=True, pattern=E164)
    form.close()

    async def run(caller):
        number = require(world, caller, wanted)
        await caller.upstream()
        before = number.until
        start = number.first_until if bent("second-renewal-lost") else before
        number.until = (world.now() if bent("renew-from-now") else start) + LEASE
        return Done(number.shown(), undo=lambda: setattr(number, "until", before))
    return Plan(usd("5.001"), run, precheck=lambda caller: require(world, caller, wanted))


@route("POST", "/api/v1/phone/numbers/list", upstream=False, price="0.002")
def listed(world, request):
    """The payer's numbers."""
    strict(request).close()

    async def run(caller):
        rows = [n.shown() for n in owned(world, caller.identity)]
        return Done({"leases": rows, "count": len(rows)})
    return Plan(usd("0.002"), run)


@route("POST", "/api/v1/phone/numbers/release", price="0")
def release(world, request):
    """Give a number back; the authorization is over nothing and only names the wallet."""
    form = strict(request, "phoneNumber")
    wanted = form.text("phoneNumber", required=True, pattern=E164)
    form.close()

    async def run(caller):
        await caller.upstream()
        require(world, caller, wanted, True)
        world.numbers.pop(wanted, None)
        return Done({"released": True, "phone_number": wanted})
    price = usd("0.001") if bent("release-costs-fee") else usd("0")
    return Plan(price, run, precheck=lambda caller: require(world, caller, wanted, True))
