"""What the probes of the account host share: an account, exact costs and bodies."""

from decimal import Decimal
from typing import Any

from check.client import Answer, Desk, Origin
from ops.models import ALL

CHAT = "vireo/5.2"
FLEX = "vireo/5-mini"
LONG = "vireo/5.5"
CHAT_ROUTE = "POST /v1/chat/completions"
PER = Decimal(1_000_000)


def body(model: str = CHAT, text: str = "How heavy is a pebble?", **more: Any) -> dict[str, Any]:
    """A chat request."""
    return {"model": model, "messages": [{"role": "user", "content": text}], "max_tokens": 200, **more}


def prompt_of(tokens: int) -> str:
    """A text that makes a prompt of so many tokens in one message."""
    return "a" * ((tokens - 6) * 4)


class Account:
    """A fresh account and what can be read of it."""

    def __init__(self, desk: Desk, balance: str = "10.00") -> None:
        self.desk = desk
        self.start = Decimal(balance)
        self.site: Origin = desk.key(balance)

    def post(self, path: str, request: Any) -> Answer:
        """A POST with this account's key."""
        return self.site.call("POST", path, request)

    def get(self, path: str) -> Answer:
        """A GET with this account's key."""
        return self.site.call("GET", path)

    def chat(self, **more: Any) -> Answer:
        """A chat call."""
        return self.post("/v1/chat/completions", body(**more))

    def balance(self) -> dict[str, Any]:
        """The balance body."""
        return self.get("/v1/balance").json["data"]

    def used(self) -> Decimal:
        """How much the available balance has fallen."""
        return self.start - Decimal(self.balance()["available_usd"])

    def rows(self, query: str = "window=7d") -> list[dict[str, Any]]:
        """The usage rows."""
        return self.get(f"/v1/usage?{query}").json["data"]

    def cost(self) -> Decimal:
        """The cost of the newest row."""
        return Decimal(self.rows()[0]["cost_usd"])

    def totals(self) -> dict[str, Any]:
        """The summary body."""
        return self.get("/v1/usage/summary?window=7d").json["data"]

    def csv(self) -> list[str]:
        """The lines of the CSV."""
        return self.get("/v1/usage.csv?window=7d").text.strip().split("\r\n")


def script(desk: Desk, outcome: str, route: str = CHAT_ROUTE, **detail: Any) -> None:
    """Script the next call behind a route."""
    got = desk.steer("upstream", {"route": route, "outcome": outcome, "detail": detail})
    if got.status != 204:
        raise ValueError(f"control refused {route}")


def exact(answer: Answer, model: str, flex: bool = False, long: bool = False) -> Decimal:
    """What the usage of a chat answer costs by the price sheet."""
    sheet, usage = ALL[model], answer.json["usage"]
    cached = usage.get("prompt_tokens_details", {}).get("cached_tokens", 0)
    names = ("long_input", "long_cached", "long_output") if long else ("input", "cached", "output")
    per_in, per_cached, per_out = (Decimal(getattr(sheet, n)) / PER for n in names)
    total = (usage["prompt_tokens"] - cached) * per_in + cached * per_cached + usage["completion_tokens"] * per_out
    return total / 2 if flex else total
