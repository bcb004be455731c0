"""Responses in the native format, and background responses on the per-call host."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from gate.account import key_of
from gate.check import Fields, invalid
from gate.deal import begin, metered
from gate.fault import on
from gate.router import Op, ops
from gate.state import STATE, new_id
from ops import text
from ops.chat import find_model
from ops.models import served
from ops.text import Ask, Done, sse
from wire.http import HttpError, Request, Response

FAMILY = "vireo"
RUN_SECONDS = 2.0


def parse(req: Request, body: dict[str, Any]) -> Ask:
    """Validate a responses request."""
    fields = Fields(body)
    name = fields.must("model")
    source = body.get("input")
    if source is None:
        fields.issue("input", "is required")
    elif not isinstance(source, (str, list)) or source in ("", []):
        fields.issue("input", "must be a string or an array of input items")
    elif isinstance(source, list) and any(not isinstance(item, dict) for item in source):
        fields.issue("input", "must hold objects")
    elif isinstance(source, list) and on("a-input-messages-only") and any("role" not in item for item in source):
        fields.issue("input", "must hold messages")
    texts = [text.gather(item) for item in source] if isinstance(source, list) else [str(source)]
    told = fields.string("instructions")
    if told:
        texts.insert(0, told)
    limit = fields.integer("max_output_tokens", 1)
    stream = fields.boolean("stream")
    tools = fields.array("tools")
    if any(not isinstance(tool, dict) for tool in tools or []):
        fields.issue("tools", "must hold objects")
    fields.mapping("reasoning")
    fields.strings("include")
    fields.mapping("text")
    fields.number("temperature", 0, 1 if on("a-responses-temperature-1") else 2)
    fields.number("top_p", 0, 1)
    fields.boolean("background")
    tier = fields.choice("service_tier", ("flex",))
    if tier and not metered():
        fields.issue("service_tier", "is offered on the account host only")
    if metered() and body.get("background"):
        fields.issue("background", "is not offered on this host")
    fields.done()
    bare = "/" not in name and f"{FAMILY}/{name}" in served() and not on("t-prefix-needed")
    model = find_model(f"{FAMILY}/{name}" if bare else name)
    if model.family != FAMILY:
        raise invalid("model", f"{name!r} does not speak the responses format")
    if tier:
        text.check_flex(model)
    if tools:
        texts.insert(0, json.dumps(tools))
    if on("t-responses-cap-ignored"):
        limit = None
    return Ask(model, texts, limit or 2048, stream, bool(tier))


def native(ask: Ask, done: Done, rid: str, status: str, tier: str | None = None) -> dict[str, Any]:
    """The native object in one status."""
    item = {
        "type": "message", "id": "m" + rid, "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "annotations": [], "text": " ".join(done.words)}],
    }  # fmt: skip
    ended = status in ("completed", "incomplete")
    usage = {
        "input_tokens": done.prompt, "input_tokens_details": {"cached_tokens": done.cached},
        "output_tokens": done.out, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": done.prompt + done.out,
    }  # fmt: skip
    out: dict[str, Any] = {
        "object": "response", "id": rid, "status": status, "model": ask.model.id.split("/")[1], "created_at": int(STATE.now()),
        "output": [item] if ended else [], "usage": usage if ended else None, "error": None,
        "incomplete_details": {"reason": "max_output_tokens"} if status == "incomplete" else None,
        "tools": [], "tool_choice": "auto", "parallel_tool_calls": True, "metadata": {}, "instructions": None,
    }  # fmt: skip
    if tier:
        out["service_tier"] = tier
    return out


def events(ask: Ask, done: Done, rid: str, tier: str | None, status: str) -> list[bytes]:
    """The native stream of one response."""
    count = [-1]

    def event(kind: str, **more: Any) -> bytes:
        count[0] += 1
        return sse(json.dumps({"type": kind, "sequence_number": count[0], **more}), kind)

    whole = native(ask, done, rid, status, tier)
    item = whole["output"][0]
    at = {"item_id": item["id"], "output_index": 0, "content_index": 0}
    empty = {"type": "output_text", "annotations": [], "text": ""}
    begun = native(ask, done, rid, "in_progress", tier)
    out = [event("response.created", response=begun), event("response.in_progress", response=begun)]
    out.append(event("response.output_item.added", output_index=0, item={**item, "status": "in_progress", "content": []}))
    out.append(event("response.content_part.added", part=empty, **at))
    for i, word in enumerate(done.words):
        out.append(event("response.output_text.delta", delta=word if i == 0 else " " + word, logprobs=[], **at))
    out.append(event("response.output_text.done", text=item["content"][0]["text"], logprobs=[], **at))
    out.append(event("response.content_part.done", part=item["content"][0], **at))
    out.append(event("response.output_item.done", output_index=0, item=item))
    out.append(event("response.completed" if status == "completed" else "response.incomplete", response=whole))
    return out


async def create(req: Request) -> Response:
    """Quote, pay, run; a background one is settled at once and polled."""
    body = req.json()
    ask = parse(req, body)
    deal = begin(req, text.quote_of(ask))
    later = bool(body.get("background"))
    try:
        outcome, tier = text.upstream_tier(req, ask, later)
    except HttpError:
        deal.drop()
        raise
    done = text.answer(ask, key_of(req).prompts if metered() else {})
    rid = new_id("resp_pbl")
    status = "incomplete" if done.cut_short else "completed"
    if later:
        if on("t-background-unsettled"):
            deal.drop()
        headers = {} if on("t-background-unsettled") else deal.commit()
        return _accept(ask, done, rid, outcome.name, outcome.detail, headers)
    if ask.stream:
        broken = sse(json.dumps({"type": "error", "sequence_number": 99, "code": "upstream_error", "message": "stream_cut", "param": None}), "error")
        return text.stream(deal, ask, done, outcome, tier, lambda d, t: events(ask, d, rid, t, status), (b"", broken))
    pico, row = text.row_of(ask, done, tier)
    return Response(200, native(ask, done, rid, status, tier), deal.commit(pico, **row))


def _accept(ask: Ask, done: Done, rid: str, outcome: str, detail: dict[str, Any], headers: dict[str, str]) -> Response:
    wait = float(detail.get("seconds", 60)) if outcome == "slow" else RUN_SECONDS
    STATE.background[rid] = {"ask": ask, "done": done, "due": STATE.now() + wait, "status": "queued", "fails": outcome in ("fail", "cut")}
    if ask.stream:
        return Response(200, None, {"content-type": "text/event-stream", **headers}, _attach(rid))
    return Response(200, native(ask, done, rid, "queued"), headers)


def refresh(rid: str) -> dict[str, Any]:
    """A background record with its status as of now, or 404."""
    record = STATE.background.get(rid)
    if record is None:
        raise HttpError(404, {"error": "Response not found"})
    if record["status"] in ("queued", "in_progress"):
        record["status"] = "in_progress"
        if STATE.now() >= record["due"]:
            good = "incomplete" if record["done"].cut_short else "completed"
            record["status"] = "failed" if record["fails"] else good
    return record


async def _attach(rid: str) -> AsyncIterator[bytes]:
    record = refresh(rid)
    for _ in range(1200):
        if record["status"] not in ("queued", "in_progress"):
            break
        yield b": waiting\n\n"
        await asyncio.sleep(0.25)
        record = refresh(rid)
    if record["status"] in ("completed", "incomplete"):
        for part in events(record["ask"], record["done"], rid, None, record["status"]):
            yield part
    else:
        kind = f"response.{record['status']}"
        yield sse(json.dumps({"type": kind, "sequence_number": 0, "response": native(record["ask"], record["done"], rid, record["status"])}), kind)


async def poll(req: Request) -> Response:
    """The state of a background response, or its stream."""
    rid = req.params["id"]
    record = refresh(rid)
    if req.query.get("stream") == "true":
        return Response(200, None, {"content-type": "text/event-stream"}, _attach(rid))
    body = native(record["ask"], record["done"], rid, record["status"])
    if record["status"] == "failed":
        body["error"] = {"code": "server_error", "message": "the provider failed"}
    return Response(200, body)


async def cancel(req: Request) -> Response:
    """Cancel what still runs; what has ended stays as it is."""
    rid = req.params["id"]
    record = refresh(rid)
    if record["status"] in ("queued", "in_progress"):
        record["status"] = "cancelled"
    return Response(200, native(record["ask"], record["done"], rid, record["status"]))


def deliver(rid: str, event: str) -> bool:
    """An event of the control API; False for an unknown id."""
    if rid not in STATE.background:
        return False
    record = STATE.background[rid]
    if record["status"] in ("queued", "in_progress"):
        if event == "failed":
            record["status"] = "failed"
        else:
            record["due"] = STATE.now()
    return True


TABLE: list[Op] = ops(("POST", "responses", create, True))
BACKGROUND: list[Op] = ops(("GET", "responses/{id}", poll, False), ("POST", "responses/{id}/cancel", cancel, False))
