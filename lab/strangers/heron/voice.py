"""Outbound AI voice calls."""
import re
import secrets

import audio
from checks import Form, parse_object
from http_server import Reply
from money import usd
from phone import E164, owned, require
from plan import Done, Plan
from routes import route
from switch import bent
from world import Refuse

VOICES = ("nat", "josh", "maya", "june", "paige", "derek", "florian")
CATALOG = tuple(audio.VOICES.values())
EMERGENCY = {"911", "112", "999", "000", "110", "118", "119", "933"}
ENDS = ("USER", "ASSISTANT", "TIMEOUT", "NO_ANSWER", "BUSY", "VOICEMAIL", "ERROR")
STEPS = ((0, "queued"), (2, "started"), (4, "ringing"), (8, "in-progress"), (50, "completed"))


class Call:
    """One call: its status follows the clock until an event says otherwise."""

    def __init__(self, world, body, number):
        self.world, self.body, self.number = world, body, number
        self.made, self.status_now, self.ended_by = world.now(), None, None

    def state(self):
        """(status, ended_by)."""
        if self.status_now:
            return self.status_now, self.ended_by
        age = self.world.now() - self.made
        status = [name for when, name in STEPS if age >= when][-1]
        return status, "USER" if status == "completed" else None

    def record(self, call_id):
        """The record as the provider passes it."""
        status, ended_by = self.state()
        if bent("call-status-underscore"):
            status = status.replace("-", "_")
        talked = ended_by in ("USER", "ASSISTANT", "TIMEOUT")
        return {"call_id": call_id, "to": self.body["to"], "from": self.number, "status": status, "answered_by": "human" if talked else None,
                "call_length": 0.7 if talked else 0, "ended_by": ended_by or "IN_PROGRESS",
                "call_ended_by": ended_by, "ended_by_reason": ended_by and f"ended by {ended_by.lower()}",
                "summary": "A short talk." if talked else None, "recording_url": None,
                "transcript": [{"role": "assistant", "text": self.body.get("first_sentence") or "Hello."}, {"role": "user", "text": "Hello."}] if talked else []}


def _emergency(to) -> bool:
    digits = re.sub(r"\D", "", to) if isinstance(to, str) else ""
    return digits in EMERGENCY or len(digits) <= 6 and any(digits.endswith(code) for code in EMERGENCY)


def _read(request):
    form = Form(parse_object(request))
    if _emergency(form.body.get("to")) and not bent("emergency-allowed"):
        raise Refuse(403, {"error": "Emergency numbers cannot be called", "reason": "emergency"})
    form.text("to", required=True, pattern=E164)
    form.text("task", required=True, least=10, most=4000)
    form.text("from", pattern=E164)
    voice = form.text("voice")
    if voice is not None and voice not in VOICES and voice not in CATALOG and not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", voice):
        form.complain("voice", "must be one of " + ", ".join(VOICES) + ", or a catalog voice id")
    form.text("language", default="en-US")
    form.integer("max_duration", default=5, least=1, most=30)
    form.text("first_sentence", most=500)
    form.flag("wait_for_greeting")
    form.integer("interruption_threshold", least=50, most=500)
    form.text("model", options=("base", "enhanced", "turbo"))
    action = form.text("voicemail_action", options=("hangup", "leave_message", "ignore"))
    message = form.text("voicemail_message", most=1000)
    if action == "leave_message" and not message and not bent("voicemail-message-optional"):
        form.complain("voicemail_message", "is required to leave a message")
    form.close()
    return form.body


def _own_number(world, caller, body):
    """The number to call from, or the refusal."""
    if "from" in body:
        return require(world, caller, body["from"]).number
    active = [n.number for n in owned(world, caller.identity) if n.active()]
    if not active:
        hint = {"buy_endpoint": "/api/v1/phone/numbers/buy"}
        raise Refuse(403, {"error": "no_active_number", "reason": "no_active_number", **hint})
    if len(active) > 1 and not bent("ambiguous-first"):
        raise Refuse(400, {"error": "ambiguous_from", "your_active_numbers": active, "details": [{"where": "from", "complaint": "from: name one of your numbers"}]})
    return active[0]


@route("POST", "/api/v1/voice/call", price="0.541")
def start(world, request):
    """Start a call; it is charged once dialing is accepted."""
    body = _read(request)

    async def run(caller):
        number = _own_number(world, caller, body)
        failed = Refuse(502, {"error": "Call initiation failed", "details": "The carrier did not accept the call"})
        await caller.upstream(fail=failed, reject=failed, timeout=failed)
        call_id = "hc-" + secrets.token_hex(10)
        world.calls[call_id] = Call(world, body, number)
        return Done({"message": "Dialing; poll until ended_by says how it ended", "poll_url": f"/api/v1/voice/call/{call_id}", "status": "queued", "call_id": call_id},
                    202, undo=lambda: world.calls.pop(call_id, None))
    return Plan(usd("0.541"), run, precheck=lambda caller: _own_number(world, caller, body))


@route("GET", "/api/v1/voice/call/{call_id}", upstream=False)
def poll(world, request):
    """The record of a call."""
    call_id = request.params["call_id"]
    if call_id not in world.calls:
        raise Refuse(404, {"error": "Call not found"})
    return Reply(200, world.calls[call_id].record(call_id))


def deliver(world, machine, name, event, detail):
    """Control events."""
    call = world.calls.get(name)
    if call is None:
        return "unknown"
    if event not in ("ringing", "answered", "ended"):
        return "bad"
    if call.ended_by:
        return None
    if event == "ended":
        call.ended_by = detail.get("ended_by", "USER")
        call.status_now = detail.get("status") or ("error" if call.ended_by == "ERROR" else "completed")
    else:
        call.status_now = "ringing" if event == "ringing" else "in-progress"
    return None
