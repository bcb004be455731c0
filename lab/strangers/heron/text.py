"""Chat, messages, responses, chat with the model in the path, and the native passthrough."""
from fractions import Fraction

import background
import text_answers
import text_forms
from money import FEE, micro, show_micro
from plan import Done, Plan, rate_limited
from routes import route
from switch import bent
from text_catalog import MODELS, count_tokens
from text_forms import Wanted
from checks import bad, parse_object
from world import Refuse

EVERYWHERE = ("base", "solana", "account")
_HEAD = [("content-type", "text/event-stream"), ("cache-control", "no-store")]


def quote(wanted):
    """(price, breakdown): each part rounded up to a micro-dollar, and the flat fee on top."""
    dear_in, dear_out = wanted.model.rates(wanted.prompt)
    first, second = micro(wanted.prompt * dear_in), micro(wanted.most * dear_out)
    total = Fraction(first + second, 10**6) + FEE
    if bent("text-margin"):
        total += Fraction(micro(Fraction(first + second, 10**6) * Fraction(5, 100)), 10**6)
    return total, {"margin": "0.000000", "outputCost": show_micro(second), "inputCost": show_micro(first)}


def plan_text(world, wanted, kind):
    """The plan of one text request in one format."""
    price, breakdown = quote(wanted)

    async def run(caller):
        outcome, detail = await (caller.upstream(capacity=_no_flex) if wanted.tier else caller.upstream())
        tier = None
        if wanted.tier:
            if outcome == "no_tier" and not bent("no-tier-billed"):
                raise Refuse(502, {"code": "FLEX_TIER_UNCONFIRMED", "error": "The provider did not say which tier it served; nothing was charged"})
            tier = "default" if outcome == "other_tier" else "flex"
        answer = kind(wanted, world.now(), tier)
        billed = "flex" if bent("tier-as-asked") and wanted.tier else tier
        usage = {"prompt": wanted.prompt, "completion": answer.completion, "tier": billed}
        cost = wanted.model.cost(wanted.prompt - wanted.unbilled, answer.completion, billed or "default")
        if bent("bare-id-unpriced") and wanted.body["model"] not in MODELS:
            cost = Fraction(0)
        if bent("long-rate-not-on-responses") and kind is text_answers.Responses:
            cost = wanted.prompt * wanted.model.input + answer.completion * wanted.model.output
        if wanted.stream:
            if bent("message-start-usage") and kind is text_answers.Messages:
                cost = wanted.model.cost(wanted.prompt, 0)
            if bent("flex-stream-full-rate"):
                cost = wanted.model.cost(wanted.prompt, answer.completion)
            if bent("stream-charged-at-most"):
                cost = ceiling
            events = answer.stream()
            if outcome == "cut":
                tail = [] if bent("silent-cut") else [answer.error()]
                return Done(None, 200, list(_HEAD), events[:3] + tail, charge=bent("cut-stream-settles"), usage=usage, cost=cost)
            return Done(None, 200, list(_HEAD), events, usage=usage, cost=cost)
        if outcome == "cut":
            raise Refuse(502, {"code": "UPSTREAM_FAILED", "error": "The provider's answer broke off; nothing was charged"})
        return Done(answer.whole(), usage=usage, cost=cost)

    ceiling = wanted.model.cost(wanted.prompt, wanted.most)
    return Plan(price, run, metered=ceiling, breakdown=breakdown, model=wanted.model.id)


def _no_flex(detail):
    if bent("flex-capacity-code"):
        return rate_limited(detail)
    return Refuse(429, {"code": "resource_unavailable", "error": "There is no flex capacity now; nothing was charged"}, [("retry-after", "60")])


@route("POST", "/api/v1/chat/completions", EVERYWHERE, price="tokens")
def chat(world, request):
    """Chat completions."""
    return plan_text(world, text_forms.chat(world, request), text_answers.Chat)


@route("POST", "/api/v1/messages", EVERYWHERE, price="tokens")
def messages(world, request):
    """Messages."""
    return plan_text(world, text_forms.messages(world, request), text_answers.Messages)


@route("POST", "/api/v1/responses", EVERYWHERE, price="tokens")
def responses(world, request):
    """Responses, at once or in the background."""
    wanted = text_forms.responses(world, request)
    if wanted.body.get("background"):
        return background.plan_background(world, wanted, quote(wanted))
    return plan_text(world, wanted, text_answers.Responses)


@route("POST", "/api/v1/chat/{model...}", price="tokens")
def chat_in_path(world, request):
    """Chat completions with the model in the path, which wins over one in the body."""
    return plan_text(world, text_forms.chat(world, request, request.params["model"]), text_answers.Chat)


@route("POST", "/api/v1beta/models/{model...}:generateContent", price="tokens")
def native(world, request):
    """The native passthrough for allowlisted payers."""
    name = request.params["model"]
    model = MODELS.get(name) or next((m for m in MODELS.values() if m.id.split("/")[1] == name), None)
    if model is None:
        raise bad("model", f"{name!r} is not in the catalog")
    body = parse_object(request)
    if not isinstance(body.get("contents"), list) or not body["contents"]:
        raise bad("contents", "must be an array of contents")
    most = body.get("generationConfig", {}).get("maxOutputTokens", 1024) if isinstance(body.get("generationConfig", {}), dict) else None
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        raise bad("generationConfig", "maxOutputTokens must be a positive integer")
    wanted = Wanted(model, 4 + count_tokens(str(body["contents"])), most, False, body)
    price, breakdown = quote(wanted)

    def invited(caller):
        if world.wallet_key(caller.identity) not in world.allowed and not bent("allowlist-ignored"):
            raise Refuse(403, {"error": "This wallet is not on the enterprise allowlist", "payer_wallet": caller.identity})

    async def run(caller):
        await caller.upstream()
        parts = text_answers.words(most, wanted.prompt)
        return Done({"modelVersion": model.id, "candidates": [{"index": 0, "finishReason": "STOP", "content": {
            "role": "model", "parts": [{"text": " ".join(parts)}]}}], "usageMetadata": {
                "promptTokenCount": wanted.prompt, "candidatesTokenCount": len(parts), "totalTokenCount": wanted.prompt + len(parts)}})

    return Plan(price, run, breakdown=breakdown, precheck=invited, model=model.id)
