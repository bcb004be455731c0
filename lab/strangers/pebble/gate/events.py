"""What the outside world can cause, by machine."""

from typing import Any

from gate import jobs
from gate.state import STATE
from ops import responses

KNOWN = {
    "image_job": ("started", "finished", "failed"),
    "video_job": ("started", "finished", "failed"),
    "background_response": ("finished", "failed"),
    "realface": ("liveness_passed",),
    "voice_call": ("ringing", "answered", "ended"),
}


def deliver(machine: str, name: str, event: str, detail: dict[str, Any]) -> bool:
    """Deliver one event; False when the id is unknown."""
    if machine in ("image_job", "video_job"):
        return jobs.deliver(name, event)
    if machine == "background_response":
        return responses.deliver(name, event)
    if machine == "realface":
        group = STATE.faces.get(name)
        if group is not None:
            group["status"] = "active"
        return group is not None
    call = STATE.calls.get(name)
    if call is None:
        return False
    if event == "ended":
        by = str(detail.get("ended_by", "USER"))
        failed = by == "ERROR"
        call |= {"status": str(detail.get("status") or ("error" if failed else "completed")), "ended_by": by}
        call |= {"call_ended_by": by, "call_length": 0.0 if failed else 1.2, "summary": "The call took place."}
    else:
        call["status"] = "ringing" if event == "ringing" else "in-progress"
        if event == "answered":
            call["answered_by"] = "human"
    return True
