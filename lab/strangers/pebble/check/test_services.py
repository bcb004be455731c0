"""Probes of audio, data, phone and face assets on the per-call host."""

from typing import Any

from check.client import Answer, Desk
from check.registry import fault
from gate.state import SEGMENTS

SOCIAL = f"/api/v1/{SEGMENTS['social']}/users/lookup"
PHONE = "/api/v1/phone/numbers"
FACE = "/api/v1/realface"
CALL = {"to": "+14155550123", "task": "Ask how heavy the pebble is."}


def _amount(d: Desk, path: str, body: dict[str, Any]) -> int:
    return int(d.need("POST", path, body)["amount"])


@fault("t-speech-minimum", "The least price of speech is 0.001.", "plus 5 percent, minimum 0.003")
def speech(d: Desk) -> bool:
    return _amount(d, "/api/v1/audio/speech", {"input": "hi"}) == 3_000


@fault("t-music-lyrics", "Lyrics are taken with instrumental.", "not combinable with `instrumental: true`, else 400")
def lyrics(d: Desk) -> bool:
    return d.post("/api/v1/audio/generations", {"prompt": "a pebble", "lyrics": "la", "instrumental": True}).status == 400


@fault("t-social-dupes", "Duplicate names are priced.", "leading @ stripped; duplicates removed")
def dupes(d: Desk) -> bool:
    names = [f"user{i}" for i in range(12)]
    return _amount(d, SOCIAL, {"usernames": [*names, "@user3", "user4", "@user5"]}) == 24_000


@fault("t-pm-422", "A search without q answers 400.", "`q` required, missing gives 422")
def no_q(d: Desk) -> bool:
    return d.get("/api/v1/pm/markets/search").status == 422


def _lease(d: Desk) -> dict[str, Any]:
    return d.buy(f"{PHONE}/buy", {}).json


@fault("t-renew-from-now", "Renewing counts 30 days from now.", "adds 30 days from the current expiry")
def renew(d: Desk) -> bool:
    number = _lease(d)["phone_number"]
    got = d.buy(f"{PHONE}/renew", {"phoneNumber": number}).json
    return got["expires_at"][:10] > d.control.call("POST", "/control/v1/clock", {"advance_seconds": 50 * 86400}).json["now"][:10]


@fault("t-phone-any-wallet", "Any wallet may renew a number.", "Only the buying wallet (the payer) may use, renew or release a number.")
def wallet(d: Desk) -> bool:
    number = _lease(d)["phone_number"]
    got = d.buy(f"{PHONE}/renew", {"phoneNumber": number}, wallet=d.other)
    return got.status == 403 and got.json["reason"] == "wrong_wallet" and d.ledger(d.other) == []


@fault("t-numbers-all", "The list shows the numbers of every wallet.", "Phone numbers are owned by the paying wallet.")
def numbers(d: Desk) -> bool:
    number = _lease(d)["phone_number"]
    return number not in d.buy(f"{PHONE}/list", {}, wallet=d.other).text


@fault("t-release-paid", "Releasing a number costs 0.002.", "free (a 0 USD authorization still identifies the wallet)")
def release(d: Desk) -> bool:
    number = _lease(d)["phone_number"]
    return _amount(d, f"{PHONE}/release", {"phoneNumber": number}) == 0


@fault("t-phone-open-body", "Unknown keys of a phone body are ignored.", "an unknown key gives 400 `Invalid request body` with the offending keys in `details`")
def closed(d: Desk) -> bool:
    got = d.post("/api/v1/phone/lookup", {"phoneNumber": "+14155550100", "pebble": 1})
    return got.status == 400 and "pebble" in got.text


@fault("t-voicemail", "Leaving a message needs no message.", "required when the action is `leave_message`")
def voicemail(d: Desk) -> bool:
    return d.post("/api/v1/voice/call", {**CALL, "voicemail_action": "leave_message"}).status == 400


@fault("t-ambiguous", "With several numbers the first is taken.", "several owned gives 400 `ambiguous_from`")
def ambiguous(d: Desk) -> bool:
    _lease(d)
    _lease(d)
    got = d.buy("/api/v1/voice/call", CALL)
    return got.status == 400 and "ambiguous_from" in got.text


def _group(d: Desk) -> str:
    return d.post(f"{FACE}/init", {"name": "Pebble"}).json["group_id"]


def _enroll(d: Desk, group: str) -> tuple[str, dict[str, Any]]:
    return f"{FACE}/enroll", {"name": "Pebble", "image_url": "https://pics.example.com/face.jpg", "group_id": group}


def _active(d: Desk) -> Answer:
    group = _group(d)
    d.steer("events", {"machine": "realface", "id": group, "event": "liveness_passed"})
    return d.buy(*_enroll(d, group))


@fault("t-425-as-409", "Enrolling into a pending group answers 409.", "group still `pending_validation`; body carries `group_status` and a hint")
def pending(d: Desk) -> bool:
    got = d.post(*_enroll(d, _group(d)))
    return got.status == 425 and got.json["group_status"] == "pending_validation"


@fault("t-enroll-not-absorbed", "An enrollment whose settlement fails is refused.", "If settlement fails after a successful enrollment, the service absorbs the cost.")
def absorbed(d: Desk) -> bool:
    d.steer("settlement", {"outcome": "fail"})
    return _active(d).status == 200 and d.ledger() == []


@fault("t-faces-all", "A listing shows the assets of every wallet.", "`{wallet, realfaces: [{assetId, name, imageUrl, createdAt, enrollmentTxHash, <vendor>AssetId}], count}`")
def faces(d: Desk) -> bool:
    assert d.other is not None
    done = _active(d).status == 200
    return done and d.get(f"/api/v1/wallet/{d.other.address}/realfaces").json["count"] == 0


@fault("t-init-limit", "An address may open 100 groups an hour.", "10 per hour per IP")
def init_limit(d: Desk) -> bool:
    seen = [d.post(f"{FACE}/init", {"name": "Pebble"}).status for _ in range(11)]
    return seen == [200] * 10 + [429]


@fault("t-limit-never-resets", "A limit that was reached never ends.", "10 per hour per IP")
def resets(d: Desk) -> bool:
    for _ in range(11):
        d.post(f"{FACE}/init", {"name": "Pebble"})
    d.steer("clock", {"advance_seconds": 3601})
    return d.post(f"{FACE}/init", {"name": "Pebble"}).status == 200
