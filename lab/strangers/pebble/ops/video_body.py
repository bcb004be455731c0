"""Validation of a video request, all of it before any payment."""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlparse

from gate.check import Fields, invalid
from gate.fault import on
from ops.video_models import FACE, Video, default_model, served
from wire.http import HttpError

RATIOS = {
    "S": ("adaptive", "16:9", "9:16", "1:1", "4:3", "3:4", "21:9"),
    "G": ("16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3"),
}
ALL_RESOLUTIONS = ("480p", "720p", "1080p", "4K")
INPUTS = ("text", "image", "first_last_frame", "reference")
MAGIC = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")


@dataclass
class Clip:
    """A valid request."""

    model: Video
    seconds: int
    resolution: str
    seeded: bool
    references: int
    last_frame: bool


def image_bytes(uri: str) -> bool:
    """Whether a data URI holds a real JPG, PNG or WEBP image."""
    head, _, data = uri.partition(",")
    if not head.startswith("data:image/") or not head.endswith(";base64"):
        return False
    try:
        raw = base64.b64decode(data, validate=True)
    except (ValueError, binascii.Error):
        return False
    return raw.startswith(MAGIC) or (raw[:4] == b"RIFF" and raw[8:12] == b"WEBP")


def _is_url(text: str) -> bool:
    try:
        parsed = urlparse(text)
    except ValueError:
        return False
    return parsed.scheme in ("http", "https") and bool(parsed.hostname)


def _picture(fields: Fields, name: str) -> str | None:
    value = fields.string(name)
    if not value:
        return None
    if value.startswith("data:"):
        if not image_bytes(value):
            fields.issue(name, "is not an image")
    elif not _is_url(value):
        fields.issue(name, "must be a URL or a data URI")
    return value


def _model(name: str | None) -> Video:
    if name is None:
        return default_model()
    model = served().get(name)
    if model is None:
        raise invalid("model", "is not in the catalog: " + ", ".join(served()), available=list(served()))
    return model


def parse(body: dict[str, Any]) -> Clip:
    """Validate a request; the gated reference media are refused with 503 last."""
    fields = Fields(body)
    name = fields.string("model")
    fields.must("prompt")
    fields.done()
    model = _model(name)
    first, last = _picture(fields, "image_url"), _picture(fields, "last_frame_url")
    face = fields.string("real_face_asset_id")
    if face and not re.fullmatch(r"ta_\w+", face):
        fields.issue("real_face_asset_id", "must be a ta_ asset")
    pictures = fields.strings("reference_image_urls")
    for flat in ("video_url", "audio_url"):
        if flat in body:
            fields.issue(flat, "is not accepted")
    if model.family == "S":
        _seeds(fields, model, (first, last, face, pictures))
    elif model.family == "G" and last:
        fields.issue("last_frame_url", "is not offered by this model")
    seconds = fields.integer("duration_seconds", default=model.default) or 0
    if seconds not in model.durations:
        fields.issue("duration_seconds", f"must be one of {model.durations[0]} to {model.durations[-1]}")
    resolution = fields.choice("resolution", ALL_RESOLUTIONS, model.resolution) or model.resolution
    if resolution not in model.resolutions:
        fields.issue("resolution", "must be one of " + ", ".join(model.resolutions))
    if model.family in RATIOS:
        lax = on("a-vid-g-adaptive") and model.family == "G"
        fields.choice("aspect_ratio", RATIOS["S"] + RATIOS["G"] if lax else RATIOS[model.family])
        fields.boolean("watermark")
    if model.family == "S":
        fields.boolean("generate_audio")
        fields.integer("seed")
    last_frame = fields.boolean("return_last_frame") if model.family == "S" else False
    fields.done()
    live = model.family == "S"
    _input_type(body, (first, last if model.family != "R" else None, face if live else None, pictures if live else []))
    if live:
        _gated(fields, body)
    seeded = bool(first or (live and face))
    return Clip(model, seconds, resolution, seeded, len(pictures) if live else 0, last_frame)


Seeds = tuple[str | None, str | None, str | None, list[str]]


def _seeds(fields: Fields, model: Video, seeds: Seeds) -> None:
    """The seed fields of family S and what excludes what."""
    first, last, face, pictures = seeds
    if face:
        if model.label not in FACE:
            fields.issue("real_face_asset_id", "is not offered by this model")
        if first:
            fields.issue("real_face_asset_id", "excludes image_url")
    if last:
        if model.label == "VID-S25":
            fields.issue("last_frame_url", "is not offered by this model")
        if not first and not on("t-vid-last-alone"):
            fields.issue("last_frame_url", "needs image_url")
        if face:
            fields.issue("last_frame_url", "excludes real_face_asset_id")
    if "reference_image_urls" in fields.source:
        if not 1 <= len(pictures) <= 9:
            fields.issue("reference_image_urls", "must hold 1 to 9 URLs")
        if not all(_is_url(picture) for picture in pictures):
            fields.issue("reference_image_urls", "must hold URLs")
        if model.label not in FACE:
            fields.issue("reference_image_urls", "is not offered by this model")
        if first or last or face:
            fields.issue("reference_image_urls", "cannot be combined with other seeds")


def _input_type(body: dict[str, Any], seeds: Seeds) -> None:
    first, last, face, pictures = seeds
    inferred = "reference" if pictures else "first_last_frame" if last else "image" if first or face else "text"
    given = body.get("input_type")
    if given is not None and given != inferred and not on("t-input-type"):
        raise invalid("input_type", f"must be one of {', '.join(INPUTS)} and match the seeds", inferred_input_type=inferred)


def _gated(fields: Fields, body: dict[str, Any]) -> None:
    """Reference videos and audios: valid ones are refused for now."""
    asked = [name for name in ("reference_videos", "reference_audios") if name in body]
    for name in asked:
        for i, item in enumerate(fields.array(name, False, 1, 3)):
            if not isinstance(item, dict) or not isinstance(item.get("url"), str):
                fields.issue(f"{name}[{i}].url", "is required")
    fields.done()
    if asked:
        raise HttpError(503, {"error": "Temporarily unavailable", "message": f"{asked[0]} are not available now; nothing was charged"})


def plain_body(body: dict[str, Any]) -> dict[str, Any]:
    """A body with a content list as the plain request that it delegates to."""
    fields = Fields(body)
    content = fields.array("content", True, 1)
    out = {k: v for k, v in body.items() if k not in ("content", "duration", "ratio")}
    if "duration" in body:
        out.setdefault("duration_seconds", body["duration"])
    if "ratio" in body:
        out.setdefault("aspect_ratio", body["ratio"])
    for i, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "text" and isinstance(part.get("text"), str):
            out["prompt"] = (out.get("prompt", "") + " " + part["text"]).strip()
        elif kind == "image_url":
            link = part.get("image_url")
            url = link.get("url") if isinstance(link, dict) else link
            role = part.get("role") or "first_frame"
            if role == "reference_image":
                out.setdefault("reference_image_urls", []).append(url)
            else:
                out["last_frame_url" if role == "last_frame" else "image_url"] = url
        elif kind in ("video_url", "audio_url"):
            link = part.get(kind)
            name = "reference_videos" if kind == "video_url" else "reference_audios"
            out.setdefault(name, []).append({"url": link.get("url") if isinstance(link, dict) else link})
        else:
            fields.issue(f"content[{i}].type", "must be text, image_url, video_url or audio_url")
    fields.done()
    return out
