"""Probes of user lookups, the image catalog, message blocks, retry headers and market data of the account host."""

from decimal import Decimal

from check.client import Desk
from check.registry import fault
from check.tools import Account, script
from gate.state import SEGMENTS


@fault(
    "a-lookup-over-priced", "A lookup of more than 100 users is charged for all of them, though only the first 100 are queried.",
    "Price 0.002 per user, minimum 0.02 (10 users), maximum 0.20 (100).",
)  # fmt: skip
def over(d: Desk) -> bool:
    who = Account(d)
    got = who.post(f"/v1/{SEGMENTS['social']}/users/lookup", {"usernames": [f"user{i}" for i in range(130)]})
    return got.json["total_found"] == 100 and who.used() == Decimal("0.2")


@fault(
    "a-catalog-largest-size", "The image catalog shows IMG-C at 1440x1440 at the price of its smaller sizes.",
    "image and video catalog with per-call prices",
)  # fmt: skip
def largest(d: Desk) -> bool:
    who, name = Account(d), "bracken/frond"
    shown = next(row for row in who.get("/v1/images/models").json["data"] if row["id"] == name)["price_per_image"]
    who.post("/v1/images/generations", {"model": name, "prompt": "a pebble", "size": "1440x1440"})
    return who.used() == Decimal(shown["1440x1440"]) == Decimal("0.021")


@fault(
    "a-messages-tool-result", "Messages refuse a tool_result block.",
    "`content` is a string or an array of content blocks (text, image, tool_use, tool_result).",
)  # fmt: skip
def tool_result(d: Desk) -> bool:
    use = {"type": "tool_use", "id": "toolu_1", "name": "weigh", "input": {"what": "pebble"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "12 grams"}
    talk = [{"role": "user", "content": "How heavy?"}, {"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    tools = [{"name": "weigh", "input_schema": {"type": "object"}}]
    return Account(d).post("/v1/messages", {"model": "orchid/verse-5", "messages": talk, "max_tokens": 50, "tools": tools}).status == 200


@fault(
    "a-retry-header-hint", "Retry-After stays 60 when the upstream tells another time; the body tells that one.",
    "`Retry-After` (seconds; default 60 when the upstream gives none)",
)  # fmt: skip
def hint(d: Desk) -> bool:
    who = Account(d)
    script(d, "capacity", retry_after_seconds=17)
    got = who.chat()
    return got.status == 429 and got.json["retry_after_seconds"] == 17 and got.headers["retry-after"] == "17"


@fault(
    "a-market-no-key", "The free prices of crypto, currencies and commodities are served without a key.",
    "The data and tool services of document 2 are reachable on {api_url} under the same `/v1/...` paths with bearer authentication.",
)  # fmt: skip
def keyless(d: Desk) -> bool:
    path = "/v1/fx/price/EUR-USD"
    return Account(d).get(path).status == 200 and d.open.call("GET", path).status == 401
