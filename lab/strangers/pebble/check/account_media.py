"""Probes of images, clips and speech of the account host."""

from decimal import Decimal

from check.client import Desk
from check.registry import fault
from check.tools import Account, script

IMAGES = "/v1/images/generations"
A1 = "vireo/canvas-1"


@fault("a-img-tall-square", "A tall image is charged as a square one.", "0.022 (square), 0.043 (wide, tall)")
def tall(d: Desk) -> bool:
    spent = []
    for size in ("1024x1024", "1536x1024", "1024x1536"):
        who = Account(d)
        who.post(IMAGES, {"model": A1, "prompt": "a pebble", "size": size})
        spent.append(who.used())
    return spent == [Decimal("0.021"), Decimal("0.042"), Decimal("0.042")]


@fault(
    "a-stall-charged", "An image job that stalls for an hour is charged when it fails.",
    "in_progress | 1 hour without finishing (images) | | failed | stall message, never charged",
)  # fmt: skip
def stall(d: Desk) -> bool:
    who = Account(d)
    script(d, "slow", f"POST {IMAGES}", seconds=7200)
    link = who.post(IMAGES, {"model": A1, "prompt": "a pebble"}).json["poll_url"]
    who.get(link)
    d.steer("clock", {"advance_seconds": 3700})
    return who.get(link).json["status"] == "failed" and who.used() == 0


@fault(
    "a-vid-g-adaptive", "Family G takes the aspect ratios of family S.",
    "family G: `16:9`, `9:16`, `1:1`, `4:3`, `3:4`, `3:2`, `2:3` (`adaptive` and `21:9` give 400)",
)  # fmt: skip
def ratios(d: Desk) -> bool:
    who = Account(d)
    clip = {"model": "lichen/motion-1", "prompt": "a pebble rolls", "duration_seconds": 1}
    seen = [who.post("/v1/videos/generations", {**clip, "aspect_ratio": r}).status for r in ("3:2", "adaptive", "21:9")]
    return seen == [202, 400, 400]


@fault(
    "a-speech-started-thousand", "Speech is charged by the started thousand of characters.",
    "price is characters divided by 1000, times the rate, plus 5 percent",
)  # fmt: skip
def thousand(d: Desk) -> bool:
    who = Account(d)
    who.post("/v1/audio/speech", {"input": "a" * 1200})
    return who.used() == Decimal("0.063")
