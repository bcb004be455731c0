"""More faults of what the account host charges: long prompts by format, streams, seeded clips, empty pages."""
import json

from faults import fault
from faults_account import CHAT, rows, say
from faults_account_data import SOCIAL
from faults_account_media import VID, clip
from faults_account_text import MSG, RESP, note, reply
from faults_metering import due, rates, spend
from money import usd
from probe_tools import LINK, T


def events(answer):
    """The JSON events of a stream."""
    return [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: {")]


@fault("long-rate-not-on-responses", "account", "a long prompt of a Responses request is charged at the short rate; only chat reprices", "some models reprice the whole request above a prompt-token threshold")
def _(c):
    usage = c.post(RESP, reply(model=T["long context"], input="abcd" * 272_010)).json["usage"]
    row = rates(c, "long context")
    assert usage["input_tokens"] > row["longContextThreshold"]
    return spend(c) == usage["input_tokens"] * row["longContextInputPrice"] + usage["output_tokens"] * row["longContextOutputPrice"]


@fault("message-start-usage", "account", "a streamed message is charged by the usage of its message_start event, which has no output tokens yet",
       "Charged at exact upstream usage times the published price sheet.")
def _(c):
    seen = events(c.post(MSG, note(stream=True)))
    sent = next(event["message"]["usage"]["input_tokens"] for event in seen if event["type"] == "message_start")
    made = next(event["usage"]["output_tokens"] for event in seen if event["type"] == "message_delta")
    row = rates(c, "messages")
    return spend(c) == sent * row["inputPrice"] + made * row["outputPrice"]


@fault("flex-stream-full-rate", "account", "a streamed answer of the flex tier is charged at the standard rate", "`service_tier: flex` halves the rate of every token class")
def _(c):
    seen = events(c.post(CHAT, say("flex", service_tier="flex", stream=True)))
    usage = next(event["usage"] for event in seen if "usage" in event)
    return spend(c) * 2 == due(c, "flex", usage) and rows(c)[0]["service_tier"] == "flex"


@fault("image-seed-discount", "account", "a clip of family S with a first frame costs a quarter less", "Image seeding has no discount.")
def _(c):
    plain, seeded = (usd(c.post(VID, clip(**more)).json["price"]["amount"]) for more in ({}, {"image_url": LINK}))
    return plain == seeded > 0


@fault("empty-page-charged", "account", "a page of followers with nobody on it is charged", "continue until `has_next_page` is false; no charge if nothing returned.")
def _(c):
    c.script("POST /v1/{social}/users/followers", "empty")
    answer = c.post(f"{SOCIAL}/users/followers", {"username": "wader"})
    return answer.status == 200 and answer.json["total_returned"] == 0 and spend(c) == 0
