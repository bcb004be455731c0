"""Image generation with its inline window and jobs, and image editing."""
import base64
import re
import secrets

import image_catalog
import jobs
import multipart
import settings
from checks import Form, parse_object
from gateway_limits import catalog_limit
from image_catalog import BY_ID, EDITS, LABELS
from money import FEE, MARGIN, show
from plan import Done, Plan
from routes import route
from switch import bent
from world import Refuse

ONE_JOB = 120


DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def _image(world, mirrored, size, as_base64):
    """One item of data[]; the IMG-B models answer in base64, of which source_url keeps only the MIME type."""
    name = secrets.token_hex(8)
    source = f"{settings.UPSTREAM_MEDIA}/tmp/{name}.png?expires={int(world.now()) + 3600}"
    raw = f"data:image/png;base64,{DOT}" if as_base64 else source
    good = mirrored or bent("backed-up-always")
    kept = raw if bent("base64-source-kept") else "image/png"
    return {"backed_up": good, "source_url": kept if as_base64 else source, "revised_prompt": f"A careful picture, {size}",
            "url": f"{settings.MEDIA}/i/{name}.png" if good else raw}


def read_generation(world, request):
    """(label, model id, prompt, size, n) of a valid request."""
    form = Form(parse_object(request))
    model = form.text("model", required=True)
    form.text("prompt", required=True, least=1)
    size = form.text("size", default="1024x1024")
    n = form.integer("n", default=1, least=1, most=10)
    if model is not None and model not in BY_ID:
        form.complain("model", "unknown model; known are " + ", ".join(BY_ID))
    elif model is not None and size not in BY_ID[model][1]:
        form.complain("size", "must be one of " + ", ".join(BY_ID[model][1]))
    form.close()
    return BY_ID[model][0], model, size, n


@route("POST", "/api/v1/images/generations", ("base", "solana", "account"), price="per image")
def generate(world, request):
    """Generate: at once within the inline window, else as a job."""
    label, model, size, n = read_generation(world, request)
    rate = BY_ID[model][1][size]
    billed = BY_ID[model][1]["1024x1024"] if bent("tall-at-square-rate") and size == "1024x1536" else rate
    price = rate * n * MARGIN + FEE * (n if bent("fee-per-image") else 1)

    async def run(caller):
        outcome, detail = await caller.upstream(
            fail=lambda d: "fail_later" if d.get("stage") == "run" else _failed(), timeout="timeout", slow="slow")
        account = caller.host == "account"
        result = {"created": int(world.now()), "data": [_image(world, outcome != "mirror_fail", size, label.startswith("IMG-B")) for _ in range(n)]}
        job = jobs.Job(world, "image", jobs.new_id(), model, caller, jobs.price_text(caller), result)
        result["id"] = job.id
        job.poll_url = f"{'' if account else '/api'}/v1/images/generations/{job.id}"
        if account:
            if outcome in ("timeout", "fail_later"):
                raise _failed()
            if bent("price-shown-for-one"):
                job.price = {**job.price, "amount": show(billed * MARGIN)}
            if bent("response-format-honoured") and parse_object(request).get("response_format") == "b64_json":
                result["data"] = [{"b64_json": DOT, "revised_prompt": item["revised_prompt"]} for item in result["data"]]
            return Done({**result, "price": job.price})
        if outcome in ("slow", "timeout", "fail_later") or label == "IMG-E":
            quick = outcome == "slow" and float(detail.get("seconds", 60))
            job.run_until(2, quick or ONE_JOB)
            if outcome in ("timeout", "fail_later"):
                job.run_until(2, None, 0)
            body = {**job.envelope(), "n": n, "size": size, "price": job.price, "payment_status": "verified", "created": int(job.made),
                    "poll_url": job.poll_url, "poll_instructions": "GET poll_url on this origin every 2 to 5 seconds with a payment header of the same wallet."}
            body["status"] = "queued"
            return Done(body, 202, charge=False)
        job.end = "completed"
        if bent("result-id-own"):
            result["id"] = jobs.new_id()

        def finish(body, tx_hash):
            job.tx_hash = tx_hash
            body.update(price=job.price, payment=caller.receipt(tx_hash))
        return Done(dict(result), finish=finish)

    window = settings.WINDOW[world.host] if bent("image-window-300") else settings.JOB_WINDOW
    return Plan(price, run, metered=billed * n * MARGIN, window=window, model=model)


