"""Video models: durations, resolutions, rates, and the quote of a clip."""
from fractions import Fraction

from money import FEE, MARGIN, show, usd

FACTOR = {"480p": Fraction(1, 2), "720p": Fraction(1), "1080p": Fraction(9, 4), "4K": Fraction(9)}
TOKENS = 21_690


class VideoModel:
    """One model. Family R and G have a rate per second by resolution (margin included), family S a token rate."""

    def __init__(self, label, name, durations, default, resolutions, rates=None, token_rate=None):
        self.label, self.id, self.durations, self.default = label, name, durations, default
        self.family = label[4]
        self.resolutions, self.rates, self.token_rate = resolutions, rates, token_rate
        self.default_resolution = "480p" if self.family == "G" else "720p"

    def per_second(self, resolution) -> Fraction:
        """Dollars per second with margin."""
        if self.token_rate is None:
            return usd(self.rates.get(resolution, self.rates[self.default_resolution]))
        factor = FACTOR[resolution]
        rate = TOKENS * factor * usd(self.token_rate) / 1_000_000
        return rate * MARGIN

    def quote(self, seconds, resolution) -> Fraction:
        """The price of a clip on a pay-per-call host."""
        return max(self.per_second(resolution) * seconds + FEE, usd("0.003"))


_ALL = [
    VideoModel("VID-R", "rookery/reel", (4, 8, 12), 4, ("720p",), {"720p": "0.10"}),
    VideoModel("VID-G1", "grebe/film-1", range(1, 16), 8, ("480p", "720p"), {"480p": "0.05", "720p": "0.07"}),
    VideoModel("VID-G2", "grebe/film-2", range(1, 16), 8, ("480p", "720p", "1080p"), {"480p": "0.05", "720p": "0.07", "1080p": "0.12"}),
    VideoModel("VID-S15", "stilt/motion-1-5", range(4, 13), 5, ("480p", "720p", "1080p"), token_rate="3.108"),
    VideoModel("VID-S2M", "stilt/motion-2-mini", range(4, 16), 5, ("480p", "720p"), token_rate="3.626"),
    VideoModel("VID-S2F", "stilt/motion-2-fast", range(4, 16), 5, ("480p", "720p"), token_rate="7.252"),
    VideoModel("VID-S2", "stilt/motion-2", range(4, 16), 5, ("480p", "720p", "1080p", "4K"), token_rate="9.9715"),
    VideoModel("VID-S25", "stilt/motion-2-5", range(4, 31), 5, ("480p", "720p"), token_rate="13.8565"),
]
BY_ID = {model.id: model for model in _ALL}
LABELS = {model.label: model.id for model in _ALL}


def listed():
    """Catalog rows."""
    rows = []
    for model in _ALL:
        least = list(model.durations) if model.family == "R" else None
        rows.append({"kind": "video", "id": model.id, "billing_mode": "per_second", "resolutions": list(model.resolutions),
                     "pricing": {"max_duration_seconds": max(model.durations), "default_duration_seconds": model.default,
                                 "min_duration_seconds": min(model.durations), "currency": "USD",
                                 "per_second": show(model.per_second(model.default_resolution)),
                                 "per_second_by_resolution": {r: show(model.per_second(r)) for r in model.resolutions}},
                     "default_resolution": model.default_resolution, **({"durations": least} if least else {})})
    return rows
