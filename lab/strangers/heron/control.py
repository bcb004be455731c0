"""The control contract: an API of its own port that moves time, scripts upstreams and reads the ledger."""
import json
import secrets
from fractions import Fraction

import routes
import ed25519
import ethereum
import jobs
import realface
import background
import voice
from http_server import Reply
from world import Account

OUTCOMES = ["succeed", "fail", "reject", "timeout", "slow", "cut", "empty", "capacity", "no_tier", "other_tier",
            "mirror_fail", "unconfigured"]
OFFERED = {"base": ["clock", "upstream", "settlement", "ledger", "fund", "allow", "events", "reset"],
           "account": ["clock", "upstream", "keys", "events", "reset"]}
OFFERED["solana"] = OFFERED["base"]


class Trouble(Exception):
    """A control call that cannot be done: status and sentence."""


class Control:
    """The request handler of the control port."""

    def __init__(self, world, token):
        self.world, self.token = world, token

    async def __call__(self, request) -> Reply:
        """Check the token, then do one call."""
        if request.header("authorization") != f"Bearer {self.token}":
            return Reply(401, {"error": "the control token is missing or wrong"})
        try:
            body = json.loads(request.body or b"{}")
            if not isinstance(body, dict):
                raise ValueError
            answer = self.call(request, body)
        except Trouble as trouble:
            return Reply(trouble.args[0], {"error": trouble.args[1]})
        except (KeyError, TypeError, ValueError) as wrong:
            return Reply(400, {"error": f"the call could not be read: {wrong!r}"})
        return Reply(204) if answer is None else Reply(200, answer)

    def call(self, request, body):
        """Dispatch by the last part of the path."""
        name = request.path.removeprefix("/control/v1").strip("/")
        if request.path == "/control/v1" and request.method == "GET":
            return {"control": 1, "capabilities": OFFERED[self.world.host], "outcomes": OUTCOMES}
        work = getattr(self, f"{request.method.lower()}_{name}", None)
        if not name.isalpha() or work is None or name not in OFFERED[self.world.host]:
            raise Trouble(404, "this deployment has no such control call")
        return work(request, body)

    def post_reset(self, request, body):
        """Drop all state."""
        self.world.reset()

    def get_clock(self, request, body):
        """The gateway's time."""
        return {"now": self.world.stamp()}

    def post_clock(self, request, body):
        """Move the gateway's time forward."""
        step = body["advance_seconds"]
        if isinstance(step, bool) or not isinstance(step, (int, float)) or step < 0:
            raise Trouble(400, "advance_seconds must be a number of at least 0")
        self.world.offset += step
        return {"now": self.world.stamp()}

    def post_upstream(self, request, body):
        """Script the upstream of a route."""
        method, _, path = body["route"].partition(" ")
        outcome, times, detail = body["outcome"], body.get("times", 1), body.get("detail") or {}
        if outcome not in OUTCOMES or not isinstance(times, int) or isinstance(times, bool) or times < 1 or not isinstance(detail, dict):
            raise Trouble(400, "outcome, times or detail is not one that can be scripted")
        found = [entry for entry in routes.find_scripted(self.world.host, method.upper(), path) if entry.upstream]
        if not found:
            raise Trouble(404, f"nothing stands behind {body['route']}")
        script = {"outcome": outcome, "times": times, "detail": detail}
        for entry in found:
            self.world.scripts.pop(entry.template, None)
            if outcome != "succeed":
                self.world.scripts[entry.template] = script

    def post_settlement(self, request, body):
        """Make the next settlements fail."""
        if body["outcome"] not in ("fail", "succeed"):
            raise Trouble(400, "outcome must be fail or succeed")
        self.world.failing_settlements = int(body.get("times", 1)) if body["outcome"] == "fail" else 0

    def get_ledger(self, request, body):
        """Settled transfers, oldest first."""
        wanted = request.query.get("payer")
        same = self.world.wallet_key
        return {"transfers": [t for t in self.world.ledger if wanted is None or same(t["payer"]) == same(wanted)]}

    def _address(self, body):
        address = body["address"]
        if self.world.host == "base" and not ethereum.is_address(address):
            raise Trouble(400, "address must be an EVM address")
        if self.world.host == "solana" and len(ed25519.unbase58(address)) != 32:
            raise Trouble(400, "address must be a base58 public key")
        return self.world.wallet_key(address)

    def post_fund(self, request, body):
        """Set the test balance of a wallet."""
        amount = int(body["amount"])
        if amount < 0:
            raise Trouble(400, "amount must be at least 0")
        self.world.balances[self._address(body)] = amount

    def post_allow(self, request, body):
        """Put a wallet on the enterprise allowlist."""
        self.world.allowed.add(self._address(body))

    def post_keys(self, request, body):
        """Make an account key."""
        balance = Fraction(str(body["balance_usd"]))
        if balance < 0:
            raise Trouble(400, "balance_usd must be at least 0")
        key = "heron-" + secrets.token_urlsafe(24)
        self.world.keys[key] = Account(balance)
        return {"api_key": key}

    def post_events(self, request, body):
        """Deliver an event of the outside world."""
        machine, event, name = body["machine"], body["event"], body["id"]
        deliver = {"image_job": jobs.deliver, "video_job": jobs.deliver, "background_response": background.deliver,
                   "realface": realface.deliver, "voice_call": voice.deliver}.get(machine)
        if deliver is None:
            raise Trouble(400, "there is no such machine")
        said = deliver(self.world, machine, name, event, body.get("detail") or {})
        if said == "unknown":
            raise Trouble(404, "no resource has this id")
        if said == "bad":
            raise Trouble(400, "this machine has no such event")
