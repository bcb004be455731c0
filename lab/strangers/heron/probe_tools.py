"""Short words for probes."""
import catalog_entry
from image_catalog import LABELS
from probe_client import SEGMENT

T = catalog_entry.MODELS
I = {label: name for label, (name, _) in LABELS.items()}
V = catalog_entry.VIDEOS
A = "/api/v1"
GEN, VID = f"{A}/images/generations", f"{A}/videos/generations"
WEB, SAND, SOCIAL = (f"{A}/{SEGMENT[n]}" for n in ("websearch", "sandbox", "social"))
PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PHOTO = "https://pictures.example.com/face.jpg"
LINK = "https://pictures.example.com/frame.png"
USER = "+14155550123"


def chat(**more):
    """A small chat request."""
    return {"model": T["chat"], "messages": [{"role": "user", "content": "hello there"}], **more}


def image(label="IMG-A1", **more):
    """An image request."""
    return {"model": I[label], "prompt": "a heron", **more}


def clip(label="VID-G1", **more):
    """A video request."""
    return {"model": V[label], "prompt": "a heron", **more}


def quoted(c, path, body):
    """The micro-dollars asked for."""
    answer = c.post(path, body)
    return answer.amount() if answer.status == 402 else -answer.status


def spent(c):
    """The number of transfers."""
    return len(c.ledger())


def job(c, path=GEN, body=None):
    """Pay for a job: (its 202 body, the payload that paid)."""
    body = body or image("IMG-E")
    payload = c.sign(c.post(path, body))
    answer = c.send("POST", path, body, payload)
    assert answer.status == 202, answer.text
    return answer.json, payload


def poll(c, made, key=None, payload=None):
    """Poll a job with a fresh signature, or with a payload."""
    if payload is None:
        payload = c.sign(c.get(made["poll_url"]), key)
    return c.send("GET", made["poll_url"], None, payload)


def buy(c, key=None):
    """A leased number."""
    answer = c.pay("POST", f"{A}/phone/numbers/buy", {}, key)
    assert answer.status == 200, answer.text
    return answer.json
