"""Faults of what the account host charges: failures, streams, jobs, tiers and long prompts."""
from faults import fault
from faults_account import CHAT, new_key, rows, say
from money import usd
from probe_tools import T

VID = "/v1/videos/generations"


def spend(c):
    """The recorded spend."""
    return usd(c.get("/v1/balance").json["recorded_spend"])


def rates(c, model):
    """The price list's row of a model, as fractions where they are prices."""
    row = c.get("/api/pricing").json["text"][T[model]]
    return {name: usd(value) if isinstance(value, str) else value for name, value in row.items()}


def due(c, model, usage, key_in="inputPrice", key_out="outputPrice"):
    """Tokens times prices."""
    row = rates(c, model)
    return usage["prompt_tokens"] * row[key_in] + usage["completion_tokens"] * row[key_out]


def long_prompt(tokens):
    """Messages of exactly so many prompt tokens."""
    return [{"role": "user", "content": "abcd" * (tokens - 4)}]


@fault("account-charges-failures", "account", "a call that failed upstream is charged", "A request that fails on the service's side is not charged.")
def _(c):
    c.script(f"POST {CHAT}", "fail")
    return c.post(CHAT, say()).status == 502 and spend(c) == 0


@fault("cut-stream-charged", "account", "a stream that broke off is recorded as a charge", "is not recorded as a charge")
def _(c):
    c.script("POST /v1/responses", "cut")
    c.post("/v1/responses", {"model": T["responses"], "input": "hi", "stream": True})
    return spend(c) == 0


@fault("account-flat-fee", "account", "every charge carries 0.001 USD", "There is no per-call fee and no minimum charge.")
def _(c):
    usage = c.post(CHAT, say()).json["usage"]
    return spend(c) == due(c, "chat", usage)


@fault("spend-rounded-to-cent", "account", "charges are rounded to cents", "Charged at exact upstream usage")
def _(c):
    c.post("/v1/audio/speech", {"input": "a" * 333})
    return spend(c) == usd("0.333") * usd("0.05") * usd("1.05")


@fault("account-job-open", "account", "any key may poll a clip", "to be used verbatim with the same key")
def _(c):
    made = c.post(VID, {"prompt": "x"}).json
    return c.get(made["poll_url"], key=new_key(c)).status >= 400


@fault("account-poll-charges-again", "account", "every completed poll charges the clip again", "| completed | first completed poll settles payment exactly once;")
def _(c):
    made = c.post(VID, {"prompt": "x"}).json
    c.event("video_job", made["id"], "finished")
    c.get(made["poll_url"]), c.get(made["poll_url"])
    return spend(c) == usd(made["price"]["amount"])


@fault("account-failed-job-charged", "account", "a clip that failed is charged at its poll", "A failed generation is never charged.")
def _(c):
    made = c.post(VID, {"prompt": "x"}).json
    c.event("video_job", made["id"], "failed")
    return c.get(made["poll_url"]).json["status"] == "failed" and spend(c) == 0


@fault("video-charge-with-fee", "account", "a clip is charged at the wallet price, not at its quote", "the 202 body `price.amount` is the exact quote")
def _(c):
    made = c.post(VID, {"prompt": "x", "model": T_S2, "duration_seconds": 7}).json
    c.event("video_job", made["id"], "finished")
    c.get(made["poll_url"])
    return spend(c) == usd(made["price"]["amount"])


@fault("flex-input-only", "account", "flex halves the input rate only", "`service_tier: flex` halves the rate of every token class")
def _(c):
    usage = c.post(CHAT, say("flex", service_tier="flex")).json["usage"]
    return spend(c) * 2 == due(c, "flex", usage)


@fault("flex-not-long", "account", "flex does not halve the long-context rate", "including the long-context rate")
def _(c):
    usage = c.post(CHAT, {"model": T["long context"], "messages": long_prompt(272_010), "max_tokens": 5, "service_tier": "flex"}).json["usage"]
    return spend(c) * 2 == due(c, "long context", usage, "longContextInputPrice", "longContextOutputPrice")


@fault("flex-pro-allowed", "account", "flex is taken for a pro variant, which cannot report its tier", "Models that cannot report the served tier: the 5.6 pro variants and the open-weight gpt-oss models.")
def _(c):
    return c.post(CHAT, say("5.6 pro", service_tier="flex")).json.get("code") == "FLEX_TIER_UNSUPPORTED"


@fault("flex-capacity-code", "account", "no flex capacity is answered as RATE_LIMITED", "| 429 | `resource_unavailable` | flex asked and no capacity; no usage, not charged |")
def _(c):
    c.script(f"POST {CHAT}", "capacity")
    answer = c.post(CHAT, say("flex", service_tier="flex"))
    return answer.status == 429 and answer.json["code"] == "resource_unavailable"


@fault("no-tier-billed", "account", "an answer that reports no tier is served and billed", "upstream answered without reporting the flex tier; not charged")
def _(c):
    c.script(f"POST {CHAT}", "no_tier")
    answer = c.post(CHAT, say("flex", service_tier="flex", stream=True))
    return answer.status == 502 and answer.json["code"] == "FLEX_TIER_UNCONFIRMED"


@fault("tier-as-asked", "account", "the asked tier is billed, not the reported one", "Billing follows the tier the response reports.")
def _(c):
    c.script(f"POST {CHAT}", "other_tier")
    usage = c.post(CHAT, say("flex", service_tier="flex")).json["usage"]
    return spend(c) == due(c, "flex", usage)


@fault("long-marginal", "account", "only the tokens above the threshold cost the long rate", "reprice the whole request above a prompt-token threshold")
def _(c):
    usage = c.post(CHAT, {"model": T["long context"], "messages": long_prompt(272_010), "max_tokens": 5}).json["usage"]
    return spend(c) == due(c, "long context", usage, "longContextInputPrice", "longContextOutputPrice")


@fault("long-threshold-inclusive", "account", "a prompt of exactly the threshold is repriced", "For one provider family the threshold is 272K prompt tokens")
def _(c):
    usage = c.post(CHAT, {"model": T["long context"], "messages": long_prompt(272_000), "max_tokens": 5}).json["usage"]
    assert usage["prompt_tokens"] == 272_000 and rates(c, "long context")["longContextThresholdInclusive"] is False
    return spend(c) == due(c, "long context", usage)


T_S2 = "stilt/motion-2"
