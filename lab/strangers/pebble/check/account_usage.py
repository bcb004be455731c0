"""Probes of usage rows, windows, the CSV, totals and keys of the account host."""

from datetime import UTC, datetime
from decimal import Decimal

from check.client import Desk, Origin
from check.registry import fault
from check.tools import CHAT, FLEX, Account

WINDOW = "query `window` = `today`, `24h`, `7d` or `30d`, or `from` and `to`"
SAME = "the same rows as one CSV download for the whole window"
TOTALS = "totals over a window per day, model, endpoint, key"
KEY = "missing or invalid API key on {api_url}"


def _later(d: Desk, seconds: float) -> None:
    d.steer("clock", {"advance_seconds": seconds})


@fault("a-usage-all-keys", "Usage shows the rows of every key.", "`GET /v1/usage` returns one row per request.")
def all_keys(d: Desk) -> bool:
    Account(d).chat()
    return Account(d).rows() == []


@fault("a-today-24h", "The window `today` is the last 24 hours.", WINDOW)
def today(d: Desk) -> bool:
    at = datetime.fromtimestamp(d.now(), UTC)
    _later(d, (20 - at.hour) % 24 * 3600)
    who = Account(d)
    who.chat()
    _later(d, 5 * 3600)
    return who.rows("window=today") == [] and len(who.rows("window=24h")) == 1


@fault("a-24h-is-7d", "The window `24h` is a week.", WINDOW)
def day(d: Desk) -> bool:
    who = Account(d)
    who.chat()
    _later(d, 25 * 3600)
    return who.rows("window=24h") == []


@fault("a-30d-is-7d", "The window `30d` is a week.", WINDOW)
def month(d: Desk) -> bool:
    who = Account(d)
    who.chat()
    _later(d, 10 * 86400)
    return len(who.rows("window=30d")) == 1


def _between(d: Desk) -> tuple[Account, str, str]:
    """Two calls and a moment before and between them."""
    who = Account(d)
    before = datetime.fromtimestamp(d.now() - 60, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    who.chat()
    _later(d, 1800)
    between = datetime.fromtimestamp(d.now(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    _later(d, 1800)
    who.chat()
    return who, before, between


@fault("a-to-ignored", "The `to` of a usage query is ignored.", WINDOW)
def to_end(d: Desk) -> bool:
    who, before, between = _between(d)
    return len(who.rows(f"from={before}&to={between}")) == 1


@fault("a-from-ignored", "The `from` of a usage query is ignored.", WINDOW)
def from_begin(d: Desk) -> bool:
    who, _, between = _between(d)
    end = datetime.fromtimestamp(d.now() + 60, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return len(who.rows(f"from={between}&to={end}")) == 1


def _calls(d: Desk, count: int) -> Account:
    who = Account(d)
    for _ in range(count):
        who.chat()
    return who


@fault("a-usage-last-only", "Usage gives only the last five rows.", "`GET /v1/usage` returns one row per request.")
def last_only(d: Desk) -> bool:
    return len(_calls(d, 7).rows()) == 7


@fault("a-csv-page", "The CSV stops after three rows.", SAME)
def csv_page(d: Desk) -> bool:
    return len(_calls(d, 5).csv()) == 6


@fault("a-csv-cents", "The CSV shows costs in whole cents.", SAME)
def csv_cents(d: Desk) -> bool:
    who = _calls(d, 2)
    head, *lines = [line.split(",") for line in who.csv()]
    at = head.index("cost_usd")
    return sum(Decimal(line[at]) for line in lines) == sum(Decimal(row["cost_usd"]) for row in who.rows())


@fault("a-csv-no-tier", "The CSV drops the service tier.", SAME)
def csv_tier(d: Desk) -> bool:
    who = Account(d)
    who.chat(model=FLEX, service_tier="flex")
    head, line = [line.split(",") for line in who.csv()]
    return line[head.index("service_tier")] == "flex"


@fault("a-summary-skips-flex", "Flex calls are missing from the summary.", TOTALS)
def summary_flex(d: Desk) -> bool:
    who = Account(d)
    who.chat(model=FLEX, service_tier="flex")
    who.chat()
    return who.totals()["total"]["requests"] == 2


@fault("a-summary-no-endpoint", "The summary has no totals per endpoint.", TOTALS)
def summary_endpoint(d: Desk) -> bool:
    totals = _calls(d, 1).totals()
    return any("endpoint" in name for name in totals)


@fault("a-summary-first-model", "The totals per model hold one model only.", TOTALS)
def summary_models(d: Desk) -> bool:
    who = Account(d)
    who.chat()
    who.chat(model=FLEX)
    return {row["model"] for row in who.totals()["by_model"]} == {CHAT, FLEX}


@fault("a-401-as-403", "A missing key answers 403.", KEY)
def no_key(d: Desk) -> bool:
    return d.open.call("GET", "/v1/balance").status == 401


@fault("a-prefix-key", "A key is accepted by its first characters.", KEY)
def prefix(d: Desk) -> bool:
    secret = d.steer("keys", {"balance_usd": "1.00"}).json["api_key"]
    near = Origin(d.url, {"authorization": f"Bearer {secret[:20]}0000"})
    return near.call("GET", "/v1/balance").status == 401


@fault("a-video-other-key", "Another key may poll a video job.", "returns 202 with `poll_url`, to be used verbatim with the same key")
def other_key(d: Desk) -> bool:
    link = Account(d).post("/v1/videos/generations", {"prompt": "a pebble rolls"}).json["poll_url"]
    return Account(d).get(link).status >= 400
