"""Outbound voice calls from leased numbers."""

import re
from typing import Any

from gate.check import E164, Fields
from gate.deal import Sold, begin, finish, flat
from gate.fault import on
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.state import STATE, new_id
from gate.upstream import Outcome
from ops.leases import owned, refuse
from wire.http import HttpError, Request, Response

NATURAL = 45.0
EMERGENCY = ("911", "112", "999", "000", "110", "119", "1911", "988")
VOICES = ("nat", "josh", "maya", "june", "paige", "derek", "florian")
KEYS = ("to", "task", "from", "voice", "language", "max_duration", "first_sentence", "wait_for_greeting",
        "interruption_threshold", "model", "voicemail_action", "voicemail_message")  # fmt: skip


def parse(body: dict[str, Any]) -> tuple[str, str | None]:
    """Validate a call: destination and wished source."""
    target = body.get("to")
    if isinstance(target, str) and re.sub(r"[^\d]", "", target) in EMERGENCY:
        raise HttpError(403, {"error": "Emergency destination", "message": "emergency numbers cannot be called"})
    fields = Fields(body)
    fields.closed(KEYS)
    to = fields.phone("to")
    fields.must("task", 10, 4000)
    source = fields.string("from")
    if source is not None and not E164.match(source):
        fields.issue("from", "must be an E.164 number")
    voice = fields.string("voice")
    if voice is not None and voice not in VOICES and len(voice) < 8:
        fields.issue("voice", "must be a known voice or a voice id")
    fields.string("language")
    fields.integer("max_duration", 1, 30, 5)
    fields.string("first_sentence", high=500)
    fields.boolean("wait_for_greeting")
    fields.integer("interruption_threshold", 50, 500)
    fields.choice("model", ("base", "enhanced", "turbo"))
    action = fields.choice("voicemail_action", ("hangup", "leave_message", "ignore"))
    left = fields.string("voicemail_message", high=1000)
    if action == "leave_message" and not left and not on("t-voicemail"):
        fields.issue("voicemail_message", "is required to leave a message")
    fields.done()
    return to, source


def _source(wallet: str, wished: str | None) -> str:
    """The number that the wallet calls from."""
    mine = owned(wallet, True)
    if wished is None:
        if not mine:
            body = {"error": "no_active_number", "buy_endpoint": "/api/v1/phone/numbers/buy"}
            raise HttpError(403, body)
        if len(mine) > 1 and not on("t-ambiguous"):
            raise HttpError(400, {"error": "ambiguous_from", "details": [{"field": "from", "problem": "several numbers are active"}], "numbers": mine})
        return mine[0]
    wrong = refuse(wallet, wished)
    if wrong is not None:
        raise wrong
    return wished


async def start(req: Request) -> Response:
    """Pay once dialing is accepted."""
    to, wished = parse(req.json())
    deal = begin(req, Quote(flat("0.541")))
    try:
        source = _source(deal.payer, wished)
    except HttpError:
        deal.drop()
        raise

    def run(outcome: Outcome, deal: Deal) -> Sold:
        call_id = new_id("vc-")
        record = {"call_id": call_id, "to": to, "from": source, "status": "queued", "answered_by": None, "call_length": None}
        record |= {"ended_by": "IN_PROGRESS", "transcript": [], "recording_url": None, "call_ended_by": None, "ended_by_reason": None}
        STATE.calls[call_id] = {**record, "summary": None, "_over_at": STATE.now() + NATURAL}
        path = f"/api/v1/voice/call/{call_id}"
        return Sold({"status": "queued", "poll_url": path, "message": "The call is queued; poll for its end.", "call_id": call_id})

    bad = HttpError(502, {"error": "Call initiation failed", "message": "nothing was charged"})
    return await finish(req, deal, run, fail=bad, reject=bad, timeout=bad)


async def poll(req: Request) -> Response:
    """The record of a call, for anyone who has its id."""
    call = STATE.calls.get(req.params["call_id"])
    if call is None:
        raise HttpError(404, {"error": "Call not found"})
    if call["status"] == "queued" and STATE.now() > call["_over_at"]:
        call |= {"status": "completed", "ended_by": "USER", "call_ended_by": "USER", "call_length": 0.4, "answered_by": "human"}
    return Response(200, {k: v for k, v in call.items() if not k.startswith("_")})


TABLE: list[Op] = ops(("POST", "voice/call", start, True), ("GET", "voice/call/{call_id}", poll, False))
