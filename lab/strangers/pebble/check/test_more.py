"""Probes of jobs, media and text quotes on the per-call host."""

from typing import Any

from check.client import Answer, Desk
from check.registry import fault

IMAGES = "/api/v1/images/generations"
VIDEOS = "/api/v1/videos/generations"
EDIT = "/api/v1/images/image2image"
RESPONSES = "/api/v1/responses"
LATER = {"model": "sedge/dream-4", "prompt": "a pebble"}
PIXEL = b"\x89PNG\r\n\x1a\n" + bytes(24)


def _amount(d: Desk, path: str, body: dict[str, Any]) -> int:
    return int(d.need("POST", path, body)["amount"])


def _job(d: Desk, path: str, body: dict[str, Any], event: str) -> tuple[dict[str, Any], Answer]:
    """A job that met its end, and a poll of it by the same wallet."""
    need = d.need("POST", path, body)
    job = d.site.call("POST", path, body, d.header(need)).json
    machine = "image_job" if path == IMAGES else "video_job"
    d.steer("events", {"machine": machine, "id": job["id"], "event": event})
    return job, d.site.call("GET", job["poll_url"], None, d.header(need))


@fault("t-replay-job-id", "The replay 402 names a job id that is not the result's.", "per-call job id, same value as `job_id` in async envelopes and replay 402s")
def replay_id(d: Desk) -> bool:
    body = {"model": "vireo/canvas-1", "prompt": "a pebble"}
    head = d.header(d.need("POST", IMAGES, body))
    first = d.site.call("POST", IMAGES, body, head)
    again = d.site.call("POST", IMAGES, body, head)
    return first.status == 200 and again.json["code"] == "PAYMENT_REPLAY" and again.json["job_id"] == first.json["id"]


@fault(
    "t-failed-verified", "The poll of a failed job says that its payment is verified.",
    "failed (200) `{id, object, status: failed, model, error, payment_status: not_charged, note}`",
)  # fmt: skip
def failed_status(d: Desk) -> bool:
    got = _job(d, IMAGES, LATER, "failed")[1].json
    return got["status"] == "failed" and got["payment_status"] == "not_charged"


@fault("t-mirror-lie", "A picture that could not be mirrored is called backed up.", "data[].backed_up | boolean | true when mirrored")
def mirror(d: Desk) -> bool:
    d.steer("upstream", {"route": f"POST {IMAGES}", "outcome": "mirror_fail"})
    body = {"model": "vireo/canvas-1", "prompt": "a pebble"}
    bad, good = (d.buy(IMAGES, body).json["data"][0]["backed_up"] for _ in range(2))
    return (bad, good) == (False, True)


@fault(
    "t-video-claim-hour", "A finished clip is gone after an hour.",
    "its result stays claimable by re-polling the same `poll_url` with a fresh signature from the same wallet for about 48 hours",
)  # fmt: skip
def claim(d: Desk) -> bool:
    body = {"prompt": "a pebble rolls"}
    need = d.need("POST", VIDEOS, body)
    job = d.site.call("POST", VIDEOS, body, d.header(need)).json
    d.steer("clock", {"advance_seconds": 40 * 3600})
    return d.site.call("GET", job["poll_url"], None, d.header(need)).status == 200 and len(d.ledger()) == 1


@fault(
    "t-img-e-pixels", "IMG-E at 2048x1024 is quoted at the rate of the large sizes.",
    "0.04825 up to about 2.36M pixels (1024x1024, 1280x720, 2048x1024); 0.0955 above (2048x2048 and larger)",
)  # fmt: skip
def pixels(d: Desk) -> bool:
    return [_amount(d, IMAGES, {**LATER, "size": s}) for s in ("1280x720", "2048x1024", "2048x2048")] == [48_250, 48_250, 95_500]


