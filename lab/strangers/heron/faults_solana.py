"""Faults of payment on Solana, and of what belongs to a chain."""
import base64
import secrets

import ed25519
from faults import fault
from probe_tools import A, buy, quoted

EFFECT, BODY = f"{A}/audio/sound-effects", {"text": "splash"}


def _code(c, **change):
    first = c.post(EFFECT, BODY)
    return c.send("POST", EFFECT, BODY, c.sign(first, **change)).code()


@fault("solana-signature-unchecked", "solana", "the payer's signature on the transaction is not verified", "| challenged | retry with signed authorization | signature, amount, network and recipient match | verified |")
def _(c):
    return _code(c, signature=secrets.token_bytes(64)) == "PAYMENT_INVALID"


@fault("solana-amount-unchecked", "solana", "the amount is read from `accepted`, not from the transfer", "retry with signed authorization | signature, amount, network")
def _(c):
    return _code(c, amount=1) == "PAYMENT_INVALID"


@fault("destination-unchecked", "solana", "a transfer to anybody's token account opens the call", "network and recipient match")
def _(c):
    return _code(c, to=ed25519.base58(secrets.token_bytes(32))) == "PAYMENT_INVALID"


@fault("mint-unchecked", "solana", "a transfer of any token counts as USDC", "| {solana_url} | Solana mainnet, USDC (SPL) | per call, on-chain | Same paths. |")
def _(c):
    return _code(c, mint=ed25519.base58(secrets.token_bytes(32))) == "PAYMENT_INVALID"


@fault("network-unchecked", "solana", "a payload that was accepted for another network is taken", "accepts: [{scheme: exact, network, amount, asset, payTo, maxTimeoutSeconds}]")
def _(c):
    payload = c.sign(c.post(EFFECT, BODY))
    payload["accepted"]["network"] = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
    return c.send("POST", EFFECT, BODY, payload).code() == "PAYMENT_INVALID"


@fault("claim-by-envelope", "solana", "the claim is over the whole transaction, so other bytes in the fee payer's empty signature make it new", "authorization already used; sign a fresh one")
def _(c):
    payload = c.sign(c.post(EFFECT, BODY))
    assert c.send("POST", EFFECT, BODY, payload).status == 200
    raw = bytearray(base64.b64decode(payload["payload"]["transaction"]))
    raw[1:65] = secrets.token_bytes(64)
    payload["payload"]["transaction"] = base64.b64encode(bytes(raw)).decode()
    return c.send("POST", EFFECT, BODY, payload).code() == "PAYMENT_REPLAY"


@fault("stale-accepted", "solana", "the age of the blockhash is not looked at", "underfunded, expired window or stale blockhash")
def _(c):
    payload = c.sign(c.post(EFFECT, BODY))
    c.advance(900)
    return c.send("POST", EFFECT, BODY, payload).status == 402


@fault("stale-code", "solana", "a stale blockhash is answered as PAYMENT_INVALID", "`PAYMENT_BLOCKHASH_STALE` (Solana only)")
def _(c):
    payload = c.sign(c.post(EFFECT, BODY))
    c.advance(900)
    answer = c.send("POST", EFFECT, BODY, payload)
    return answer.status != 402 or answer.code() == "PAYMENT_BLOCKHASH_STALE"


@fault("chain-always-base", "solana", "a number bought on Solana says it was bought on Base", "`chain` (the chain it was bought on)")
def _(c):
    return buy(c)["chain"] != "base"


@fault("release-costs-fee", "solana", "releasing a number costs the flat fee", "free (a 0 USD authorization still identifies the wallet)")
def _(c):
    return quoted(c, f"{A}/phone/numbers/release", {"phoneNumber": "+14155550123"}) == 0
