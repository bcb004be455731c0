"""Faults of the payment protocol and of text models, on Base."""
import base64
import json
import threading

from faults import fault
from probe_client import Client
from probe_tools import A, GEN, T, chat, image, job, quoted, spent
from money import usd

CHAT = f"{A}/chat/completions"
EFFECT = f"{A}/audio/sound-effects"


@fault("overpayment-accepted", "base", "an authorization over more than the price is taken, and all of it is kept",
       "signature, amount, network and recipient match")
def _(c):
    first = c.post(EFFECT, {"text": "splash"})
    need = first.json["accepts"][0]
    payload = c.sign(first, value=str(int(need["amount"]) + 5000))
    return c.send("POST", EFFECT, {"text": "splash"}, payload).code() == "PAYMENT_INVALID"


@fault("recipient-unchecked", "base", "an authorization to any recipient opens the call", "| challenged | retry with signed authorization | signature, amount, network and recipient match |")
def _(c):
    first = c.post(EFFECT, {"text": "splash"})
    return c.send("POST", EFFECT, {"text": "splash"}, c.sign(first, to="0x" + "5a" * 20)).code() == "PAYMENT_INVALID"


@fault("payer-unproven", "base", "any well-formed signature proves any payer: its signer is not compared with `from`", "The caller's wallet is its identity.")
def _(c):
    first = c.post(EFFECT, {"text": "splash"})
    stolen = c.sign(first, c.other, **{"from": c.wallet()})
    return c.send("POST", EFFECT, {"text": "splash"}, stolen).code() == "PAYMENT_INVALID"


@fault("expired-accepted", "base", "validBefore is not compared with the clock when the payment is verified", "mismatch, underfunded, expired window or stale blockhash")
def _(c):
    payload = c.sign(c.post(CHAT, chat()))
    c.advance(301)
    return c.send("POST", CHAT, chat(), payload).code() == "PAYMENT_INVALID"


@fault("claim-after-run", "base", "the identifier is claimed after the call, so that calls made at the same time all pass", "the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`")
def _(c):
    c.script(f"POST {CHAT}", "slow", 4)
    text, codes = c.sign(c.post(CHAT, chat())), []

    def race():
        twin = Client(f"http://{c.address}", f"http://{c.control_address}", c.token, {"PAYER_KEY": c.payer, "OTHER_KEY": c.other})
        codes.append(twin.send("POST", CHAT, chat(), text).status)
    threads = [threading.Thread(target=race) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    return codes.count(200) == 1 and codes.count(402) == 3


@fault("claim-per-route", "base", "claims are kept by path, so one authorization buys once at every path of the same price", "Authorizations are single-use.")
def _(c):
    web = [p for p in (f"{A}/phone/lookup",)]
    payload = c.sign(c.post(web[0], {"phoneNumber": "+14155550123"}))
    assert c.send("POST", web[0], {"phoneNumber": "+14155550123"}, payload).status == 200
    again = c.send("POST", f"{A}/portrait/enroll", {"name": "a", "image_url": "https://pictures.example.com/a.png"}, payload)
    return again.code() == "PAYMENT_REPLAY" and spent(c) == 1


@fault("claim-before-checks", "base", "an authorization that fails a later check is burned", "recipient match | verified | the authorization identifier is claimed")
def _(c):
    payload = c.sign(c.post(EFFECT, {"text": "splash"}))
    c.control("POST", "fund", {"address": c.wallet(), "amount": "10"})
    assert c.send("POST", EFFECT, {"text": "splash"}, payload).code() == "PAYMENT_UNFUNDED"
    c.control("POST", "fund", {"address": c.wallet(), "amount": "1000000"})
    return c.send("POST", EFFECT, {"text": "splash"}, payload).status == 200


@fault("funds-unchecked", "base", "the balance is looked at only when settling, after the provider has worked", "402 with code `PAYMENT_INVALID`, `PAYMENT_UNFUNDED`")
def _(c):
    payload = c.sign(c.post(EFFECT, {"text": "splash"}))
    c.control("POST", "fund", {"address": c.wallet(), "amount": "53499"})
    return c.send("POST", EFFECT, {"text": "splash"}, payload).code() == "PAYMENT_UNFUNDED"


@fault("header-amount-stale", "base", "the header's amount is not that of the body", "The same requirements are in the headers `X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON)")
def _(c):
    first = c.post(CHAT, chat())
    header = json.loads(base64.b64decode(first.headers["payment-required"]))
    return header["accepts"][0]["amount"] == first.json["accepts"][0]["amount"]


@fault("x-payment-ignored", "base", "a payment in the older header counts as no payment", "`X-Payment` is accepted too.")
def _(c):
    first = c.post(EFFECT, {"text": "splash"})
    return c.send("POST", EFFECT, {"text": "splash"}, c.sign(first), "x-payment").status == 200


@fault("failed-call-settles", "base", "the payment settles although the provider failed", "nothing settles")
def _(c):
    c.script(f"POST {EFFECT}", "fail")
    return c.pay("POST", EFFECT, {"text": "splash"}).status == 502 and spent(c) == 0


@fault("unsettled-answer-given", "base", "the result is handed out although its settlement failed", "settlement itself fails after the call")
def _(c):
    c.control("POST", "settlement", {"outcome": "fail"})
    answer = c.pay("POST", CHAT, chat())
    return answer.status == 402 and answer.json["error"] == "Payment settlement failed"


@fault("max-output-unpriced", "base", "the quote of a Responses call does not follow max_output_tokens", "Bounds the quoted price.")
def _(c):
    ask = lambda most: quoted(c, f"{A}/responses", {"model": T["responses"], "input": "hi", "max_output_tokens": most})
    return ask(100) < ask(50_000)


@fault("text-margin", "base", "the 5 percent of media is added to text models", "Chat, messages and responses add no platform margin.")
def _(c):
    price = c.post(CHAT, chat(max_tokens=100_000)).json["price"]
    parts = sum(usd(price["breakdown"][n]) for n in ("inputCost", "outputCost"))
    return usd(price["amount"]) == parts + usd("0.001")


@fault("cut-stream-settles", "base", "a stream that broke off is paid for", "| verified | upstream call fails or is rejected | | not charged | nothing settles |")
def _(c):
    c.script(f"POST {CHAT}", "cut")
    c.pay("POST", CHAT, chat(stream=True))
    return spent(c) == 0


@fault("silent-cut", "base", "a stream that broke off just ends", "A stream that is cut or malformed ends with an error event.")
def _(c):
    c.script(f"POST {A}/messages", "cut")
    body = {"model": T["messages"], "max_tokens": 40, "stream": True, "messages": [{"role": "user", "content": "hi"}]}
    return "event: error" in c.pay("POST", f"{A}/messages", body).text


@fault("allowlist-ignored", "base", "the native passthrough serves every payer", "only allowlisted enterprise payers")
def _(c):
    path, body = f"{A}beta/models/godwit-m:generateContent", {"contents": [{"parts": [{"text": "hi"}]}]}
    refused = c.pay("POST", path, body)
    c.control("POST", "allow", {"address": c.wallet()})
    return refused.status != 200 and c.pay("POST", path, body).status == 200 and spent(c) == 1


@fault("replay-without-job", "base", "the answer to a replayed image payment does not name its job", "Re-sending a used authorization returns 402 `{code: PAYMENT_REPLAY, job_id, poll_url, recoverable: true}`.")
def _(c):
    made, payload = job(c)
    again = c.send("POST", GEN, image("IMG-E"), payload)
    return again.code() == "PAYMENT_REPLAY" and again.json.get("job_id") == made["id"] and again.json.get("recoverable") is True
