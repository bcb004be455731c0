"""Image and video jobs: their states as time passes, their poll links and their price."""

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from gate.deal import metered
from gate.fault import on
from gate.money import MICRO, micro_up, show
from gate.quote import Deal, Quote
from gate.state import STATE
from gate.upstream import Outcome
from wire.http import HttpError

STALL = 3600.0
CLAIMABLE = 48 * 3600.0
OPEN = ("queued", "in_progress")


@dataclass
class Job:
    """One accepted generation."""

    id: str
    kind: str
    model: str
    payer: str
    quote: Quote
    created: float
    due: float
    poll_url: str
    shown: dict[str, Any]
    data: list[dict[str, Any]]
    status: str = "queued"
    fails: bool = False
    error: str = ""
    settled: bool = False
    tx: str = ""
    hold: Deal | None = None
    used: dict[str, Any] = field(default_factory=dict)

    @property
    def object(self) -> str:
        """The object name of an envelope."""
        return f"{self.kind}.generation.job"

    def price(self) -> dict[str, str]:
        """What it costs."""
        if metered():
            return {"currency": "USD", "amount": show(self.quote.pico)}
        return {"currency": "USD", "amount": show(micro_up(self.quote.pico) * MICRO)}


def delay_of(outcome: Outcome, usual: float) -> float:
    """Seconds until a job of this outcome is due."""
    if outcome.name != "slow":
        return usual
    seconds = outcome.detail.get("seconds", 60)
    return float(seconds) if isinstance(seconds, (int, float)) else 60.0


def refresh(job: Job) -> Job:
    """Bring a job to the present; on the account host its end is charged or released."""
    now = STATE.now()
    if job.status in OPEN:
        job.status = "in_progress" if now - job.created > 0.5 else job.status
        stalled = job.kind == "image" and now >= job.created + STALL and job.due > job.created + STALL and not on("t-no-stall")
        if stalled:
            if on("a-stall-charged") and job.hold is not None:
                job.hold.commit(None, **job.used)
            fail(job, "the provider stalled for an hour; nothing was charged")
        elif now >= job.due:
            finish(job)
    return job


def finish(job: Job) -> None:
    """The upstream is done with a job."""
    if job.fails:
        fail(job, "the provider failed; nothing was charged")
        return
    job.status = "completed"
    if job.hold is not None:
        job.hold.commit(None, **job.used)
        job.settled = True


def fail(job: Job, why: str) -> None:
    """A job ends without a result or a charge."""
    job.status = "failed"
    job.error = why
    if job.hold is not None:
        if on("a-video-fail-charged"):
            job.hold.commit(None)
        job.hold.drop()


def get(job_id: str, kind: str) -> Job:
    """A job that is still kept, or 404."""
    job = STATE.jobs.get(job_id)
    kept = 3600.0 if on("t-video-claim-hour") and kind == "video" else CLAIMABLE
    if job is None or job.kind != kind or STATE.now() > job.created + kept:
        raise HttpError(404, {"error": "Job not found"})
    return refresh(job)


def refresh_all() -> None:
    """Bring every open job to the present, so that balances and usage are."""
    for job in STATE.jobs.values():
        if job.status in OPEN:
            refresh(job)


def envelope(job: Job) -> dict[str, Any]:
    """The 202 of an accepted job."""
    out = {
        "status": job.status, "object": job.object, "id": job.id, "model": job.model, "created": int(job.created),
        "payment_status": "verified",
        "poll_url": job.poll_url, "price": job.price(),
    }  # fmt: skip
    if job.kind == "image":
        who = "the same key" if metered() else "a payment header of the same wallet"
        out["poll_instructions"] = f"GET the poll_url every few seconds with {who}."
    return out | job.shown


def running(job: Job) -> dict[str, Any]:
    """The poll body of a job that has not ended."""
    return {
        "status": job.status, "object": job.object, "id": job.id, "model": job.model,
        "payment_status": "verified", "note": "Not finished yet; nothing has been charged.",
    }  # fmt: skip


def failed(job: Job) -> dict[str, Any]:
    """The poll body of a job that failed."""
    return {
        "status": "failed", "object": job.object, "id": job.id, "model": job.model, "error": job.error,
        "payment_status": "verified" if on("t-failed-verified") else "not_charged", "note": "The job failed; nothing has been charged.",
    }  # fmt: skip


def deliver(job_id: str, event: str) -> bool:
    """An event of the control API; False for an unknown job."""
    job = STATE.jobs.get(job_id)
    if job is None:
        return False
    if job.status in OPEN:
        if event == "started":
            job.status = "in_progress"
        elif event == "failed":
            fail(job, "the provider failed; nothing was charged")
        else:
            job.due = STATE.now()
            finish(job)
    return True


def seal(job_id: str, query: dict[str, str]) -> str:
    """The HMAC over what a poll link carries."""
    if on("t-sig-duration"):
        query = {k: v for k, v in query.items() if k != "duration"}
    text = job_id + "?" + urlencode(sorted(query.items()))
    return hmac.new(STATE.secret, text.encode(), hashlib.sha256).hexdigest()[:40]


def sealed(job_id: str, query: dict[str, str]) -> bool:
    """Whether a poll link is one that this service gave out."""
    bare = {k: v for k, v in query.items() if k != "sig"}
    return hmac.compare_digest(seal(job_id, bare), query.get("sig", "")) or on("t-sig-any")
