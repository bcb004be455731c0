"""Short-lived Python sandboxes (simulated: a handful of commands are answered, nothing is executed)."""
import ast
import re
import secrets

from checks import Form, parse_object
from money import usd
from plan import Done, Plan
from routes import route
from switch import bent
from world import Refuse

EVERYWHERE = ("base", "solana", "account")


class Box:
    """One sandbox."""

    def __init__(self, world, owner, config):
        self.world, self.owner, self.config, self.made, self.ended = world, owner, config, world.now(), False

    def running(self):
        """False after terminate, and after the lifetime."""
        if not self.ended and self.world.now() >= self.made + self.config["timeout"] and not bent("sandbox-immortal"):
            self.ended = True
        return not self.ended


def simulate(command):
    """(stdout, stderr, returncode) of a command."""
    if command[0] == "echo":
        return " ".join(command[1:]) + "\n", "", 0
    if command[0] in ("python", "python3") and command[1:2] == ["-c"] and len(command) > 2:
        printed = re.fullmatch(r"\s*print\((.*)\)\s*", command[2], re.S)
        try:
            value = ast.literal_eval(printed.group(1)) if printed else ""
            return (f"{value}\n" if printed else ""), "", 0
        except (ValueError, SyntaxError):
            sums = re.fullmatch(r"\s*(\d+)\s*([+*-])\s*(\d+)\s*", printed.group(1))
            if sums:
                left, sign, right = int(sums[1]), sums[2], int(sums[3])
                return f"{left + right if sign == '+' else left * right if sign == '*' else left - right}\n", "", 0
            return "", "", 0
    if command[0] in ("ls", "true", "pwd", "python", "python3", "pip", "cat", "sh", "bash"):
        return "", "", 0
    return "", f"{command[0]}: command not found\n", 127


def _plan(price, run):
    price = usd(price)
    return Plan(price, run, metered=price - usd("0.001"))


@route("POST", "/api/v1/{sandbox}/sandbox/create", EVERYWHERE, price="0.011")
def create(world, request):
    """Make a sandbox."""
    form = Form(parse_object(request))
    image = form.text("image", default="python:3.11", options=("python:3.11",))
    timeout = form.integer("timeout", default=300, least=1, most=300)
    cpu = form.number("cpu", default=1.0, least=0.05, most=1.0)
    memory = form.integer("memory", default=512, least=64, most=1024)
    for name in ("gpu", "setup_commands"):
        if form.body.get(name):
            form.complain(name, "is not enabled")
    form.close()

    async def run(caller):
        await caller.upstream()
        name = "bx-" + secrets.token_hex(8)
        config = {"gpu": None, "memory": memory, "cpu": cpu, "timeout": timeout, "image": image}
        world.sandboxes[name] = Box(world, caller.identity, config)
        return Done({"config": config, "created_at": world.stamp(), "status": "running", "sandbox_id": name})
    return _plan("0.011", run)


def _named(request, *more):
    form = Form(parse_object(request))
    return form, form.text("sandbox_id", required=True, least=1)


def _box(world, caller, name):
    box = world.sandboxes.get(name)
    if box is None or box.owner != caller.identity:
        raise Refuse(404, {"error": "No sandbox of yours has this id", "sandbox_id": name})
    return box


@route("POST", "/api/v1/{sandbox}/sandbox/exec", EVERYWHERE, price="0.002")
def execute(world, request):
    """Run one command."""
    form, name = _named(request)
    command = form.things("command", str, required=True, least=1, most=1000)
    form.integer("timeout", default=60, least=1)
    form.close()

    async def run(caller):
        box = _box(world, caller, name)
        if not box.running():
            raise Refuse(404, {"error": "This sandbox is terminated", "sandbox_id": name})
        await caller.upstream()
        if bent("exec-renews-lifetime"):
            box.made = world.now()
        out, err, code = simulate(command)
        return Done({"returncode": code, "stderr": err, "stdout": out, "sandbox_id": name})
    return _plan("0.002", run)


@route("POST", "/api/v1/{sandbox}/sandbox/status", EVERYWHERE, price="0.002")
def status(world, request):
    """The state of a sandbox."""
    form, name = _named(request)
    form.close()

    async def run(caller):
        box = _box(world, caller, name)
        await caller.upstream()
        running = box.running()
        return Done({"returncode": None if running and not bent("running-returncode-zero") else 0, "status": "running" if running else "terminated", "sandbox_id": name})
    return _plan("0.002", run)


@route("POST", "/api/v1/{sandbox}/sandbox/terminate", EVERYWHERE, price="0.002")
def terminate(world, request):
    """End a sandbox; ending it twice changes nothing."""
    form, name = _named(request)
    form.close()

    async def run(caller):
        box = _box(world, caller, name)
        await caller.upstream()
        if bent("terminate-twice-404") and not box.running():
            raise Refuse(404, {"error": "This sandbox is terminated"})
        box.ended = True
        return Done({"status": "terminated", "sandbox_id": name})
    return _plan("0.002", run)
