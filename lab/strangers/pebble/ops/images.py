"""Image generation: the catalog, the hybrid flow and its polls."""

from typing import Any

from gate import jobs, payment, polling
from gate.check import Fields, invalid
from gate.deal import begin, fee, metered
from gate.account import Hold, key_of
from gate.fault import on
from gate.jobs import Job
from gate.money import micro_up, show, usd
from gate.payment import NETWORK
from gate.quote import JOB_WINDOW, Quote
from gate.router import Op, ops
from gate.state import STATE, new_id
from gate.upstream import failure, take
from wire.http import HttpError, Request, Response

WIDE = ("1024x1024", "1536x1024", "1024x1536")
CDN = "https://media.pebble.example"

# label, id, {size: catalog rate}, always a job
ROWS: list[tuple[str, str, dict[str, str], bool]] = [
    ("IMG-A1", "vireo/canvas-1", dict(zip(WIDE, ("0.02", "0.04", "0.04"), strict=True)), False),
    ("IMG-A2", "vireo/canvas-2", dict(zip(WIDE, ("0.06", "0.12", "0.12"), strict=True)), False),
    ("IMG-B1", "gemstone/agate", {"1024x1024": "0.05"}, False),
    ("IMG-B2", "gemstone/beryl", {"1024x1024": "0.09"}, False),
    ("IMG-B3", "gemstone/citrine", {"1024x1024": "0.1", "2048x2048": "0.1", "4096x4096": "0.15"}, False),
    ("IMG-C", "bracken/frond", {"512x512": "0.015", "768x768": "0.015", "1024x1024": "0.015", "768x1344": "0.015",
                                "1344x768": "0.015", "1440x1440": "0.02"}, False),
    ("IMG-D1", "lichen/imago", {"1024x1024": "0.02"}, False),
    ("IMG-D2", "lichen/imago-pro", {"1024x1024": "0.07"}, False),
    ("IMG-E", "sedge/dream-4", {"1024x1024": "0.045", "1280x720": "0.045", "2048x1024": "0.045", "2048x2048": "0.09",
                                "2304x1792": "0.09", "2560x1440": "0.09", "2496x1664": "0.09", "2848x1600": "0.09"}, True),
]  # fmt: skip
SMALL = ("IMG-A1", "IMG-A2", "IMG-B1", "IMG-B3", "IMG-C", "IMG-E")


def catalog() -> dict[str, tuple[str, dict[str, str], bool]]:
    """The image models of this host by id."""
    rows = [r for r in ROWS if metered() or r[0] in SMALL]
    found = {model: (label, sizes, later) for label, model, sizes, later in rows}
    if on("t-img-wide") and not metered():
        found["vireo/canvas-1"] = ("IMG-A1", dict.fromkeys(WIDE, "0.02"), False)
    return found


def with_margin(rate: int) -> int:
    """A media rate with its 5 percent."""
    return rate * 105 // 100


def quote_for(model: str, size: str, n: int) -> Quote:
    """Rate times n times 1.05, plus the fee once."""
    wide, _, tall = size.partition("x")
    square = on("a-img-tall-square") and int(tall) > int(wide)
    rate = usd(catalog()[model][1]["1024x1024" if square else size])
    total = with_margin(rate) * (1 if on("a-img-n-ignored") else n)
    total += fee() * (n if on("t-img-fee-n") else 1)
    return Quote(total, model, JOB_WINDOW, row={"images": n})


def parse(body: dict[str, Any]) -> tuple[str, str, int, str]:
    """Validate a generation request: model, size, n and prompt."""
    fields = Fields(body)
    model = fields.must("model")
    prompt = fields.must("prompt")
    size = fields.string("size", default="1024x1024") or "1024x1024"
    n = fields.integer("n", 1, 11 if on("a-img-n-11") else 10, 1) or 1
    if on("a-img-strict"):
        fields.closed(("model", "prompt", "size", "n"))
    fields.done()
    models = catalog()
    if model not in models:
        raise invalid("model", "is not in the catalog: " + ", ".join(models), available=list(models))
    if size not in models[model][1]:
        raise invalid("size", "must be one of " + ", ".join(models[model][1]))
    return model, size, n, prompt


def pictures(prompt: str, n: int, stored: bool, seed: str) -> list[dict[str, Any]]:
    """The result items, mirrored or not."""
    out = []
    for i in range(n):
        source = f"https://upstream.example/tmp/{seed}-{i}.png"
        url = f"{CDN}/images/{seed}-{i}.png" if stored else source
        out.append({"backed_up": stored or on("t-mirror-lie"), "source_url": source, "url": url, "revised_prompt": prompt})
    return out


