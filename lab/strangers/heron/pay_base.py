"""Reading and proving an EIP-3009 payment on Base."""
import re

import ethereum
import settings
from switch import bent

AMOUNT = re.compile(r"0|[1-9][0-9]{0,38}")


class Wrong(Exception):
    """A payment that failed its checks; `code` is that of the documents."""

    def __init__(self, code, why):
        super().__init__(why)
        self.code, self.why = code, why


class Grant:
    """A proven authorization: who pays, how much, its identifier, and until when it can be settled."""

    def __init__(self, payer, amount, claim, opens, closes):
        self.payer, self.amount, self.claim, self.opens, self.closes = payer, amount, claim, opens, closes


def _whole(grant, field):
    text = str(grant.get(field)) if not isinstance(grant.get(field), (bool, float)) else ""
    if not AMOUNT.fullmatch(text) or int(text) >= 1 << 256:
        raise Wrong("PAYMENT_INVALID", f"authorization.{field} is not a whole number")
    return int(text)


def prove(world, payload, requirement):
    """The Grant of a payload whose signature is good, before amounts and times are compared."""
    inner = payload.get("payload")
    grant = inner.get("authorization") if isinstance(inner, dict) else None
    if not isinstance(grant, dict):
        raise Wrong("PAYMENT_INVALID", "payload.authorization is missing")
    if not ethereum.is_address(grant.get("from")) or not ethereum.is_address(grant.get("to")):
        raise Wrong("PAYMENT_INVALID", "authorization.from and to must be addresses")
    if not re.fullmatch(r"0x[0-9a-fA-F]{64}", str(grant.get("nonce"))):
        raise Wrong("PAYMENT_INVALID", "authorization.nonce must be 32 bytes")
    value, opens, closes = (_whole(grant, name) for name in ("value", "validAfter", "validBefore"))
    signer = ethereum.signer(ethereum.authorization_digest(settings.TOKEN_DOMAIN, grant), inner.get("signature"))
    payer = grant["from"].lower()
    if signer != payer and not (bent("payer-unproven") and signer):
        raise Wrong("PAYMENT_INVALID", "the signature is not that of authorization.from")
    nonce = grant["nonce"] if bent("nonce-case-sensitive") else grant["nonce"].lower()
    return Grant(payer, value, f"{payer}:{nonce}", opens, closes), grant["to"].lower()


def compare(world, grant, to, requirement):
    """Amount, recipient and window against what was asked."""
    if to != requirement["payTo"].lower() and not bent("recipient-unchecked"):
        raise Wrong("PAYMENT_INVALID", "the authorization pays somebody else")
    wanted = int(requirement["amount"])
    if grant.amount != wanted and not (bent("overpayment-accepted") and grant.amount > wanted):
        raise Wrong("PAYMENT_INVALID", f"the authorization is for {grant.amount}, the call costs {wanted}")
    now = world.now()
    if now >= grant.closes and not bent("expired-accepted"):
        raise Wrong("PAYMENT_INVALID", "the authorization has expired")
    if now <= grant.opens:
        raise Wrong("PAYMENT_INVALID", "the authorization is not valid yet")
