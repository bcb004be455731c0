"""Chat completions in the OpenAI format, with the model in the body or in the path."""

import asyncio
import json
from typing import Any

from gate.account import key_of
from gate.check import Fields, invalid
from gate.deal import begin, fee, metered
from gate.fault import on
from gate.router import Op, ops
from gate.state import STATE, new_id
from gate.upstream import Outcome
from ops import text
from ops.models import Model, served
from ops.text import Ask, Done, sse
from wire.http import HttpError, Request, Response

ROLES = ("system", "user", "assistant")


def find_model(name: str) -> Model:
    """A catalog model by its full id, or 400."""
    model = served().get(name)
    if model is None:
        raise invalid("model", f"{name!r} is not in the catalog; see the models endpoint")
    return model


def messages_of(fields: Fields) -> list[str]:
    """The texts of chat messages; tools exist on the account host only."""
    texts: list[str] = []
    roles = (*ROLES, "tool") if metered() else ROLES
    for i, item in enumerate(fields.array("messages", True, 1)):
        if not isinstance(item, dict) or item.get("role") not in roles:
            fields.issue(f"messages[{i}].role", "must be one of " + ", ".join(roles))
            continue
        content = item.get("content")
        calls = metered() and isinstance(item.get("tool_calls"), list) and content is None
        if not isinstance(content, str) and not calls:
            fields.issue(f"messages[{i}].content", "must be a string")
            continue
        texts.append(content if isinstance(content, str) else json.dumps(item["tool_calls"]))
    return texts


def parse(req: Request, body: dict[str, Any]) -> Ask:
    """Validate a chat request."""
    fields = Fields(body)
    name = req.params.get("model") or fields.must("model")
    texts = messages_of(fields)
    top = 128001 if on("a-max-tokens-128001") else 128000
    limit = fields.integer("max_tokens", 1, top)
    other = fields.integer("max_completion_tokens", 1, top)
    fields.number("temperature", 0, 2)
    fields.number("top_p", 0, 1)
    stream = fields.boolean("stream")
    tools = fields.array("tools") if metered() else []
    tier = fields.choice("service_tier", ("flex", "default") if on("a-tier-default-ok") else ("flex",))
    if tier and not metered():
        fields.issue("service_tier", "is offered on the account host only")
    fields.done()
    model = find_model(name)
    if tier == "flex":
        text.check_flex(model)
    if tools:
        texts.insert(0, json.dumps(tools))
    return Ask(model, texts, limit or other or text.DEFAULT_OUT, stream, tier == "flex")


def _tool_call(ask: Ask, body: dict[str, Any]) -> list[dict[str, Any]]:
    """A call of the first tool when the request demands one."""
    tools, choice = body.get("tools"), body.get("tool_choice")
    if not metered() or not tools or choice in (None, "auto", "none"):
        return []
    spec = tools[0].get("function", {}) if isinstance(tools[0], dict) else {}
    call = {"name": str(spec.get("name", "tool")), "arguments": "{}"}
    return [{"index": 0, "id": new_id("call-", 6), "type": "function", "function": call}]


def _usage(done: Done) -> dict[str, Any]:
    usage: dict[str, Any] = {"total_tokens": done.prompt + done.out, "completion_tokens": done.out, "prompt_tokens": done.prompt}
    if done.cached:
        usage["prompt_tokens_details"] = {"cached_tokens": done.cached}
    return usage


async def chat(req: Request) -> Response:
    """Quote, pay, run, answer whole or as a stream."""
    body = req.json()
    ask = parse(req, body)
    quote = text.quote_of(ask)
    if on("t-path-model-no-fee") and req.params.get("model"):
        quote.pico -= fee()
    deal = begin(req, quote)
    try:
        outcome, tier = text.upstream_tier(req, ask)
    except HttpError:
        deal.drop()
        raise
    if outcome.name == "slow":
        await asyncio.sleep(0.2)
    done = text.answer(ask, key_of(req).prompts if metered() else {})
    calls = _tool_call(ask, body)
    reason = "tool_calls" if calls else "length" if done.cut_short else "stop"
    head = {"id": new_id("chat-pbl-"), "created": int(STATE.now()), "model": ask.model.id}
    if tier:
        head["service_tier"] = tier
    if ask.stream:
        return _stream(ask, deal, done, outcome, tier, head, (reason, calls))
    message: dict[str, Any] = {"content": None if calls else " ".join(done.words), "role": "assistant"}
    if calls:
        message["tool_calls"] = calls
    pico, row = text.row_of(ask, done, tier)
    headers = deal.commit(pico, **row)
    choice = {"finish_reason": reason, "message": message, "index": 0, "logprobs": None}
    return Response(200, {**head, "object": "chat.completion", "usage": _usage(done), "choices": [choice]}, headers)


def _stream(ask: Ask, deal: Any, done: Done, outcome: Outcome, tier: str | None, head: dict[str, Any], end: tuple[str, list[Any]]) -> Response:
    reason, calls = end

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return sse(json.dumps({**head, "object": "chat.completion.chunk", "choices": [choice], **more}))

    def frames(done: Done, tier: str | None) -> list[bytes]:
        out = [chunk({"role": "assistant", "content": ""})]
        if calls:
            out.append(chunk({"tool_calls": calls}))
        else:
            out += [chunk({"content": word if i == 0 else " " + word}) for i, word in enumerate(done.words)]
        out.append(chunk({}, reason, usage=_usage(done)))
        return out

    broken = sse(json.dumps({"error": {"message": "stream_cut", "type": "upstream_error"}}), "error")
    return text.stream(deal, ask, done, outcome, tier, frames, (sse("[DONE]"), broken))


TABLE: list[Op] = ops(("POST", "chat/completions", chat, True))
PATH_MODEL: list[Op] = ops(("POST", "chat/{model}", chat, True))
