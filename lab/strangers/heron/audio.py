"""Music, speech, sound effects, and the lists of voices and audio models."""
import re
import secrets
from fractions import Fraction

import settings
from checks import Form, parse_object
from gateway_limits import catalog_limit
from money import FEE, MARGIN, usd
from plan import Done, Plan
from routes import route
from switch import bent

MUSIC = "bulbul/song-2"
SPEECH = {"warbler/flash": ("flash", "0.05", 40_000), "warbler/turbo": ("turbo", "0.05", 40_000),
          "warbler/multilingual": ("multilingual", "0.10", 10_000), "warbler/expressive-v3": ("expressive v3", "0.10", 5_000),
          "mere/spoken-prompt": ("prompt-directed audio model", None, 3_000)}
VOICES = {"sarah": "vx7Qm2Lr0aHnT4cKpB91", "george": "vx3Nf8Zt6uYbW2eJsD05", "lily": "vx9Ck1Vd5gRmX7oQhE33", "otto": "vx5Pw4Sj8iLaU0zFyG72"}
FORMATS = ("mp3", "opus", "pcm", "wav")
SECOND = Fraction(3, 1000)


@route("POST", "/api/v1/audio/generations", price="0.1585")
def music(world, request):
    """One track."""
    form = Form(parse_object(request))
    form.text("model", default=MUSIC, options=(MUSIC,))
    form.text("prompt", required=True, least=1)
    instrumental = form.flag("instrumental", False)
    lyrics = form.text("lyrics")
    form.integer("duration_seconds", default=30, least=5, most=240)
    if lyrics is not None and instrumental and not bent("lyrics-with-instrumental"):
        form.complain("lyrics", "cannot be combined with instrumental: true")
    form.close()

    async def run(caller):
        await caller.upstream()
        track = {"duration_seconds": 178 + secrets.randbelow(9), "url": f"{settings.UPSTREAM_MEDIA}/m/{secrets.token_hex(8)}.mp3?ttl=86400"}
        if not instrumental:
            track["lyrics"] = lyrics or "Grey wing over water"
        return Done({"data": [track], "model": MUSIC, "created": int(world.now())})

    return Plan(usd("0.15") * MARGIN + FEE, run, model=MUSIC)


def _spoken_seconds(text) -> int:
    """The estimate of the prompt-directed model: 14 characters a second, never above 120."""
    seconds = max(1, -(-len(text) // 14))
    return seconds if bent("spoken-uncapped") else min(120, seconds)


@route("POST", "/api/v1/audio/speech", ("base", "solana", "account"), price="per character")
def speech(world, request):
    """Text to speech."""
    form = Form(parse_object(request))
    model = form.text("model", default="warbler/flash", options=tuple(SPEECH))
    label, rate, most = SPEECH.get(model) or SPEECH["warbler/flash"]
    text = form.text("input", required=True, least=1, most=most)
    voice = form.text("voice", default="sarah")
    kind = form.text("response_format", default="mp3", options=FORMATS)
    form.number("speed", least=0.7, most=1.2)
    if (rate or bent("spoken-voice-checked")) and voice not in VOICES and not re.fullmatch(r"[A-Za-z0-9]{16,64}", voice or ""):
        form.complain("voice", "is neither an alias nor a voice id; aliases are " + ", ".join(VOICES))
    form.close()
    if rate:
        metered = Fraction(len(text.encode("utf-8", "replace") if bent("speech-billed-by-bytes") else text), 1000) * usd(rate) * MARGIN
        price = max(metered, usd("0.003"))
        seconds, extra = None, {}
    else:
        seconds = _spoken_seconds(text)
        metered = price = seconds * SECOND
        extra = {"generation_info": {"estimated_seconds": seconds}}

    async def run(caller):
        await caller.upstream()
        item = {"characters": len(text), "format": kind, "url": f"{settings.MEDIA}/s/{secrets.token_hex(8)}.{kind}"}
        if seconds:
            item["duration_seconds"] = seconds
        return Done({"model": model, "data": [item], "created": int(world.now())})

    return Plan(price, run, metered=metered, extra=extra, model=model)


@route("POST", "/api/v1/audio/sound-effects", price="0.0535")
def effect(world, request):
    """One sound effect."""
    form = Form(parse_object(request))
    text = form.text("text", required=True, least=1)
    form.number("duration_seconds", least=0.5, most=22)
    form.number("prompt_influence", least=0, most=1)
    kind = form.text("response_format", default="mp3", options=FORMATS)
    form.close()

    async def run(caller):
        await caller.upstream()
        return Done({"model": "warbler/effects", "data": [{"characters": len(text), "format": kind,
                     "url": f"{settings.MEDIA}/x/{secrets.token_hex(8)}.{kind}"}], "created": int(world.now())})

    return Plan(usd("0.05") * MARGIN + FEE, run, model="warbler/effects")


@route("GET", "/api/v1/audio/voices", upstream=False)
def voices(world, request):
    """The voices."""
    return {"voices": [{"alias": alias, "name": alias.title(), "voice_id": code} for alias, code in VOICES.items()]}


@route("GET", "/api/v1/audio/models", upstream=False)
def models(world, request):
    """The audio catalog."""
    catalog_limit(world, request)
    rows = [{"id": name, "label": label, "max_input": most, "usd_per_1k_characters": rate} if rate else
            {"id": name, "label": label, "max_input": most, "usd_per_second": "0.003"} for name, (label, rate, most) in SPEECH.items()]
    return {"speech": rows, "music": [{"id": MUSIC, "usd_per_track": "0.1585"}], "effects": [{"id": "warbler/effects", "usd": "0.0535"}]}
