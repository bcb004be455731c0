"""Probes of rows, their CSV, recorded spend and long-context charges of the account host."""

from decimal import Decimal

from check.client import Desk
from check.registry import fault
from check.tools import FLEX, LONG, Account, exact, prompt_of, script


@fault(
    "a-long-marginal", "Only the prompt tokens beyond the threshold are charged the long-context input rate.",
    "Long context: some models reprice the whole request above a prompt-token threshold.",
)  # fmt: skip
def marginal(d: Desk) -> bool:
    who = Account(d)
    got = who.chat(model=LONG, text=prompt_of(280_000))
    return got.json["usage"]["prompt_tokens"] == 280_000 and who.cost() == exact(got, LONG, long=True)


@fault("a-csv-month-week", "The CSV of the window `30d` holds the last seven days only.", "the same rows as one CSV download for the whole window")
def month(d: Desk) -> bool:
    who = Account(d)
    who.chat()
    d.steer("clock", {"advance_seconds": 10 * 86400})
    who.chat()
    lines = who.get("/v1/usage.csv?window=30d").text.strip().split("\r\n")
    return len(who.rows("window=30d")) == 2 == len(lines) - 1


@fault(
    "a-cut-spend", "The recorded spend grows by a stream that was cut, though its row costs nothing.",
    "A truncated or malformed stream produces an error event and is not recorded as a charge.",
)  # fmt: skip
def cut_spend(d: Desk) -> bool:
    who = Account(d)
    script(d, "cut")
    who.chat(stream=True)
    return who.used() == 0 and Decimal(who.balance()["recorded_spend_usd"]) == 0


@fault(
    "a-rows-deduped", "A call just like the one before it (endpoint, model, usage) within two seconds leaves no row.",
    "`GET /v1/usage` returns one row per request.",
)  # fmt: skip
def deduped(d: Desk) -> bool:
    who = Account(d)
    costs = [exact(who.chat(), "vireo/5.2") for _ in range(3)]
    return len(who.rows()) == 3 and who.used() == sum(costs)


@fault("a-row-stream-tier", "Rows of streamed flex calls carry no service_tier.", "Each row carries `service_tier`; absent means standard.")
def stream_tier(d: Desk) -> bool:
    who = Account(d)
    for stream in (True, False):
        who.chat(model=FLEX, service_tier="flex", stream=stream)
    return [row.get("service_tier") for row in who.rows()] == ["flex", "flex"]
