"""Probes of streams, cached input and bounds of the text formats of the account host."""

import json
from decimal import Decimal

from check.client import Answer, Desk
from check.registry import fault
from check.tools import FLEX, PER, Account, body, exact, prompt_of
from ops.models import ALL

SPEAKER = "orchid/verse-5"


@fault(
    "a-stream-flex-full", "Streamed flex calls are charged the standard rates, unstreamed ones the half.",
    "`service_tier: flex` halves the rate of every token class, including the long-context rate.",
)  # fmt: skip
def stream_flex(d: Desk) -> bool:
    who = Account(d)
    got = who.chat(model=FLEX, service_tier="flex", stream=True)
    parts = [line[6:] for line in got.text.split("\n") if line.startswith("data: {")]
    last = next(part for part in parts if '"usage"' in part)
    return json.loads(last)["service_tier"] == "flex" and who.cost() == exact(Answer(200, {}, last.encode()), FLEX, True)


@fault(
    "a-messages-cache-added", "Cached input of messages is charged at the full input rate and at the cached rate as well.",
    "Charged at exact upstream usage times the published price sheet.",
)  # fmt: skip
def cache_added(d: Desk) -> bool:
    who, sheet = Account(d), ALL[SPEAKER]
    for _ in range(2):
        usage = who.post("/v1/messages", body(SPEAKER, prompt_of(4000))).json["usage"]
    counts = (usage["input_tokens"], usage["cache_read_input_tokens"], usage["output_tokens"])
    rates = (sheet.input, sheet.cached, sheet.output)
    return counts[1] > 0 and who.cost() == sum(n * Decimal(rate) / PER for n, rate in zip(counts, rates, strict=True))


@fault("a-responses-temperature-1", "Responses refuse a temperature above 1.", "temperature | number | no | 0 to 2.")
def temperature(d: Desk) -> bool:
    who = Account(d)
    request = {"model": "vireo/5.1", "input": "How heavy is a pebble?"}
    return [who.post("/v1/responses", {**request, "temperature": t}).status for t in (1, 1.5, 2, 2.1)] == [200, 200, 200, 400]
