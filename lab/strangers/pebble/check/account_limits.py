"""Probes of limits, the decision endpoint and catalogs of the account host."""

from typing import Any

from check.client import Answer, Desk
from check.registry import fault
from check.tools import Account, body

HOURLY = "100 requests per hour per IP"
PER_KEY = "1000 calls per key per hour"


def _questions(count: int = 1) -> dict[str, Any]:
    return {f"q{i}": {"type": "noul", "instructions": "The sky is blue."} for i in range(count)}


def _decide(who: Account, questions: dict[str, Any]) -> Answer:
    return who.post("/v1/decide", {"state": "The sky is blue today.", "questions": questions})


def _choice(criteria: dict[str, str]) -> dict[str, Any]:
    return {"q": {"type": "choice", "instructions": "What is it?", "criteria": criteria}}


@fault("a-catalog-limit-101", "The catalog answers 101 requests an hour.", HOURLY)
def catalog_limit(d: Desk) -> bool:
    who = Account(d)
    seen = [who.get("/v1/models").status for _ in range(101)]
    return seen[:100] == [200] * 100 and seen[100] == 429


@fault("a-reset-seconds", "X-RateLimit-Reset is in seconds.", "with header `X-RateLimit-Reset: <unix-ms>`")
def reset(d: Desk) -> bool:
    who = Account(d)
    for _ in range(101):
        got = who.get("/v1/images/models")
    return got.status == 429 and int(got.headers["x-ratelimit-reset"]) > 10**12


@fault("a-decide-limit-1001", "A key gets 1001 decisions an hour.", PER_KEY)
def decide_limit(d: Desk) -> bool:
    who = Account(d)
    for _ in range(1000):
        got = _decide(who, _questions())
    return got.status == 200 and _decide(who, _questions()).status == 429


@fault("a-decide-shared-limit", "All keys share one hourly limit.", PER_KEY)
def decide_shared(d: Desk) -> bool:
    _decide(Account(d), _questions())
    return _decide(Account(d), _questions()).headers["x-ratelimit-remaining"] == "999"


@fault("a-decide-needs-balance", "Decisions need a balance.", "The decision endpoint needs a registered key but no balance, card or wallet.")
def decide_poor(d: Desk) -> bool:
    return _decide(Account(d, "0"), _questions()).status == 200


@fault("a-no-remaining", "Decisions carry no x-ratelimit-remaining.", "`x-ratelimit-remaining` is on every response")
def remaining(d: Desk) -> bool:
    return "x-ratelimit-remaining" in _decide(Account(d), _questions()).headers


@fault("a-questions-65", "65 questions are taken.", "1 to 64 questions per call")
def many_questions(d: Desk) -> bool:
    who = Account(d)
    return _decide(who, _questions(64)).status == 200 and _decide(who, _questions(65)).status == 400


@fault("a-criteria-256", "A choice of 256 labels is taken.", "object mapping label to its meaning, 2 to 255 entries")
def many_labels(d: Desk) -> bool:
    who = Account(d)
    labels = {f"l{i}": f"meaning {i}" for i in range(255)}
    return _decide(who, _choice(labels)).status == 200 and _decide(who, _choice({**labels, "x": "y"})).status == 400


@fault("a-choice-raw", "The shares of a choice are not divided by their total.", "the per-option scores are divided by their total so they sum to 1")
def shares(d: Desk) -> bool:
    got = _decide(Account(d), _choice({"a": "a stone", "b": "the sky", "c": "a sea"})).json["answers"]["q"]
    return abs(sum(got["probabilities"].values()) - 1) < 1e-6


@fault("a-choice-first", "The choice is the first label, whatever its share.", "`choice` is the top label")
def top(d: Desk) -> bool:
    who = Account(d)
    for labels in ({"a": "a stone", "b": "the sky"}, {"b": "the sky", "a": "a stone"}):
        got = _decide(who, _choice(labels)).json["answers"]["q"]
        if got["probabilities"][got["choice"]] < max(got["probabilities"].values()):
            return False
    return True


@fault("a-noul-instructions", "A noul question without instructions is taken.", "`instructions` is a string and is required for all three types")
def instructions(d: Desk) -> bool:
    return _decide(Account(d), {"q": {"type": "noul"}}).status == 400


@fault("a-pricing-threshold", "The price sheet states a threshold of 200,000.", "the threshold is 272K prompt tokens")
def sheet(d: Desk) -> bool:
    rows = {row["model"]: row for row in d.get("/api/pricing").json["models"]}
    return rows["vireo/5.5"]["longContextThreshold"] == 272_000


@fault("a-catalog-threshold", "The catalog repeats long-context thresholds.", "`GET /v1/models` does not repeat long-context thresholds")
def catalog(d: Desk) -> bool:
    return "longContext" not in Account(d).get("/v1/models").text


@fault("a-max-tokens-128001", "max_tokens may be 128,001.", "1 to 128000")
def max_tokens(d: Desk) -> bool:
    who = Account(d)
    return who.chat(max_tokens=128_000).status == 200 and who.chat(max_tokens=128_001).status == 400


@fault("a-messages-no-max", "Messages do not need max_tokens.", "max_tokens | integer | yes | Minimum 1.")
def messages_max(d: Desk) -> bool:
    request = body("orchid/verse-5")
    del request["max_tokens"]
    return Account(d).post("/v1/messages", request).status == 400
