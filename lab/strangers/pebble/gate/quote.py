"""The shapes that prices and deals share between the two kinds of hosts."""

from dataclasses import dataclass, field
from typing import Any, Protocol

SYNC_WINDOW = 420
JOB_WINDOW = 600


@dataclass
class Quote:
    """A price in pico-dollars and what a challenge says with it."""

    pico: int
    model: str | None = None
    window: int = SYNC_WINDOW
    breakdown: dict[str, str] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    row: dict[str, Any] = field(default_factory=dict)


class Deal(Protocol):
    """A payer and a promise."""

    payer: str

    def commit(self, pico: int | None = None, **row: Any) -> dict[str, str]:
        """Settle or charge; gives the receipt headers."""

    def drop(self) -> None:
        """Let go without a charge."""
