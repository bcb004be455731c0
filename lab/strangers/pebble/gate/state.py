"""All that the gateway remembers, the clock that it goes by, and who it is."""

import secrets
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

SEGMENTS = {
    "websearch": "lodestar", "sandbox": "sandpit", "cryptodata": "coinlens", "defidata": "tidepool",
    "swap": "ferry", "venue_a": "quartz", "venue_b": "basalt", "venue_c": "gneiss",
    "venue_d": "slate", "venue_e": "marl", "social": "chirper",
}  # fmt: skip


@dataclass
class Script:
    """What an upstream does on its next calls."""

    outcome: str
    times: int
    detail: dict[str, Any]


@dataclass
class Key:
    """One account: a key with its balance, its holds and its rows, in pico-dollars."""

    secret: str
    label: str
    balance: int
    spent: int = 0
    holds: dict[str, dict[str, Any]] = field(default_factory=dict)
    rows: list[dict[str, Any]] = field(default_factory=list)
    prompts: dict[str, float] = field(default_factory=dict)
    copies: dict[str, tuple[float, list[dict[str, Any]]]] = field(default_factory=dict)


@dataclass
class State:
    """Mutable state; `reset` brings it back to the start."""

    host: str = "test"
    first_keys: dict[str, int] = field(default_factory=dict)
    first_wallets: dict[str, int] = field(default_factory=dict)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    offset: float = 0.0
    scripts: dict[str, Script] = field(default_factory=dict)
    settle_fails: int = 0
    ledger: list[dict[str, Any]] = field(default_factory=list)
    wallets: dict[str, int] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    allowed: set[str] = field(default_factory=set)
    keys: dict[str, Key] = field(default_factory=dict)
    jobs: dict[str, Any] = field(default_factory=dict)
    background: dict[str, Any] = field(default_factory=dict)
    faces: dict[str, dict[str, Any]] = field(default_factory=dict)
    face_assets: list[dict[str, Any]] = field(default_factory=list)
    numbers: dict[str, dict[str, Any]] = field(default_factory=dict)
    calls: dict[str, dict[str, Any]] = field(default_factory=dict)
    boxes: dict[str, dict[str, Any]] = field(default_factory=dict)
    meters: dict[str, tuple[float, int]] = field(default_factory=dict)
    quotes: dict[str, Any] = field(default_factory=dict)

    def reset(self) -> None:
        """Forget everything but the identity and the keys and wallets of the start."""
        fresh = State(self.host, self.first_keys, self.first_wallets, self.secret)
        self.__dict__.update(fresh.__dict__)
        self.wallets = dict(self.first_wallets)
        for secret, balance in self.first_keys.items():
            self.keys[secret] = Key(secret, label_of(secret), balance)

    def now(self) -> float:
        """The gateway's time in unix seconds."""
        return time.time() + self.offset


STATE = State()


def label_of(secret: str) -> str:
    """How a key is named in rows: never the key itself."""
    return f"{secret[:7]}…{secret[-4:]}"


def iso(at: float) -> str:
    """ISO 8601 in UTC with milliseconds."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_id(prefix: str, size: int = 10) -> str:
    """A fresh opaque id."""
    return prefix + secrets.token_hex(size)
