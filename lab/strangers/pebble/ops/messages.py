"""Messages in the native envelope of the one provider family that speaks it."""

import json
from typing import Any

from gate.account import key_of
from gate.check import Fields, invalid
from gate.deal import begin, metered
from gate.fault import on
from gate.router import Op, ops
from gate.state import new_id
from ops import text
from ops.chat import find_model
from ops.text import Ask, Done, sse
from wire.http import HttpError, Request, Response

FAMILY = "orchid"
BLOCKS = ("text", "image", "tool_use", "tool_result", "thinking", "document")


def _content(fields: Fields, at: str, content: Any) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list) or not content:
        fields.issue(at, "must be a string or an array of content blocks")
        return ""
    known = tuple(b for b in BLOCKS if b != "tool_result") if on("a-messages-tool-result") else BLOCKS
    for i, block in enumerate(content):
        if not isinstance(block, dict) or block.get("type") not in known:
            fields.issue(f"{at}[{i}].type", "must be a known content block")
    return text.gather(content)


def parse(req: Request) -> Ask:
    """Validate a messages request."""
    fields = Fields(req.json())
    name = fields.must("model")
    texts: list[str] = []
    for i, item in enumerate(fields.array("messages", True, 1)):
        roles = ("user", "assistant", "system") if on("t-messages-system-role") else ("user", "assistant")
        if not isinstance(item, dict) or item.get("role") not in roles:
            fields.issue(f"messages[{i}].role", "must be user or assistant")
            continue
        texts.append(_content(fields, f"messages[{i}].content", item.get("content")))
    limit = fields.integer("max_tokens", 1, None, required=not on("a-messages-no-max"))
    system = fields.source.get("system")
    if system is not None:
        parts = system if isinstance(system, list) else [{"type": "text", "text": system}]
        if all(isinstance(p, dict) and p.get("type") == "text" and isinstance(p.get("text"), str) for p in parts):
            if not on("t-system-unpriced"):
                texts.insert(0, text.gather(system))
        else:
            fields.issue("system", "must be a string or an array of text blocks")
    fields.number("temperature", 0, 1)
    fields.number("top_p", 0, 1)
    fields.integer("top_k", 1 if on("a-top-k-zero") else 0)
    fields.strings("stop_sequences")
    stream = fields.boolean("stream")
    tools = fields.array("tools")
    if any(not isinstance(tool, dict) for tool in tools):
        fields.issue("tools", "must hold objects")
    fields.mapping("tool_choice")
    user = fields.mapping("metadata").get("user_id")
    if user is not None and not isinstance(user, str):
        fields.issue("metadata.user_id", "must be a string")
    tier = fields.choice("service_tier", ("flex",))
    fields.done()
    model = find_model(name)
    if model.family != FAMILY:
        raise invalid("model", f"{name!r} does not speak the messages format")
    if tier and not metered():
        raise invalid("service_tier", "is offered on the account host only")
    if tier:
        text.check_flex(model)
    if tools:
        texts.insert(0, json.dumps(tools))
    return Ask(model, texts, limit or 1024, stream)


def _usage(done: Done) -> dict[str, int]:
    left = done.prompt - done.cached
    return {"cache_creation_input_tokens": 0, "cache_read_input_tokens": done.cached, "input_tokens": left, "output_tokens": done.out}


async def messages(req: Request) -> Response:
    """Quote, pay, run, answer with the envelope or its events."""
    ask = parse(req)
    deal = begin(req, text.quote_of(ask))
    try:
        outcome, tier = text.upstream_tier(req, ask)
    except HttpError:
        deal.drop()
        raise
    done = text.answer(ask, key_of(req).prompts if metered() else {})
    stop = "max_tokens" if done.cut_short else "end_turn"
    envelope: dict[str, Any] = {
        "type": "message", "role": "assistant", "id": new_id("msg_pbl"), "model": ask.model.id.split("/")[1],
        "content": [{"text": " ".join(done.words), "type": "text"}], "stop_reason": stop, "stop_sequence": None,
        "usage": _usage(done),
    }  # fmt: skip

    def event(kind: str, **more: Any) -> bytes:
        return sse(json.dumps({"type": kind, **more}), kind)

    def frames(done: Done, tier: str | None) -> list[bytes]:
        start = {**envelope, "content": [], "stop_reason": None, "usage": {**_usage(done), "output_tokens": 0}}
        out = [event("message_start", message=start)]
        out.append(event("content_block_start", index=0, content_block={"type": "text", "text": ""}))
        for i, word in enumerate(done.words):
            out.append(event("content_block_delta", index=0, delta={"type": "text_delta", "text": word if i == 0 else " " + word}))
        out.append(event("content_block_stop", index=0))
        out.append(event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": done.out}))
        return out

    if ask.stream:
        broken = event("error", error={"type": "api_error", "message": "stream_cut"})
        if on("a-messages-cut-silent"):
            broken = b": end\n\n"
        return text.stream(deal, ask, done, outcome, tier, frames, (event("message_stop"), broken))
    pico, row = text.row_of(ask, done, tier)
    if on("a-messages-cache-added"):
        pico = text.row_of(ask, Done(done.words, done.prompt + done.cached, done.cached, done.cut_short), tier)[0]
    return Response(200, envelope, deal.commit(pico, **row))


TABLE: list[Op] = ops(("POST", "messages", messages, True))
