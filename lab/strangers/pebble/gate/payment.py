"""x402 on the per-call host: the challenge, the checks of an authorization, and settlement."""

import base64
import binascii
import json
import re
import secrets
from typing import Any

from gate.fault import on
from gate.money import MICRO, micro_up, show
from gate.quote import Quote
from gate.state import STATE, iso, new_id
from wire.eip712 import separator, transfer_digest
from wire.http import HttpError, Request
from wire.secp import recover

NETWORK = "eip155:84532"
CHAIN = 84532
ASSET = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
PAY_TO = "0xb01de2000000000000000000000000000570ae55"
DOMAIN = {"name": "Pebble Test Dollar", "version": "7"}

_HEX40 = re.compile(r"0x[0-9a-fA-F]{40}")
_HEX64 = re.compile(r"0x[0-9a-fA-F]{64}")
_DIGITS = re.compile(r"\d{1,30}")


def _pack(value: dict[str, Any]) -> str:
    return base64.b64encode(json.dumps(value, separators=(",", ":")).encode()).decode()


def requirement(quote: Quote) -> dict[str, Any]:
    """The one way to pay a quote."""
    amount = micro_up(quote.pico)
    window = quote.window
    if on("t-window-short") and window == 600:
        window = 60
    return {
        "asset": ASSET, "payTo": PAY_TO, "network": NETWORK, "scheme": "exact",
        "maxTimeoutSeconds": window, "amount": str(amount), "extra": dict(DOMAIN),
    }  # fmt: skip


def refusal(req: Request, quote: Quote, error: str, message: str, code: str = "", **more: Any) -> HttpError:
    """A 402 with the requirements in the body and in all three headers."""
    need = requirement(quote)
    price: dict[str, Any] = {"currency": "USD", "amount": show(micro_up(quote.pico) * MICRO)}
    if quote.breakdown is not None:
        price["breakdown"] = quote.breakdown
    if on("t-price-no-fee"):
        price["amount"] = show(max(0, micro_up(quote.pico) - 1000) * MICRO)
    body: dict[str, Any] = {"error": error, "message": message, "x402Version": 2, "accepts": [need], "price": price}
    body["paymentInfo"] = {"x402Version": 2, "asset": ASSET, "network": NETWORK}
    body |= quote.extra | more
    if code:
        body["code"] = code
    told = {"x402Version": 2, "error": error, "accepts": [need], "resource": {"url": req.url}}
    packed = _pack(told)
    www = ", ".join(f'{k}="{v}"' for k, v in need.items() if k != "extra")
    headers = {"payment-required": packed, "X-PAYMENT-REQUIRED": packed, "Www-Authenticate": f"X402 {www}"}
    if on("t-no-www"):
        del headers["Www-Authenticate"]
    if on("t-header-amount"):
        headers["payment-required"] = _pack({**told, "accepts": [{**need, "amount": str(int(need["amount"]) + 1)}]})
    return HttpError(402, body, headers)


def challenge(req: Request, quote: Quote, **more: Any) -> HttpError:
    """The first 402 of a paid call."""
    return refusal(req, quote, "Payment Required", "Sign the transfer in accepts[0] and send the call again.", **more)


class Bad(Exception):
    """A check that an authorization fails, with its code."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def header_of(req: Request) -> str | None:
    """The payment header, in either spelling."""
    if on("t-x-payment"):
        return req.headers.get("payment-signature")
    return req.headers.get("payment-signature") or req.headers.get("x-payment")


def _decode(header: str) -> dict[str, Any]:
    try:
        value = json.loads(base64.b64decode(header, validate=True))
    except (ValueError, binascii.Error, RecursionError) as bad:
        raise Bad("PAYMENT_INVALID", "the payment header is not base64 JSON") from bad
    if not isinstance(value, dict) or value.get("x402Version") != 2:
        raise Bad("PAYMENT_INVALID", "the payload is not x402 version 2")
    return value


def _same(left: Any, right: Any) -> bool:
    return isinstance(left, str) and left.lower() == str(right).lower()


def read(header: str, quote: Quote) -> dict[str, Any]:
    """Decode an authorization and compare it with the requirement; checks the signature."""
    value = _decode(header)
    need = requirement(quote)
    accepted = value.get("accepted")
    payload = value.get("payload")
    auth = payload.get("authorization") if isinstance(payload, dict) else None
    if not isinstance(accepted, dict) or not isinstance(auth, dict):
        raise Bad("PAYMENT_INVALID", "accepted and payload.authorization are required")
    for name in ("scheme", "network", "amount", "asset", "payTo"):
        skip = (on("t-network-any") and name == "network") or (on("t-overpay") and name == "amount")
        if not skip and not _same(accepted.get(name), need[name]):
            raise Bad("PAYMENT_INVALID", f"accepted.{name} is not what this call asks for")
    texts = {n: str(auth.get(n, "")) for n in ("from", "to", "value", "validAfter", "validBefore", "nonce")}
    shapes = {"from": _HEX40, "to": _HEX40, "nonce": _HEX64}
    for name, text in texts.items():
        if not shapes.get(name, _DIGITS).fullmatch(text):
            raise Bad("PAYMENT_INVALID", f"authorization.{name} is malformed")
    value_ok = int(texts["value"]) == int(need["amount"])
    if on("t-overpay"):
        value_ok = int(texts["value"]) >= int(need["amount"])
    if on("t-underpay"):
        value_ok = int(texts["value"]) <= int(need["amount"])
    if not value_ok:
        raise Bad("PAYMENT_INVALID", "authorization.value is not the amount")
    if texts["to"].lower() != PAY_TO.lower() and not on("t-recipient-any"):
        raise Bad("PAYMENT_INVALID", "authorization.to is not the recipient")
    _signed(str(payload.get("signature", "")) if isinstance(payload, dict) else "", texts)
    return texts | {"from": texts["from"].lower(), "nonce": texts["nonce"].lower()}


def _signed(signature: str, auth: dict[str, str]) -> None:
    """Refuse a signature that is not the payer's own."""
    if on("t-signature-any"):
        return
    if not re.fullmatch(r"0x[0-9a-fA-F]{130}", signature):
        raise Bad("PAYMENT_INVALID", "payload.signature is malformed")
    raw = bytes.fromhex(signature[2:])
    domain = separator(DOMAIN["name"], DOMAIN["version"], CHAIN, ASSET)
    after, before = int(auth["validAfter"]), int(auth["validBefore"])
    digest = transfer_digest(domain, auth["from"], auth["to"], int(auth["value"]), after, before, auth["nonce"])
    odd = raw[64] - 27 if raw[64] >= 27 else raw[64]
    signer = recover(digest, int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:64], "big"), odd) if odd in (0, 1) else None
    if signer != auth["from"].lower():
        raise Bad("PAYMENT_INVALID", "the signature is not the payer's")


