"""The video models: durations, resolutions and rates."""

from dataclasses import dataclass

from gate.deal import metered
from gate.fault import on

TOKENS = 21_690
FACTORS = {"480p": "0.5", "720p": "1", "1080p": "2.25", "4K": "9"}


@dataclass(frozen=True)
class Video:
    """One video model; family S has a rate per million tokens, the others one per second."""

    label: str
    id: str
    family: str
    durations: tuple[int, ...]
    default: int
    resolutions: tuple[str, ...]
    resolution: str
    rates: dict[str, str]

    @property
    def longest(self) -> int:
        """The duration cap."""
        return max(self.durations)


def _seconds(low: int, high: int) -> tuple[int, ...]:
    return tuple(range(low, high + 1))


ROWS = [
    Video("VID-R", "vireo/reel-2", "R", (4, 8, 12), 4, ("720p",), "720p", {"720p": "0.10"}),
    Video("VID-G1", "lichen/motion-1", "G", _seconds(1, 15), 8, ("480p", "720p"), "480p", {"480p": "0.05", "720p": "0.07"}),
    Video("VID-G2", "lichen/motion-2", "G", _seconds(1, 15), 8, ("480p", "720p", "1080p"), "480p",
          {"480p": "0.05", "720p": "0.08", "1080p": "0.12"}),
    Video("VID-S15", "sedge/dance-1.5", "S", _seconds(4, 12), 5, ("480p", "720p", "1080p"), "720p", {"token": "3.108"}),
    Video("VID-S2M", "sedge/dance-2-mini", "S", _seconds(4, 15), 5, ("480p", "720p", "1080p", "4K"), "720p", {"token": "3.7"}),
    Video("VID-S2F", "sedge/dance-2-fast", "S", _seconds(4, 15), 5, ("480p", "720p"), "720p", {"token": "7.252"}),
    Video("VID-S2", "sedge/dance-2", "S", _seconds(4, 15), 5, ("480p", "720p", "1080p", "4K"), "720p", {"token": "9.9715"}),
    Video("VID-S25", "sedge/dance-2.5", "S", _seconds(4, 30), 5, ("480p", "720p"), "720p", {"token": "13.8565"}),
]  # fmt: skip
SMALL = ("VID-R", "VID-G1", "VID-S15", "VID-S2M", "VID-S2", "VID-S25")
FACE = ("VID-S2", "VID-S2F", "VID-S2M")


def served() -> dict[str, Video]:
    """The video models of this host by id."""
    rows = ROWS if metered() else [r for r in ROWS if r.label in SMALL]
    return {row.id: row for row in rows}


def default_model() -> Video:
    """What a request without a model gets: VID-G1."""
    label = "VID-S2" if on("t-vid-default-model") else "VID-G1"
    return next(row for row in ROWS if row.label == label)
