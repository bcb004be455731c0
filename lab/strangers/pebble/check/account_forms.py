"""Probes of bodies, decisions and tools of the account host."""

from typing import Any

from check.client import Answer, Desk
from check.registry import fault
from check.tools import Account, body, script
from gate.state import SEGMENTS


def _decide(who: Account, **question: Any) -> Answer:
    return who.post("/v1/decide", {"state": "The sky is blue today.", "questions": {"q": {"instructions": "What is it?", **question}}})


@fault("a-top-k-zero", "Messages refuse a top_k of 0.", "top_k | integer | no | Minimum 0.")
def top_k(d: Desk) -> bool:
    who = Account(d)
    request = body("orchid/verse-5")
    seen = [who.post("/v1/messages", {**request, "top_k": k}).status for k in (0, 1, -1)]
    return seen == [200, 200, 400]


@fault("a-query-bytes", "The length of a search query is counted in bytes.", "`query` string, required, length 1 to 1000")
def query_bytes(d: Desk) -> bool:
    who = Account(d)
    return [who.post("/v1/search", {"query": "é" * n}).status for n in (1000, 1001)] == [200, 400]


@fault("a-remaining-400", "A refused decision carries no x-ratelimit-remaining.", "`x-ratelimit-remaining` is on every response")
def remaining(d: Desk) -> bool:
    got = _decide(Account(d), type="guess")
    return got.status == 400 and "x-ratelimit-remaining" in got.headers


@fault(
    "a-legend-shifted", "The legend of a score numbers its rungs otherwise than the probabilities.",
    "`legend` maps rung index to text; `probabilities` maps rung index to a number",
)  # fmt: skip
def legend(d: Desk) -> bool:
    got = _decide(Account(d), type="score", criteria=["grey", "pale", "blue"]).json["answers"]["q"]
    return set(got["legend"]) == set(got["probabilities"])


@fault("a-choice-top-ten", "Only the ten best labels of a choice get a share.", "`probabilities` maps every label to a share")
def every_label(d: Desk) -> bool:
    labels = {f"l{i}": f"meaning {i}" for i in range(30)}
    got = _decide(Account(d), type="choice", criteria=labels).json["answers"]["q"]
    return set(got["probabilities"]) == set(labels)


@fault("a-cursor-ignored", "Every cursor gives the first page again.", "`cursor` (optional, the previous `next_cursor`)")
def cursor(d: Desk) -> bool:
    who = Account(d)
    path, ask = f"/v1/{SEGMENTS['social']}/users/followers", {"username": "pebble"}
    first = who.post(path, ask).json
    second = who.post(path, {**ask, "cursor": first["next_cursor"]}).json
    return not {u["id"] for u in first["followers"]} & {u["id"] for u in second["followers"]}


@fault(
    "a-websearch-4xx", "A 4xx status of the search provider becomes 400.",
    "Web-search upstream 4xx statuses (400 to 499) pass through with `error: Bad Request`, `status` and `details`",
)  # fmt: skip
def passes(d: Desk) -> bool:
    who = Account(d)
    script(d, "reject", "POST /v1/{websearch}/search", status=422)
    got = who.post(f"/v1/{SEGMENTS['websearch']}/search", {"query": "pebbles"})
    return got.status == 422 and got.json["status"] == 422 and who.used() == 0


@fault("a-box-lifetime", "A sandbox lives 300 seconds whatever its timeout.", "auto-terminate at the configured timeout")
def lifetime(d: Desk) -> bool:
    who = Account(d)
    base = f"/v1/{SEGMENTS['sandbox']}/sandbox"
    name = who.post(f"{base}/create", {"timeout": 60}).json["sandbox_id"]
    before = who.post(f"{base}/status", {"sandbox_id": name}).json["status"]
    d.steer("clock", {"advance_seconds": 120})
    return (before, who.post(f"{base}/status", {"sandbox_id": name}).json["status"]) == ("running", "terminated")


@fault("a-img-strict", "Unknown fields of an image request are refused.", "Unknown fields (quality, style, response_format and similar) are ignored.")
def unknown(d: Desk) -> bool:
    request = {"model": "vireo/canvas-1", "prompt": "a pebble", "quality": "hd", "style": "vivid"}
    return Account(d).post("/v1/images/generations", request).status == 200


@fault("a-input-messages-only", "Responses refuse input items that are no messages.", "Array of input items (messages, function_call_output, reasoning replays).")
def items(d: Desk) -> bool:
    call = {"type": "function_call", "call_id": "c1", "name": "weigh", "arguments": "{}"}
    said = {"type": "function_call_output", "call_id": "c1", "output": "40 grams"}
    request = {"model": "vireo/5.1", "input": [{"role": "user", "content": "How heavy?"}, call, said]}
    return Account(d).post("/v1/responses", request).status == 200
