"""More faults of payments on Base: authorizations that can be used again."""
from faults import fault
from probe_tools import A, VID, clip, job, poll, spent

EFFECT, SAY = f"{A}/audio/sound-effects", f"{A}/audio/speech"


@fault("nonce-case-sensitive", "base", "claims are kept by the nonce as written, so its capital letters make the same authorization new", "Authorizations are single-use.")
def _(c):
    body = {"text": "splash"}
    payload = c.sign(c.post(EFFECT, body), nonce="0x" + "ab" * 32)
    assert c.send("POST", EFFECT, body, payload).status == 200
    payload["payload"]["authorization"]["nonce"] = "0x" + "AB" * 32
    return c.send("POST", EFFECT, body, payload).code() == "PAYMENT_REPLAY" and spent(c) == 1


@fault("fresh-signature-reusable", "base", "a fresh signature that settled a clip at its poll is not claimed and buys another clip",
       "the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`")
def _(c):
    made, _payload = job(c, VID, clip())
    c.advance(3600)
    fresh = c.sign(c.get(made["poll_url"]))
    assert poll(c, made, payload=fresh).status == 200 and spent(c) == 1
    return c.send("POST", VID, clip(), fresh).code() == "PAYMENT_REPLAY"


@fault("speech-price-as-accepted", "base", "speech is sold for the amount that the payment says was accepted",
       "The price is recomputed from the body on the paid call, so a payment signed for short text cannot be reused for longer text.")
def _(c):
    payload = c.sign(c.post(SAY, {"input": "a" * 100}))
    return c.send("POST", SAY, {"input": "a" * 9000}, payload).status == 402 and spent(c) == 0
