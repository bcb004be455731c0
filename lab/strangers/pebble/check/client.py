"""A small synchronous client: plain calls, paid calls and control calls."""

import base64
import http.client
import json
import os
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlparse

from wire.eip712 import separator, transfer_digest
from wire.secp import address_of, sign


@dataclass
class Answer:
    """A status, lower-case headers and a body."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def json(self) -> Any:
        """The body as JSON; an empty object when it is none."""
        try:
            return json.loads(self.raw)
        except ValueError:
            return {}

    @property
    def text(self) -> str:
        """The body as text."""
        return self.raw.decode("utf-8", "replace")


class Origin:
    """One kept connection to an origin."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        parsed = urlparse(url)
        self.place = (parsed.hostname or "127.0.0.1", parsed.port or 80)
        self.headers = headers
        self.link = http.client.HTTPConnection(*self.place, timeout=20)

    def call(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """One request."""
        payload = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        sent = {**self.headers, **(headers or {})}
        if payload is not None:
            sent.setdefault("content-type", "application/json")
        for attempt in (0, 1):
            try:
                self.link.request(method, path, payload, sent)
                got = self.link.getresponse()
                raw = got.read()
                return Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, raw)
            except (ConnectionError, http.client.HTTPException):
                self.link.close()
                if attempt:
                    raise
        raise AssertionError("unreachable")


class Wallet:
    """A key that signs authorizations for requirements."""

    def __init__(self, key: str) -> None:
        self.key = int(key, 16)
        self.address = address_of(self.key)

    def pay(self, need: dict[str, Any], now: float, **change: Any) -> str:
        """A payment header; `change` bends single fields."""
        nonce = change.get("nonce") or "0x" + secrets.token_hex(32)
        value = int(change.get("value", need["amount"]))
        to = change.get("to", need["payTo"])
        after = int(change.get("after", now - 60))
        before = int(change.get("before", now + need["maxTimeoutSeconds"]))
        chain = int(need["network"].split(":")[1])
        domain = separator(need["extra"]["name"], need["extra"]["version"], chain, need["asset"])
        digest = transfer_digest(domain, self.address, to, value, after, before, nonce)
        signature = change.get("signature") or "0x" + sign(digest, self.key).hex()
        auth = {"from": self.address, "to": to, "value": str(value), "validAfter": str(after), "validBefore": str(before), "nonce": nonce}
        accepted = {**need, **change.get("accepted", {})}
        payload = {"x402Version": 2, "accepted": accepted, "payload": {"signature": signature, "authorization": auth}}
        return base64.b64encode(json.dumps(payload).encode()).decode()


class Desk:
    """Everything a probe needs: the gateway, its control API, wallets and keys."""

    def __init__(self, url: str, control: str, token: str) -> None:
        self.url = url
        key = os.environ.get("API_KEY", "")
        self.site = Origin(url, {"authorization": f"Bearer {key}"} if key else {})
        self.open = Origin(url, {})
        self.control = Origin(control, {"authorization": f"Bearer {token}"})
        self.payer = Wallet(os.environ["PAYER_KEY"]) if os.environ.get("PAYER_KEY") else None
        self.other = Wallet(os.environ["OTHER_KEY"]) if os.environ.get("OTHER_KEY") else None

    def get(self, path: str, **more: Any) -> Answer:
        """A GET as the caller."""
        return self.site.call("GET", path, None, more.get("headers"))

    def post(self, path: str, body: Any, **more: Any) -> Answer:
        """A POST as the caller."""
        return self.site.call("POST", path, body, more.get("headers"))

    def steer(self, name: str, body: dict[str, Any]) -> Answer:
        """A control call."""
        return self.control.call("POST", f"/control/v1/{name}", body)

    def now(self) -> float:
        """The gateway's time."""
        text = self.control.call("GET", "/control/v1/clock").json["now"]
        return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()

    def need(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """The requirement of a paid call."""
        return self.site.call(method, path, body).json["accepts"][0]

    def header(self, need: dict[str, Any], wallet: Wallet | None = None, **change: Any) -> dict[str, str]:
        """The header that pays a requirement."""
        who = wallet or self.payer
        assert who is not None
        return {"payment-signature": who.pay(need, self.now(), **change)}

    def paid(self, method: str, path: str, body: Any = None, wallet: Wallet | None = None, **change: Any) -> Answer:
        """A challenge and its payment."""
        need = self.need(method, path, body)
        return self.site.call(method, path, body, self.header(need, wallet, **change))

    def buy(self, path: str, body: Any, **more: Any) -> Answer:
        """A paid POST."""
        return self.paid("POST", path, body, **more)

    def ledger(self, wallet: Wallet | None = None) -> list[dict[str, Any]]:
        """What was settled for a wallet."""
        who = wallet or self.payer
        assert who is not None
        return self.control.call("GET", f"/control/v1/ledger?payer={who.address}").json["transfers"]

    def key(self, balance: str = "10.00") -> "Origin":
        """A fresh account as an origin of its own."""
        secret = self.steer("keys", {"balance_usd": balance}).json["api_key"]
        return Origin(self.url, {"authorization": f"Bearer {secret}"})
