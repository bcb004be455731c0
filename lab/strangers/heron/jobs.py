"""Image and video jobs: made by a verified payment, settled by the first completed poll."""
import secrets

import account
import payment
import settings
from http_server import Reply
from money import show, show_micro
from pay_base import Wrong
from switch import bent
from world import Refuse

STALL = 3600
CLAIMABLE = 48 * 3600


class Job:
    """One image or video job and its clock."""

    def __init__(self, world, kind, name, model, caller, price_text, result):
        self.world, self.kind, self.id, self.model = world, kind, name, model
        self.owner, self.grant, self.plan = caller.identity, caller.grant, caller.plan
        self.price = {"currency": "USD", "amount": price_text}
        self.made, self.started_at, self.finish_at, self.fail_at = world.now(), None, None, None
        self.end, self.error, self.tx_hash, self.hold, self.request = None, None, None, None, caller.request
        self.result, self.poll_url, self.ended_at = result, "", None
        world.jobs[name] = self
        if caller.claim:
            world.claims[caller.claim] = self

    def run_until(self, start, finish=None, fail=None):
        """Set the moments at which the provider starts and ends, in seconds from now."""
        self.started_at = self.made + start
        self.finish_at = None if finish is None else self.made + finish
        self.fail_at = None if fail is None else self.made + fail

    def status(self):
        """The state at the gateway's own time."""
        now = self.world.now()
        if self.end is None and self.fail_at is not None and now >= self.fail_at:
            self.end, self.error = "failed", "The provider failed"
        if self.end is None and self.finish_at is not None and now >= self.finish_at:
            self.end = "completed"
        stall = 7200 if bent("stall-two-hours") else STALL
        if self.kind == "image" and now >= self.made + stall and (self.end is None or self.end == "completed" and self.finish_at
                                                                  and self.finish_at > self.made + stall):
            self.end, self.error = "failed", "The job stalled: it did not finish within one hour"
        waiting = self.started_at is None or now < self.started_at or bent("never-in-progress")
        return self.end or ("queued" if waiting else "in_progress")

    def envelope(self):
        """The fields every form of the job carries."""
        return {"object": f"{self.kind}.generation.job", "status": self.status(), "id": self.id, "model": self.model}


async def poll(world, request, route, kind) -> Reply:
    """Answer a poll; on a pay-per-call host it needs a payment header of the submitting wallet."""
    job = world.jobs.get(request.params["id"])
    claimable = 24 * 3600 if bent("claimable-one-day") else CLAIMABLE
    if job is None or job.kind != kind or kind == "video" and world.now() > job.made + claimable:
        raise Refuse(404, {"error": "Job not found"})
    if world.host == "account":
        if job.owner != request.key and not bent("account-job-open"):
            raise Refuse(404, {"error": "Job not found"})
        return _account_poll(world, job)
    more = {"model": job.model, "job_id": job.id}
    try:
        if payment.read_payload(request) is None:
            raise payment.challenge(world, request, job.plan, more=more)
        grant = payment.verify(world, request, job.plan, claimed_ok=not bent("poll-needs-fresh"))
    except Wrong as wrong:
        raise payment.challenge(world, request, job.plan, "Payment verification failed", wrong.code, wrong.why, more)
    if grant.payer != job.owner and not bent("poll-any-wallet"):
        raise Refuse(403, {"payer_wallet": grant.payer, "error": "Payment payer mismatch"})
    return _wallet_poll(world, request, route, job, grant)


def _unfinished(job):
    """The answer for a job that runs or has failed, else None."""
    status = job.status()
    if status == "failed":
        code = 502 if bent("failed-poll-502") else 200
        return Reply(code, {"payment_status": "not_charged", "note": "Nothing was charged for this job.", "error": job.error, **job.envelope()})
    if status != "completed":
        return Reply(202, {
            "note": "Still at work; poll again in a few seconds.", "payment_status": "verified", **job.envelope()})
    return None


def _finished(job, status):
    host = job.world.host
    body = {**job.result, "status": "completed", "model": job.model, "price": job.price,
            "payment": {"network": settings.NETWORK[host] or "account", "tx_hash": job.tx_hash, "status": status}}
    return body


def _wallet_poll(world, request, route, job, grant):
    early = _unfinished(job)
    if early is not None:
        return early
    if job.tx_hash is None or bent("settle-every-poll"):
        chosen = job.grant
        if payment.is_too_late(world, chosen) and world.claims.get(grant.claim) is None and not bent("fresh-signature-unused"):
            chosen = grant
            if not bent("fresh-signature-reusable"):
                world.claims[grant.claim] = job
        tx_hash = payment.settle_grant(world, chosen, f"GET {route.shown()}")
        if tx_hash is None:
            raise payment.challenge(world, request, job.plan, "Payment settlement failed", "PAYMENT_SETTLEMENT_FAILED",
                                    "The result is ready; poll again or sign a fresh authorization.", {"model": job.model, "job_id": job.id})
        job.tx_hash = tx_hash
        return Reply(200, _finished(job, "settled"), payment.receipt_headers(world, chosen, tx_hash))
    return Reply(200, _finished(job, "settled" if bent("always-settled") else "already_settled"),
                 payment.receipt_headers(world, job.grant, job.tx_hash))


def _account_poll(world, job):
    early = _unfinished(job)
    if early is not None:
        if job.status() == "failed" and job.hold:
            if not bent("failed-clip-reserved"):
                job.hold.release()
            job.hold = None
            account.record(world, job.request, job.plan, account.cost_ceiling(job.plan) if bent("account-failed-job-charged") else 0, {}, "failed")
        return early
    status = "already_settled"
    if job.hold:
        status = "settled"
        job.hold.release()
        job.hold = job.hold if bent("account-poll-charges-again") else None
        due = account.cost_ceiling(job.plan)
        if bent("video-charge-with-fee"):
            due = job.plan.price
        account.record(world, job.request, job.plan, due, {})
    job.tx_hash = job.tx_hash or "account-" + secrets.token_hex(8)
    return Reply(200, _finished(job, status))


def price_text(caller):
    """The price of a call as text: whole micro-dollars on chain, exact on the account host."""
    return show(account.cost_ceiling(caller.plan)) if caller.host == "account" else show_micro(caller.plan.amount())


def deliver(world, machine, name, event, detail):
    """Control events of both job machines."""
    job = world.jobs.get(name)
    if job is None or machine != job.kind + "_job":
        return "unknown"
    if event not in ("started", "finished", "failed"):
        return "bad"
    if job.status() in ("queued", "in_progress"):
        if event == "started":
            job.started_at = world.now()
        else:
            job.end, job.finish_at = "completed" if event == "finished" else "failed", world.now()
            job.error = "The provider failed" if event == "failed" else None
    return None


def new_id(prefix="hj_"):
    """A job id."""
    return prefix + secrets.token_hex(12)
