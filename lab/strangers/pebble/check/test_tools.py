"""Probes of phone numbers, face groups, data and health on the per-call host."""

from check.client import Answer, Desk
from check.registry import fault
from gate.state import SEGMENTS

PHONE = "/api/v1/phone/numbers"
DAY = 86400


def _later(d: Desk, seconds: int) -> None:
    d.steer("clock", {"advance_seconds": seconds})


def _lease(d: Desk) -> str:
    return str(d.buy(f"{PHONE}/buy", {}).json["phone_number"])


@fault("t-renew-late", "A lease that has expired can be renewed.", "after `expires_at` the number is reclaimed and re-pooled and cannot be renewed")
def late(d: Desk) -> bool:
    number = _lease(d)
    _later(d, 31 * DAY)
    got = d.buy(f"{PHONE}/renew", {"phoneNumber": number})
    return got.status == 403 and len(d.ledger()) == 1


@fault("t-numbers-leak", "A wrong wallet is shown the owner's numbers.", "`reason`: `wrong_wallet` (body has `payer_wallet` and `your_active_numbers`)")
def leak(d: Desk) -> bool:
    number = _lease(d)
    got: Answer = d.buy(f"{PHONE}/renew", {"phoneNumber": number}, wallet=d.other)
    return got.json["reason"] == "wrong_wallet" and got.json["your_active_numbers"] == []


@fault("t-release-stays", "A released number stays with its wallet.", "release returns it to the pool at once")
def release(d: Desk) -> bool:
    number = _lease(d)
    done = d.buy(f"{PHONE}/release", {"phoneNumber": number}).status == 200
    return done and number not in d.buy(f"{PHONE}/list", {}).text


@fault("t-init-new-group", "Init with a groupId opens another group.", "link valid 120 seconds; calling init again with `groupId` refreshes the link")
def refresh(d: Desk) -> bool:
    path = "/api/v1/realface/init"
    group = d.post(path, {"name": "Pebble"}).json["group_id"]
    return bool(d.post(path, {"name": "Pebble", "groupId": group}).json["group_id"] == group)


@fault("t-identities-each", "Bulk identities are priced by the address.", "Read-only market data under `/api/v1/pm/`, every call 0.0085 USD on every tier and method.")
def identities(d: Desk) -> bool:
    path = f"/api/v1/pm/{SEGMENTS['venue_a']}/wallet/identities"
    return d.need("POST", path, {"addresses": [f"0x{i:040x}" for i in range(5)]})["amount"] == "8500"


@fault("t-list-prefix", "The q of a market list matches only the beginning.", "`/list` query: `q` (substring), `limit` (max 2000, default 100).")
def substring(d: Desk) -> bool:
    whole = d.get("/api/v1/crypto/list").json["symbols"]
    inner = whole[0]["symbol"][1:]
    return whole[0]["symbol"] in [row["symbol"] for row in d.get(f"/api/v1/crypto/list?q={inner}").json["symbols"]]


@fault("t-health-hour", "The limit of health is by the hour.", "`GET /api/health/*` | 60 requests per minute per IP")
def health(d: Desk) -> bool:
    seen = [d.get("/api/health").status for _ in range(61)]
    _later(d, 61)
    return seen == [200] * 60 + [429] and d.get("/api/health").status == 200
