"""Probes of what the account host charges for text: rates, long context, flex and holds."""

from check.client import Desk
from check.registry import fault
from check.tools import CHAT, FLEX, LONG, Account, exact, prompt_of, script

EXACT = "Charged at exact upstream usage times the published price sheet."


def _exact_chat(d: Desk, model: str = CHAT) -> bool:
    who = Account(d)
    got = who.chat(model=model)
    return got.status == 200 and who.cost() == exact(got, model) == who.used()


fault("a-charge-fee", "A metered call is charged the 0.001 fee of per-call hosts.", "There is no per-call fee and no minimum charge.")(_exact_chat)
fault("a-minimum-charge", "Every charge is at least 0.003 USD.", "There is no per-call fee and no minimum charge.")(_exact_chat)
fault("a-chat-margin", "Chat tokens are charged with 5 percent on top.", "Chat tokens carry no platform margin on self-service accounts.")(_exact_chat)
fault("a-round-cent", "Charges are rounded up to a whole cent.", EXACT)(_exact_chat)
fault("a-charge-quote", "The reservation is charged instead of the real usage.", EXACT)(_exact_chat)
fault("a-swap-rates", "Input and output rates are swapped.", EXACT)(_exact_chat)


@fault("a-charge-twice", "A call is charged twice and has two rows.", "one row per request")
def twice(d: Desk) -> bool:
    who = Account(d)
    got = who.chat()
    return len(who.rows()) == 1 and who.used() == exact(got, CHAT)


@fault("a-charge-failed", "A call whose provider failed is charged its reservation.", "A request that fails on the service's side is not charged.")
def failed(d: Desk) -> bool:
    who = Account(d)
    script(d, "fail")
    return who.chat().status == 502 and who.used() == 0


@fault("a-cached-full", "Cached prompt tokens are charged at the full input rate.", EXACT)
def cached(d: Desk) -> bool:
    who = Account(d)
    who.chat(text=prompt_of(4000))
    got = who.chat(text=prompt_of(4000))
    return got.json["usage"]["prompt_tokens_details"]["cached_tokens"] > 0 and who.cost() == exact(got, CHAT)


def _long(d: Desk, tokens: int, flex: bool = False) -> bool:
    who = Account(d)
    more = {"service_tier": "flex"} if flex else {}
    got = who.chat(model=LONG, text=prompt_of(tokens), **more)
    return got.json["usage"]["prompt_tokens"] == tokens and who.cost() == exact(got, LONG, flex, tokens > 272_000)


REPRICE = "some models reprice the whole request above a prompt-token threshold"
FAMILY = "the threshold is 272K prompt tokens, with input at 2x and output at 1.5x"
ABOVE = 272_001
fault("a-long-ignored", "Prompts above the threshold are charged the short rates.", REPRICE)(lambda d: _long(d, ABOVE))
fault("a-threshold-inclusive", "A prompt of exactly 272,000 tokens is already repriced.", REPRICE)(lambda d: _long(d, 272_000))
fault("a-long-output-1x", "Above the threshold only the input is repriced.", REPRICE)(lambda d: _long(d, ABOVE))
fault("a-long-output-2x", "Above the threshold the output costs 2x, not 1.5x.", FAMILY)(lambda d: _long(d, ABOVE))
fault("a-long-input-1.5x", "Above the threshold the input costs 1.5x, not 2x.", FAMILY)(lambda d: _long(d, ABOVE))
HALF = "halves the rate of every token class, including the long-context rate"
fault("a-long-flex-ignored", "Flex calls above the threshold are charged half the short rate.", HALF)(lambda d: _long(d, ABOVE, True))


def _flex(d: Desk) -> bool:
    who = Account(d)
    got = who.chat(model=FLEX, service_tier="flex")
    return got.status == 200 and who.cost() == exact(got, FLEX, True)


fault("a-flex-full-price", "Flex calls are charged the standard rates.", HALF)(_flex)
fault("a-flex-output-full", "Flex halves the input rate only.", HALF)(_flex)


def _refused(d: Desk, model: str) -> bool:
    got = Account(d).chat(model=model, service_tier="flex")
    return got.status == 400 and got.json.get("code") == "FLEX_TIER_UNSUPPORTED"


