"""A deal: the promise to pay that a call holds until it is settled, charged or dropped."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gate import account, payment
from gate.money import FEE, usd
from gate.quote import Deal, Quote
from gate.state import STATE
from gate.upstream import Outcome, call
from wire.http import HttpError, Request, Response


def metered() -> bool:
    """Whether this gateway is the account host."""
    return STATE.host == "account"


def fee() -> int:
    """The flat fee of a paid call: none on the account host."""
    return 0 if metered() else FEE


def flat(text: str) -> int:
    """A price that the documents state with the fee in it, for this host."""
    return usd(text) - (FEE - fee())


def begin(req: Request, quote: Quote) -> Deal:
    """Challenge and verify, or hold on the account."""
    return account.begin(req, quote) if metered() else payment.begin(req, quote)


@dataclass
class Sold:
    """What a run gives: the body, and what it really cost when that differs from the quote."""

    body: Any
    status: int = 200
    pico: int | None = None
    free: bool = False
    row: dict[str, Any] = field(default_factory=dict)


Run = Callable[[Outcome, Deal], Sold]


async def sell(req: Request, quote: Quote, run: Run, **swap: HttpError) -> Response:
    """The order of a paid call: quote, pay, run, settle, answer."""
    deal = begin(req, quote)
    return await finish(req, deal, run, **swap)


async def finish(req: Request, deal: Deal, run: Run, **swap: HttpError) -> Response:
    """Run the call of a deal that has begun, and settle or drop it."""
    try:
        outcome = await call(req.route, **swap)
        sold = run(outcome, deal)
    except BaseException:
        deal.drop()
        raise
    if sold.free:
        deal.drop()
        return Response(sold.status, sold.body)
    headers = deal.commit(sold.pico, **sold.row)
    return Response(sold.status, sold.body, headers)

