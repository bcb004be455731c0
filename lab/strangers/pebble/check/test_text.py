"""Probes of text models and search on the per-call host."""

from typing import Any

from check.client import Desk
from check.registry import fault

CHAT = "/api/v1/chat/completions"
TOKENS = "tokens at provider cost plus flat 0.001 USD"


def _body(**more: Any) -> dict[str, Any]:
    return {"model": "vireo/5.5", "messages": [{"role": "user", "content": "How heavy?"}], "max_tokens": 1000, **more}


def _amount(d: Desk, path: str, body: dict[str, Any]) -> int:
    return int(d.need("POST", path, body)["amount"])


@fault("t-chat-margin", "Chat quotes carry 5 percent.", "Chat, messages and responses add no platform margin.")
def margin(d: Desk) -> bool:
    return _amount(d, CHAT, _body(max_tokens=2000)) - _amount(d, CHAT, _body()) == 14_000


@fault("t-chat-no-fee", "Chat quotes leave the fee out.", TOKENS)
def fee(d: Desk) -> bool:
    body = d.post(CHAT, _body()).json
    parts = body["price"]["breakdown"]
    cost = float(parts["inputCost"]) + float(parts["outputCost"]) + float(parts["margin"])
    return 999 <= int(body["accepts"][0]["amount"]) - cost * 1e6 <= 1001


@fault("t-output-unpriced", "Chat quotes leave the output out.", TOKENS)
def output(d: Desk) -> bool:
    return _amount(d, CHAT, _body(max_tokens=2000)) > _amount(d, CHAT, _body())


@fault("t-no-breakdown", "The chat challenge has no price.breakdown.", "The chat 402 body also carries `price.breakdown{inputCost, outputCost, margin}`.")
def breakdown(d: Desk) -> bool:
    return set(d.post(CHAT, _body()).json["price"].get("breakdown", {})) == {"inputCost", "outputCost", "margin"}


@fault("t-messages-system-role", "Messages take the role system.", "`role` is `user` or `assistant`.")
def role(d: Desk) -> bool:
    body = _body(model="orchid/brief-4.5", messages=[{"role": "system", "content": "x"}, {"role": "user", "content": "y"}])
    return d.post("/api/v1/messages", body).status == 400


@fault("t-prefix-needed", "Responses need the provider prefix.", "the provider prefix is optional")
def prefix(d: Desk) -> bool:
    return d.post("/api/v1/responses", {"model": "5.6-mini", "input": "hello"}).status == 402


@fault("t-search-no-margin", "Search is priced without its 5 percent.", "`max_results` times 0.02625 plus 0.001 per call")
def search_margin(d: Desk) -> bool:
    return _amount(d, "/api/v1/search", {"query": "pebbles", "max_results": 4}) == 106_000


@fault("t-search-default", "max_results is 5 by default.", "(default 10 gives 0.2635)")
def search_default(d: Desk) -> bool:
    return _amount(d, "/api/v1/search", {"query": "pebbles"}) == 263_500


@fault("t-cut-charged", "A stream that was cut is settled.", "upstream call fails or is rejected | | not charged | nothing settles")
def cut(d: Desk) -> bool:
    need = d.need("POST", CHAT, _body(stream=True))
    d.steer("upstream", {"route": f"POST {CHAT}", "outcome": "cut"})
    got = d.site.call("POST", CHAT, _body(stream=True), d.header(need))
    return "event: error" in got.text and d.ledger() == []


@fault("t-native-open", "Every payer may use the native passthrough.", "token-based; only allowlisted enterprise payers")
def native(d: Desk) -> bool:
    path = "/api/v1beta/models/3-flash:generateContent"
    got = d.buy(path, {"contents": [{"parts": [{"text": "hello"}]}]})
    return got.status >= 400 and d.ledger() == []
