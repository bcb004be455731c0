"""Leases of phone numbers: whose they are and whether they still run."""

from typing import Any

from gate.fault import on
from gate.state import STATE, iso
from wire.http import HttpError

CHAIN = "base-sepolia"


def lease(number: str) -> dict[str, Any]:
    """One lease as it is shown."""
    record = STATE.numbers[number]
    active = record["expires"] > STATE.now()
    return {"active": active, "chain": CHAIN, "expires_at": iso(record["expires"]), "phone_number": number}


def owned(wallet: str, active: bool) -> list[str]:
    """The numbers of a wallet, all or the active ones."""
    everyone = on("t-numbers-all") and not active
    mine = [n for n, r in STATE.numbers.items() if everyone or r["owner"] == wallet]
    return [n for n in mine if not active or STATE.numbers[n]["expires"] > STATE.now()]


def refuse(wallet: str, number: str) -> HttpError | None:
    """Why a wallet may not use a number, or None."""
    record = STATE.numbers.get(number)
    base = {"error": "Number not usable", "phone_number": number}
    if record is None:
        return HttpError(403, {**base, "reason": "not_found"})
    if record["owner"] != wallet and not on("t-phone-any-wallet"):
        whose = record["owner"] if on("t-numbers-leak") else wallet
        return HttpError(403, {**base, "reason": "wrong_wallet", "payer_wallet": wallet, "your_active_numbers": owned(whose, True)})
    if record["expires"] <= STATE.now():
        return HttpError(403, {**base, "reason": "expired"})
    return None
