"""Usage rows, their CSV, their totals, and the balance of a key."""
import csv
import io
import re
from datetime import datetime, timezone
from fractions import Fraction

from http_server import Reply
from money import show, usd
from predictions import refuse
from routes import route
from switch import bent

HERE = ("account",)
COLUMNS = ("request", "at", "key", "endpoint", "model", "outcome", "tokens_in", "tokens_out", "cost_usd", "service_tier")
WINDOWS = {"24h": 86400, "7d": 7 * 86400, "30d": 30 * 86400}


def _moment(name, text):
    if re.fullmatch(r"\d{1,13}(\.\d+)?", text):
        return float(text) / (1000 if float(text) > 10**11 else 1)
    try:
        moment = datetime.fromisoformat(text.replace(" ", "+").replace("Z", "+00:00"))
    except ValueError:
        raise refuse(name, "must be an ISO 8601 time or unix seconds")
    if name == "to" and re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        moment = moment.replace(hour=23, minute=59, second=59, microsecond=999_999)
    return (moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).timestamp()


def span(world, request):
    """(from, to) of a query."""
    query, now = request.query, world.now()
    if bent("csv-ignores-from-to") and request.path.endswith(".csv"):
        query = {name: value for name, value in query.items() if name == "window"}
    if "from" in query or "to" in query:
        if "window" in query:
            raise refuse("window", "cannot be combined with from and to")
        for name in ("from", "to"):
            if name not in query:
                raise refuse(name, "from and to go together")
        since, until = _moment("from", query["from"]), _moment("to", query["to"])
        if since > until:
            raise refuse("from", "lies after to")
        return since, until
    name = query.get("window", "24h")
    if name == "today":
        if bent("today-is-24h"):
            return now - 86400, now
        return datetime.fromtimestamp(now, timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0).timestamp(), now
    if name not in WINDOWS:
        raise refuse("window", "must be today, 24h, 7d or 30d")
    if name == "30d" and bent("month-window-from-first"):
        return datetime.fromtimestamp(now, timezone.utc).replace(day=1, hour=0, minute=0, second=0, microsecond=0).timestamp(), now
    return now - WINDOWS[name], now


def rows_of(world, request):
    """The rows of the caller's key within the window, newest first."""
    since, until = span(world, request)
    mine = world.keys[request.key].rows
    if bent("usage-of-everyone"):
        mine = [row for account in world.keys.values() for row in account.rows]
    found = [row for row in mine if since <= row["unix"] <= until]
    return since, until, [{k: row[k] for k in COLUMNS if k in row} for row in reversed(found)]


@route("GET", "/v1/usage", HERE, upstream=False)
def usage(world, request):
    """One row for each request."""
    since, until, rows = rows_of(world, request)
    return {"entries": rows, "span": {"until": world.stamp(until), "since": world.stamp(since)}, "total": len(rows)}


@route("GET", "/v1/usage.csv", HERE, upstream=False)
def usage_csv(world, request):
    """The same rows as one download."""
    _, _, rows = rows_of(world, request)
    if bent("csv-ten-rows"):
        rows = rows[:10]
    if bent("csv-costs-rounded"):
        rows = [{**row, "cost_usd": show(Fraction(round(usd(row["cost_usd"]) * 10**6), 10**6))} for row in rows]
    out = io.StringIO()
    columns = [name for name in COLUMNS if name != "service_tier" or not bent("csv-without-tier")]
    table = csv.DictWriter(out, columns, restval="", extrasaction="ignore")
    table.writeheader()
    table.writerows(rows)
    return Reply(200, out.getvalue().encode(), [("content-type", "text/csv; charset=utf-8"), ("content-disposition", 'attachment; filename="heron-usage.csv"')])


def _totals(rows, name):
    groups = {}
    for row in rows:
        group = groups.setdefault(name(row), {"requests": 0, "tokens_in": 0, "tokens_out": 0, "cost": Fraction(0)})
        group["requests"] += 1
        group["tokens_in"] += row["tokens_in"]
        group["tokens_out"] += row["tokens_out"]
        group["cost"] += usd(row["cost_usd"])
    return [{"of": key, **{k: v for k, v in group.items() if k != "cost"}, "cost_usd": show(group["cost"])} for key, group in sorted(groups.items())]


@route("GET", "/v1/usage/summary", HERE, upstream=False)
def summary(world, request):
    """Totals by day, model, endpoint and key."""
    since, until, rows = rows_of(world, request)
    if bent("summary-ignores-window"):
        rows = [row for row in world.keys[request.key].rows]
    total = _totals(rows, lambda row: "all")
    return {"all": total[0] if total else {"of": "all", "requests": 0, "tokens_in": 0, "tokens_out": 0, "cost_usd": "0"},
            "day": _totals(rows, lambda row: row["at"][:10]), "model": _totals(rows, lambda row: row["model"]),
            "endpoint": _totals(rows, lambda row: row["endpoint"]), "key": _totals(rows, lambda row: row["key"]),
            "span": {"until": world.stamp(until), "since": world.stamp(since)}}


@route("GET", "/v1/balance", HERE, upstream=False)
def balance(world, request):
    """What is left, what was spent, what is held."""
    account = world.keys[request.key]
    held = sum(account.holds.values(), Fraction(0))
    return {"currency": "USD", "open_reservations": {"count": 0 if bent("holds-unlisted") else len(account.holds), "amount": show(Fraction(0) if bent("holds-unlisted") else held)},
            "recorded_spend": show(account.spent), "available": show(account.free())}
