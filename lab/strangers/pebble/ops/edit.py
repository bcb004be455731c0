"""Image edit and fusion, by JSON or by a multipart form; per-call host only."""

import base64
import re
from typing import Any

from gate.check import Fields, invalid
from gate.deal import Sold, sell
from gate.fault import on
from gate.quote import SYNC_WINDOW, Deal, Quote
from gate.router import Op, ops
from gate.state import STATE, new_id
from gate.upstream import Outcome
from ops.images import CDN, catalog, quote_for
from ops.video_body import image_bytes
from wire.http import HttpError, Request, Response

EDITS = {"IMG-A1": 4, "IMG-A2": 4, "IMG-B1": 3, "IMG-B3": 3}


def _form(req: Request) -> dict[str, Any]:
    """A multipart form as the JSON body that it stands for."""
    found = re.search(r'boundary="?([^";]+)"?', req.headers.get("content-type", ""))
    if found is None:
        raise invalid("body", "has no multipart boundary")
    out: dict[str, Any] = {}
    pictures: list[str] = []
    for part in req.body.split(b"--" + found.group(1).encode())[1:-1]:
        head, _, data = part.strip(b"\r\n").partition(b"\r\n\r\n")
        name = re.search(rb'name="([^"]*)"', head)
        if name is None:
            continue
        field = name.group(1).decode()
        if b"filename=" in head:
            kind = re.search(rb"(?i)content-type:\s*([^\r\n;]+)", head)
            mime = kind.group(1).decode().strip() if kind else "image/png"
            link = f"data:{mime};base64,{base64.b64encode(data).decode()}"
            if field == "mask":
                out["mask"] = link
            else:
                pictures.append(link)
        elif not (field == "n" and on("t-form-n")):
            text = data.decode("utf-8", "replace")
            out[field] = int(text) if field == "n" and text.isdigit() else text
    if pictures:
        out["image"] = pictures if len(pictures) > 1 else pictures[0]
    return out


def parse(body: dict[str, Any]) -> tuple[str, str, int, str]:
    """Validate an edit request: model, size, n and prompt."""
    models = {label: model for model, (label, _, _) in catalog().items() if label in EDITS}
    default = models["IMG-A2"]
    fields = Fields(body)
    model = fields.string("model", default=default) or default
    prompt = fields.must("prompt")
    size = fields.string("size", default="1024x1024") or "1024x1024"
    n = fields.integer("n", 1, 10, 1) or 1
    image, mask = body.get("image"), fields.string("mask")
    several = isinstance(image, list)
    pictures = image if isinstance(image, list) else [image]
    if image is None:
        fields.issue("image", "is required")
    elif not pictures or any(not isinstance(p, str) or not image_bytes(p) for p in pictures):
        fields.issue("image", "must be an image as a data URI, or an array of them")
    if mask is not None and not image_bytes(mask):
        fields.issue("mask", "must be an image as a data URI")
    label = next((name for name, found in models.items() if found == model), None)
    if label is None:
        raise invalid("model", "must be one of " + ", ".join(models.values()), available=list(models.values()))
    most = 4 if on("t-edit-b3-four") and label == "IMG-B3" else EDITS[label]
    if len(pictures) > most:
        fields.issue("image", f"may hold at most {EDITS[label]} images")
    if mask is not None and label.startswith("IMG-B") and not on("t-edit-mask-b"):
        fields.issue("mask", "is not offered by this model")
    if mask is not None and several:
        fields.issue("mask", "works with a single image only")
    if size not in catalog()[model][1]:
        fields.issue("size", "must be one of " + ", ".join(catalog()[model][1]))
    fields.done()
    return model, size, n, prompt


async def edit(req: Request) -> Response:
    """Validate, pay, edit."""
    form = req.headers.get("content-type", "").startswith("multipart/form-data")
    model, size, n, prompt = parse(_form(req) if form else req.json())
    priced = quote_for(model, size, n)

    def run(outcome: Outcome, deal: Deal) -> Sold:
        data = [{"url": f"{CDN}/edits/{new_id('d', 8)}.png", "revised_prompt": prompt} for _ in range(n)]
        return Sold({"data": data, "created": int(STATE.now())})

    late = HttpError(502 if on("t-edit-timeout") else 504, {"error": "Timed out", "message": "nothing was charged"})
    broken = HttpError(500, {"error": "Image edit failed", "message": "nothing was charged"})
    return await sell(req, Quote(priced.pico, model, SYNC_WINDOW), run, timeout=late, fail=broken)


TABLE: list[Op] = ops(("POST", "images/image2image", edit, True))
