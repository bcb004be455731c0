"""The account host: bearer keys, holds, exact charges and one row per request."""

from typing import Any

from gate.fault import on
from gate.money import MICRO, show
from gate.quote import Quote
from gate.state import STATE, Key, iso, new_id
from wire.http import HttpError, Request


def key_of(req: Request) -> Key:
    """The account of a request, or 401."""
    header = req.headers.get("authorization", "")
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        secret = req.headers.get("x-api-key", "")
    key = STATE.keys.get(secret.strip())
    if key is None and on("a-prefix-key"):
        key = next((k for s, k in STATE.keys.items() if secret and s.startswith(secret[:9])), None)
    if key is None:
        status = 403 if on("a-401-as-403") else 401
        raise HttpError(status, {"error": "Unauthorized", "message": "send a valid API key as a bearer token"}, {"WWW-Authenticate": "Bearer"})
    return key


def available(key: Key) -> int:
    """What a key can still spend: balance without its open holds."""
    return key.balance - sum(h["pico"] for h in key.holds.values())


class Hold:
    """Money put aside for one request until its real cost is known."""

    def __init__(self, key: Key, req: Request, quote: Quote) -> None:
        self.key = key
        self.quote = quote
        self.id = new_id("rq-")
        self.payer = key.secret
        self.route = f"{req.method} {req.path}"
        self.path = req.path
        key.holds[self.id] = {"pico": quote.pico, "since": iso(STATE.now()), "route": self.path}

    def drop(self) -> None:
        """Release the hold; the row of a failed request costs nothing."""
        if on("a-hold-leak"):
            return
        if self.key.holds.pop(self.id, None) is None:
            return
        cost = self.quote.pico if on("a-charge-failed") else 0
        self._row(cost, "failed", {})

    def release(self) -> None:
        """Release the hold of a request that leaves no row."""
        self.key.holds.pop(self.id, None)

    def commit(self, pico: int | None = None, **row: Any) -> dict[str, str]:
        """Charge the real cost."""
        if self.key.holds.pop(self.id, None) is None:
            return {}
        cost = self.quote.pico if pico is None else pico
        if on("a-charge-quote"):
            cost = self.quote.pico
        if on("a-charge-fee"):
            cost += 1000 * MICRO
        if on("a-minimum-charge"):
            cost = max(cost, 3000 * MICRO)
        if on("a-round-cent"):
            cost = -(-cost // (10_000 * MICRO)) * 10_000 * MICRO
        if on("a-charge-twice"):
            self._row(cost, "ok", row)
        if on("a-rows-per-image") and row.get("images", 0) > 1:
            for _ in range(row["images"]):
                self._row(cost // row["images"], "ok", {**row, "images": 1})
            return {"x-request-id": self.id}
        self._row(cost, "ok", row)
        return {"x-request-id": self.id}

    def again(self) -> None:
        """Charge the quote once more: only a fault does so."""
        self._row(self.quote.pico, "ok", {})

    def _row(self, cost: int, state: str, row: dict[str, Any]) -> None:
        if not on("a-balance-stale"):
            self.key.balance -= cost
        if not on("a-spend-stale"):
            self.key.spent += cost
        entry: dict[str, Any] = {"request": self.id, "at": STATE.now(), "endpoint": self.path, "pico": cost}
        entry |= {"model": self.quote.model, "credential": self.key.label, "state": state}
        entry |= self.quote.row | row
        if on("a-rows-deduped") and self.key.rows:
            last = self.key.rows[-1]
            if entry["at"] - last["at"] < 2 and all(last.get(k) == v for k, v in entry.items() if k not in ("request", "at")):
                return
        self.key.rows.append(entry)


def begin(req: Request, quote: Quote) -> Hold:
    """Hold the quote on the caller's account, or refuse for want of balance."""
    key = key_of(req)
    if quote.pico > available(key) and not on("a-overdraw"):
        lack = {"needed_usd": show(quote.pico), "remaining_usd": show(available(key))}
        raise HttpError(402, {"error": "Insufficient balance", "code": "INSUFFICIENT_BALANCE", **lack})
    return Hold(key, req, quote)


def free_row(req: Request, model: str | None) -> None:
    """The row of a free request."""
    key = key_of(req)
    key.rows.append(
        {
            "request": new_id("rq-"), "at": STATE.now(), "endpoint": req.path, "pico": 0,
            "model": model, "credential": key.label, "state": "ok",
        }  # fmt: skip
    )
