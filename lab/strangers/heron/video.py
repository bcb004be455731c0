"""Video jobs: submit, poll with a sealed query, and the catalog."""
import hashlib
import hmac
import secrets
from fractions import Fraction
from urllib.parse import urlencode

import jobs
import settings
import video_catalog
import video_form
from checks import bad
from gateway_limits import catalog_limit
from plan import Done, Plan
from routes import route
from switch import bent
from world import Refuse

CLIP_SECONDS = 60


def seal(world, name, model, seconds, seeded, resolution, references):
    """The HMAC that makes a poll query genuine."""
    text = "|".join(str(part) for part in (name, model, seconds, int(seeded), resolution, references))
    return hmac.new(world.seal, text.encode(), hashlib.sha256).hexdigest()


def _submit(world, request, path, content_form):
    clip = video_form.read(world, request, content_form)
    model = clip.model
    price = model.quote(clip.seconds, clip.resolution)

    def refused(detail):
        if clip.seeded and "image_url" in clip.body:
            code = "INPUT_IMAGE_REAL_PERSON"
            return Refuse(400, {"code": code, "error": "The seed image shows a real person"})
        return Refuse(400, {"code": "UPSTREAM_REJECTED", "error": "The provider turned this input down"})

    async def run(caller):
        outcome, detail = await caller.upstream(
            reject=refused, slow="slow", timeout="timeout", capacity="capacity",
            fail=lambda d: "fail_later" if d.get("stage") == "run" else _failed())
        account = caller.host == "account"
        name = f"{model.id.split('/')[0]}:{secrets.token_hex(10)}"
        good = outcome != "mirror_fail"
        file = secrets.token_hex(9)
        source = f"{settings.UPSTREAM_MEDIA}/clips/{file}.mp4"
        item = {"request_id": name.split(":")[1], "backed_up": good, "duration_seconds": clip.seconds, "source_url": source,
                "url": f"{settings.MEDIA}/v/{file}.mp4" if good else source}
        if clip.body.get("return_last_frame") is True and model.family == "S":
            item["last_frame_url"] = f"{settings.MEDIA}/v/{file}-last.png"
        job = jobs.Job(world, "video", name, model.id, caller, jobs.price_text(caller),
                       {"created": int(world.now()), "id": name, "object": "video.generation.job", "duration_seconds": clip.seconds, "data": [item]})
        query = {"sig": seal(world, name, model.id, clip.seconds, clip.seeded, clip.resolution, clip.references),
                 "i2v": int(clip.seeded), "duration": clip.seconds, "model": model.id, "res": clip.resolution, "refs": clip.references}
        job.poll_url = f"{path}/{name}?{urlencode(query)}"
        wait = {"slow": float(detail.get("seconds", 60)), "capacity": float(detail.get("retry_after_seconds", 600))}.get(outcome)
        job.run_until(wait - 1 if outcome == "capacity" else 4, CLIP_SECONDS if wait is None else wait)
        if outcome in ("timeout", "fail_later"):
            job.run_until(4, None, 0)
        body = {"poll_url": job.poll_url, **job.envelope(), "status": "queued", "duration_seconds": clip.seconds,
                "payment_status": "verified", "created": int(job.made), "price": job.price}
        done = Done(body, 202, charge=False)
        if account:
            done.keep_hold = job
        return done

    seconds = min(clip.seconds, 15) if bent("long-clip-capped") else clip.seconds
    metered = model.per_second(clip.resolution) * seconds
    if bent("image-seed-discount") and model.family == "S" and "image_url" in clip.body:
        metered *= Fraction(3, 4)
    return Plan(price, run, metered=metered, window=settings.JOB_WINDOW, model=model.id)


def _failed():
    return Refuse(502, {"code": "UPSTREAM_FAILED", "error": "The video provider failed; nothing was charged"})


async def _poll(world, request):
    query = request.query
    good = seal(world, request.params["id"], query.get("model"), query.get("duration"), query.get("i2v") == "1",
                query.get("res"), query.get("refs"))
    if not hmac.compare_digest(good, query.get("sig", "")) and not bent("unsealed-poll"):
        raise bad("sig", "use the poll_url as it was given")
    return await jobs.poll(world, request, request.entry, "video")


@route("POST", "/api/v1/videos/generations", ("base", "solana", "account"), price="per second")
def submit(world, request):
    """Submit a clip."""
    return _submit(world, request, ("/v1" if world.host == "account" else "/api/v1") + "/videos/generations", False)


@route("GET", "/api/v1/videos/generations/{id}", ("base", "solana", "account"), upstream=False)
async def poll(world, request):
    """Poll a clip."""
    return await _poll(world, request)


@route("POST", "/api/v1/videos", price="per second")
def submit_content(world, request):
    """Submit a clip as a content list."""
    return _submit(world, request, "/api/v1/videos", True)


@route("GET", "/api/v1/videos/{id}", upstream=False)
async def poll_content(world, request):
    """Poll a clip that was submitted as a content list."""
    return await _poll(world, request)


@route("GET", "/api/v1/video/models", upstream=False)
def models(world, request):
    """The live list."""
    catalog_limit(world, request)
    return {"clips": video_catalog.listed()}