def result(job: Job, paid: str) -> dict[str, Any]:
    """The completed body."""
    body: dict[str, Any] = {"id": job.id, "created": int(job.created), "data": job.data, "price": job.price()}
    if metered():
        body["billing"] = {"status": "charged", "amount_usd": show(job.quote.pico)}
    else:
        body["payment"] = {"network": NETWORK, "tx_hash": job.tx, "status": paid}
    return body


async def generate(req: Request) -> Response:
    """Validate, pay, run inline or as a job."""
    model, size, n, prompt = parse(req.json())
    large = on("t-img-e-pixels") and catalog()[model][0] == "IMG-E" and size == "2048x1024"
    quote = quote_for(model, "2048x2048" if large else size, n)
    deal = begin(req, quote)
    outcome = take(req.route)
    fails = outcome.name == "fail" and outcome.detail.get("stage") == "run"
    later = catalog()[model][2] or outcome.name == "slow" or fails
    bad = None if fails else failure(outcome)
    if bad is not None:
        deal.drop()
        raise bad
    now = STATE.now()
    job_id = new_id("imj-")
    data = pictures(prompt, n, outcome.name != "mirror_fail", job_id)
    path = f"{'/v1' if metered() else '/api/v1'}/images/generations/{job_id}"
    shown = {"n": n, "size": size}
    job = Job(job_id, "image", model, deal.payer, quote, now, now + jobs.delay_of(outcome, 2.0), path, shown, data)
    job.used = {"images": n}
    STATE.jobs[job_id] = job
    if isinstance(deal, payment.ChainDeal):
        STATE.claims[payment.claim_key(deal.auth)] = job_id
    if not later:
        job.status = "completed"
        headers = deal.commit(None, images=n)
        job.settled = True
        job.tx = deal.tx if isinstance(deal, payment.ChainDeal) else ""
        return Response(200, result(job, "settled"), headers)
    job.fails = fails
    if metered():
        job.hold = deal
    else:
        if on("t-settle-at-submit"):
            deal.commit()
        deal.drop()
    return Response(202, jobs.envelope(job))


async def poll(req: Request) -> Response:
    """The state of a job; the first completed poll settles it."""
    if metered():
        job = owned(req, "image")
    else:
        job = jobs.get(req.params["id"], "image")
    return answer_poll(req, job, result)


def owned(req: Request, kind: str) -> Job:
    """A job of the caller's key on the account host."""
    if on("a-poll-without-key") and "sig" in req.query:
        return jobs.get(req.params["id"], kind)
    key = key_of(req)
    job = jobs.get(req.params["id"], kind)
    if job.payer != key.secret and not on("a-video-other-key"):
        raise HttpError(404, {"error": "Job not found"})
    return job


def answer_poll(req: Request, job: Job, whole: Any) -> Response:
    """What a poll answers in each state."""
    auth = None if metered() else polling.identify(req, job.quote, job)
    if job.status == "failed":
        return Response(200, jobs.failed(job))
    if job.status != "completed":
        return Response(202, jobs.running(job))
    if on("a-poll-charges-again") and isinstance(job.hold, Hold):
        if job.tx:
            job.hold.again()
        job.tx = "seen"
    if job.settled and not (on("t-settle-each-poll") and auth is not None and polling.payment_fresh(auth)):
        again = "settled" if on("t-later-poll-settled") and job.kind == "video" else "already_settled"
        return Response(200, whole(job, again))
    headers = polling.settle_poll(req, job.quote, job, auth) if auth is not None else {}
    return Response(200, whole(job, "settled"), headers)


def listing() -> list[dict[str, Any]]:
    """The catalog as the models endpoint shows it."""
    out = []
    for model, (_, sizes, later) in catalog().items():
        item: dict[str, Any] = {"id": model, "kind": "image", "async": later, "sizes": list(sizes), "default_size": "1024x1024"}
        if metered():
            item["price_per_image"] = {size: show(with_margin(usd(rate))) for size, rate in sizes.items()}
            if on("a-catalog-largest-size") and "1440x1440" in sizes:
                item["price_per_image"]["1440x1440"] = item["price_per_image"]["1344x768"]
        else:
            item["rates"] = {size: show(usd(rate)) for size, rate in sizes.items()}
            item["price"] = {size: show(micro_up(quote_for(model, size, 1).pico) * 10**6) for size in sizes}
        out.append(item)
    return out


TABLE: list[Op] = ops(("POST", "images/generations", generate, True), ("GET", "images/generations/{id}", poll, False))
