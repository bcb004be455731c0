"""A client for smoke runs and probes: plain calls, paid calls, control calls."""
import base64
import http.client
import json
import time
from datetime import datetime
from urllib.parse import urlsplit

import settings
import wallets

SEGMENT = settings.SEGMENTS


class Answer:
    """Status, headers, and the body as JSON where it is JSON."""

    def __init__(self, raw):
        self.status, self.text = raw.status, None
        self.headers = {}
        for name, value in raw.getheaders():
            self.headers[name.lower()] = value
        data = raw.read()
        self.text = data.decode("utf-8", "replace")
        try:
            self.json = json.loads(data)
        except ValueError:
            self.json = None

    def amount(self):
        """The amount of a challenge in micro-dollars."""
        return int(self.json["accepts"][0]["amount"])

    def code(self):
        """The code field of a body."""
        return self.json.get("code") if isinstance(self.json, dict) else None


class Client:
    """Talks to one gateway."""

    def __init__(self, url, control, token, env):
        self.address, self.control_address, self.token = urlsplit(url).netloc, urlsplit(control).netloc, token
        self.payer, self.other, self.key = env.get("PAYER_KEY"), env.get("OTHER_KEY"), env.get("API_KEY")
        self.host = "account" if self.key and not self.payer else "solana" if self.payer and not self.payer.startswith("0x") else "base"
        self.lines = {}

    def _send(self, address, method, path, body, headers):
        for attempt in (1, 2):
            line = self.lines.pop(address, None) or http.client.HTTPConnection(address, timeout=60)
            try:
                line.request(method, path, body, headers)
                answer = Answer(line.getresponse())
                self.lines[address] = line
                return answer
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                if attempt == 2:
                    raise

    def call(self, method, path, body=None, key=None, **headers):
        """A call of the public port."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if isinstance(body, (dict, list)):
            body, sent = json.dumps(body), {"content-type": "application/json", **sent}
        if self.host == "account" and "authorization" not in sent and key is not False:
            sent["authorization"] = "Bearer " + (key or self.key)
        return self._send(self.address, method, path, body, sent)

    def get(self, path, **more):
        """GET."""
        return self.call("GET", path, **more)

    def post(self, path, body=None, **more):
        """POST."""
        return self.call("POST", path, {} if body is None else body, **more)

    def control(self, method, name, body=None):
        """A control call; its JSON."""
        answer = self._send(self.control_address, method, f"/control/v1/{name}", json.dumps(body or {}) if method == "POST" else None,
                            {"authorization": "Bearer " + self.token})
        if answer.status >= 400:
            raise RuntimeError(f"control {name}: {answer.status} {answer.text}")
        return answer.json

    def advance(self, seconds):
        """Move the clock."""
        self.control("POST", "clock", {"advance_seconds": seconds})

    def script(self, route, outcome, times=1, **detail):
        """Script an upstream."""
        self.control("POST", "upstream", {"route": route, "outcome": outcome, "times": times, "detail": detail})

    def event(self, machine, name, event, **detail):
        """Deliver an event."""
        self.control("POST", "events", {"machine": machine, "id": name, "event": event, "detail": detail})

    def ledger(self):
        """All transfers."""
        return self.control("GET", "ledger")["transfers"]

    def now(self):
        """The gateway's time."""
        return datetime.fromisoformat(self.control("GET", "clock")["now"].replace("Z", "+00:00")).timestamp() if self.control else time.time()

    def wallet(self, key=None):
        """The address of a key."""
        return wallets.address(self.host, key or self.payer)

    def sign(self, challenge, key=None, need=None, **change):
        """A payment payload for a challenge."""
        need = dict(need or challenge.json["accepts"][0])
        if self.host == "solana":
            return wallets.sign_solana(key or self.payer, need, **change)
        return wallets.sign_evm(key or self.payer, need, self.now(), **change)

    def send(self, method, path, body, payload, header="payment-signature"):
        """A call with a payment header."""
        return self.call(method, path, body, **{header: payload if isinstance(payload, str) else wallets.pack(payload)})

    def pay(self, method, path, body=None, key=None, **change):
        """Ask, sign, ask again. The first answer where it is no challenge."""
        body = {} if body is None and method == "POST" else body
        first = self.call(method, path, body)
        if first.status != 402 or self.host == "account":
            return first
        return self.send(method, path, body, self.sign(first, key, **change))

    def receipt(self, answer):
        """The decoded receipt of a paid answer."""
        return json.loads(base64.b64decode(answer.headers["payment-response"]))
