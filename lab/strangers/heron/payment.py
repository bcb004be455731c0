"""The x402 side of a pay-per-call host: challenge, verification, claim, settlement, receipts."""
import base64
import json
import re
from fractions import Fraction

import pay_base
import pay_solana
import settings
from money import show_micro
from pay_base import Wrong
from plan import Caller, Done
from http_server import Reply
from switch import bent
from world import Refuse


def _pack(thing) -> str:
    return base64.b64encode(json.dumps(thing, separators=(",", ":")).encode()).decode()


def requirement(world, amount, window):
    """The one entry of `accepts`."""
    host = world.host
    extra = ({"version": "2", "name": "USD Coin"} if host == "base" else
             {"feePayer": pay_solana.FEE_PAYER, "recentBlockhash": pay_solana.fresh_blockhash(world), "decimals": 6})
    return {"maxTimeoutSeconds": window, "payTo": settings.PAY_TO[host], "asset": settings.ASSET[host],
            "amount": str(amount), "network": settings.NETWORK[host], "scheme": "exact", "extra": extra}


def challenge(world, request, plan, error="Payment Required", code=None, message=None, more=None) -> Refuse:
    """A 402 with the requirements in the body and in all three headers."""
    amount = plan.amount()
    need = requirement(world, amount, plan.window or settings.WINDOW[world.host])
    price = {"currency": "USD", "amount": show_micro(amount)}
    if plan.breakdown:
        price["breakdown"] = plan.breakdown
    body = {"message": message or f"This call costs {price['amount']} USD; sign the transfer and send it again.",
            "error": error, "price": price, "accepts": [need],
            "paymentInfo": {"x402Version": 2, "asset": need["asset"], "network": need["network"]}, "x402Version": 2}
    if code:
        body["code"] = code
    body.update(plan.extra)
    body.update(more or {})
    header = dict(need)
    if bent("header-amount-stale"):
        header["amount"] = str(amount + 1)
    origin = f"http://{request.header('host') or 'localhost'}"
    packed = _pack({"x402Version": 2, "error": error, "accepts": [header], "resource": {"url": origin + request.target}})
    words = " ".join(f'{name}="{need[name]}"' + ("," if name != "asset" else "")
                     for name in ("scheme", "network", "amount", "payTo", "maxTimeoutSeconds", "asset"))
    headers = [("payment-required", packed), ("www-authenticate", "x402 " + words), ("cache-control", "no-store")]
    headers.insert(0, ("x-payment-required", packed))
    return Refuse(402, body, headers)


def read_payload(request):
    """The decoded payment header, None without one; Wrong when it cannot be read."""
    names = ("payment-signature",) if bent("x-payment-ignored") else ("payment-signature", "x-payment")
    text = request.header(*names)
    if text is None:
        return None
    try:
        payload = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), validate=True))
    except (ValueError, RecursionError):
        raise Wrong("PAYMENT_INVALID", "the payment header is not base64 JSON")
    if not isinstance(payload, dict):
        raise Wrong("PAYMENT_INVALID", "the payment header is not an object")
    return payload


def _same(world, name, left, right):
    if name in ("asset", "payTo") and world.host == "base" and isinstance(left, str):
        return left.lower() == right.lower()
    return left == right or name == "maxTimeoutSeconds" and left is None


def verify(world, request, plan, claimed_ok=False):
    """The Grant of the request's payment, or Wrong. Nothing is claimed here."""
    payload = read_payload(request)
    if bent("speech-price-as-accepted") and request.path.endswith("/audio/speech"):
        told = payload["accepted"].get("amount") if isinstance(payload.get("accepted"), dict) else None
        plan.price = Fraction(int(told), 10**6) if isinstance(told, str) and re.fullmatch(r"[0-9]{1,12}", told) else plan.price
    need = requirement(world, plan.amount(), plan.window or settings.WINDOW[world.host])
    if payload.get("x402Version") != 2:
        raise Wrong("PAYMENT_INVALID", "x402Version must be 2")
    rail = pay_solana if world.host == "solana" else pay_base
    grant, to = rail.prove(world, payload, need)
    if bent("claim-per-route"):
        grant.claim += ":" + request.path
    if world.claims.get(grant.claim) is not None and not claimed_ok:
        raise Wrong("PAYMENT_REPLAY", "this authorization was used before; sign a fresh one")
    if bent("claim-before-checks") and not claimed_ok:
        world.claims[grant.claim] = True
    accepted = payload.get("accepted")
    if not isinstance(accepted, dict):
        raise Wrong("PAYMENT_INVALID", "accepted is missing")
    unchecked = ("network",) if bent("network-unchecked") else ()
    for name in ("scheme", "network", "amount", "asset", "payTo", "maxTimeoutSeconds"):
        if name not in unchecked and not _same(world, name, accepted.get(name), need[name]):
            if name != "amount" or not (bent("overpayment-accepted") and int(str(accepted.get(name)) or 0) > plan.amount()):
                raise Wrong("PAYMENT_INVALID", f"accepted.{name} is not what this call asks for")
    rail.compare(world, grant, to, need)
    if not claimed_ok and world.balances.get(world.wallet_key(grant.payer), 0) < grant.amount and not bent("funds-unchecked"):
        raise Wrong("PAYMENT_UNFUNDED", "the wallet holds less than the call costs")
    return grant


