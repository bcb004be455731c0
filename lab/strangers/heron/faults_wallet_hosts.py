"""More faults of the pay-per-call hosts: receipts, rejected input, prediction queries, calls, faces, edits, clips."""
from faults import fault
from probe_tools import A, SEGMENT, USER, I, buy, chat, clip, quoted, spent, VID

CHAT, EFFECT = f"{A}/chat/completions", f"{A}/audio/sound-effects"


def parts(count, **fields):
    """A multipart edit with so many image[] files: (body, content type)."""
    text = "".join(f'--reed\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items())
    picture = b"\x89PNG\r\n\x1a\n" + bytes(40)
    files = b"".join(b'--reed\r\nContent-Disposition: form-data; name="image[]"; filename="%d.png"\r\nContent-Type: image/png\r\n\r\n%s\r\n' % (n, picture)
                     for n in range(count))
    return text.encode() + files + b"--reed--\r\n", "multipart/form-data; boundary=reed"


@fault("receipt-names-claim", "solana", "X-Payment-Receipt names the authorization, not the transaction", "`X-Payment-Receipt` (transaction hash)")
def _(c):
    answer = c.pay("POST", EFFECT, {"text": "splash"})
    return answer.headers["x-payment-receipt"] == c.ledger()[-1]["tx_hash"] == c.receipt(answer)["transaction"]


@fault("rejected-input-settles", "solana", "input that the provider turns down is paid for", "| verified | upstream call fails or is rejected | | not charged | nothing settles |")
def _(c):
    c.script(f"POST {CHAT}", "reject")
    return c.pay("POST", CHAT, chat()).status == 400 and spent(c) == 0


@fault("venue-b-status-of-a", "solana", "the markets of venue B are filtered by the words of venue A, so that `open` is refused",
       "Venue B markets: `status` (`open`, `closed`)")
def _(c):
    path = f"{A}/pm/{SEGMENT['venue_b']}/markets"
    return [c.get(f"{path}?status={word}").status for word in ("open", "closed")] == [402, 402]


@fault("call-status-underscore", "base", "a call that was answered is `in_progress`", "`status` values: `queued`, `started`, `ringing`, `in-progress`, `completed`, `error`.")
def _(c):
    buy(c)
    made = c.pay("POST", f"{A}/voice/call", {"to": USER, "task": "Say hello to them"}).json
    c.event("voice_call", made["call_id"], "answered")
    return c.get(made["poll_url"]).json["status"] == "in-progress"


@fault("malformed-handle-400", "base", "the status of a handle that has not the form of one is 400",
       "any handle the service did not issue gives 404 `Unknown group` (the same answer for absent and malformed handles)")
def _(c):
    return [c.get(f"{A}/realface/status?groupId={handle}").status for handle in ("legacy_rf_1", "x" * 215)] == [404, 404]


@fault("multipart-last-image", "base", "of several image[] files only the last is read, so that too many pass", "(repeated `image[]` file fields, plus `mask`, `model`, `prompt`, `size`, `n`)")
def _(c):
    seen = []
    for count in (4, 5):
        body, kind = parts(count, model=I["IMG-A1"], prompt="join them")
        seen.append(c.post(f"{A}/images/image2image", body, content_type=kind).status)
    return seen == [402, 400]


@fault("reel-any-duration", "base", "VID-R takes every length from 4 to 12 seconds", "| VID-R | 4, 8 or 12 only (default 4) |")
def _(c):
    return quoted(c, VID, clip("VID-R", duration_seconds=6)) == -400 and quoted(c, VID, clip("VID-R", duration_seconds=8)) > 0
