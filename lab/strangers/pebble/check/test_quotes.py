"""Probes of quotes of speech and search and of the caps of edits on the per-call host."""

import base64

from check.client import Desk
from check.registry import fault

SPEECH = "/api/v1/audio/speech"
SEARCH = "/api/v1/search"
PIXEL = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(24)).decode()


@fault(
    "t-speech-kept-quote", "Speech honours any amount that it has asked for before, so that a payment for short text buys longer text.",
    "The price is recomputed from the body on the paid call, so a payment signed for short text cannot be reused for longer text.",
)  # fmt: skip
def kept(d: Desk) -> bool:
    need = d.need("POST", SPEECH, {"input": "a" * 200})
    got = d.site.call("POST", SPEECH, {"input": "a" * 4000}, d.header(need))
    return got.status == 402 and got.json["code"] == "PAYMENT_INVALID" and d.ledger() == []


@fault(
    "t-search-per-source", "A search that names its sources is priced by the result of each source.",
    "Search pricing: `max_results` times 0.02625 plus 0.001 per call (default 10 gives 0.2635).",
)  # fmt: skip
def sources(d: Desk) -> bool:
    bodies = [{}, {"sources": ["web"]}, {"sources": ["x", "web", "news"]}]
    return [d.need("POST", SEARCH, {"query": "pebbles", "max_results": 4, **more})["amount"] for more in bodies] == ["106000"] * 3


@fault(
    "t-edit-b3-four", "IMG-B3 fuses four images.",
    "base64 data URI, or an array to fuse; at most 4 for the IMG-A models, 3 for the IMG-B models",
)  # fmt: skip
def four(d: Desk) -> bool:
    body = {"model": "gemstone/citrine", "prompt": "pebbles"}
    return [d.post("/api/v1/images/image2image", {**body, "image": [PIXEL] * n}).status for n in (3, 4)] == [402, 400]
