"""Responses that run in the background: paid when made, polled and cancelled for nothing."""
import asyncio

import text_answers
from http_server import Reply
from plan import Done, Plan
from routes import route
from world import Refuse

RUN_SECONDS = 8


class Background:
    """One background response: in_progress until its time or an event."""

    def __init__(self, world, answer, fails, slow):
        self.world, self.answer, self.fails = world, answer, fails
        self.made = world.now()
        self.finish_at = self.made + slow
        self.end = None

    def status(self):
        """The status at the gateway's own time."""
        if self.end is None and self.fails:
            self.end = "failed"
        if self.end is None and self.world.now() >= self.finish_at:
            self.end = "completed"
        return self.end or ("queued" if self.world.now() < self.made + 1 else "in_progress")

    def shown(self):
        """The native object."""
        status = self.status()
        body = self.answer.whole(status)
        if status == "failed":
            body["error"] = {"code": "server_error", "message": "The provider failed"}
        return body


def plan_background(world, wanted, quoted):
    """The plan that makes one; it settles at once."""
    async def run(caller):
        outcome, detail = await caller.upstream(fail=lambda d: "fail" if d.get("stage") == "run" else _failed())
        answer = text_answers.Responses(wanted, world.now())
        seconds = float(detail.get("seconds", 60)) if outcome == "slow" else RUN_SECONDS
        job = Background(world, answer, outcome == "fail", seconds)
        world.background[answer.id] = job
        if wanted.stream:
            return Done(None, 200, [("content-type", "text/event-stream")], _events(job))
        return Done(job.shown(), charge=True)
    return Plan(quoted[0], run, breakdown=quoted[1], model=wanted.model.id)


def _failed():
    return Refuse(502, {"code": "UPSTREAM_FAILED", "error": "The provider failed; nothing was charged"})


async def _events(job):
    """What an attached listener hears: the beginning at once, the rest when the response has ended."""
    for event in job.answer.stream()[:2]:
        yield event
    while job.status() in ("queued", "in_progress"):
        await asyncio.sleep(0.1)
    status = job.status()
    if status == "completed":
        for event in job.answer.stream()[2:]:
            yield event
        return
    kind = "response." + ("incomplete" if status == "cancelled" else status)
    yield text_answers.sse({"type": kind, "sequence_number": 2, "response": job.shown()}, kind)


def _find(world, request):
    job = world.background.get(request.params["id"])
    if job is None:
        raise Refuse(404, {"error": "No response has this id"})
    return job


@route("GET", "/api/v1/responses/{id}", upstream=False)
def poll(world, request):
    """Poll, or attach with ?stream=true."""
    job = _find(world, request)
    if request.query.get("stream") == "true":
        return Reply(200, None, [("content-type", "text/event-stream"), ("cache-control", "no-store")], _events(job))
    return Reply(200, job.shown())


@route("POST", "/api/v1/responses/{id}/cancel", upstream=False)
def cancel(world, request):
    """Cancel; a finished response stays as it is."""
    job = _find(world, request)
    if job.status() in ("queued", "in_progress"):
        job.end = "cancelled"
    return Reply(200, job.shown())


def deliver(world, machine, name, event, detail):
    """Control events."""
    job = world.background.get(name)
    if job is None:
        return "unknown"
    if event not in ("finished", "failed"):
        return "bad"
    if job.status() in ("queued", "in_progress"):
        job.end = "completed" if event == "finished" else "failed"
    return None