def _failed():
    return Refuse(502, {"code": "UPSTREAM_FAILED", "error": "The image provider failed; nothing was charged"})


@route("GET", "/api/v1/images/generations/{id}", upstream=False)
async def poll(world, request):
    """Poll an image job."""
    return await jobs.poll(world, request, request.entry, "image")


@route("GET", "/api/v1/images/models", upstream=False)
def models(world, request):
    """The catalog."""
    catalog_limit(world, request)
    return {"image_models": image_catalog.listed(world.host), "unit": "USD per image"}


def image_kind(data: bytes):
    """The format of image bytes by their first bytes, or None."""
    for magic, kind in ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg")):
        if data.startswith(magic):
            return kind
    return "webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else "gif" if data[:4] == b"GIF8" else None


def data_uri_kind(text):
    """The image format inside a base64 data URI, or None when it is not one."""
    match = re.match(r"data:image/[\w.+-]+;base64,", text) if isinstance(text, str) else None
    if not match:
        return None
    try:
        return image_kind(base64.b64decode(text[match.end():], validate=True))
    except ValueError:
        return None


def _is_data_uri(text):
    return isinstance(text, str) and re.fullmatch(r"data:image/[\w.+-]+;base64,[A-Za-z0-9+/=]+", text) is not None


@route("POST", "/api/v1/images/image2image", price="per image")
def edit(world, request):
    """Edit one image or fuse several."""
    kind = (request.header("content-type") or "").lower()
    form = Form(multipart.read_edit(request) if kind.startswith("multipart/form-data") else parse_object(request))
    default = "IMG-A1" if bent("edit-default-model") else "IMG-A2"
    model = form.text("model", default=LABELS[default][0])
    label = BY_ID[model][0] if model in BY_ID else None
    if label not in EDITS:
        form.complain("model", "must be one of " + ", ".join(LABELS[name][0] for name in EDITS))
        form.close()
    form.text("prompt", required=True, least=1)
    given = form.body.get("image")
    several = given if isinstance(given, list) else [given]
    most = 4 if label.startswith("IMG-A") else 3
    if "image" not in form.body:
        form.complain("image", "is required")
    elif not several or not all(_is_data_uri(item) for item in several):
        form.complain("image", "must be a base64 data URI or an array of them")
    elif len(several) > most:
        form.complain("image", f"this model takes at most {most} images")
    if "mask" in form.body:
        if not label.startswith("IMG-A"):
            form.complain("mask", "is not offered by this model")
        if isinstance(given, list) and not bent("mask-with-array"):
            form.complain("mask", "cannot be combined with an image array")
        if not _is_data_uri(form.body["mask"]):
            form.complain("mask", "must be a base64 data URI")
    size = form.text("size", default="1024x1024")
    if size not in BY_ID[model][1]:
        form.complain("size", "must be one of " + ", ".join(BY_ID[model][1]))
    n = form.integer("n", default=1, least=1, most=10)
    form.close()

    async def run(caller):
        await caller.upstream(timeout=Refuse(504, {"code": "TIMED_OUT", "error": "The image edit timed out; nothing was charged"}))
        return Done({"created": int(world.now()), "data": [
            {"url": f"{settings.MEDIA}/e/{secrets.token_hex(8)}.png", "revised_prompt": "As asked"} for _ in range(n)]})

    return Plan(BY_ID[model][1][size] * n * MARGIN + FEE, run, window=settings.WINDOW[world.host], model=model)
