"""Short-lived Python sandboxes, simulated."""

from typing import Any

from gate.check import Fields, invalid
from gate.deal import Sold, begin, finish, flat, sell
from gate.fault import on
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.state import STATE, iso, new_id
from gate.upstream import Outcome
from wire.http import HttpError, Request, Response

IMAGE = "python:3.11"


def _state(box: dict[str, Any]) -> str:
    life = 300 if on("a-box-lifetime") else box["config"]["timeout"]
    if box["status"] == "running" and STATE.now() >= box["created"] + life:
        box["status"] = "terminated"
    return box["status"]


async def create(req: Request) -> Response:
    """Start a sandbox."""
    fields = Fields(req.json() if req.body else {})
    image = fields.string("image", default=IMAGE)
    if image != IMAGE:
        fields.issue("image", f"must be {IMAGE}")
    timeout = fields.integer("timeout", 1, 300, 300)
    cpu = fields.number("cpu", 0.05, 1.0)
    memory = fields.integer("memory", 1, 1024, 512)
    for name in ("gpu", "setup_commands"):
        if fields.source.get(name):
            fields.issue(name, "is not enabled")
    fields.done()
    config = {"timeout": timeout, "image": image, "cpu": 1.0 if cpu is None else cpu, "gpu": None, "memory": memory}

    def run(outcome: Outcome, deal: Deal) -> Sold:
        name = new_id("box-")
        box = {"sandbox_id": name, "status": "running", "created": STATE.now(), "owner": deal.payer, "config": config}
        STATE.boxes[name] = box
        return Sold({"sandbox_id": name, "status": "running", "created_at": iso(box["created"]), "config": config})

    return await sell(req, Quote(flat("0.011")), run)


def _output(command: list[str]) -> tuple[str, str, int]:
    """What a few plain commands print."""
    if command[0] == "echo":
        return " ".join(command[1:]) + "\n", "", 0
    if command[0] == "false":
        return "", "", 1
    text = command[-1] if command[0].startswith("python") else ""
    if text.startswith("print(") and text.endswith(")"):
        return text[6:-1].strip("'\"") + "\n", "", 0
    return "", "", 0


def _owned(deal: Deal, name: str) -> dict[str, Any]:
    box = STATE.boxes.get(name)
    if box is None or box["owner"] != deal.payer:
        raise HttpError(404, {"error": "Sandbox not found"})
    return box


async def _use(req: Request, act: str) -> Response:
    fields = Fields(req.json())
    name = fields.must("sandbox_id")
    command = fields.strings("command", True, 1) if act == "exec" else []
    if act == "exec":
        fields.integer("timeout", 1, None, 60)
    fields.done()
    deal = begin(req, Quote(flat("0.002")))
    try:
        box = _owned(deal, name)
        if act == "exec" and _state(box) != "running":
            raise invalid("sandbox_id", "has been terminated")
        if act == "terminate" and on("a-box-terminate-twice") and _state(box) != "running":
            raise HttpError(404, {"error": "Sandbox not found"})
    except HttpError:
        deal.drop()
        raise

    def run(outcome: Outcome, deal: Deal) -> Sold:
        if act == "exec":
            out, err, code = _output(command)
            return Sold({"stdout": out, "stderr": err, "sandbox_id": name, "returncode": code})
        if act == "terminate":
            box["status"] = "terminated"
            return Sold({"status": "terminated", "sandbox_id": name})
        state = _state(box)
        return Sold({"returncode": None if state == "running" else 0, "status": state, "sandbox_id": name})

    return await finish(req, deal, run)


async def execute(req: Request) -> Response:
    """Run a command."""
    return await _use(req, "exec")


async def status(req: Request) -> Response:
    """Whether it runs."""
    return await _use(req, "status")


async def terminate(req: Request) -> Response:
    """End it; again is a no-op."""
    return await _use(req, "terminate")


TABLE: list[Op] = ops(
    ("POST", "{sandbox}/sandbox/create", create, True),
    ("POST", "{sandbox}/sandbox/exec", execute, True),
    ("POST", "{sandbox}/sandbox/status", status, True),
    ("POST", "{sandbox}/sandbox/terminate", terminate, True),
)
