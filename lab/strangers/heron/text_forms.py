"""Validation of the three text formats. Each returns a `Wanted`: model, prompt tokens, most output tokens, flags."""
import json
from dataclasses import dataclass, field

from checks import Form, parse_object
from switch import bent
from text_catalog import DEFAULT_MAX_TOKENS, MODELS, count_tokens
from world import Refuse


@dataclass
class Wanted:
    """One validated text request."""
    model: object
    prompt: int
    most: int
    stream: bool
    body: dict
    tier: str = None
    stops: list = field(default_factory=list)
    unbilled: int = 0


def _model(form, families=None):
    name = form.text("model", required=True)
    if name is None:
        return None
    found = MODELS.get(name)
    if found is None and families == ("responses",):
        found = MODELS.get("bittern/" + name)
    if found is None and bent("unknown-model-404"):
        raise Refuse(404, {"code": "MODEL_NOT_FOUND", "error": f"model: {name!r} does not exist"})
    if found is None:
        form.complain("model", f"{name!r} is not in the catalog")
    elif families and found.family not in families:
        form.complain("model", f"{name!r} does not speak this format")
        return None
    return found


def _size(thing) -> int:
    return 0 if thing is None else count_tokens(thing if isinstance(thing, str) else json.dumps(thing, ensure_ascii=False))


def chat(world, request, model_name=None) -> Wanted:
    """A chat completion request."""
    body = parse_object(request)
    if model_name is not None:
        body = {**body, "model": model_name}
    form = Form(body)
    model = _model(form)
    messages = form.things("messages", dict, required=True, default=[], least=1, most=10_000)
    roles = ("system", "user", "assistant") + (("tool",) if world.host == "account" else ())
    for place, message in enumerate(messages):
        role, content = message.get("role"), message.get("content")
        if role not in roles:
            form.complain(f"messages[{place}].role", "must be one of " + ", ".join(roles))
        called = world.host == "account" and role == "assistant" and content is None and isinstance(message.get("tool_calls"), list)
        if not isinstance(content, str) and not called:
            form.complain(f"messages[{place}].content", "must be a string")
    most = form.integer("max_tokens", default=DEFAULT_MAX_TOKENS,
                        least=1, most=128_000)
    form.number("temperature", least=0, most=2)
    form.number("top_p")
    stream = form.flag("stream", False)
    if bent("tier-word-ignored") and body.get("service_tier") != "flex":
        body.pop("service_tier", None)
    tier = form.text("service_tier", options=("flex",))
    if tier and world.host != "account":
        form.complain("service_tier", "is offered on the account host only")
    if "tools" in body and world.host == "account":
        form.things("tools", dict)
    form.close()
    if tier and not model.flex and not (bent("flex-pro-allowed") and "pro" in model.id):
        raise Refuse(400, {"code": "FLEX_TIER_UNSUPPORTED", "error": f"service_tier flex is not offered for model {model.id}"})
    prompt = sum(4 + _size(message.get("content")) for message in messages) + _size(body.get("tools") if world.host == "account" else None)
    return Wanted(model, prompt, most, stream, body, tier)


_BLOCKS = ("text", "image", "tool_use", "tool_result")


def messages(world, request) -> Wanted:
    """A messages request."""
    body = parse_object(request)
    form = Form(body)
    model = _model(form, ("messages",))
    items = form.things("messages", dict, required=True, default=[], least=1, most=10_000)
    for place, message in enumerate(items):
        content = message.get("content")
        if message.get("role") not in ("user", "assistant"):
            form.complain(f"messages[{place}].role", "must be user or assistant")
        if isinstance(content, list):
            if not all(isinstance(block, dict) and block.get("type") in _BLOCKS for block in content):
                form.complain(f"messages[{place}].content", "holds a block of an unknown type")
            elif bent("tool-result-refused") and not all(isinstance(block.get("text"), str) for block in content if block["type"] not in ("image", "tool_use")):
                form.complain(f"messages[{place}].content", "holds a block without text")
        elif not isinstance(content, str):
            form.complain(f"messages[{place}].content", "must be a string or an array of blocks")
    most = form.integer("max_tokens", required=True, least=1)
    system = body.get("system")
    if "system" in body and not isinstance(system, str) and not (isinstance(system, list) and all(
            isinstance(b, dict) and b.get("type") == "text" and isinstance(b.get("text"), str) for b in system)):
        form.complain("system", "must be a string or an array of text blocks")
    form.number("temperature", least=0, most=1)
    form.number("top_p", least=0, most=1)
    form.integer("top_k", least=0)
    stops = form.things("stop_sequences", str, default=[])
    stream = form.flag("stream", False)
    form.things("tools", dict)
    form.mapping("tool_choice")
    metadata = form.mapping("metadata")
    if metadata and not isinstance(metadata.get("user_id", ""), str):
        form.complain("metadata.user_id", "must be a string")
    form.close()
    unbilled = _size(system) if bent("system-blocks-unbilled") and isinstance(system, list) else 0
    prompt = sum(4 + _size(m["content"]) for m in items) + _size(system) + _size(body.get("tools"))
    return Wanted(model, prompt, most, stream, body, None, stops, unbilled)


def responses(world, request) -> Wanted:
    """A Responses request."""
    body = parse_object(request)
    form = Form(body)
    model = _model(form, ("responses",))
    given = body.get("input")
    if "input" not in body:
        form.complain("input", "is required")
    elif not isinstance(given, str) and not (isinstance(given, list) and all(isinstance(i, dict) for i in given)):
        form.complain("input", "must be a string or an array of input items")
    instructions = form.text("instructions")
    if bent("zero-output-default") and body.get("max_output_tokens") == 0:
        body.pop("max_output_tokens")
    most = form.integer("max_output_tokens", default=DEFAULT_MAX_TOKENS, least=1)
    if bent("max-output-unpriced"):
        most = DEFAULT_MAX_TOKENS
    stream = form.flag("stream", False)
    form.things("tools", dict)
    if bent("tool-choice-word-refused"):
        form.mapping("tool_choice")
    form.mapping("reasoning")
    form.things("include", str)
    form.mapping("text")
    form.number("temperature", least=0, most=2)
    form.number("top_p", least=0, most=1)
    if form.flag("background", False) and world.host == "account":
        form.complain("background", "responses in the background are not offered on this host")
    form.close()
    prompt = 4 + _size(given) + _size(instructions) + _size(body.get("tools"))
    return Wanted(model, prompt, most, stream, body)
