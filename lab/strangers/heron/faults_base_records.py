"""More faults on Base: ids of images, leases of numbers, listings of portraits."""
from datetime import datetime

import ed25519
from faults import fault
from probe_tools import A, GEN, buy, image


@fault("result-id-own", "base", "the id of an image that came at once is not that of its job", "per-call job id, same value as `job_id` in async envelopes and replay 402s")
def _(c):
    payload = c.sign(c.post(GEN, image()))
    made = c.send("POST", GEN, image(), payload).json
    return c.send("POST", GEN, image(), payload).json["job_id"] == made["id"]


@fault("second-renewal-lost", "base", "every renewal counts from the first expiry, so that a second one adds nothing", "renew (before expiry only) adds 30 days from the current expiry")
def _(c):
    lease = buy(c)
    again = [c.pay("POST", f"{A}/phone/numbers/renew", {"phoneNumber": lease["phone_number"]}).json for _ in range(2)]
    ends = [datetime.fromisoformat(x["expires_at"].replace("Z", "+00:00")) for x in again]
    return abs((ends[1] - ends[0]).total_seconds() - 30 * 86400) < 1


@fault("listing-evm-only", "base", "the portraits of a Solana address are refused on Base", "lists a wallet's portraits (EVM 0x form or Solana base58), free.")
def _(c):
    return c.get(f"{A}/wallet/{ed25519.base58(bytes([7]) * 32)}/portraits").status == 200 and c.get(f"{A}/wallet/{c.wallet()}/portraits").status == 200
