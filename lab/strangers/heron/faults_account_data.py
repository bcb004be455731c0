"""More faults of the account host: sandboxes, data services, usage, catalogs and limits."""
import csv
import io

from faults import fault
from faults_account import CHAT, new_key, rows, say
from faults_metering import spend
from money import usd
from probe_tools import SEGMENT

WEB, SAND, SOCIAL, COIN = (f"/v1/{SEGMENT[name]}" for name in ("websearch", "sandbox", "social", "cryptodata"))
PM = f"/v1/pm/{SEGMENT['venue_a']}"


@fault("exec-renews-lifetime", "account", "every command starts the lifetime of its sandbox anew", "`terminated` after terminate or when the lifetime ends (auto-terminate at the configured timeout)")
def _(c):
    name = c.post(f"{SAND}/sandbox/create", {"timeout": 100}).json["sandbox_id"]
    c.advance(60)
    c.post(f"{SAND}/sandbox/exec", {"sandbox_id": name, "command": ["echo", "x"]})
    c.advance(60)
    return c.post(f"{SAND}/sandbox/status", {"sandbox_id": name}).json["status"] == "terminated"


@fault("web-4xx-flattened", "account", "every refusal of the search provider is answered as 400", "Web-search upstream 4xx statuses (400 to 499) pass through with `error: Bad Request`, `status` and `details`")
def _(c):
    c.script("POST /v1/{websearch}/find-similar", "reject", status=422)
    return c.post(f"{WEB}/find-similar", {"url": "https://reeds.example/1"}).status == 422


@fault("contents-flat", "account", "contents of many URLs cost as much as of one", "| contents | `urls` (array, required, up to 100) | 0.002 per URL")
def _(c):
    for count in (1, 5):
        c.post(f"{WEB}/contents", {"urls": [f"https://reeds.example/{n}" for n in range(count)]})
    many, one = (usd(row["cost_usd"]) for row in rows(c))
    return many > one


@fault("cursor-ignored", "account", "followings answer the first page whatever the cursor is", "`cursor` (optional, the previous `next_cursor`)")
def _(c):
    path = f"{SOCIAL}/users/followings"
    first = c.post(path, {"username": "wader"}).json
    second = c.post(path, {"username": "wader", "cursor": first["next_cursor"]}).json
    return first["has_next_page"] and not {f["id"] for f in first["followings"]} & {f["id"] for f in second["followings"]}


@fault("identities-per-address", "account", "the bulk look-up of wallets is charged for every address", "every call 0.0085 USD on every tier and method")
def _(c):
    for count in (1, 50):
        c.post(f"{PM}/wallet/identities", {"addresses": [f"0x{n:040x}" for n in range(count)]})
    return [row["cost_usd"] for row in rows(c)] == ["0.0085", "0.0085"]


@fault("retired-outcomes-404", "account", "one of the retired endpoints, that with an id, is 404", "(matching-markets, matching-markets/pairs, markets, markets/listings, outcomes/{id}) are retired and return 410")
def _(c):
    return c.get("/v1/pm/outcomes/17").status == 410


@fault("commodity-history-charged", "account", "the history of a commodity is charged like that of an equity", "Lists are free; crypto, FX and commodity price and history are free")
def _(c):
    return c.get("/v1/commodity/history/XAU-USD").status == 200 and spend(c) == 0


@fault("history-from-needs-to", "account", "history from a moment without an end is refused", "`from` and `to` (unix seconds; `to` defaults to now)")
def _(c):
    return c.get(f"/v1/crypto/history/BTC-USD?from={int(c.now()) - 864000}").status == 200


@fault("wallet-address-unchecked", "account", "analytics of a wallet pass without an address", "`address` for wallet endpoints")
def _(c):
    return c.get(f"{COIN}/wallet/balance").status == 400 and c.get(f"{COIN}/wallet/balance?address=0x1").status == 200


@fault("csv-ignores-from-to", "account", "the CSV knows only windows, not from and to", "the same rows as one CSV download for the whole window")
def _(c):
    c.post(CHAT, say())
    c.advance(5 * 86400)
    query = f"?from={int(c.now()) - 6 * 86400}&to={int(c.now())}"
    return len(list(csv.DictReader(io.StringIO(c.get("/v1/usage.csv" + query).text)))) == len(rows(c, query)) == 1


@fault("twin-rows-merged", "account", "a request like the one before it gets no row of its own", "| GET | /v1/usage | one row per request;")
def _(c):
    c.post(CHAT, say(max_tokens=3)), c.post(CHAT, say(max_tokens=3))
    return len(rows(c)) == 2


@fault("catalog-limit-by-key", "account", "catalogs are limited by key, so a second key of the same address starts anew", "`GET /v1/models`, `/v1/{image,video,audio}/models`, `GET /api/pricing` | 100 requests per hour per IP")
def _(c):
    for _ in range(100):
        c.get("/v1/models")
    return c.get("/v1/models", key=new_key(c)).status == 429
