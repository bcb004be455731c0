"""The decision endpoint of the account host: typed judgments, free for any key."""

import hashlib
import json
from typing import Any

from gate import limits
from gate.account import free_row, key_of
from gate.check import Fields
from gate.fault import on
from gate.router import Op, ops
from gate.state import STATE
from wire.http import HttpError, Request, Response

BACKEND = "entail-2"
PER_HOUR = 1000


def _score(premise: str, claim: str) -> float:
    """How strongly a state supports a claim: a fixed mix of shared words and a hash."""
    said = set(premise.lower().split())
    words = claim.lower().split() or ["?"]
    shared = sum(1 for w in words if w in said) / len(words)
    grain = hashlib.blake2b(f"{premise}\x00{claim}".encode("utf-8", "replace"), digest_size=2).digest()
    return round(0.05 + 0.7 * shared + 0.2 * int.from_bytes(grain, "big") / 65535, 6)


def _shares(scores: list[float]) -> list[float]:
    total = 1.0 if on("a-choice-raw") else sum(scores)
    return [s / total for s in scores]


def _noul(premise: str, q: dict[str, Any]) -> dict[str, Any]:
    return {"noul": _score(premise, q["instructions"]), "type": "noul"}


def _choice(premise: str, q: dict[str, Any]) -> dict[str, Any]:
    labels = list(q["criteria"])
    scores = [_score(premise, f"{q['instructions']} {label} {q['criteria'][label]}") for label in labels]
    shares = dict(zip(labels, _shares(scores), strict=True))
    top = labels[0] if on("a-choice-first") else max(shares, key=lambda k: shares[k])
    if on("a-choice-top-ten"):
        shares = dict(sorted(shares.items(), key=lambda item: -item[1])[:10])
    return {"probabilities": shares, "type": "choice", "choice": top, "confidence": max(scores)}


def _rungs(premise: str, q: dict[str, Any]) -> dict[str, Any]:
    rungs = [str(r) for r in q["criteria"]]
    scores = [_score(premise, f"{q['instructions']} {rung}") for rung in rungs]
    shares = _shares(scores)
    base = 0 if on("a-legend-shifted") else 1
    place = sum((i + 1) * share for i, share in enumerate(shares))
    return {
        "probabilities": {str(i + 1): s for i, s in enumerate(shares)}, "confidence": max(scores),
        "legend": {str(i + base): r for i, r in enumerate(rungs)}, "type": "score", "score": place,
    }  # fmt: skip


JUDGES = {"noul": _noul, "choice": _choice, "score": _rungs}


def _question(fields: Fields, name: str, q: Any) -> None:
    at = f"questions.{name}"
    if not isinstance(q, dict):
        fields.issue(at, "must be an object")
        return
    kind, criteria = q.get("type"), q.get("criteria")
    if not isinstance(kind, str) or kind not in JUDGES:
        fields.issue(f"{at}.type", "must be noul, choice or score")
    lenient = on("a-noul-instructions") and kind == "noul"
    if not isinstance(q.get("instructions"), str) or not q["instructions"]:
        if lenient:
            q["instructions"] = "?"
        else:
            fields.issue(f"{at}.instructions", "is required")
    low, high = 2, 256 if on("a-criteria-256") else 255
    if kind == "noul" and criteria is not None and not (isinstance(criteria, dict) and set(criteria) == {"true", "false"}):
        fields.issue(f"{at}.criteria", "may only be an object with the labels true and false")
    if kind == "choice" and not (isinstance(criteria, dict) and low <= len(criteria) <= high):
        fields.issue(f"{at}.criteria", "must be an object of 2 to 255 labels")
    if kind == "score" and not (isinstance(criteria, list) and low <= len(criteria) <= high):
        fields.issue(f"{at}.criteria", "must be an array of 2 to 255 rungs")


async def decide(req: Request) -> Response:
    """Judge every question against the state."""
    key = key_of(req)
    cap = 1001 if on("a-decide-limit-1001") else PER_HOUR
    who = "all" if on("a-decide-shared-limit") else key.secret
    left, end = limits.count(f"decide|{who}", cap, 3600)
    headers = {"X-Pebble-Backend": BACKEND, "X-RateLimit-Remaining": str(max(0, left))}
    if on("a-no-remaining"):
        del headers["X-RateLimit-Remaining"]
    if left < 0:
        if on("a-decide-no-when"):
            raise HttpError(429, {"error": "Hourly limit reached"}, headers)
        wait = max(1, int(end - STATE.now()) + 1)
        raise HttpError(429, {"error": "Hourly limit reached", "retry_after_seconds": wait}, {**headers, "retry-after": str(wait)})
    if on("a-decide-needs-balance") and key.balance <= 0:
        raise HttpError(402, {"error": "Insufficient balance"}, headers)
    try:
        body = req.json()
        fields = Fields(body)
        state = body.get("state")
        if not isinstance(state, (str, dict, list)):
            fields.issue("state", "must be a string, an object or an array")
        questions = fields.mapping("questions", True)
        if body.get("questions") is not None and not 1 <= len(questions) <= (65 if on("a-questions-65") else 64):
            fields.issue("questions", "must hold 1 to 64 questions")
        for name, q in questions.items():
            _question(fields, name, q)
        if fields.string("model", default=BACKEND) not in (BACKEND, f"pebble/{BACKEND}"):
            fields.issue("model", "is not available")
        fields.done()
    except HttpError as bad:
        if on("a-remaining-400"):
            del headers["X-RateLimit-Remaining"]
        bad.headers |= headers
        raise
    premise = state if isinstance(state, str) else json.dumps(state, sort_keys=True)
    answers = {name: JUDGES[q["type"]](premise, q) for name, q in questions.items()}
    free_row(req, BACKEND)
    return Response(200, {"answers": answers, "model": BACKEND}, headers)


TABLE: list[Op] = ops(("POST", "decide", decide, False))
