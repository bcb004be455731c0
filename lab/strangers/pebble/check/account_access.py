"""Probes of keys, limits per address and records of the account host."""

from check.client import Desk
from check.registry import fault
from check.tools import FLEX, Account


@fault("a-poll-without-key", "Whoever holds a poll_url may poll it without a key.", "401 | | missing or invalid API key on {api_url}")
def keyless(d: Desk) -> bool:
    who = Account(d)
    link = who.post("/v1/videos/generations", {"prompt": "a pebble rolls"}).json["poll_url"]
    return who.get(link).status in (200, 202) and d.open.call("GET", link).status == 401


@fault("a-catalog-limit-key", "The limit of the catalog is counted by key, so that several keys of one address add up.", "100 requests per hour per IP")
def per_address(d: Desk) -> bool:
    first, second = Account(d), Account(d)
    seen = [who.get("/v1/models").status for who in (first, second) for _ in range(51)]
    return seen[:100] == [200] * 100 and seen[100:] == [429, 429]


@fault(
    "a-decide-no-when", "The 429 of decisions does not say when to retry.",
    "the decision endpoint returns 429 when its per-key hourly limit is reached and the response says when to retry",
)  # fmt: skip
def when(d: Desk) -> bool:
    who = Account(d)
    request = {"state": "The sky is blue.", "questions": {"q": {"type": "noul", "instructions": "It is blue."}}}
    for _ in range(1001):
        got = who.post("/v1/decide", request)
    return got.status == 429 and 0 < int(got.headers["retry-after"]) <= 3601


@fault("a-csv-kept", "A CSV that was downloaded is served again for five minutes, without newer rows.", "the same rows as one CSV download for the whole window")
def csv_kept(d: Desk) -> bool:
    who, seen = Account(d), []
    for _ in range(2):
        who.chat()
        seen.append((len(who.csv()) - 1, len(who.rows())))
    return seen == [(1, 1), (2, 2)]


@fault("a-summary-variants-merged", "The totals per model count mini and nano models under their full-size siblings.", "totals over a window per day, model, endpoint, key")
def variants(d: Desk) -> bool:
    who = Account(d)
    for name in (FLEX, "vireo/5"):
        who.chat(model=name)
    return sorted((row["model"], row["requests"]) for row in who.totals()["by_model"]) == [("vireo/5", 1), (FLEX, 1)]
