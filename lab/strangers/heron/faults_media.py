"""Faults of images, video and audio, on Base."""
from faults import fault
from probe_tools import A, GEN, LINK, PNG, VID, clip, image, job, poll, quoted, spent, I

EDIT = f"{A}/images/image2image"


@fault("settle-every-poll", "base", "every completed poll settles again", "first completed poll settles payment exactly once")
def _(c):
    made, payload = job(c)
    c.event("image_job", made["id"], "finished")
    poll(c, made, payload=payload)
    poll(c, made)
    return spent(c) == 1


@fault("always-settled", "base", "later polls say settled as the first did", "later polls return `already_settled`")
def _(c):
    made, payload = job(c)
    c.event("image_job", made["id"], "finished")
    return [poll(c, made, payload=payload).json["payment"]["status"] for _ in range(2)] == ["settled", "already_settled"]


@fault("poll-any-wallet", "base", "any paying wallet may poll, and have, the job of another", "403 `Payment payer mismatch`")
def _(c):
    made, _payload = job(c)
    return poll(c, made, c.other).status == 403


@fault("poll-needs-fresh", "base", "polling with the authorization of the POST is taken for a replay", "wallet binding, not signature equality")
def _(c):
    made, payload = job(c, VID, clip())
    return poll(c, made, payload=payload).status == 202


@fault("fresh-signature-unused", "base", "after the first window nothing can settle: the fresh signature only identifies", "with a fresh signature from the same wallet for about 48 hours")
def _(c):
    made, _payload = job(c, VID, clip())
    c.advance(7200)
    return poll(c, made).status == 200 and spent(c) == 1


@fault("claimable-one-day", "base", "a clip is gone after 24 hours", "| Video job claimable | about 48 hours |")
def _(c):
    made, _payload = job(c, VID, clip())
    c.advance(40 * 3600)
    return c.get(made["poll_url"]).status == 402


@fault("stall-two-hours", "base", "an image job stalls after two hours", "| in_progress | 1 hour without finishing (images) | | failed | stall message, never charged |")
def _(c):
    c.script(f"POST {GEN}", "slow", seconds=5400)
    made, _payload = job(c)
    c.advance(3700)
    return poll(c, made).json.get("status") == "failed"


@fault("image-window-300", "base", "image challenges use the 300 seconds of ordinary calls", "async image and video challenges use 600")
def _(c):
    return c.post(GEN, image("IMG-E")).json["accepts"][0]["maxTimeoutSeconds"] == 600


@fault("backed-up-always", "base", "backed_up is true although the copy failed", "true when mirrored")
def _(c):
    c.script(f"POST {GEN}", "mirror_fail")
    item = c.pay("POST", GEN, image()).json["data"][0]
    return item["backed_up"] is False and item["url"] == item["source_url"]


@fault("fee-per-image", "base", "the flat fee is taken for every image", "times `n`, times 1.05, plus 0.001 once per call")
def _(c):
    return quoted(c, GEN, image(n=3)) == 64_000


@fault("mask-with-array", "base", "a mask passes together with an array of images", "a mask together with an image array")
def _(c):
    return quoted(c, EDIT, {"model": I["IMG-A1"], "prompt": "x", "image": [PNG], "mask": PNG}) == -400


@fault("edit-default-model", "base", "an edit without a model runs on IMG-A1", "default is IMG-A2")
def _(c):
    body = {"prompt": "x", "image": PNG}
    return quoted(c, EDIT, body) == quoted(c, EDIT, {**body, "model": I["IMG-A2"]})


@fault("references-with-seed", "base", "reference images combine with a first frame", "own mode, cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`")
def _(c):
    return quoted(c, VID, clip("VID-S2", image_url=LINK, reference_image_urls=[LINK])) == -400


@fault("no-inferred-type", "base", "the refusal of a wrong input_type does not say which one was inferred", "else 400 carrying `inferred_input_type`")
def _(c):
    return c.post(VID, clip(input_type="text", image_url=LINK)).json.get("inferred_input_type") == "image"


@fault("family-s-480", "base", "family S is quoted at 480p by default", "default 720p for family S, 480p for family G")
def _(c):
    return quoted(c, VID, clip("VID-S15")) == quoted(c, VID, clip("VID-S15", resolution="720p"))


@fault("data-uri-unchecked", "base", "a data URI of any bytes passes as a first frame", "data URIs are checked as real image bytes before any payment")
def _(c):
    return quoted(c, VID, clip("VID-S2", image_url="data:image/png;base64,aGVsbG8gd29ybGQ=")) == -400


@fault("unsealed-poll", "base", "a hand-built poll query is answered", "a hand-built query gives 400")
def _(c):
    made, _payload = job(c, VID, clip())
    return c.get(made["poll_url"].replace("duration=8", "duration=1")).status == 400


@fault("lyrics-with-instrumental", "base", "lyrics pass together with instrumental", "not combinable with `instrumental: true`, else 400")
def _(c):
    return quoted(c, f"{A}/audio/generations", {"prompt": "x", "lyrics": "la", "instrumental": True}) == -400


@fault("spoken-uncapped", "base", "the estimate of the prompt-directed model is not capped", "output is capped at 120 seconds (maximum quote 0.36)")
def _(c):
    return quoted(c, f"{A}/audio/speech", {"model": "mere/spoken-prompt", "input": "a" * 3000}) <= 360_000
