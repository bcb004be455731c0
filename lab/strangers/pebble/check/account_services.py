"""Probes of live search, web search, social data and sandboxes of the account host."""

from check.client import Desk
from check.registry import fault
from check.tools import Account, script
from gate.state import SEGMENTS


@fault("a-search-zero", "A search takes max_results of 0 as if it were left out.", "`max_results` integer 1 to 50, default 10 (results per source)")
def zero(d: Desk) -> bool:
    who = Account(d)
    return [who.post("/v1/search", {"query": "pebbles", "max_results": n}).status for n in (0, 1)] == [400, 200]


@fault(
    "a-websearch-timeout-504", "A timeout of the web-search provider is 504.",
    "a gateway error or a 30 second upstream timeout is 500 `Internal server error`",
)  # fmt: skip
def late(d: Desk) -> bool:
    who = Account(d)
    script(d, "timeout", "POST /v1/{websearch}/answer")
    got = who.post(f"/v1/{SEGMENTS['websearch']}/answer", {"query": "pebbles"})
    return got.status == 500 and got.json["error"] == "Internal server error" and who.used() == 0


@fault(
    "a-lookup-at-dupes", "Duplicates are removed before the leading @ is, so that one user with and without it counts twice.",
    "leading @ stripped; duplicates removed",
)  # fmt: skip
def dupes(d: Desk) -> bool:
    got = Account(d).post(f"/v1/{SEGMENTS['social']}/users/lookup", {"usernames": ["pebble", "@pebble", "pebble"]}).json
    return [user["userName"] for user in got["users"]] == ["pebble"] and got["total_requested"] == 1


@fault("a-box-terminate-twice", "Terminating a sandbox again answers 404.", "terminate on a terminated sandbox is a no-op")
def again(d: Desk) -> bool:
    who = Account(d)
    base = f"/v1/{SEGMENTS['sandbox']}/sandbox"
    name = who.post(f"{base}/create", {}).json["sandbox_id"]
    seen = [who.post(f"{base}/terminate", {"sandbox_id": name}) for _ in range(2)]
    return [(got.status, got.json.get("status")) for got in seen] == [(200, "terminated")] * 2
