"""More faults of the account host: images, video and speech."""

from faults import fault
from faults_metering import spend
from money import usd
from probe_tools import LINK, I, T, V

GEN, VID, SAY = "/v1/images/generations", "/v1/videos/generations", "/v1/audio/speech"


def picture(label="IMG-A1", **more):
    """An image request."""
    return {"model": I[label], "prompt": "a heron", **more}


def clip(label="VID-S2", **more):
    """A video request."""
    return {"model": V[label], "prompt": "a heron", **more}


def listed_price(c, model, size):
    """The catalog's price of one image."""
    row = next(row for row in c.get("/v1/images/models").json["image_models"] if row["id"] == model)
    return usd(next(entry["price"] for entry in row["sizes"] if entry["px"] == size))


@fault("tall-at-square-rate", "account", "a tall image is charged at the rate of the square one", "Billing: catalog rate for the size, times `n`, times 1.05")
def _(c):
    c.post(GEN, picture("IMG-A2", size="1024x1536"))
    return spend(c) == listed_price(c, I["IMG-A2"], "1024x1536")


@fault("price-shown-for-one", "account", "the price in the answer is that of one image, whatever n is", "USD billed including margin and fee")
def _(c):
    answer = c.post(GEN, picture(n=3)).json
    return usd(answer["price"]["amount"]) == spend(c) > 0


@fault("base64-source-kept", "account", "source_url of a base64 output is the whole data URI", "for base64 outputs only the MIME type is kept")
def _(c):
    return c.post(GEN, picture("IMG-B2")).json["data"][0]["source_url"] == "image/png"


@fault("response-format-honoured", "account", "response_format b64_json is obeyed, and the item has no url", "Unknown fields (quality, style, response_format and similar) are ignored.")
def _(c):
    item = c.post(GEN, picture(response_format="b64_json")).json["data"][0]
    return "url" in item and "b64_json" not in item


@fault("last-frame-alone", "account", "a last frame passes without a first one", "with `image_url` only (alone gives 400)")
def _(c):
    return c.post(VID, clip("VID-S15", last_frame_url=LINK)).status == 400 and c.post(VID, clip("VID-S15", last_frame_url=LINK, image_url=LINK)).status == 202


@fault("never-in-progress", "account", "a job that the provider has started says queued until it ends", "| queued | upstream starts | | in_progress | |")
def _(c):
    made = c.post(VID, clip()).json
    c.event("video_job", made["id"], "started")
    return c.get(made["poll_url"]).json["status"] == "in_progress"


@fault("failed-poll-502", "account", "the poll of a failed job is 502", "failed (200) `{id, object, status: failed, model, error, payment_status: not_charged, note}`")
def _(c):
    made = c.post(VID, clip()).json
    c.event("video_job", made["id"], "failed")
    return [c.get(made["poll_url"]).status for _ in range(2)] == [200, 200]


@fault("long-clip-capped", "account", "seconds above 15 are not charged", "| per second, plus a per-clip surcharge for reference video or audio |")
def _(c):
    short, long = (usd(c.post(VID, clip("VID-S25", duration_seconds=n)).json["price"]["amount"]) for n in (10, 30))
    return long == 3 * short


@fault("speech-billed-by-bytes", "account", "speech is charged by bytes of its text", "price is characters divided by 1000, times the rate, plus 5 percent")
def _(c):
    c.post(SAY, {"input": "\u00e9" * 400})
    return spend(c) == usd("0.4") * usd("0.05") * usd("1.05")


@fault("spoken-voice-checked", "account", "the prompt-directed model refuses a voice it does not know", "The prompt-directed model ignores `voice`")
def _(c):
    return c.post(SAY, {"model": T["prompt-directed audio model"], "input": "Say it softly: hello.", "voice": "no such voice"}).status == 200
