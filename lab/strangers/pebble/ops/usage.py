"""Usage rows, their CSV and totals, and the balance of an account."""

import csv
import io
from datetime import UTC, datetime, timedelta
from typing import Any

from gate import jobs
from gate.account import available, key_of
from gate.check import invalid
from gate.fault import on
from gate.money import show
from gate.router import Op, ops
from gate.state import STATE, Key, iso
from wire.http import Request, Response

HOURS = {"24h": 24, "7d": 7 * 24, "30d": 30 * 24}
COLUMNS = ("request", "occurred_at", "endpoint", "model", "credential", "state", "cost_usd", "tokens_in", "tokens_in_cached",
           "tokens_out", "service_tier")  # fmt: skip


def _moment(name: str, text: str, end: bool) -> float:
    """A date, a time or unix seconds; a bare date as an end means that whole day."""
    if text.replace(".", "", 1).isdigit():
        value = float(text)
        return value / 1000 if value > 1e11 else value
    try:
        at = datetime.fromisoformat(text.replace(" ", "+").replace("Z", "+00:00"))
    except ValueError as bad:
        raise invalid(name, "must be an ISO 8601 date or time") from bad
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    if end and len(text) == 10:
        at += timedelta(days=1)
    return at.timestamp()


def span(req: Request) -> tuple[float, float]:
    """The window that a request asks for; seven days without one."""
    now = STATE.now()
    window, begin, end = (req.query.get(n) for n in ("window", "from", "to"))
    if begin is not None or end is not None:
        if window is not None:
            raise invalid("window", "cannot be combined with from and to")
        low = _moment("from", begin, False) if begin is not None else now - 30 * 86400
        high = _moment("to", end, True) if end is not None else now + 1
        if on("a-to-ignored"):
            high = now + 1
        if on("a-from-ignored"):
            low = 0.0
        if low > high:
            raise invalid("from", "must not be after to")
        return low, high
    if window == "today":
        day = datetime.fromtimestamp(now, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        return (now - 86400 if on("a-today-24h") else day.timestamp()), now + 1
    if window is not None and window not in HOURS:
        raise invalid("window", "must be today, 24h, 7d or 30d")
    hours = HOURS[window or "7d"]
    if on("a-24h-is-7d") and window == "24h":
        hours = 7 * 24
    if on("a-30d-is-7d") and window == "30d":
        hours = 7 * 24
    return now - hours * 3600, now + 1


def rows_of(req: Request) -> tuple[Key, list[dict[str, Any]]]:
    """The caller's rows inside the window, oldest first."""
    key = key_of(req)
    low, high = span(req)
    jobs.refresh_all()
    owners = list(STATE.keys.values()) if on("a-usage-all-keys") else [key]
    rows = [row for owner in owners for row in owner.rows]
    return key, [row for row in rows if low <= row["at"] < high]


def _public(row: dict[str, Any]) -> dict[str, Any]:
    out = {
        "cost_usd": show(row["pico"]), "occurred_at": iso(row["at"]), "endpoint": row["endpoint"], "model": row["model"],
        "request": row["request"], "credential": row["credential"], "state": row["state"],
    }  # fmt: skip
    for name in ("tokens", "service_tier", "images", "characters", "seconds"):
        if name in row:
            out[name] = row[name]
    return out


async def usage(req: Request) -> Response:
    """One row per request, newest first."""
    _, rows = rows_of(req)
    if on("a-usage-last-only"):
        rows = rows[-5:]
    public = [_public(row) for row in reversed(rows)]
    return Response(200, {"window_rows": len(public), "data": public})


async def usage_csv(req: Request) -> Response:
    """The same rows as one file."""
    key, rows = rows_of(req)
    if on("a-csv-kept"):
        since, kept = key.copies.setdefault(str(req.query), (STATE.now(), rows))
        rows = kept if STATE.now() < since + 300 else rows
    if on("a-csv-month-week") and req.query.get("window") == "30d":
        rows = [row for row in rows if row["at"] >= STATE.now() - 7 * 86400]
    if on("a-csv-page"):
        rows = rows[:3]
    if on("a-csv-skips-free"):
        rows = [row for row in rows if row["pico"]]
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\r\n")
    sheet.writerow(COLUMNS)
    for row in reversed(rows):
        tokens = row.get("tokens", {})
        cost = f"{row['pico'] / 10**12:.2f}" if on("a-csv-cents") else show(row["pico"])
        tier = "" if on("a-csv-no-tier") else row.get("service_tier", "")
        counts = [tokens.get(n, "") for n in ("in", "in_cached", "out")]
        sheet.writerow(
            [row["request"], iso(row["at"]), row["endpoint"], row["model"] or "", row["credential"], row["state"], cost, *counts, tier]
        )
    headers = {"content-type": "text/csv; charset=utf-8", "content-disposition": 'attachment; filename="usage.csv"'}
    return Response(200, out.getvalue().encode(), headers)


def _totals(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    groups: dict[str, list[int]] = {}
    for row in rows:
        at = rows[-1]["at"] if on("a-summary-one-day") else row["at"]
        label = iso(at)[:10] if name == "day" else str(row[name] or "none")
        if name == "model" and on("a-summary-variants-merged"):
            label = label.removesuffix("-mini").removesuffix("-nano")
        got = groups.setdefault(label, [0, 0])
        got[0] += 1
        got[1] += row["pico"]
    return [{name: label, "requests": n, "cost_usd": show(pico)} for label, (n, pico) in groups.items()]


async def summary(req: Request) -> Response:
    """Totals over a window per day, model, endpoint and key."""
    _, rows = rows_of(req)
    if on("a-summary-skips-flex"):
        rows = [row for row in rows if "service_tier" not in row]
    low, high = span(req)
    whole = {"requests": len(rows), "cost_usd": show(sum(row["pico"] for row in rows))}
    parts = {f"by_{n}": _totals(rows, n) for n in ("day", "model", "endpoint")}
    parts["by_key"] = _totals(rows, "credential")
    if on("a-summary-no-endpoint"):
        del parts["by_endpoint"]
    if on("a-summary-first-model"):
        parts["by_model"] = parts["by_model"][:1]
    return Response(200, {"data": {**parts, "total": whole, "span": {"from": iso(low), "to": iso(high)}}})


async def balance(req: Request) -> Response:
    """What is left, what was spent and what is on hold."""
    key = key_of(req)
    jobs.refresh_all()
    holds = [{"hold": n, "endpoint": h["route"], "since": h["since"], "amount_usd": show(h["pico"])} for n, h in key.holds.items()]
    if on("a-holds-hidden"):
        holds = []
    held = {"count": len(holds), "total_usd": show(sum(h["pico"] for h in key.holds.values()) if holds else 0), "items": holds}
    return Response(200, {"data": {"recorded_spend_usd": show(key.spent), "open_reservations": held, "available_usd": show(available(key))}})


TABLE: list[Op] = ops(
    ("GET", "usage", usage, False),
    ("GET", "usage.csv", usage_csv, False),
    ("GET", "usage/summary", summary, False),
    ("GET", "balance", balance, False),
)
