"""The decision endpoint: typed judgments over a state, free for any registered key."""
import hashlib
import json

from checks import bad, parse_object
from plan import Done, Plan
from routes import route
from switch import bent
from world import Refuse

BACKEND = "heron-nli-1"
PER_HOUR = 1000


def _hypotheses(name, question):
    """(type, labels) of a valid question."""
    where = f"questions.{name}"
    if not isinstance(question, dict):
        raise bad(where, "must be an object")
    kind, criteria = question.get("type"), question.get("criteria")
    if kind not in ("noul", "choice", "score"):
        raise bad(where + ".type", "must be noul, choice or score")
    if not isinstance(question.get("instructions"), str) and not (bent("noul-instructions-optional") and kind == "noul"):
        raise bad(where + ".instructions", "must be a string")
    if kind == "noul":
        if criteria is not None and not (isinstance(criteria, dict) and set(criteria) <= {"true", "false"}):
            raise bad(where + ".criteria", "must be an object with the labels true and false")
        return kind, []
    if kind == "choice":
        if not isinstance(criteria, dict) or not 2 <= len(criteria) <= 255 or not all(isinstance(v, str) for v in criteria.values()):
            raise bad(where + ".criteria", "must map 2 to 255 labels to their meaning")
        return kind, list(criteria)
    if not isinstance(criteria, list) or not 2 <= len(criteria) <= 255 or not all(isinstance(v, str) for v in criteria):
        raise bad(where + ".criteria", "must be an array of 2 to 255 rungs")
    return kind, criteria


def _strength(*parts) -> int:
    digest = hashlib.sha256("\0".join(map(str, parts)).encode()).digest()
    return 50 + int.from_bytes(digest[:2], "big") % 900


def _shares(values):
    """Values over their total."""
    total = 1000 if bent("shares-unnormalised") else sum(values)
    return [value / total for value in values]


def judge(state, name, question):
    """The answer to one question."""
    kind, labels = _hypotheses(name, question)
    premise, said = json.dumps(state, sort_keys=True), question.get("instructions")
    if kind == "noul":
        return {"noul": _strength(premise, said) / 1000, "type": kind}
    raw = [_strength(premise, said, label, question["criteria"][label] if kind == "choice" else place) for place, label in enumerate(labels)]
    shares = _shares(raw)
    if kind == "choice":
        top = max(range(len(raw)), key=lambda place: round(shares[place], 1) if bent("choice-of-rounded") else raw[place])
        told = sorted(range(len(raw)), key=lambda place: -raw[place])[:10] if bent("probabilities-of-ten") else range(len(raw))
        return {"confidence": shares[top], "probabilities": {labels[place]: shares[place] for place in told}, "choice": labels[top], "type": kind}
    position = sum(place * share for place, share in enumerate(shares))
    return {"confidence": max(shares), "probabilities": {str(i): share for i, share in enumerate(shares)},
            "legend": {str(i): text for i, text in enumerate(sorted(labels) if bent("legend-sorted") else labels)}, "score": position, "type": kind}


@route("POST", "/api/v1/decide", ("account",), upstream=False)
def decide(world, request):
    """Judge the questions; every answer names the backend and what is left of the hour."""
    bucket_of = "everyone" if bent("decide-limit-shared") else request.key
    fine, left, leaves = world.spend_limit("decide", bucket_of, PER_HOUR, 3600)
    request.extra_headers.append(("x-heron-backend", BACKEND))
    if not bent("remaining-only-when-left") or fine:
        request.extra_headers.append(("x-ratelimit-remaining", str(left)))
    if not fine:
        wait = max(1, int(leaves - world.now()) + 1)
        raise Refuse(429, {"error": "The hourly limit of this key is reached", "code": "DECIDE_LIMIT", "retry_after_seconds": wait},
                     [("retry-after", str(wait))])
    body = parse_object(request)
    if "state" not in body or not isinstance(body["state"], (str, dict, list)):
        raise bad("state", "must be a string, object or array")
    questions = body.get("questions")
    if not isinstance(questions, dict) or not 1 <= len(questions) <= 64:
        raise bad("questions", "must map 1 to 64 ids to questions")
    if body.get("model", BACKEND) != BACKEND:
        raise bad("model", f"the only backend is {BACKEND}")
    answers = {name: judge(body["state"], name, question) for name, question in questions.items()}
    if bent("judgement-remembered"):
        answers = {name: world.judged.setdefault(json.dumps(questions[name], sort_keys=True), answer) for name, answer in answers.items()}

    async def run(caller):
        return Done({"answers": answers, "model": BACKEND})
    plan = Plan(0, run, metered=0, model=BACKEND, free_when_metered=True)
    if bent("decide-needs-balance"):
        plan.precheck = _needs_balance(world)
    return plan


def _needs_balance(world):
    def check(caller):
        if world.keys[caller.identity].free() <= 0:
            raise Refuse(402, {"error": "The balance of this key does not cover the call"})
    return check
