"""The native passthrough of one provider, for allowlisted payers only."""

from typing import Any

from gate.check import Fields
from gate.deal import Sold, begin, finish
from gate.fault import on
from gate.quote import Deal
from gate.router import Op, ops
from gate.state import STATE
from gate.upstream import Outcome
from ops import text
from ops.chat import find_model
from ops.text import Ask
from wire.http import HttpError, Request, Response

FAMILY = "gemstone"


async def generate(req: Request) -> Response:
    """Quote by tokens, know the payer, check the list, pass on."""
    name = req.params["model"]
    model = find_model(name if "/" in name else f"{FAMILY}/{name}")
    fields = Fields(req.json())
    contents = fields.array("contents", True, 1)
    limit = Fields(fields.mapping("generationConfig")).integer("maxOutputTokens", 1, None, text.DEFAULT_OUT)
    fields.done()
    ask = Ask(model, [text.gather(part) for part in contents], limit or text.DEFAULT_OUT, False)
    deal = begin(req, text.quote_of(ask))
    if deal.payer not in STATE.allowed and not on("t-native-open"):
        deal.drop()
        raise HttpError(403, {"error": "Not allowed", "message": "this passthrough is for enterprise wallets"})
    done = text.answer(ask, {})

    def run(outcome: Outcome, deal: Deal) -> Sold:
        part: dict[str, Any] = {"content": {"role": "model", "parts": [{"text": " ".join(done.words)}]}, "finishReason": "STOP"}
        counts = {"promptTokenCount": done.prompt, "candidatesTokenCount": done.out, "totalTokenCount": done.prompt + done.out}
        return Sold({"candidates": [part], "usageMetadata": counts, "modelVersion": model.id})

    return await finish(req, deal, run)


TABLE: list[Op] = ops(("POST", "/api/v1beta/models/{model}:generateContent", generate, True))