NONE = "flex asked for a model that offers none or cannot report its served tier; refused before any charge"
fault("a-flex-4o", "Flex is served on the 4o family.", NONE)(lambda d: _refused(d, "vireo/4o-mini"))
fault("a-flex-silent", "Flex is served on models that cannot report the tier.", NONE)(lambda d: _refused(d, "vireo/5.6-pro"))


@fault("a-tier-default-ok", "service_tier takes `default` as well.", "`flex` only. Account host only.")
def tier_values(d: Desk) -> bool:
    return Account(d).chat(model=FLEX, service_tier="default").status == 400


@fault("a-flex-429-code", "Flex without capacity answers code RATE_LIMITED.", "flex asked and no capacity; no usage, not charged")
def flex_capacity(d: Desk) -> bool:
    who = Account(d)
    script(d, "capacity")
    got = who.chat(model=FLEX, service_tier="flex")
    return got.status == 429 and got.json["code"] == "resource_unavailable" and who.used() == 0


@fault("a-no-tier-ok", "An answer without its tier is taken as flex and charged.", "upstream answered without reporting the flex tier; not charged")
def unconfirmed(d: Desk) -> bool:
    who = Account(d)
    script(d, "no_tier")
    got = who.chat(model=FLEX, service_tier="flex")
    return got.status == 502 and got.json["code"] == "FLEX_TIER_UNCONFIRMED" and who.used() == 0


@fault("a-tier-as-asked", "Billing follows the tier asked for, not the one reported.", "Billing follows the tier the response reports.")
def other_tier(d: Desk) -> bool:
    who = Account(d)
    script(d, "other_tier")
    got = who.chat(model=FLEX, service_tier="flex")
    return got.status == 200 and who.cost() == exact(got, FLEX)


@fault("a-row-no-tier", "Rows of flex calls carry no service_tier.", "Each row carries `service_tier`; absent means standard.")
def row_tier(d: Desk) -> bool:
    who = Account(d)
    who.chat(model=FLEX, service_tier="flex")
    return who.rows()[0].get("service_tier") == "flex"


@fault("a-hold-leak", "The reservation of a failed call is never released.", "A request that fails on the service's side is not charged.")
def leak(d: Desk) -> bool:
    who = Account(d)
    script(d, "fail")
    who.chat()
    return who.balance()["open_reservations"]["count"] == 0 and who.used() == 0


@fault("a-holds-hidden", "The balance shows no open reservations.", "returns the available balance, recorded spend and open reservations")
def hidden(d: Desk) -> bool:
    who = Account(d)
    script(d, "slow", "POST /v1/videos/generations")
    who.post("/v1/videos/generations", {"prompt": "a pebble rolls"})
    held = who.balance()["open_reservations"]
    return held["count"] == 1 and held["total_usd"] == "0.400000"


@fault("a-overdraw", "A call that the balance cannot pay is served.", "Requests are paid from a prepaid account balance funded by card or wire.")
def overdraw(d: Desk) -> bool:
    return Account(d, "0.000001").chat().status == 402


@fault("a-spend-stale", "The recorded spend never grows.", "returns the available balance, recorded spend and open reservations")
def spend(d: Desk) -> bool:
    who = Account(d)
    who.chat()
    return who.balance()["recorded_spend_usd"] == who.rows()[0]["cost_usd"]


@fault("a-balance-stale", "Charges do not lower the available balance.", "Requests are paid from a prepaid account balance funded by card or wire.")
def stale(d: Desk) -> bool:
    who = Account(d)
    got = who.chat()
    return who.used() == exact(got, CHAT)


def _cut(d: Desk) -> tuple[Account, str]:
    who = Account(d)
    script(d, "cut")
    return who, who.chat(stream=True).text


CUT = "A truncated or malformed stream produces an error event and is not recorded as a charge."


@fault("a-cut-charged", "A stream that was cut is charged.", CUT)
def cut_charged(d: Desk) -> bool:
    return _cut(d)[0].used() == 0


@fault("a-cut-silent", "A stream that was cut ends as if it were whole.", CUT)
def cut_silent(d: Desk) -> bool:
    text = _cut(d)[1]
    return "event: error" in text and "[DONE]" not in text
