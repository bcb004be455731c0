"""Image models: ids, sizes, and the catalog rate of each size."""
from money import FEE, MARGIN, show, usd

_THREE = ("1024x1024", "1536x1024", "1024x1536")
_EIGHT = {"1024x1024": "0.045", "1280x720": "0.045", "2048x1024": "0.045", "2048x2048": "0.09", "2560x1440": "0.09",
          "2304x1728": "0.09", "1728x2304": "0.09", "2848x1600": "0.09"}
_C = {size: "0.015" for size in ("512x512", "768x768", "1024x1024", "768x1344", "1344x768")} | {"1440x1440": "0.02"}
LABELS = {
    "IMG-A1": ("rookery/heath-image-mini", dict(zip(_THREE, ("0.02", "0.04", "0.04")))),
    "IMG-A2": ("rookery/heath-image", dict(zip(_THREE, ("0.06", "0.12", "0.12")))),
    "IMG-B1": ("mere/ripple-flash", {"1024x1024": "0.05"}),
    "IMG-B2": ("mere/ripple-classic", {"1024x1024": "0.09"}),
    "IMG-B3": ("mere/ripple-pro", {"1024x1024": "0.10", "2048x2048": "0.10", "4096x4096": "0.15"}),
    "IMG-C": ("fen/sketch", _C),
    "IMG-D1": ("tarn/aurora", {"1024x1024": "0.02"}),
    "IMG-D2": ("tarn/aurora-pro", {"1024x1024": "0.07"}),
    "IMG-E": ("loch/grand", _EIGHT),
}
BY_ID = {name: (label, {size: usd(rate) for size, rate in sizes.items()}) for label, (name, sizes) in LABELS.items()}
EDITS = ("IMG-A1", "IMG-A2", "IMG-B1", "IMG-B3")


def listed(host):
    """Catalog rows with the bare rate and the price of one image."""
    fee = 0 if host == "account" else FEE
    return [{"sizes": [{"px": size, "rate": show(rate), "price": show(rate * MARGIN + fee)} for size, rate in sizes.items()],
             "kind": "image", "edits": label in EDITS, "id": name, "currency": "USD", "max_n": 10}
            for name, (label, sizes) in BY_ID.items()]
