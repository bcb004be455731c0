"""Faults of portraits, faces, numbers and calls, on Base."""
from faults import fault
from probe_tools import A, PHOTO, USER, buy, quoted, spent

CALL = {"to": USER, "task": "Say hello to them"}
FACE = f"{A}/realface"


@fault("enrollment-not-absorbed", "base", "an enrollment whose settlement fails is answered with 402", "If settlement fails after a successful enrollment, the service absorbs the cost.")
def _(c):
    c.control("POST", "settlement", {"outcome": "fail"})
    return c.pay("POST", f"{A}/portrait/enroll", {"name": "a", "image_url": PHOTO}).status == 200 and spent(c) == 0


@fault("pending-409", "base", "enrolling into a pending group is 409", "| 425 | face enroll | group still `pending_validation`; body carries `group_status` and a hint |")
def _(c):
    group = c.post(f"{FACE}/init", {"name": "a"}).json["group_id"]
    answer = c.pay("POST", f"{FACE}/enroll", {"name": "a", "image_url": PHOTO, "group_id": group})
    return answer.status == 425 and answer.json.get("group_status") == "pending_validation"


@fault("refresh-makes-new", "base", "calling init with a groupId makes another group", "calling init again with `groupId` refreshes the link")
def _(c):
    group = c.post(f"{FACE}/init", {"name": "a"}).json["group_id"]
    return c.post(f"{FACE}/init", {"name": "a", "groupId": group}).json["group_id"] == group


@fault("face-mismatch-502", "base", "a photo that does not match the live face is 502", "face service rejected the image, or the photo does not match the live face")
def _(c):
    group = c.post(f"{FACE}/init", {"name": "a"}).json["group_id"]
    c.event("realface", group, "liveness_passed")
    c.script(f"POST {FACE}/enroll", "reject")
    return c.pay("POST", f"{FACE}/enroll", {"name": "a", "image_url": PHOTO, "group_id": group}).status == 422


@fault("renew-from-now", "base", "a renewal counts from the day of the renewal", "renew (before expiry only) adds 30 days from the current expiry")
def _(c):
    from datetime import datetime
    lease = buy(c)
    after = c.pay("POST", f"{A}/phone/numbers/renew", {"phoneNumber": lease["phone_number"]}).json
    days = [datetime.fromisoformat(x["expires_at"].replace("Z", "+00:00")) for x in (lease, after)]
    return abs((days[1] - days[0]).total_seconds() - 30 * 86400) < 1


@fault("renew-expired", "base", "an ended lease can be renewed", "after `expires_at` the number is reclaimed and re-pooled and cannot be renewed")
def _(c):
    lease = buy(c)
    c.advance(30 * 86400 + 60)
    return c.pay("POST", f"{A}/phone/numbers/renew", {"phoneNumber": lease["phone_number"]}).status == 403 and spent(c) == 1


@fault("release-any-wallet", "base", "any wallet may release a number", "Only that wallet may renew, release, or use a number as `from`.")
def _(c):
    lease = buy(c)
    return c.pay("POST", f"{A}/phone/numbers/release", {"phoneNumber": lease["phone_number"]}, c.other).status == 403


@fault("wrong-wallet-bare", "base", "the refusal for another wallet's number does not say who asked and what is his", "`wrong_wallet` (body has `payer_wallet` and `your_active_numbers`)")
def _(c):
    lease = buy(c)
    answer = c.pay("POST", f"{A}/phone/numbers/renew", {"phoneNumber": lease["phone_number"]}, c.other).json
    return answer["reason"] == "wrong_wallet" and "payer_wallet" in answer and "your_active_numbers" in answer


@fault("ambiguous-first", "base", "with several numbers the first one calls", "several owned gives 400 `ambiguous_from`")
def _(c):
    buy(c), buy(c)
    return c.pay("POST", f"{A}/voice/call", CALL).status == 400


@fault("voicemail-message-optional", "base", "leave_message passes without a message", "required when the action is `leave_message`")
def _(c):
    return quoted(c, f"{A}/voice/call", {**CALL, "voicemail_action": "leave_message"}) == -400


@fault("emergency-allowed", "base", "emergency numbers are quoted like others or refused for their form", "E.164; emergency numbers give 403")
def _(c):
    return quoted(c, f"{A}/voice/call", {**CALL, "to": "911"}) == -403