def is_too_late(world, grant) -> bool:
    """True when the chain would not take the grant any more."""
    return pay_solana.is_stale(world, grant) if world.host == "solana" else world.now() >= grant.closes


def settle_grant(world, grant, route_text):
    """Settle one grant now. Returns the transaction id or None."""
    if is_too_late(world, grant):
        return None
    return world.settle(grant.payer, grant.amount, route_text)


def receipt_headers(world, grant, tx_hash):
    """The three receipt headers."""
    packed = _pack({"network": settings.NETWORK[world.host], "payer": grant.payer, "transaction": tx_hash, "success": True})
    headers = [("x-payment-receipt", grant.claim if bent("receipt-names-claim") else tx_hash), ("x-payment-response", packed)]
    return headers + [("payment-response", packed)]


def replay(world, request, plan, claim, why) -> Refuse:
    """402 for a used authorization; with the job where it made one."""
    job = world.claims.get(claim)
    more = {}
    if job not in (None, True) and not bent("replay-without-job"):
        more = {"job_id": job.id, "poll_url": job.poll_url, "recoverable": True}
    return challenge(world, request, plan, "Payment verification failed", "PAYMENT_REPLAY", why, more)


async def pay_and_run(world, request, route, plan) -> Reply:
    """The whole paid call: challenge, or verify, claim, run, settle."""
    try:
        if read_payload(request) is None:
            raise challenge(world, request, plan)
        grant = verify(world, request, plan)
    except Wrong as wrong:
        if wrong.code == "PAYMENT_REPLAY":
            rail = pay_solana if world.host == "solana" else pay_base
            claim = rail.prove(world, read_payload(request), None)[0].claim + (":" + request.path if bent("claim-per-route") else "")
            raise replay(world, request, plan, claim, wrong.why)
        raise challenge(world, request, plan, "Payment verification failed", wrong.code, wrong.why)
    caller = Caller(world, world.host, route, grant.payer, grant.amount, grant, grant.claim, request, plan)
    if plan.limit:
        plan.limit[0](grant.payer)
    if plan.precheck:
        plan.precheck(caller)
    if bent("claim-after-run"):
        done = await plan.run(caller)
        world.claims[grant.claim] = True
    else:
        world.claims[grant.claim] = True
        try:
            done = await plan.run(caller)
        except Refuse as refused:
            if bent("failed-call-settles") and grant.amount and refused.status >= 500:
                settle_grant(world, grant, f"{request.method} {route.shown()}")
            if bent("rejected-input-settles") and grant.amount and isinstance(refused.body, dict) and refused.body.get("code") == "UPSTREAM_REJECTED":
                settle_grant(world, grant, f"{request.method} {route.shown()}")
            raise
    return close(caller, done)


def close(caller, done: Done) -> Reply:
    """Settle what the work says is due and make the answer."""
    world, grant, headers = caller.world, caller.grant, list(done.headers)
    if done.charge and grant.amount:
        tx_hash = settle_grant(world, grant, f"{caller.request.method} {caller.route.shown()}")
        if tx_hash is None and not done.absorb and not bent("unsettled-answer-given"):
            if done.undo:
                done.undo()
            raise challenge(world, caller.request, caller.plan, "Payment settlement failed", "PAYMENT_SETTLEMENT_FAILED",
                            "The call was made but its payment could not be settled; nothing was charged.")
        if tx_hash:
            headers += receipt_headers(world, grant, tx_hash)
        if done.finish:
            done.finish(done.body, tx_hash)
    return Reply(done.status, done.body, headers, done.stream)
