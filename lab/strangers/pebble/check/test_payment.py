"""Probes of challenges, authorizations, settlement and receipts on the per-call host."""

import base64
import json
from typing import Any

from check.client import Answer, Desk
from check.registry import fault
from gate.state import SEGMENTS

WEB = f"/api/v1/{SEGMENTS['websearch']}/search"
ANSWER = f"/api/v1/{SEGMENTS['websearch']}/answer"
ASK = {"query": "pebbles"}
MATCH = "signature, amount, network and recipient match"
CLAIM = "the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`"
HEADERS = "The same requirements are in the headers `X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON) and `WWW-Authenticate`."


def _spent(d: Desk) -> list[int]:
    return [int(row["amount"]) for row in d.ledger()]


def _invalid(got: Answer) -> bool:
    return got.status == 402 and got.json.get("code") == "PAYMENT_INVALID"


def _bent(d: Desk, **change: Any) -> Answer:
    """A payment of which one field is wrong."""
    return d.paid("POST", WEB, ASK, **change)


@fault("t-settle-twice", "A call is settled twice.", "The server verifies, runs the call, then settles.")
def twice(d: Desk) -> bool:
    return d.buy(WEB, ASK).status == 200 and _spent(d) == [11_000]


@fault("t-charge-failed", "A call whose upstream failed is settled.", "upstream call fails or is rejected | | not charged | nothing settles")
def failed(d: Desk) -> bool:
    d.steer("upstream", {"route": "POST /api/v1/{websearch}/search", "outcome": "fail"})
    return d.buy(WEB, ASK).status == 502 and _spent(d) == []


def _again(d: Desk, second: str) -> bool:
    head = d.header(d.need("POST", WEB, ASK))
    first = d.site.call("POST", WEB, ASK, head)
    got = d.site.call("POST", second, ASK, head)
    return first.status == 200 and got.status == 402 and got.json.get("code") == "PAYMENT_REPLAY"


fault("t-replay", "A used authorization is accepted again.", CLAIM)(lambda d: _again(d, WEB))
fault("t-replay-route", "A used authorization is accepted on another route of the same price.", CLAIM)(lambda d: _again(d, ANSWER))


@fault("t-overpay", "An authorization over more than the amount is accepted.", MATCH)
def overpay(d: Desk) -> bool:
    return _invalid(_bent(d, value=22_000, accepted={"amount": "22000"}))


@fault("t-underpay", "An authorization over less than the amount is accepted.", MATCH)
def underpay(d: Desk) -> bool:
    return _invalid(_bent(d, value=1))


@fault("t-recipient-any", "An authorization to another recipient is accepted.", MATCH)
def recipient(d: Desk) -> bool:
    return _invalid(_bent(d, to="0x" + "11" * 20))


@fault("t-signature-any", "The signature is not checked.", MATCH)
def signature(d: Desk) -> bool:
    return _invalid(_bent(d, signature="0x" + "1b" * 65))


@fault("t-network-any", "A payment that names another network is accepted.", MATCH)
def network(d: Desk) -> bool:
    return _invalid(_bent(d, accepted={"network": "eip155:8453"}))


@fault("t-expired-ok", "An expired authorization is accepted.", "mismatch, underfunded, expired window or stale blockhash")
def expired(d: Desk) -> bool:
    return _invalid(_bent(d, after=d.now() - 900, before=d.now() - 5))


@fault("t-unfunded-code", "A wallet without funds gets PAYMENT_INVALID.", "`PAYMENT_INVALID`, `PAYMENT_UNFUNDED`")
def unfunded(d: Desk) -> bool:
    assert d.payer is not None
    d.steer("fund", {"address": d.payer.address, "amount": "10"})
    return d.buy(WEB, ASK).json.get("code") == "PAYMENT_UNFUNDED"


@fault("t-settle-fail-ok", "A settlement that fails goes unnoticed.", "settlement itself fails after the call | | 402 `Payment settlement failed`")
def settle_fail(d: Desk) -> bool:
    d.steer("settlement", {"outcome": "fail"})
    got = d.buy(WEB, ASK)
    return got.status == 402 and got.json["error"] == "Payment settlement failed" and _spent(d) == []


@fault("t-x-payment", "The header X-Payment is not read.", "`X-Payment` is accepted too.")
def x_payment(d: Desk) -> bool:
    head = d.header(d.need("POST", WEB, ASK))["payment-signature"]
    return d.site.call("POST", WEB, ASK, {"X-Payment": head}).status == 200


@fault("t-no-www", "The challenge has no WWW-Authenticate.", HEADERS)
def www(d: Desk) -> bool:
    return "www-authenticate" in d.post(WEB, ASK).headers


@fault("t-header-amount", "The PAYMENT-REQUIRED header asks for another amount than the body.", HEADERS)
def header_amount(d: Desk) -> bool:
    got = d.post(WEB, ASK)
    told = json.loads(base64.b64decode(got.headers["payment-required"]))
    return told["accepts"][0]["amount"] == got.json["accepts"][0]["amount"]


@fault("t-no-receipt", "The answer has no X-Payment-Receipt.", "and `X-Payment-Receipt` (transaction hash)")
def receipt(d: Desk) -> bool:
    got = d.buy(WEB, ASK)
    return got.status == 200 and got.headers.get("x-payment-receipt") == d.ledger()[0]["tx_hash"]


@fault("t-price-no-fee", "price.amount of a challenge leaves the fee out.", "the quoted `price.amount` already includes it")
def price(d: Desk) -> bool:
    return float(d.post(WEB, ASK).json["price"]["amount"]) == 0.011


@fault("t-window-short", "Image challenges name a window of 60 seconds.", "async image and video challenges use 600")
def window(d: Desk) -> bool:
    need = d.need("POST", "/api/v1/images/generations", {"model": "vireo/canvas-1", "prompt": "a pebble"})
    return need["maxTimeoutSeconds"] == 600
