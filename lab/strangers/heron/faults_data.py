"""Faults of sandboxes, search, social and market data, probed on Solana."""
from faults import fault
from probe_tools import A, SAND, SOCIAL, quoted, spent


@fault("zero-users-charged", "solana", "a look-up that finds nobody is charged", "Zero users returned means no charge.")
def _(c):
    c.script("POST /api/v1/{social}/users/lookup", "empty")
    answer = c.pay("POST", f"{SOCIAL}/users/lookup", {"usernames": ["a"]})
    return answer.status == 200 and answer.json["total_found"] == 0 and spent(c) == 0


@fault("duplicates-billed", "solana", "the same name twice is queried and priced twice", "leading @ stripped; duplicates removed; over 100 only the first 100 are queried")
def _(c):
    return quoted(c, f"{SOCIAL}/users/lookup", {"usernames": [f"u{i}" for i in range(12)] + ["@u1", "u2"]}) == 24_000


@fault("over-100-refused", "solana", "more than 100 names are refused", "over 100 only the first 100 are queried")
def _(c):
    return quoted(c, f"{SOCIAL}/users/lookup", {"usernames": ",".join(f"u{i}" for i in range(130))}) == 200_000


@fault("rpc-batch-one-price", "solana", "a batch costs as much as one call", "batches priced per element")
def _(c):
    return quoted(c, f"{A}/rpc/base", [{"jsonrpc": "2.0", "id": i, "method": "eth_chainId"} for i in range(4)]) == 12_000


@fault("pm-q-400", "solana", "the search over venues without q is 400", "`q` required, missing gives 422")
def _(c):
    return c.get(f"{A}/pm/markets/search").status == 422


@fault("sports-listed", "solana", "the sports group stands in the discovery list", "withheld from discovery")
def _(c):
    return not any("/pm/sports/" in url for url in c.get("/.well-known/x402").json["resources"])


@fault("sandbox-immortal", "solana", "a sandbox outlives its timeout", "auto-terminate at the configured timeout")
def _(c):
    name = c.pay("POST", f"{SAND}/sandbox/create", {"timeout": 50}).json["sandbox_id"]
    c.advance(51)
    return c.pay("POST", f"{SAND}/sandbox/status", {"sandbox_id": name}).json["status"] == "terminated"


@fault("terminate-twice-404", "solana", "terminating a terminated sandbox is an error", "terminate on a terminated sandbox is a no-op")
def _(c):
    name = c.pay("POST", f"{SAND}/sandbox/create", {}).json["sandbox_id"]
    return [c.pay("POST", f"{SAND}/sandbox/terminate", {"sandbox_id": name}).status for _ in range(2)] == [200, 200]
