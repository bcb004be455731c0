"""The registry of faults: what each breaks and the probe that sees it."""

from collections.abc import Callable
from dataclasses import dataclass

from check.client import Desk

Probe = Callable[[Desk], bool]


@dataclass(frozen=True)
class Fault:
    """One fault; its probe gives True when it saw the healthy behaviour."""

    id: str
    says: str
    quote: str
    probe: Probe

    @property
    def host(self) -> str:
        """The host that it breaks."""
        return "account" if self.id.startswith("a-") else "test"


FAULTS: dict[str, Fault] = {}


def fault(name: str, says: str, quote: str) -> Callable[[Probe], Probe]:
    """Register a probe as the one that sees a fault."""

    def add(probe: Probe) -> Probe:
        FAULTS[name] = Fault(name, says, quote, probe)
        return probe

    return add
