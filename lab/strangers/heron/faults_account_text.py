"""More faults of the account host: chat, messages, responses, tiers, long prompts, live search, decisions."""
from faults import fault
from faults_account import CHAT, rows, say
from faults_metering import due, rates, spend
from money import usd
from probe_tools import T

MSG, RESP, ASK = "/v1/messages", "/v1/responses", "/v1/decide"
TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}


def note(content="hello there", **more):
    """A messages request."""
    return {"model": T["messages"], "max_tokens": 20, "messages": [{"role": "user", "content": content}], **more}


def reply(**more):
    """A Responses request."""
    return {"model": T["responses"], "input": "hello there", "max_output_tokens": 20, **more}


def judged(c, **questions):
    """The answers of one decide call, or its status."""
    answer = c.post(ASK, {"state": "The heron stands in the reeds.", "questions": questions})
    return answer.json["answers"] if answer.status == 200 else answer.status


@fault("tool-call-finish-null", "account", "the choice that calls a tool has no finish_reason", "`choices[]` with `index` integer, `message{role, content}`, `finish_reason` string")
def _(c):
    answer = c.post(CHAT, say(tools=[TOOL], tool_choice={"type": "function", "function": {"name": "look"}}))
    return isinstance(answer.json["choices"][0]["finish_reason"], str)


@fault("system-blocks-unbilled", "account", "the tokens of a system prompt in blocks are reported and not charged",
       "Charged at exact upstream usage times the published price sheet.")
def _(c):
    usage = c.post(MSG, note(system=[{"type": "text", "text": "Be brief. " * 50}])).json["usage"]
    row = rates(c, "messages")
    return spend(c) == usage["input_tokens"] * row["inputPrice"] + usage["output_tokens"] * row["outputPrice"]


@fault("bare-id-unpriced", "account", "a Responses model named without its provider has no price and costs nothing",
       "30 ids; the provider prefix is optional")
def _(c):
    usage = c.post(RESP, reply(model=T["responses"].split("/")[1])).json["usage"]
    row = rates(c, "responses")
    return spend(c) == usage["input_tokens"] * row["inputPrice"] + usage["output_tokens"] * row["outputPrice"]


@fault("tier-word-ignored", "account", "a service_tier other than flex is ignored", "| service_tier | string | no | `flex` only.")
def _(c):
    return c.post(CHAT, say("flex", service_tier="priority")).status == 400 and c.post(CHAT, say("flex", service_tier="flex")).status == 200


@fault("flex-row-untiered", "account", "the row of a request served by flex has no service_tier", "Each row carries `service_tier`; absent means standard.")
def _(c):
    c.post(CHAT, say("flex", service_tier="flex"))
    return rows(c)[0].get("service_tier") == "flex"


@fault("tool-result-refused", "account", "a content block that is a tool's result is refused for having no text",
       "`content` is a string or an array of content blocks (text, image, tool_use, tool_result)")
def _(c):
    talk = [{"role": "user", "content": "look"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "look", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "reeds"}]}]
    return c.post(MSG, note(messages=talk, tools=[{"name": "look", "input_schema": {"type": "object"}}])).status == 200


@fault("zero-output-default", "account", "max_output_tokens 0 counts as not given", "| max_output_tokens | integer | no | Minimum 1.")
def _(c):
    return [c.post(RESP, reply(max_output_tokens=n)).status for n in (0, 1)] == [400, 200]


@fault("inclusive-threshold-ignored", "account", "a prompt of exactly a threshold that counts as long is charged as short",
       "they are in `GET /api/pricing` as `longContextThreshold`, `longContextThresholdInclusive` and `longContext*Price`")
def _(c):
    sheet = c.get("/api/pricing").json["text"]
    model, row = next((name, row) for name, row in sheet.items() if row.get("longContextThresholdInclusive") is True)
    talk = [{"role": "user", "content": "abcd" * (row["longContextThreshold"] - 4)}]
    usage = c.post(CHAT, {"model": model, "messages": talk, "max_tokens": 3}).json["usage"]
    assert usage["prompt_tokens"] == row["longContextThreshold"]
    return spend(c) == usage["prompt_tokens"] * usd(row["longContextInputPrice"]) + usage["completion_tokens"] * usd(row["longContextOutputPrice"])


@fault("threshold-counts-output", "account", "prompt and answer together are held against the threshold",
       "some models reprice the whole request above a prompt-token threshold")
def _(c):
    talk = [{"role": "user", "content": "abcd" * 271_995}]
    usage = c.post(CHAT, {"model": T["long context"], "messages": talk, "max_tokens": 20}).json["usage"]
    assert usage["prompt_tokens"] <= 272_000 < usage["total_tokens"]
    return spend(c) == due(c, "long context", usage)


@fault("unknown-model-404", "account", "an unknown text model is 404", "| 400 | body names the field | request fails validation, unknown model,")
def _(c):
    return [c.post(path, {**body, "model": "unknown/model"}).status for path, body in ((CHAT, say()), (MSG, note()), (RESP, reply()))] == [400] * 3


@fault("retry-body-null", "account", "the body of a 429 says null where the provider gave no wait; only the header has the default",
       "source: <source-tag>, retry_after_seconds: integer, details: <upstream message>}")
def _(c):
    c.script(f"POST {MSG}", "capacity")
    answer = c.post(MSG, note())
    return answer.status == 429 and answer.headers["retry-after"] == "60" and type(answer.json["retry_after_seconds"]) is int


@fault("search-fee-per-result", "account", "live search is charged by max_results", "| POST | /v1/search | live web, news and social search | flat fee per call |")
def _(c):
    for count in (1, 40):
        c.post("/v1/search", {"query": "herons", "max_results": count})
    return len({row["cost_usd"] for row in rows(c)}) == 1


@fault("query-counted-in-bytes", "account", "the length of a search query is counted in bytes", "`max_results` on search | 1 to 50; `query` up to 1000 characters")
def _(c):
    return [c.post("/v1/search", {"query": "\u00e4" * n}).status for n in (1000, 1001)] == [200, 400]


@fault("choice-of-rounded", "account", "the choice is made among shares rounded to one decimal, so the first of two near ones wins", "`choice` is the top label")
def _(c):
    kind = lambda n: {"type": "choice", "instructions": f"What is it, {n}?", "criteria": {"bird": "it is a bird", "reed": "it is a reed", "fish": "it is a fish", "fog": "it is fog"}}
    answers = judged(c, **{f"q{n}": kind(n) for n in range(40)})
    return all(a["probabilities"][a["choice"]] == max(a["probabilities"].values()) for a in answers.values())


@fault("legend-sorted", "account", "the legend lists the rungs by the alphabet", "`legend` maps rung index to text")
def _(c):
    rungs = ["still", "slow", "quick", "gone"]
    answer = judged(c, q={"type": "score", "instructions": "How fast is it?", "criteria": rungs})["q"]
    return [answer["legend"][str(n)] for n in range(4)] == rungs
