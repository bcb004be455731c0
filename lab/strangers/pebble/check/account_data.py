"""Probes of media, search, data and tools on the account host."""

from decimal import Decimal

from check.client import Desk
from check.registry import fault
from check.tools import Account, script
from gate.state import SEGMENTS

IMAGES = "/v1/images/generations"
VIDEOS = "/v1/videos/generations"
A1 = "vireo/canvas-1"


@fault("a-img-n-ignored", "Several images are charged as one.", "catalog rate for the size, times `n`, times 1.05")
def several(d: Desk) -> bool:
    who = Account(d)
    who.post(IMAGES, {"model": A1, "prompt": "a pebble", "n": 3})
    return who.used() == Decimal("0.063")


@fault("a-img-n-11", "n may be 11.", "default 1, 1 to 10; validated before the 402")
def eleven(d: Desk) -> bool:
    return Account(d).post(IMAGES, {"model": A1, "prompt": "a pebble", "n": 11}).status == 400


def _clip(d: Desk, event: str) -> tuple[Account, Decimal]:
    """An account whose video job has met its end, and the quote of its 202."""
    who = Account(d)
    got = who.post(VIDEOS, {"model": "sedge/dance-2", "prompt": "a pebble rolls", "duration_seconds": 4})
    d.steer("events", {"machine": "video_job", "id": got.json["id"], "event": event})
    return who, Decimal(got.json["price"]["amount"])


@fault("a-vid-quote-differs", "The charge of a clip is above the quote of its 202.", "the 202 body `price.amount` is the exact quote")
def quote(d: Desk) -> bool:
    who, told = _clip(d, "finished")
    return who.used() == told


@fault("a-video-fail-charged", "A clip that failed is charged.", "A failed generation is never charged.")
def failed_clip(d: Desk) -> bool:
    return _clip(d, "failed")[0].used() == 0


@fault("a-speech-bytes", "Speech is charged by bytes.", "price is characters divided by 1000, times the rate, plus 5 percent")
def speech(d: Desk) -> bool:
    who = Account(d)
    who.post("/v1/audio/speech", {"input": "é" * 200})
    return who.used() == Decimal("0.0105")


@fault("a-search-per-result", "Search is charged by the result.", "live web, news and social search | flat fee per call")
def search(d: Desk) -> bool:
    who = Account(d)
    who.post("/v1/search", {"query": "pebbles", "max_results": 3})
    three = who.used()
    who.post("/v1/search", {"query": "pebbles", "max_results": 20})
    return who.used() == 2 * three


@fault("a-social-empty", "A lookup that finds nobody is charged.", "Zero users returned means no charge.")
def nobody(d: Desk) -> bool:
    who = Account(d)
    script(d, "empty", "POST /v1/{social}/users/lookup")
    got = who.post(f"/v1/{SEGMENTS['social']}/users/lookup", {"usernames": ["pebble"]})
    return got.status == 200 and got.json["users"] == [] and who.used() == 0


@fault("a-rpc-batch", "A batch is charged as one call.", "batches priced per element")
def batch(d: Desk) -> bool:
    who = Account(d)
    one = {"jsonrpc": "2.0", "id": 1, "method": "eth_chainId"}
    who.post("/v1/rpc/base", [one])
    single = who.used()
    who.post("/v1/rpc/base", [one] * 4)
    return who.used() - single > 3 * single


@fault("a-pm-410", "Retired endpoints answer 404.", "are retired and return 410")
def retired(d: Desk) -> bool:
    return Account(d).get("/v1/pm/matching-markets").status == 410


@fault("a-crypto-pair", "Exchange endpoints do without `pair`.", "A missing required parameter gives 400 before payment.")
def pair(d: Desk) -> bool:
    return Account(d).get(f"/v1/{SEGMENTS['cryptodata']}/exchange/ticker").status == 400
