"""Probes of images, videos and their jobs on the per-call host."""

from typing import Any

from check.client import Answer, Desk
from check.registry import fault

IMAGES = "/api/v1/images/generations"
VIDEOS = "/api/v1/videos/generations"
PIXEL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
LATER = {"model": "sedge/dream-4", "prompt": "a pebble"}


def _amount(d: Desk, path: str, body: dict[str, Any]) -> int:
    return int(d.need("POST", path, body)["amount"])


def _job(d: Desk, event: str = "") -> tuple[dict[str, Any], dict[str, Any]]:
    """An image job and its requirement, after an event."""
    need = d.need("POST", IMAGES, LATER)
    job = d.site.call("POST", IMAGES, LATER, d.header(need)).json
    if event:
        d.steer("events", {"machine": "image_job", "id": job["id"], "event": event})
    return job, need


def _poll(d: Desk, job: dict[str, Any], need: dict[str, Any], other: bool = False) -> Answer:
    return d.site.call("GET", job["poll_url"], None, d.header(need, d.other if other else d.payer))


@fault("t-img-fee-n", "The fee is taken once per image.", "times `n`, times 1.05, plus 0.001 once per call")
def fee_once(d: Desk) -> bool:
    return _amount(d, IMAGES, {"model": "vireo/canvas-1", "prompt": "a pebble", "n": 3}) == 64_000


@fault("t-img-wide", "Wide images cost as much as square ones.", "0.022 (square), 0.043 (wide, tall)")
def wide(d: Desk) -> bool:
    return _amount(d, IMAGES, {"model": "vireo/canvas-1", "prompt": "a pebble", "size": "1536x1024"}) == 43_000


@fault("t-settle-at-submit", "A job is settled when it is submitted.", "payment verified, nonce claimed, upstream job submitted | queued (202) | no charge")
def at_submit(d: Desk) -> bool:
    _job(d)
    return d.ledger() == []


@fault("t-settle-each-poll", "Every completed poll settles again.", "first completed poll settles payment exactly once; later polls return `already_settled`")
def each_poll(d: Desk) -> bool:
    job, need = _job(d, "finished")
    _poll(d, job, need)
    got = _poll(d, job, need)
    return got.json["payment"]["status"] == "already_settled" and len(d.ledger()) == 1


@fault("t-poll-any-wallet", "Any wallet may poll a job.", "403 `Payment payer mismatch`")
def any_wallet(d: Desk) -> bool:
    job, need = _job(d)
    return _poll(d, job, need, other=True).status == 403


@fault("t-no-stall", "An image job may run for more than an hour.", "1 hour without finishing (images) | | failed | stall message, never charged")
def stall(d: Desk) -> bool:
    d.steer("upstream", {"route": f"POST {IMAGES}", "outcome": "slow", "detail": {"seconds": 9000}})
    job, need = _job(d)
    d.steer("clock", {"advance_seconds": 3700})
    return _poll(d, job, need).json["status"] == "failed"


@fault("t-sig-any", "A hand-built poll query is accepted.", "a hand-built query gives 400")
def hand_built(d: Desk) -> bool:
    link = d.buy(VIDEOS, {"prompt": "a pebble rolls"}).json["poll_url"]
    return d.get(link.replace("duration=8", "duration=1")).status == 400


@fault("t-vid-480", "480p costs as much as 720p in family S.", "times resolution factor (480p 0.5, 1080p 2.25, 4K 9)")
def low_resolution(d: Desk) -> bool:
    body = {"model": "sedge/dance-2", "prompt": "a pebble rolls", "duration_seconds": 4, "resolution": "480p"}
    return _amount(d, VIDEOS, body) == 455_192


@fault("t-vid-default-model", "The default video model is VID-S2.", "default is the v1 Grok-like model (VID-G1)")
def default_model(d: Desk) -> bool:
    return _amount(d, VIDEOS, {"prompt": "a pebble rolls"}) == 401_000


@fault("t-input-type", "A wrong input_type is ignored.", "must match the seed fields sent, else 400 carrying `inferred_input_type`")
def input_type(d: Desk) -> bool:
    got = d.post(VIDEOS, {"prompt": "a pebble rolls", "input_type": "image"})
    return got.status == 400 and got.json["inferred_input_type"] == "text"


@fault("t-vid-last-alone", "last_frame_url is taken without image_url.", "with `image_url` only (alone gives 400)")
def last_alone(d: Desk) -> bool:
    body = {"model": "sedge/dance-2", "prompt": "a pebble rolls", "last_frame_url": "https://pics.example.com/last.png"}
    return d.post(VIDEOS, body).status == 400


@fault("t-edit-mask-b", "A mask is taken with an IMG-B model.", "only IMG-A models; single-image only")
def mask(d: Desk) -> bool:
    body = {"model": "gemstone/agate", "prompt": "a pebble", "image": PIXEL, "mask": PIXEL}
    return d.post("/api/v1/images/image2image", body).status == 400


@fault("t-edit-timeout", "An edit that timed out answers 502.", "504 | image edit | timed out")
def edit_timeout(d: Desk) -> bool:
    path = "/api/v1/images/image2image"
    d.steer("upstream", {"route": f"POST {path}", "outcome": "timeout"})
    return d.buy(path, {"prompt": "a pebble", "image": PIXEL}).status == 504 and d.ledger() == []
