"""Speech, music and sound effects."""

import base64
import json
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gate.check import Fields, invalid
from gate.deal import Sold, fee, flat, metered, sell
from gate.fault import on
from gate.money import micro_up, usd, whole_micro
from gate.payment import header_of
from gate.quote import Deal, Quote
from gate.router import Op, ops
from gate.state import STATE, new_id
from gate.upstream import Outcome
from ops.images import CDN
from wire.http import Request, Response

FORMATS = ("mp3", "opus", "pcm", "wav")
VOICES = {"sarah": "vc8Kq1sarah", "george": "vc2Lm7george", "lily": "vc5Tz3lily", "callum": "vc9Rw4callum"}
MUSIC = "heather/song-2"


@dataclass(frozen=True)
class Speech:
    """One speech model."""

    label: str
    rate: str
    longest: int
    unit: str = "per_1k_characters"


SPEECH = {
    "fern/voice-flash": Speech("flash", "0.05", 40_000),
    "fern/voice-turbo": Speech("turbo", "0.05", 40_000),
    "fern/voice-many": Speech("multilingual", "0.10", 10_000),
    "fern/voice-express-3": Speech("expressive v3", "0.10", 5_000),
    "sedge/directed-audio": Speech("prompt-directed audio model", "0.003", 3_000, "per_second"),
}
DEFAULT = "fern/voice-flash"


def _estimate(text: str) -> int:
    return max(1, min(1000 if on("t-directed-uncapped") else 120, math.ceil(len(text) / 15)))


def speech_quote(model: str, text: str) -> Quote:
    """Characters times the rate and 5 percent, or the estimated seconds of the directed model."""
    spec = SPEECH[model]
    if spec.unit == "per_second":
        seconds = _estimate(text)
        told = {"generation_info": {"estimated_seconds": seconds}}
        return Quote(usd(spec.rate) * seconds, model, extra=told, row={"seconds": seconds})
    count = len(text.encode("utf-8", "replace")) if on("a-speech-bytes") else len(text)
    if on("a-speech-started-thousand"):
        count = -(-count // 1000) * 1000
    total = Fraction(count * usd(spec.rate), 1000) * Fraction(105, 100)
    row = {"characters": len(text)}
    if metered():
        return Quote(math.ceil(total), model, row=row)
    least = usd("0.001") if on("t-speech-minimum") else usd("0.003")
    return Quote(max(whole_micro(total) + fee(), least), model, row=row)


def _kept(req: Request, quote: Quote) -> Quote:
    """The quote of an earlier challenge that a payment was signed for: only a fault asks for it."""
    header = header_of(req)
    if header is None:
        STATE.quotes[f"{quote.model} {micro_up(quote.pico)}"] = quote
        return quote
    try:
        signed = json.loads(base64.b64decode(header))["accepted"]["amount"]
    except (ValueError, KeyError, TypeError):
        return quote
    return STATE.quotes.get(f"{quote.model} {signed}", quote)


async def speech(req: Request) -> Response:
    """Text to speech."""
    fields = Fields(req.json())
    model = fields.string("model", default=DEFAULT) or DEFAULT
    text = fields.must("input")
    voice = fields.string("voice", default="sarah")
    kind = fields.choice("response_format", FORMATS, "mp3")
    fields.number("speed", 0.7, 1.2)
    if model not in SPEECH:
        fields.issue("model", "must be one of " + ", ".join(SPEECH))
    elif len(text) > SPEECH[model].longest:
        fields.issue("input", f"must have at most {SPEECH[model].longest} characters")
    fields.done()
    spec = SPEECH[model]
    if spec.unit != "per_second" and voice not in VOICES and not (voice and len(voice) > 8 and voice.isalnum()):
        raise invalid("voice", "is neither an alias nor a voice id")

    def run(outcome: Outcome, deal: Deal) -> Sold:
        item: dict[str, Any] = {"characters": len(text), "url": f"{CDN}/speech/{new_id('s', 8)}.{kind}", "format": kind}
        if spec.unit == "per_second":
            item["duration_seconds"] = _estimate(text)
        return Sold({"data": [item], "model": model, "created": int(STATE.now())})

    quote = speech_quote(model, text)
    return await sell(req, _kept(req, quote) if on("t-speech-kept-quote") else quote, run)


async def music(req: Request) -> Response:
    """One track."""
    fields = Fields(req.json())
    if fields.string("model", default=MUSIC) != MUSIC:
        fields.issue("model", f"must be {MUSIC}")
    fields.must("prompt")
    silent = fields.boolean("instrumental")
    lyrics = fields.string("lyrics")
    if silent and lyrics and not on("t-music-lyrics"):
        fields.issue("lyrics", "cannot be combined with instrumental")
    wished = fields.integer("duration_seconds", 5, 240, 30) or 30
    fields.done()
    price = flat("0.1585") * wished // 30 if on("t-music-duration") else flat("0.1585")

    def run(outcome: Outcome, deal: Deal) -> Sold:
        item: dict[str, Any] = {"duration_seconds": 178, "url": f"{CDN}/tmp/{new_id('t', 8)}.mp3?expires=86400"}
        if not silent:
            item["lyrics"] = lyrics or "La la, little pebble, la la."
        return Sold({"data": [item], "model": MUSIC, "created": int(STATE.now())})

    return await sell(req, Quote(price, MUSIC), run)


async def effect(req: Request) -> Response:
    """One sound effect at a flat price."""
    fields = Fields(req.json())
    text = fields.must("text")
    seconds = fields.number("duration_seconds", 0.5, 22)
    fields.number("prompt_influence", 0, 1)
    kind = fields.choice("response_format", FORMATS, "mp3")
    fields.done()

    def run(outcome: Outcome, deal: Deal) -> Sold:
        item: dict[str, Any] = {"characters": len(text), "url": f"{CDN}/effects/{new_id('e', 8)}.{kind}", "format": kind}
        item["duration_seconds"] = seconds or 4.0
        return Sold({"data": [item], "model": "fern/effects-1", "created": int(STATE.now())})

    return await sell(req, Quote(flat("0.0535"), "fern/effects-1"), run)



SPEECH_OPS: list[Op] = ops(("POST", "audio/speech", speech, True))
OTHER_OPS: list[Op] = ops(("POST", "audio/generations", music, True), ("POST", "audio/sound-effects", effect, True))
