"""What the simulated text providers say, whole and as streams, in the three formats."""
import json
import secrets

from switch import bent

_WORDS = ("A heron stands still in shallow water and waits. It looks along the reeds, shifts its weight from one leg to the "
          "other, and answers what it was asked without haste: yes, this is a simulated reply, made of plain words.").split(" ")


def words(most, prompt):
    """The words of one answer, one token each."""
    start = prompt % 5
    return _WORDS[start:][:most]


def sse(data, event=None) -> bytes:
    """One server-sent event."""
    line = data if isinstance(data, str) else json.dumps(data)
    return ((f"event: {event}\n" if event else "") + f"data: {line}\n\n").encode()


def _join(parts):
    return " ".join(parts)


def _pieces(parts):
    """Uneven pieces of a text: one word, two, three, one ..."""
    at, size = 0, 1
    while at < len(parts):
        yield ("" if not at else " ") + _join(parts[at:at + size])
        at, size = at + size, size % 3 + 1


class Chat:
    """Chat completions."""

    def __init__(self, wanted, now, tier=None):
        self.wanted, self.parts, self.tier = wanted, words(wanted.most, wanted.prompt), tier
        self.head = {"id": "chatcmpl-" + secrets.token_hex(10), "created": int(now * 1000) if bent("created-in-milliseconds") else int(now), "model": wanted.model.id}
        self.reason = "length" if len(self.parts) == wanted.most else "stop"
        self.tool = self._tool()
        self.completion = 12 if self.tool else len(self.parts)

    def _tool(self):
        choice, tools = self.wanted.body.get("tool_choice"), self.wanted.body.get("tools")
        names = [t.get("function", {}).get("name") for t in tools or [] if isinstance(t.get("function"), dict)]
        if not names or choice == "none" or choice in (None, "auto"):
            return None
        named = choice.get("function", {}).get("name") if isinstance(choice, dict) else None
        return {"id": "call_" + secrets.token_hex(8), "type": "function", "function": {"name": named or names[0], "arguments": "{}"}}

    def usage(self):
        """Token counts."""
        return {"total_tokens": self.wanted.prompt + self.completion, "completion_tokens": self.completion,
                "prompt_tokens": self.wanted.prompt}

    def whole(self):
        """The JSON answer."""
        message = {"role": "assistant", "content": _join(self.parts)}
        if self.tool:
            message, self.reason = {"role": "assistant", "content": None, "tool_calls": [self.tool]}, None if bent("tool-call-finish-null") else "tool_calls"
        body = {**self.head, "object": "chat.completion", "usage": self.usage(),
                "choices": [{"finish_reason": self.reason, "message": message, "index": 0}]}
        if self.tier:
            body["service_tier"] = self.tier
        return body

    def stream(self):
        """All events of a good stream."""
        base = {**self.head, "object": "chat.completion.chunk", **({"service_tier": self.tier} if self.tier else {})}
        chunk = lambda delta, reason=None, **more: sse({**base, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}], **more})
        if self.tool:
            out = [chunk({"role": "assistant", "content": None}), chunk({"tool_calls": [{"index": 0, **self.tool}]}), chunk({}, "tool_calls", usage=self.usage())]
        else:
            out = [chunk({"role": "assistant", "content": ""})] + [chunk({"content": text}) for text in _pieces(self.parts)]
            out.append(chunk({}, self.reason, usage=self.usage()))
        return out + [sse("[DONE]")]

    @staticmethod
    def error():
        """The event that ends a broken stream."""
        return sse({"error": {"type": "upstream_stream_broken", "message": "The upstream stream broke off; nothing was charged"}}, "error")


