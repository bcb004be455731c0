"""Video generation: models, validation, prices, jobs and sealed poll links."""

from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from gate import jobs, payment
from gate.check import invalid
from gate.deal import begin, fee, metered
from gate.fault import on
from gate.jobs import Job
from gate.money import PICO, show, usd, whole_micro
from gate.payment import NETWORK
from gate.quote import JOB_WINDOW, Quote
from gate.router import Op, ops
from gate.state import STATE, new_id
from gate.upstream import failure, take
from ops.images import CDN, answer_poll, owned
from ops.video_body import Clip, parse, plain_body
from ops.video_models import FACTORS, TOKENS, Video, served
from wire.http import HttpError, Request, Response


def per_second(model: Video, resolution: str) -> Fraction:
    """The price of one second in pico-dollars, margin included."""
    if model.family != "S":
        return Fraction(usd(model.rates[resolution]))
    factor = Fraction(FACTORS[resolution])
    if on("t-vid-480") and resolution == "480p":
        factor = Fraction(1)
    return TOKENS * factor * Fraction(model.rates["token"]) * PICO / 10**6 * Fraction(105, 100)


def quote_for(clip: Clip) -> Quote:
    """Seconds times the rate, rounded up to a micro-dollar, plus the fee; never under the minimum."""
    surcharge = 1 + Fraction(3 * clip.references, 10) if on("t-vid-ref-surcharge") else Fraction(1)
    total = whole_micro(per_second(clip.model, clip.resolution) * clip.seconds * surcharge) + fee()
    if not metered():
        total = max(total, usd("0.003"))
    return Quote(total, clip.model.id, JOB_WINDOW, row={"seconds": clip.seconds})


async def submit(req: Request) -> Response:
    """Validate everything, pay, submit."""
    return await _submit(req, req.json(), "videos/generations", True)


async def submit_content(req: Request) -> Response:
    """The variant with a content list; delegates."""
    return await _submit(req, plain_body(req.json()), "videos", False)


async def _submit(req: Request, body: dict[str, Any], base: str, sealed: bool) -> Response:
    clip = parse(body)
    quote = quote_for(clip)
    if on("a-vid-quote-differs"):
        quote.pico += 10**9
    deal = begin(req, quote)
    outcome = take(req.route)
    late = outcome.name == "fail" and outcome.detail.get("stage") == "run"
    face = HttpError(400, {"code": "INPUT_IMAGE_REAL_PERSON", "error": "The seed image shows a real person"})
    bad = None if late else failure(outcome, **({"reject": face} if clip.seeded and "status" not in outcome.detail else {}))
    if bad is not None:
        deal.drop()
        raise bad
    now = STATE.now()
    job_id = f"{clip.model.id.split('/')[0]}:{new_id('vj', 12)}"
    query = {"model": clip.model.id, "duration": str(clip.seconds), "i2v": "1" if clip.seeded else "0"}
    query |= {"res": clip.resolution, "refs": str(clip.references)}
    path = f"{'/v1' if metered() else '/api/v1'}/{base}/{job_id}"
    if sealed:
        signed = {**query, "i2v": "0"} if on("a-vid-seeded-link") else query
        path += "?" + urlencode({**query, "sig": jobs.seal(job_id, signed)})
    seed = job_id.split(":")[1]
    stored = outcome.name != "mirror_fail"
    source = f"https://upstream.example/tmp/{seed}.mp4"
    item: dict[str, Any] = {"backed_up": stored, "duration_seconds": clip.seconds, "request_id": seed, "source_url": source}
    item["url"] = f"{CDN}/videos/{seed}.mp4" if stored else source
    if clip.last_frame:
        item["last_frame_url"] = f"{CDN}/videos/{seed}-last.png"
    shown = {"duration_seconds": clip.seconds}
    job = Job(job_id, "video", clip.model.id, deal.payer, quote, now, now + jobs.delay_of(outcome, 3.0), path, shown, [item])
    job.fails = late
    job.used = {"seconds": clip.seconds}
    STATE.jobs[job_id] = job
    if metered():
        job.hold = deal
    elif isinstance(deal, payment.ChainDeal):
        STATE.claims[payment.claim_key(deal.auth)] = job_id
        deal.drop()
    told = jobs.envelope(job)
    if on("a-vid-quote-differs"):
        told["price"]["amount"] = show(quote.pico - 10**9)
    return Response(202, told)


def result(job: Job, paid: str) -> dict[str, Any]:
    """The completed body."""
    body = {"id": job.id, "object": "video.generation", "status": "completed", "model": job.model, "created": int(job.created)}
    body |= {"data": job.data, "price": job.price()}
    if metered():
        body["billing"] = {"status": "charged", "amount_usd": show(job.quote.pico)}
    else:
        body["payment"] = {"network": NETWORK, "tx_hash": job.tx, "status": paid}
    return body


async def poll(req: Request) -> Response:
    """Poll by the link verbatim; a hand-built query is refused."""
    if not jobs.sealed(req.params["id"], req.query):
        raise invalid("sig", "use the poll_url as it was given")
    return _answer(req)


async def poll_content(req: Request) -> Response:
    """Poll a job that the content variant made."""
    return _answer(req)


def _answer(req: Request) -> Response:
    job = owned(req, "video") if metered() else jobs.get(req.params["id"], "video")
    return answer_poll(req, job, result)


def listing() -> list[dict[str, Any]]:
    """The live list with rates and duration caps."""
    out = []
    for model in served().values():
        base = float(per_second(model, model.resolution)) / PICO
        prices: dict[str, Any] = {"per_second": round(base, 12), "default_duration_seconds": model.default}
        prices["max_duration_seconds"] = min(15, model.longest) if on("t-catalog-cap") else model.longest
        tiers = {r: round(float(per_second(model, r)) / PICO, 12) for r in model.resolutions}
        item = {"pricing": {**prices, "per_second_by_resolution": tiers}, "billing_mode": "per_second", "kind": "video"}
        item |= {"resolutions": list(model.resolutions), "default_resolution": model.resolution, "name": model.id.split("/")[1]}
        if metered():
            item["price_per_call"] = {"seconds": model.default, "usd": show(quote_for(Clip(model, model.default, model.resolution, False, 0, False)).pico)}
        out.append({**item, "id": model.id, "description": f"A video model of {model.id.split('/')[0]}.", "durations": list(model.durations)})
    return out


TABLE: list[Op] = ops(("POST", "videos/generations", submit, True), ("GET", "videos/generations/{id}", poll, False))
CONTENT: list[Op] = ops(("POST", "videos", submit_content, True), ("GET", "videos/{id}", poll_content, False))