def in_time(auth: dict[str, str]) -> None:
    """Refuse a window that has not begun or has passed."""
    now = STATE.now()
    late = now >= int(auth["validBefore"]) and not on("t-expired-ok")
    if now < int(auth["validAfter"]) or late:
        raise Bad("PAYMENT_INVALID", "the authorization's window does not hold now")


def funded(auth: dict[str, str]) -> None:
    """Refuse a wallet that holds less than the amount."""
    if STATE.wallets.get(auth["from"], 0) < int(auth["value"]):
        raise Bad("PAYMENT_INVALID" if on("t-unfunded-code") else "PAYMENT_UNFUNDED", "the wallet holds too little test USDC")


def claim_key(auth: dict[str, str]) -> str:
    """The identity of an authorization."""
    return auth["from"] + auth["nonce"]


class ChainDeal:
    """A verified and claimed authorization."""

    def __init__(self, req: Request, quote: Quote, auth: dict[str, str]) -> None:
        self.req = req
        self.quote = quote
        self.auth = auth
        self.payer = auth["from"]
        self.micro = int(auth["value"])
        self.held = True
        self.tx = ""
        STATE.wallets[self.payer] = STATE.wallets.get(self.payer, 0) - self.micro

    def drop(self) -> None:
        """Give the held funds back; the authorization stays used."""
        if self.held:
            self.held = False
            STATE.wallets[self.payer] = STATE.wallets.get(self.payer, 0) + self.micro
            if on("t-charge-failed") and self.micro:
                STATE.wallets[self.payer] -= self.micro
                record(self.req.route, self.payer, self.micro)

    def commit(self, pico: int | None = None, **row: Any) -> dict[str, str]:
        """Settle; a failed settlement is a 402."""
        try:
            fail_settlement(self.req, self.quote)
        except HttpError:
            self.drop()
            raise
        self.held = False
        if self.micro == 0:
            return {}
        self.tx = record(self.req.route, self.payer, self.micro)
        if on("t-settle-twice"):
            STATE.wallets[self.payer] -= self.micro
            record(self.req.route, self.payer, self.micro)
        headers = receipt(self.payer, self.tx)
        if on("t-receipt-nonce"):
            headers["x-payment-receipt"] = self.auth["nonce"]
        return headers


def fail_settlement(req: Request, quote: Quote) -> None:
    """Raise when the control API has settlements fail."""
    if STATE.settle_fails <= 0:
        return
    STATE.settle_fails -= 1
    if on("t-settle-fail-ok"):
        return
    raise refusal(req, quote, "Payment settlement failed", "The call ran but its payment did not settle; sign a fresh one.")


def record(route: str, payer: str, micro: int) -> str:
    """Write one transfer to the ledger."""
    tx = "0x" + secrets.token_hex(32)
    STATE.ledger.append(
        {
            "payer": payer, "pay_to": PAY_TO, "amount": str(micro), "asset": ASSET, "network": NETWORK,
            "tx_hash": tx, "route": route, "at": iso(STATE.now()),
        }  # fmt: skip
    )
    return tx


def receipt(payer: str, tx: str) -> dict[str, str]:
    """The headers of a settled call."""
    packed = _pack({"success": True, "transaction": tx, "network": NETWORK, "payer": payer})
    headers = {"PAYMENT-RESPONSE": packed, "X-Payment-Response": packed, "x-payment-receipt": tx}
    if on("t-no-receipt"):
        del headers["x-payment-receipt"]
    return headers


def begin(req: Request, quote: Quote) -> ChainDeal:
    """Challenge a call without payment; verify and claim one with it."""
    header = header_of(req)
    if header is None:
        raise challenge(req, quote)
    try:
        auth = read(header, quote)
        scope = req.path if on("t-replay-route") else ""
        key = claim_key(auth) + scope
        if key in STATE.claims and not on("t-replay"):
            raise replay(req, quote, STATE.claims[key])
        in_time(auth)
        funded(auth)
    except Bad as bad:
        raise refusal(req, quote, "Payment verification failed", bad.why, bad.code) from bad
    STATE.claims[key] = ""
    return ChainDeal(req, quote, auth)


def replay(req: Request, quote: Quote, job_id: str) -> HttpError:
    """The 402 of a used authorization; one that made a job says where its result is."""
    more: dict[str, Any] = {}
    job = STATE.jobs.get(job_id)
    if job is not None:
        shown = new_id("imj-") if on("t-replay-job-id") else job_id
        more = {"job_id": shown, "poll_url": job.poll_url, "recoverable": True}
    return refusal(req, quote, "Payment verification failed", "This authorization was used; sign a fresh one.", "PAYMENT_REPLAY", **more)
