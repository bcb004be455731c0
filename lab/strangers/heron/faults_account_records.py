"""More faults of the account host: keys, charges and records."""
import csv
import io
import json

from faults import fault
from faults_account import CHAT, rows, say
from faults_metering import due, spend


@fault("key-by-prefix", "account", "a key is looked up by its first 16 characters and the rest of it is not compared", "| 401 | | missing or invalid API key on {api_url} |")
def _(c):
    return c.get("/v1/balance", key=c.key[:-1] + ("A" if c.key[-1] != "A" else "B")).status == 401 and c.get("/v1/balance").status == 200


@fault("stream-charged-at-most", "account", "a streamed answer is charged as if it had max_tokens tokens", "Charged at exact upstream usage times the published price sheet.")
def _(c):
    lines = [line[6:] for line in c.post(CHAT, say(max_tokens=3000, stream=True)).text.splitlines() if line.startswith("data: {")]
    return spend(c) == due(c, "chat", next(found["usage"] for found in map(json.loads, lines) if "usage" in found))


@fault("csv-without-tier", "account", "the CSV has no service_tier, which its rows have", "the same rows as one CSV download for the whole window")
def _(c):
    c.post(CHAT, say("flex", service_tier="flex"))
    table = list(csv.DictReader(io.StringIO(c.get("/v1/usage.csv").text)))
    return table[0].get("service_tier") == rows(c)[0]["service_tier"] == "flex"


@fault("unknown-symbol-charged", "account", "the price of an unknown equity is 404, and charged", "Unknown symbol gives 404, no charge.")
def _(c):
    return c.get("/v1/usstock/price/NOSUCH").status == 404 and spend(c) == 0
