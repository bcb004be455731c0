"""Probes of token classes, tiers, rows, totals and jobs of the account host."""

from decimal import Decimal

from check.client import Desk
from check.registry import fault
from check.tools import CHAT, FLEX, LONG, Account, exact, prompt_of, script

HALF = "`service_tier: flex` halves the rate of every token class, including the long-context rate."
REPRICE = "Long context: some models reprice the whole request above a prompt-token threshold."
SHEET = "they are in `GET /api/pricing` as `longContextThreshold`, `longContextThresholdInclusive` and `longContext*Price`"
VIDEOS = "/v1/videos/generations"
CLIP = {"model": "sedge/dance-2", "prompt": "a pebble rolls", "duration_seconds": 4}


@fault("a-csv-skips-free", "The CSV leaves out the rows that cost nothing.", "the same rows as one CSV download for the whole window")
def csv_free(d: Desk) -> bool:
    who = Account(d)
    who.chat()
    script(d, "fail")
    who.chat()
    who.post("/v1/decide", {"state": "It rains.", "questions": {"q": {"type": "noul", "instructions": "It is wet."}}})
    return len(who.rows()) == 3 == len(who.csv()) - 1


@fault("a-summary-one-day", "The totals per day put every row on one day.", "totals over a window per day, model, endpoint, key")
def one_day(d: Desk) -> bool:
    who = Account(d)
    who.chat()
    d.steer("clock", {"advance_seconds": 48 * 3600})
    who.chat()
    return [row["requests"] for row in who.totals()["by_day"]] == [1, 1]


@fault("a-stream-no-tier", "A flex stream that reports no tier is served and charged.", "For flex requests the served tier is checked on the first stream chunk.")
def stream_tier(d: Desk) -> bool:
    who = Account(d)
    script(d, "no_tier")
    got = who.chat(model=FLEX, service_tier="flex", stream=True)
    return "FLEX_TIER_UNCONFIRMED" in got.text and who.used() == 0


@fault("a-flex-cached-full", "Flex leaves the rate of cached input whole.", HALF)
def flex_cached(d: Desk) -> bool:
    who = Account(d)
    for _ in range(2):
        got = who.chat(model=FLEX, service_tier="flex", text=prompt_of(4000))
    return got.json["usage"]["prompt_tokens_details"]["cached_tokens"] > 0 and who.cost() == exact(got, FLEX, True)


@fault("a-long-net-of-cached", "Cached tokens do not count towards the long-context threshold.", REPRICE)
def long_cached(d: Desk) -> bool:
    who = Account(d)
    for _ in range(2):
        got = who.chat(model=LONG, text=prompt_of(272_001))
    usage = got.json["usage"]
    cached = usage["prompt_tokens_details"]["cached_tokens"]
    return cached > 0 and usage["prompt_tokens"] == 272_001 and who.cost() == exact(got, LONG, long=True)


@fault("a-inclusive-ignored", "A threshold that the price sheet calls inclusive is charged as exclusive.", SHEET)
def inclusive(d: Desk) -> bool:
    name = "gemstone/3-pro"
    row = next(r for r in d.get("/api/pricing").json["models"] if r["model"] == name)
    who = Account(d)
    got = who.chat(model=name, text=prompt_of(row["longContextThreshold"]))
    return row["longContextThresholdInclusive"] is True and who.cost() == exact(got, name, long=True)


@fault("a-rows-per-image", "A request for three images leaves three rows.", "`GET /v1/usage` returns one row per request.")
def image_rows(d: Desk) -> bool:
    who = Account(d)
    who.post("/v1/images/generations", {"model": "vireo/canvas-1", "prompt": "a pebble", "n": 3})
    return len(who.rows()) == 1 and who.cost() == Decimal("0.063")


@fault(
    "a-poll-charges-again", "Every later poll of a finished clip charges it again.",
    "first completed poll settles payment exactly once; later polls return `already_settled`",
)  # fmt: skip
def poll_again(d: Desk) -> bool:
    who = Account(d)
    job = who.post(VIDEOS, CLIP).json
    d.steer("events", {"machine": "video_job", "id": job["id"], "event": "finished"})
    for _ in range(3):
        who.get(job["poll_url"])
    return len(who.rows()) == 1 and who.used() == Decimal(job["price"]["amount"])


@fault("a-vid-seeded-link", "The poll_url of an image-seeded clip is refused.", "returns 202 with `poll_url`, to be used verbatim with the same key")
def seeded_link(d: Desk) -> bool:
    who = Account(d)
    plain = who.post(VIDEOS, CLIP).json["poll_url"]
    seeded = who.post(VIDEOS, {**CLIP, "image_url": "https://pics.example.com/first.png"}).json["poll_url"]
    return [who.get(link).status in (200, 202) for link in (plain, seeded)] == [True, True]


@fault("a-messages-cut-silent", "A messages stream that is cut just stops.", "A stream that is cut or malformed ends with an error event.")
def messages_cut(d: Desk) -> bool:
    who = Account(d)
    script(d, "cut", "POST /v1/messages")
    request = {"model": "orchid/verse-5", "messages": [{"role": "user", "content": "How heavy?"}], "max_tokens": 50, "stream": True}
    return "event: error" in who.post("/v1/messages", request).text


@fault("a-retry-default", "Without a hint of the upstream, Retry-After is 30 seconds.", "`Retry-After` (seconds; default 60 when the upstream gives none)")
def retry(d: Desk) -> bool:
    who = Account(d)
    script(d, "capacity")
    got = who.chat(model=CHAT)
    return got.status == 429 and got.headers["retry-after"] == "60"


@fault("a-unknown-symbol-charged", "An unknown equity symbol is charged.", "Unknown symbol gives 404, no charge.")
def symbol(d: Desk) -> bool:
    who = Account(d)
    return who.get("/v1/stocks/gb/price/PEBBLE-L").status == 404 and who.used() == 0
