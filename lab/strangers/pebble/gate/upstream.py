"""What stands behind the routes: it answers, unless a script says how it fails."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from gate.fault import on
from gate.state import STATE
from wire.http import HttpError

BASIC = ("succeed", "fail", "reject", "timeout", "slow", "cut", "empty", "capacity", "no_tier")
OUTCOMES = (*BASIC, "other_tier", "mirror_fail", "unconfigured")


@dataclass
class Outcome:
    """One scripted or normal answer of an upstream."""

    name: str = "succeed"
    detail: dict[str, Any] = field(default_factory=dict)


def take(route: str) -> Outcome:
    """The outcome of the next call behind a route."""
    script = STATE.scripts.get(route)
    if script is None:
        return Outcome()
    script.times -= 1
    if script.times <= 0:
        del STATE.scripts[route]
    return Outcome(script.outcome, script.detail)


def peek(route: str) -> dict[str, Any]:
    """The detail of what is scripted next behind a route."""
    script = STATE.scripts.get(route)
    return script.detail if script else {}


def capacity(detail: dict[str, Any]) -> HttpError:
    """The 429 of an upstream pool."""
    wait = detail.get("retry_after_seconds")
    seconds = wait if isinstance(wait, int) and wait > 0 else 30 if on("a-retry-default") else 60
    source = str(detail.get("source") or "pool-granite")
    body = {
        "code": "RATE_LIMITED", "error": "Rate limited", "source": source,
        "retry_after_seconds": seconds, "details": "the upstream pool is full",
    }  # fmt: skip
    after = 60 if on("a-retry-header-hint") else seconds
    return HttpError(429, body, {"retry-after": str(after), "x-ratelimit-source": source})


def failure(outcome: Outcome, **swap: HttpError) -> HttpError | None:
    """The error that an outcome gives; an operation may swap in its own for some names."""
    if outcome.name in swap:
        return swap[outcome.name]
    if outcome.name == "fail":
        return HttpError(502, {"error": "Upstream error", "message": "the provider failed; nothing was charged"})
    if outcome.name == "timeout":
        return HttpError(502, {"error": "Upstream error", "message": "the provider did not answer; nothing was charged"})
    if outcome.name == "reject":
        status = outcome.detail.get("status")
        good = isinstance(status, int) and 400 <= status < 500
        return HttpError(status if good else 400, {"error": "Refused by the provider", "message": "nothing was charged"})
    if outcome.name == "capacity":
        return capacity(outcome.detail)
    if outcome.name == "unconfigured":
        return HttpError(503, {"error": "Not available", "message": "this integration is paused or not configured"})
    return None


async def call(route: str, **swap: HttpError) -> Outcome:
    """Make a call behind a route; raises what its failure gives."""
    outcome = take(route)
    bad = failure(outcome, **swap)
    if bad is not None:
        raise bad
    if outcome.name == "slow":
        await asyncio.sleep(0.2)
    return outcome
