"""What the three text formats share: counting tokens, quoting, tiers, streams and rows."""

import hashlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from gate.account import Hold
from gate.deal import fee, metered
from gate.fault import on
from gate.money import MICRO, show
from gate.quote import Deal, Quote
from gate.state import STATE
from gate.upstream import Outcome, capacity, failure, take
from ops.models import Model, cost
from wire.http import HttpError, Request, Response

DEFAULT_OUT = 1024


@dataclass
class Ask:
    """One text call after validation."""

    model: Model
    texts: list[str]
    limit: int
    stream: bool
    flex: bool = False

    @property
    def prompt(self) -> int:
        """Prompt tokens: a quarter of the bytes, and a few per message."""
        return 3 + sum(3 + (len(t.encode("utf-8", "replace")) + 3) // 4 for t in self.texts)


@dataclass
class Done:
    """What the model made of it."""

    words: list[str]
    prompt: int
    cached: int
    cut_short: bool

    @property
    def out(self) -> int:
        """Output tokens: one a word."""
        return len(self.words)


def gather(content: Any) -> str:
    """The text inside a content value of any depth."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(gather(part) for part in content)
    if isinstance(content, dict):
        return "\n".join(gather(v) for k, v in content.items() if k not in ("type", "role", "id"))
    return ""


def answer(ask: Ask, seen: dict[str, float]) -> Done:
    """A deterministic reply; a long prompt seen within five minutes is read from cache."""
    prompt = ask.prompt
    words = ("Pebble read the request and answers in plain words : " + " ".join(ask.texts[-1][:400].split()[:24])).split()
    cached = 0
    if prompt >= 1024 and metered():
        digest = hashlib.sha256("\x00".join([ask.model.id, *ask.texts]).encode("utf-8", "replace")).hexdigest()
        if STATE.now() - seen.get(digest, 0.0) < 300:
            cached = (prompt - 1) // 128 * 128
        seen[digest] = STATE.now()
    return Done(words[: ask.limit], prompt, cached, len(words) > ask.limit)


def quote_of(ask: Ask) -> Quote:
    """The price before the call: the whole prompt and all the output that is allowed."""
    paid_in, paid_out = cost(ask.model, ask.prompt, 0, ask.limit)
    if metered():
        return Quote(paid_in + paid_out, ask.model.id)
    if on("t-chat-margin"):
        paid_in, paid_out = paid_in * 105 // 100, paid_out * 105 // 100
    if on("t-output-unpriced"):
        paid_out = 0
    pico = -(-(paid_in + paid_out) // MICRO) * MICRO
    total = pico + (0 if on("t-chat-no-fee") else fee())
    parts = {"margin": show(0), "inputCost": show(paid_in), "outputCost": show(paid_out)}
    if on("t-no-breakdown"):
        return Quote(total, ask.model.id)
    return Quote(total, ask.model.id, breakdown=parts)


def check_flex(model: Model) -> None:
    """Refuse flex where a model has none or cannot report it."""
    lax = on("a-flex-4o") and model.id.startswith("vireo/4o")
    mute = on("a-flex-silent") and not model.reports_tier
    if not ((model.flex and model.reports_tier) or lax or mute):
        why = "this model offers no flex tier" if not model.flex else "this model cannot report its served tier"
        raise HttpError(400, {"code": "FLEX_TIER_UNSUPPORTED", "error": "Flex not supported", "details": [{"field": "service_tier", "problem": why}]})


def upstream_tier(req: Request, ask: Ask, later: bool = False) -> tuple[Outcome, str | None]:
    """Call the model; gives the outcome and the tier that it reports."""
    outcome = take(req.route)
    if later and outcome.name == "fail" and outcome.detail.get("stage") == "run":
        return outcome, None
    if outcome.name == "cut" and not ask.stream:
        outcome = Outcome("fail")
    bad = failure(outcome)
    if bad is not None and outcome.name == "capacity" and ask.flex:
        bad = capacity(outcome.detail)
        if not on("a-flex-429-code"):
            bad.body |= {"code": "resource_unavailable", "error": "No flex capacity"}
    if bad is not None:
        raise bad
    if not ask.flex:
        return outcome, None
    if outcome.name == "no_tier":
        if on("a-no-tier-ok") or (on("a-stream-no-tier") and ask.stream):
            return outcome, "flex"
        raise HttpError(502, {"code": "FLEX_TIER_UNCONFIRMED", "error": "The provider did not report the flex tier"})
    if outcome.name == "other_tier":
        return outcome, "flex" if on("a-tier-as-asked") else "default"
    return outcome, "flex"


def row_of(ask: Ask, done: Done, tier: str | None) -> tuple[int, dict[str, Any]]:
    """The real cost of a call and its row."""
    paid = cost(ask.model, done.prompt, done.cached, done.out, tier == "flex")
    pico = sum(paid) + (sum(paid) * 5 // 100 if on("a-chat-margin") else 0)
    row: dict[str, Any] = {"tokens": {"in": done.prompt, "in_cached": done.cached, "out": done.out}}
    if tier == "flex" and not on("a-row-no-tier"):
        row["service_tier"] = tier
    return (pico, row) if metered() else (0, {})


Frames = Callable[[Done, str | None], list[bytes]]


def sse(data: str, event: str = "") -> bytes:
    """One server-sent event."""
    return (f"event: {event}\n" if event else "").encode() + b"data: " + data.encode() + b"\n\n"


def stream(deal: Deal, ask: Ask, done: Done, outcome: Outcome, tier: str | None, frames: Frames, ends: tuple[bytes, bytes]) -> Response:
    """Stream a reply: settled or charged after its last delta, dropped when it is cut."""
    last, broken = ends
    trailers: dict[str, str] = {}

    async def body() -> AsyncIterator[bytes]:
        ended = False
        try:
            parts = frames(done, tier)
            if outcome.name == "cut":
                yield parts[0] + parts[1]
                if on("a-cut-charged") or on("t-cut-charged"):
                    deal.commit(pay[0])
                else:
                    deal.drop()
                if on("a-cut-spend") and isinstance(deal, Hold):
                    deal.key.spent += pay[0]
                ended = True
                if on("a-cut-silent"):
                    yield last
                else:
                    yield broken
                return
            for part in parts[:-1]:
                yield part
            try:
                trailers.update(deal.commit(pay[0], **pay[1]))
            except HttpError as bad:
                ended = True
                yield broken.replace(b"stream_cut", str(bad.body["error"]).encode())
                return
            ended = True
            yield parts[-1] + last
        finally:
            if not ended:
                deal.drop()

    pay = row_of(ask, done, tier)
    if on("a-stream-flex-full"):
        pay = (row_of(ask, done, None)[0], pay[1])
    if on("a-row-stream-tier"):
        pay = (pay[0], {k: v for k, v in pay[1].items() if k != "service_tier"})
    if outcome.name == "cut":
        pay = (pay[0], {})
    headers = {"content-type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store"}
    if not metered():
        headers["trailer"] = "payment-response, x-payment-response, x-payment-receipt"
    return Response(200, None, headers, body(), lambda: trailers)
