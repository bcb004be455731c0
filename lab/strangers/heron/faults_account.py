"""Faults of the account host: keys, usage, balance, decisions, catalogs, limits."""
import csv
import io
from datetime import datetime, timezone
from fractions import Fraction

from faults import fault
from money import usd
from probe_tools import T

CHAT = "/v1/chat/completions"


def say(model="chat", **more):
    """A chat request."""
    return {"model": T[model], "messages": [{"role": "user", "content": "hello there"}], **more}


def question(kind="noul", **more):
    """A decide request with one question."""
    return {"state": "The heron stands.", "questions": {"q": {"type": kind, "instructions": "Does it stand?", **more}}}


def new_key(c, balance="5"):
    """A fresh key."""
    return c.control("POST", "keys", {"balance_usd": balance})["api_key"]


def rows(c, query=""):
    """The rows of usage."""
    return c.get("/v1/usage" + query).json["entries"]


@fault("usage-of-everyone", "account", "usage shows the rows of all keys", "`GET /v1/usage` returns one row per request.")
def _(c):
    c.post(CHAT, say(), key=new_key(c))
    return rows(c) == []


@fault("today-is-24h", "account", "the window today is the last 24 hours", "query `window` = `today`, `24h`, `7d` or `30d`")
def _(c):
    c.post(CHAT, say())
    now = datetime.fromtimestamp(c.now(), timezone.utc)
    c.advance(86400 - (now.hour * 3600 + now.minute * 60 + now.second) + 30)
    return len(rows(c, "?window=today")) == 0 and len(rows(c, "?window=24h")) == 1


@fault("csv-ten-rows", "account", "the CSV holds one page of rows", "the same rows as one CSV download for the whole window")
def _(c):
    for _ in range(12):
        c.post(CHAT, say(max_tokens=1))
    return len(list(csv.DictReader(io.StringIO(c.get("/v1/usage.csv?window=24h").text)))) == len(rows(c)) == 12


@fault("summary-ignores-window", "account", "the totals are over all time", "totals over a window per day, model, endpoint, key")
def _(c):
    c.post(CHAT, say())
    c.advance(3 * 86400)
    return c.get("/v1/usage/summary?window=24h").json["all"]["requests"] == 0


@fault("holds-unlisted", "account", "the balance does not show what is held", "returns the available balance, recorded spend and open reservations")
def _(c):
    c.post("/v1/videos/generations", {"prompt": "x"})
    return c.get("/v1/balance").json["open_reservations"]["count"] == 1


@fault("decide-needs-balance", "account", "a key without balance cannot decide", "The decision endpoint needs a registered key but no balance, card or wallet.")
def _(c):
    return c.post("/v1/decide", question(), key=new_key(c, "0")).status == 200


@fault("decide-limit-shared", "account", "all keys share one hourly limit", "| `POST /v1/decide` | 1000 calls per key per hour |")
def _(c):
    first = c.post("/v1/decide", question()).headers["x-ratelimit-remaining"]
    return c.post("/v1/decide", question(), key=new_key(c)).headers["x-ratelimit-remaining"] == first


@fault("remaining-only-when-left", "account", "x-ratelimit-remaining is missing once the limit is reached", "`x-ratelimit-remaining` is on every response.")
def _(c):
    for _ in range(1000):
        c.post("/v1/decide", {})
    answer = c.post("/v1/decide", question())
    return answer.status == 429 and answer.headers.get("x-ratelimit-remaining") == "0"


@fault("shares-unnormalised", "account", "the shares of a choice do not add up to one", "the per-option scores are divided by their total so they sum to 1")
def _(c):
    answer = c.post("/v1/decide", question("choice", criteria={"a": "it stands", "b": "it flies", "c": "it swims"})).json["answers"]["q"]
    return abs(sum(answer["probabilities"].values()) - 1) < 1e-6


@fault("noul-instructions-optional", "account", "a noul question without instructions is judged", "`instructions` is a string and is required for all three types")
def _(c):
    return c.post("/v1/decide", {"state": "x", "questions": {"q": {"type": "noul"}}}).status == 400


@fault("thresholds-repeated", "account", "the model list repeats long-context thresholds", "`GET /v1/models` does not repeat long-context thresholds")
def _(c):
    return "longContextThreshold" not in c.get("/v1/models").text and "longContextThreshold" in c.get("/api/pricing").text


@fault("reset-in-seconds", "account", "X-RateLimit-Reset is in seconds", "with header `X-RateLimit-Reset: <unix-ms>`")
def _(c):
    for _ in range(100):
        c.get("/v1/images/models")
    answer = c.get("/v1/images/models")
    return answer.status == 429 and int(answer.headers["x-ratelimit-reset"]) > c.now() * 1000


@fault("catalog-price-drift", "account", "a model is charged by another price than the list publishes", "Charged at exact upstream usage times the published price sheet.")
def _(c):
    listed = c.get("/v1/models").json["data"][0]
    usage = c.post("/v1/messages", {"model": listed["id"], "max_tokens": 5, "messages": [{"role": "user", "content": "x"}]}).json["usage"]
    due = usage["input_tokens"] * usd(listed["pricing"]["inputPrice"]) + usage["output_tokens"] * usd(listed["pricing"]["outputPrice"])
    return usd(rows(c)[0]["cost_usd"]) == due != Fraction(0)
