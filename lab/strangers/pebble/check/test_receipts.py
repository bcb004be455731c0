"""Probes of receipts, later polls and sealed poll links on the per-call host."""

from urllib.parse import parse_qs, urlparse

from check.client import Answer, Desk
from check.registry import fault

VIDEOS = "/api/v1/videos/generations"
CLIP = {"prompt": "a pebble rolls", "duration_seconds": 4}


@fault(
    "t-receipt-nonce", "X-Payment-Receipt names the nonce of the authorization instead of the transaction.",
    "The response carries `X-Payment-Response` / `PAYMENT-RESPONSE` (settlement receipt) and `X-Payment-Receipt` (transaction hash).",
)  # fmt: skip
def receipt(d: Desk) -> bool:
    got = d.buy("/api/v1/phone/lookup", {"phoneNumber": "+14155550100"})
    return got.status == 200 and got.headers["x-payment-receipt"] == d.ledger()[0]["tx_hash"]


def _clip(d: Desk) -> tuple[dict[str, str], str]:
    """The header of the wallet that submitted a finished clip, and its poll link."""
    head = d.header(d.need("POST", VIDEOS, CLIP))
    job = d.site.call("POST", VIDEOS, CLIP, head).json
    d.steer("events", {"machine": "video_job", "id": job["id"], "event": "finished"})
    return head, job["poll_url"]


@fault("t-later-poll-settled", "Later polls of a finished clip say `settled` again.", "later polls return `already_settled`")
def later(d: Desk) -> bool:
    head, link = _clip(d)
    seen: list[Answer] = [d.site.call("GET", link, None, head) for _ in range(3)]
    return [got.json["payment"]["status"] for got in seen] == ["settled", "already_settled", "already_settled"] and len(d.ledger()) == 1


@fault(
    "t-sig-duration", "The signature of a poll link does not cover its duration.",
    "`sig` (an HMAC over billed duration, image flag, resolution and reference counts; a hand-built query gives 400)",
)  # fmt: skip
def sealed(d: Desk) -> bool:
    head, link = _clip(d)
    duration = parse_qs(urlparse(link).query)["duration"][0]
    bent = d.site.call("GET", link.replace(f"duration={duration}", "duration=1"), None, head)
    return duration == "4" and bent.status == 400 and d.site.call("GET", link, None, head).status == 200
