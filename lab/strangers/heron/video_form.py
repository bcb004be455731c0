"""Every rule of a video request, before any money is asked for."""
import re
from dataclasses import dataclass

from checks import Form, bad, is_public_url, parse_object
from images import data_uri_kind
from switch import bent
from video_catalog import BY_ID, FACTOR, LABELS
from world import Refuse

S_RATIOS = ("adaptive", "16:9", "9:16", "1:1", "4:3", "3:4", "21:9")
G_RATIOS = ("16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3")
FACES = ("VID-S2", "VID-S2F", "VID-S2M")
SEEDS = ("image_url", "last_frame_url", "reference_image_urls", "real_face_asset_id")


@dataclass
class Clip:
    """A valid request."""
    model: object
    seconds: int
    resolution: str
    seeded: bool
    references: int
    body: dict


def _from_content(body: dict) -> dict:
    """The `content[]` form as the flat form."""
    flat = {name: value for name, value in body.items() if name != "content"}
    content = body.get("content")
    if not isinstance(content, list) or not content or not all(isinstance(item, dict) for item in content):
        raise bad("content", "must be an array of parts")
    texts = []
    for place, item in enumerate(content):
        if item.get("type") == "text" and isinstance(item.get("text"), str):
            texts.append(item["text"])
        elif item.get("type") == "image_url":
            link = item.get("image_url")
            link = link.get("url") if isinstance(link, dict) else link
            role = item.get("role", "first_frame")
            if role == "reference_image":
                flat.setdefault("reference_image_urls", []).append(link)
            else:
                flat["last_frame_url" if role == "last_frame" else "image_url"] = link
        elif item.get("type") in ("video_url", "audio_url"):
            flat.setdefault("reference_videos" if item["type"] == "video_url" else "reference_audios", []).append(item)
        else:
            raise bad(f"content[{place}]", "is not a part that can be used")
    if texts:
        flat["prompt"] = "\n".join(texts)
    return flat


def _image(form, name, value):
    if isinstance(value, str) and value.startswith("data:"):
        if data_uri_kind(value) is None and not bent("data-uri-unchecked"):
            form.complain(name, "is not the bytes of an image")
    elif not is_public_url(value, ("https", "http")):
        form.complain(name, "must be a public URL or an image data URI")


def _seeds(form, model):
    """Rules of and across the seed fields; returns what the clip is seeded with."""
    body = form.body
    used = {name for name in SEEDS if name in body}
    if model.family == "G":
        used -= {"real_face_asset_id", "reference_image_urls"}
    if model.family == "R":
        used &= {"image_url"}
    for name in used & {"image_url", "last_frame_url"}:
        _image(form, name, body[name])
    if "real_face_asset_id" in used:
        if not isinstance(body["real_face_asset_id"], str) or not re.fullmatch(r"ta_[\w.-]{1,200}", body["real_face_asset_id"]):
            form.complain("real_face_asset_id", "must be a ta_ id")
        if model.label not in FACES:
            form.complain("real_face_asset_id", "is not offered by this model")
        if "image_url" in used:
            form.complain("real_face_asset_id", "cannot be combined with image_url")
    if "last_frame_url" in used:
        if "image_url" not in used and not bent("last-frame-alone"):
            form.complain("last_frame_url", "needs image_url")
        if model.family != "S" or model.label == "VID-S25":
            form.complain("last_frame_url", "is not offered by this model")
        if "real_face_asset_id" in used:
            form.complain("last_frame_url", "cannot be combined with real_face_asset_id")
    if "reference_image_urls" in used:
        links = form.things("reference_image_urls", str, least=1, most=9)
        for link in links or []:
            _image(form, "reference_image_urls", link)
        if model.label not in FACES:
            form.complain("reference_image_urls", "is not offered by this model")
        if used - {"reference_image_urls"} and not bent("references-with-seed"):
            form.complain("reference_image_urls", "cannot be combined with other seed fields")
    return used


def _input_type(form, used):
    inferred = ("reference" if "reference_image_urls" in used else "first_last_frame" if "last_frame_url" in used
                else "image" if used else "text")
    asked = form.text("input_type", options=("text", "image", "first_last_frame", "reference"))
    if asked and asked != inferred and not form.complaints:
        more = {} if bent("no-inferred-type") else {"inferred_input_type": inferred}
        raise bad("input_type", f"the seed fields say {inferred}", **more)


def read(world, request, content_form=False) -> Clip:
    """A valid Clip, or the refusal."""
    body = parse_object(request)
    form = Form(_from_content(body) if content_form and "content" in body else body)
    name = form.text("model", default=LABELS["VID-G1"])
    if name not in BY_ID:
        form.complain("model", "unknown model; known are " + ", ".join(BY_ID))
        form.close()
    model = BY_ID[name]
    form.text("prompt", required=True, least=1)
    for flat in ("video_url", "audio_url"):
        if flat in form.body:
            form.complain(flat, "is not a field; use reference_videos or reference_audios")
    used = _seeds(form, model)
    seconds = form.integer("duration_seconds", default=model.default)
    allowed = range(4, 13) if bent("reel-any-duration") and model.family == "R" else model.durations
    if seconds not in allowed:
        form.complain("duration_seconds", f"this model makes clips of {min(model.durations)} to {max(model.durations)} seconds")
    default = "480p" if bent("family-s-480") and model.family == "S" else model.default_resolution
    resolution = form.text("resolution", default=default, options=tuple(FACTOR))
    if resolution not in model.resolutions and model.label != "VID-S2M":
        form.complain("resolution", "must be one of " + ", ".join(model.resolutions))
    if model.family != "R":
        form.text("aspect_ratio", options=S_RATIOS if model.family == "S" else G_RATIOS)
    if model.family == "S":
        for flag in ("generate_audio", "watermark", "return_last_frame"):
            form.flag(flag)
        form.integer("seed")
    _input_type(form, used)
    form.close()
    for gated in ("reference_videos", "reference_audios"):
        if gated in form.body:
            items = form.body[gated]
            if not isinstance(items, list) or not 1 <= len(items) <= 3 or not all(isinstance(i, dict) for i in items):
                raise bad(gated, "must be an array of 1 to 3 objects with a url")
            raise Refuse(503, {"error": f"{gated} is unavailable for now", "field": gated})
    references = len(form.body["reference_image_urls"]) if "reference_image_urls" in used else 0
    return Clip(model, seconds, resolution, bool(used & {"image_url", "real_face_asset_id"}), references, form.body)