@fault("t-form-n", "The n of a multipart edit is not read.", "`multipart/form-data` (repeated `image[]` file fields, plus `mask`, `model`, `prompt`, `size`, `n`)")
def form(d: Desk) -> bool:
    parts = [b'name="prompt"\r\n\r\na pebble', b'name="n"\r\n\r\n3', b'name="image[]"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n' + PIXEL]
    raw = b"".join(b"--pebble\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--pebble--\r\n"
    got = d.site.call("POST", EDIT, raw, {"content-type": "multipart/form-data; boundary=pebble"})
    return got.status == 402 and got.json["accepts"][0]["amount"] == "190000"


@fault("t-directed-uncapped", "The quote of the prompt-directed model goes on beyond 120 seconds.", "output is capped at 120 seconds (maximum quote 0.36)")
def directed(d: Desk) -> bool:
    return _amount(d, "/api/v1/audio/speech", {"model": "sedge/directed-audio", "input": "a" * 3000}) <= 361_000


@fault(
    "t-music-duration", "A track is priced by the duration asked for.",
    "`duration_seconds` (integer 5 to 240, default 30; ignored, output is always about 3 minutes). Price 0.1575 USD per track",
)  # fmt: skip
def music(d: Desk) -> bool:
    path, body = "/api/v1/audio/generations", {"prompt": "a pebble"}
    return len({_amount(d, path, {**body, **more}) for more in ({}, {"duration_seconds": 5}, {"duration_seconds": 240})}) == 1


@fault("t-vid-ref-surcharge", "Reference images make a clip dearer.", "cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`; no surcharge")
def references(d: Desk) -> bool:
    body = {"model": "sedge/dance-2", "prompt": "a pebble rolls"}
    links = [f"https://pics.example.com/{i}.png" for i in range(3)]
    return _amount(d, VIDEOS, {**body, "reference_image_urls": links}) == _amount(d, VIDEOS, body)


@fault("t-catalog-cap", "The video catalog caps VID-S25 at 15 seconds though 30 are sold.", "GET | /api/v1/video/models | live list, rates, duration caps; free")
def cap(d: Desk) -> bool:
    name = "sedge/dance-2.5"
    row = next(r for r in d.get("/api/v1/video/models").json["data"] if r["id"] == name)
    sold = d.post(VIDEOS, {"model": name, "prompt": "a pebble rolls", "duration_seconds": 30}).status == 402
    return sold and row["pricing"]["max_duration_seconds"] == 30


@fault("t-system-unpriced", "The system text of a messages call is not priced.", "Each is billed per token.")
def system(d: Desk) -> bool:
    body = {"model": "orchid/verse-5", "messages": [{"role": "user", "content": "How heavy?"}], "max_tokens": 100}
    return _amount(d, "/api/v1/messages", {**body, "system": "pebble " * 4000}) > _amount(d, "/api/v1/messages", body) + 1000


@fault("t-responses-cap-ignored", "The quote of responses does not depend on max_output_tokens.", "max_output_tokens | integer | no | Minimum 1. Bounds the quoted price.")
def bounds(d: Desk) -> bool:
    body = {"model": "vireo/5.5", "input": "How heavy?"}
    few, many = (_amount(d, RESPONSES, {**body, "max_output_tokens": n}) for n in (100, 50_000))
    return many > 10 * few


@fault("t-background-unsettled", "A background response is never settled.", "poll a background response; `?stream=true` attaches to it | free (settled at create)")
def background(d: Desk) -> bool:
    got = d.buy(RESPONSES, {"model": "vireo/5.6-mini", "input": "How heavy?", "background": True})
    return got.status in (200, 202) and len(d.ledger()) == 1


@fault("t-path-model-no-fee", "Chat with the model in the path is quoted without the fee.", "Every paid call carries a flat 0.001 USD transaction fee")
def path_model(d: Desk) -> bool:
    body = {"messages": [{"role": "user", "content": "How heavy?"}], "max_tokens": 100}
    return _amount(d, "/api/v1/chat/vireo/5.5", body) == _amount(d, "/api/v1/chat/completions", {**body, "model": "vireo/5.5"})
