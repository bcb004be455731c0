"""More faults of the account host: windows, CSV and balance."""
import csv
import io
from datetime import datetime, timezone

from faults import fault
from faults_account import CHAT, rows, say
from faults_account_media import VID, clip
from money import usd


@fault("csv-costs-rounded", "account", "the costs in the CSV are rounded to six places", "the same rows as one CSV download for the whole window")
def _(c):
    for most in (1, 2, 3):
        c.post(CHAT, say(max_tokens=most))
    table = csv.DictReader(io.StringIO(c.get("/v1/usage.csv").text))
    return [usd(row["cost_usd"]) for row in table] == [usd(row["cost_usd"]) for row in rows(c)]


@fault("month-window-from-first", "account", "the window 30d begins with the first of the month", "query `window` = `today`, `24h`, `7d` or `30d`")
def _(c):
    if datetime.fromtimestamp(c.now(), timezone.utc).day < 8:
        c.advance(8 * 86400)
    c.post(CHAT, say())
    today = datetime.fromtimestamp(c.now(), timezone.utc)
    c.advance((33 - today.day) * 86400)
    if datetime.fromtimestamp(c.now(), timezone.utc).month == today.month:
        raise AssertionError("the month has not changed")
    return len(rows(c, "?window=30d")) == 1


@fault("failed-clip-reserved", "account", "what was held for a clip that failed stays held", "returns the available balance, recorded spend and open reservations")
def _(c):
    before = c.get("/v1/balance").json
    made = c.post(VID, clip()).json
    c.event("video_job", made["id"], "failed")
    assert c.get(made["poll_url"]).json["status"] == "failed"
    return c.get("/v1/balance").json == before
