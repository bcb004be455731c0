"""What an operation hands to the host: a price, the work to do, and what the work says when it is done."""
import asyncio
from dataclasses import dataclass, field
from fractions import Fraction

import settings
from money import micro
from switch import bent
from world import Refuse


@dataclass
class Plan:
    """A validated call. `price` is in exact dollars; `metered` is the account host's own price where it differs."""
    price: Fraction
    run: object
    metered: Fraction = None
    window: int = None
    extra: dict = field(default_factory=dict)
    breakdown: dict = None
    precheck: object = None
    limit: tuple = None
    model: str = None
    free_when_metered: bool = False

    def amount(self) -> int:
        """The quote in micro-dollars."""
        return micro(self.price)


@dataclass
class Done:
    """The end of the work. `charge` false settles nothing; `finish(body, receipt)` writes the payment into the body."""
    body: object = None
    status: int = 200
    headers: list = field(default_factory=list)
    stream: list = None
    charge: bool = True
    finish: object = None
    absorb: bool = False
    undo: object = None
    cost: Fraction = None
    usage: dict = field(default_factory=dict)


@dataclass
class Caller:
    """Who pays, by which host, for which route."""
    world: object
    host: str
    route: object
    identity: str = ""
    amount: int = 0
    grant: object = None
    claim: str = None
    request: object = None
    plan: Plan = None

    def receipt(self, tx_hash, status="settled"):
        """The payment object of bodies."""
        return {"network": settings.NETWORK[self.host] or "account", "status": status, "tx_hash": tx_hash}

    async def upstream(self, **special):
        """Ask the simulated provider. Raises Refuse where it fails; special answers may replace the usual ones."""
        outcome, detail = self.world.next_outcome(self.route.template)
        await asyncio.sleep(0)
        if outcome in special:
            answer = special[outcome]
            answer = answer(detail) if callable(answer) else answer
            if isinstance(answer, Refuse):
                raise answer
            return answer or outcome, detail
        if outcome == "slow":
            await asyncio.sleep(0.25)
        elif outcome in USUAL:
            raise USUAL[outcome](detail)
        return outcome, detail


def rate_limited(detail) -> Refuse:
    """429 of an upstream capacity pool."""
    given = detail.get("retry_after_seconds")
    wait = 60 if given is None else int(given)
    source = str(detail.get("source") or "pool-grey-7")
    body = {"code": "RATE_LIMITED", "details": "upstream capacity pool is exhausted", "error": "Rate limited",
            "retry_after_seconds": given if bent("retry-body-null") else wait, "source": source}
    headers = [("retry-after", "60" if bent("retry-header-always-60") else str(wait))]
    headers.append(("x-ratelimit-source", source))
    return Refuse(429, body, headers)


def _rejected(detail):
    status = int(detail.get("status") or 400)
    return Refuse(status if 400 <= status < 500 else 400,
                  {"code": "UPSTREAM_REJECTED", "error": "The provider turned this input down", "status": status})


USUAL = {
    "fail": lambda detail: Refuse(502, {"code": "UPSTREAM_FAILED", "error": "The provider failed; nothing was charged"}),
    "reject": _rejected,
    "timeout": lambda detail: Refuse(502, {"code": "UPSTREAM_SILENT", "error": "The provider never answered; nothing was charged"}),
    "capacity": rate_limited,
    "unconfigured": lambda detail: Refuse(503, {"code": "NOT_CONFIGURED", "error": "This integration is paused"}),
}