class Messages:
    """The native message envelope."""

    def __init__(self, wanted, now, tier=None):
        self.wanted, self.parts = wanted, words(wanted.most, wanted.prompt)
        self.completion = len(self.parts)
        self.head = {"id": "msg_" + secrets.token_hex(12), "type": "message", "role": "assistant", "model": wanted.model.id}
        self.reason = "max_tokens" if self.completion == wanted.most else "end_turn"

    def whole(self):
        """The JSON answer."""
        return {**self.head, "content": [{"type": "text", "text": _join(self.parts)}], "stop_reason": self.reason, "stop_sequence": None,
                "usage": {"input_tokens": self.wanted.prompt, "output_tokens": self.completion}}

    def stream(self):
        """All events of a good stream."""
        send = lambda kind, **more: sse({"type": kind, **more}, kind)
        start = {**self.head, "content": [], "stop_reason": None, "stop_sequence": None,
                 "usage": {"input_tokens": self.wanted.prompt, "output_tokens": 0}}
        out = [send("message_start", message=start), send("content_block_start", index=0, content_block={"type": "text", "text": ""}), send("ping")]
        out += [send("content_block_delta", index=0, delta={"type": "text_delta", "text": text}) for text in _pieces(self.parts)]
        return out + [send("content_block_stop", index=0),
                      send("message_delta", delta={"stop_reason": self.reason, "stop_sequence": None}, usage={"output_tokens": self.completion}),
                      send("message_stop")]

    @staticmethod
    def error():
        """The event that ends a broken stream."""
        return sse({"type": "error", "error": {"type": "api_error", "message": "The upstream stream broke off"}}, "error")


class Responses:
    """The native Responses object."""

    def __init__(self, wanted, now, tier=None):
        self.wanted, self.parts, self.now = wanted, words(wanted.most, wanted.prompt), int(now)
        self.completion, self.id = len(self.parts), "resp_" + secrets.token_hex(14)
        self.item = "msg_" + secrets.token_hex(10)

    def whole(self, status="completed"):
        """The JSON answer, also for a response that is not finished."""
        done = status == "completed"
        cut = done and self.completion == self.wanted.most
        output = [{"type": "message", "id": self.item, "status": "completed", "role": "assistant",
                   "content": [{"type": "output_text", "text": _join(self.parts), "annotations": []}]}] if done else []
        return {"object": "response", "id": self.id, "created_at": self.now, "status": "incomplete" if cut else status,
                "model": self.wanted.model.id, "output": output, "error": None, "store": False,
                "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
                "background": bool(self.wanted.body.get("background")), "instructions": self.wanted.body.get("instructions"),
                "max_output_tokens": self.wanted.body.get("max_output_tokens"), "tools": self.wanted.body.get("tools", []),
                "parallel_tool_calls": True, "tool_choice": self.wanted.body.get("tool_choice", "auto"), "metadata": {},
                "usage": {"input_tokens": self.wanted.prompt, "output_tokens": self.completion,
                          "total_tokens": self.wanted.prompt + self.completion} if done else None}

    def stream(self):
        """All events of a good stream."""
        number = iter(range(1000))
        send = lambda kind, **more: sse({"type": kind, "sequence_number": next(number), **more}, kind)
        text, spot = _join(self.parts), {"item_id": self.item, "output_index": 0, "content_index": 0}
        end = self.whole()
        item = {"id": self.item, "type": "message", "role": "assistant"}
        part = {"type": "output_text", "annotations": []}
        out = [send("response.created", response=self.whole("in_progress")), send("response.in_progress", response=self.whole("in_progress")),
               send("response.output_item.added", output_index=0, item={**item, "status": "in_progress", "content": []}),
               send("response.content_part.added", **spot, part={**part, "text": ""})]
        out += [send("response.output_text.delta", **spot, delta=piece) for piece in _pieces(self.parts)]
        return out + [send("response.output_text.done", **spot, text=text), send("response.content_part.done", **spot, part={**part, "text": text}),
                      send("response.output_item.done", output_index=0, item=end["output"][0]),
                      send("response." + end["status"], response=end)]

    @staticmethod
    def error():
        """The event that ends a broken stream."""
        return sse({"type": "error", "code": "server_error", "message": "The upstream stream broke off", "param": None, "sequence_number": 99}, "error")
