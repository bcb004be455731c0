"""The text models: ids, prices per token, long-context rules, and which offer the flex tier."""
from fractions import Fraction

from money import show
from switch import bent

DEFAULT_MAX_TOKENS = 1024
MODELS = {}
_NO_FLEX = ("4.1", "4o", "o1", "o3-mini", "chat-latest", "5.3-codex")
_NO_TIER = ("5.6-pro", "gpt-oss")
_EGRET = ["quill-1", "quill-1-mini", "quill-2", "quill-2-mini", "quill-3", "quill-3-mini", "plume-1", "plume-2", "plume-2-max", "down-1"]
_BITTERN = ["5.6", "5.6-mini", "5.6-nano", "5.6-pro", "5.6-pro-max", "5.5", "5.5-mini", "5.4", "5.4-mini", "5.4-nano", "5.3-codex",
            "5.2", "5.2-mini", "5.1", "5.1-codex", "5", "5-mini", "5-nano", "4.1", "4.1-mini", "4.1-nano", "4o", "4o-mini", "o1",
            "o3", "o3-mini", "o4-mini", "chat-latest", "gpt-oss-20b", "gpt-oss-120b"]
_OTHERS = ["curlew", "dunlin", "godwit", "sanderling", "whimbrel", "avocet", "knot"]


class Model:
    """One catalog entry."""

    def __init__(self, name, place, family):
        self.id, self.family = name, family
        self.input = Fraction(25 + 15 * (place % 11), 10**8)
        self.output = self.input * (4 + place % 3)
        self.long = None
        short = name.split("/")[1]
        if family == "responses" and short in ("5.6", "5.5", "5.4"):
            self.long = (272_000, False, self.input * 2, self.output * Fraction(3, 2))
        if name.startswith("curlew/"):
            self.long = (200_000, True, self.input * 2, self.output * 2)
        self.flex = family == "responses" and not any(
            short == s or short.startswith(s + "-") for s in _NO_FLEX + _NO_TIER)
        self.categories = ["chat"] + [["coding"], ["reasoning"], ["vision"], []][place % 4]

    def rates(self, prompt_tokens):
        """(input, output) per token for a prompt of this length."""
        if self.long:
            limit, inclusive, dear_in, dear_out = self.long
            if bent("long-threshold-inclusive"):
                inclusive = True
            if bent("inclusive-threshold-ignored"):
                inclusive = False
            if prompt_tokens > limit or inclusive and prompt_tokens == limit:
                return dear_in, dear_out
        return self.input, self.output

    def cost(self, prompt, completion, tier="default"):
        """Exact dollars of one call."""
        dear_in, dear_out = self.rates(prompt + (completion if bent("threshold-counts-output") else 0))
        if bent("long-marginal") and self.long and prompt > self.long[0]:
            total = self.long[0] * self.input + (prompt - self.long[0]) * dear_in + completion * dear_out
        else:
            total = prompt * dear_in + completion * dear_out
        if tier == "flex":
            if bent("flex-input-only"):
                return total - prompt * dear_in / 2
            if bent("flex-not-long") and dear_in != self.input:
                return total
            return total / 2
        return total

    def listed(self, full):
        """The catalog row; thresholds only in the price list."""
        row = {"id": self.id, "object": "model", "categories": self.categories, "max_output": 128_000, "context_window": 1_000_000,
               "description": f"Text model {self.id.split('/')[1]} of {self.id.split('/')[0]}", "name": self.id.split("/")[1].upper(),
               "pricing": {"unit": "USD per token", "outputPrice": show(self.output), "inputPrice": show(self.input)}}
        if full and self.long:
            limit, inclusive, dear_in, dear_out = self.long
            row["pricing"].update(self.long_fields())
        return row

    def long_fields(self):
        """The long-context fields of the price list."""
        if not self.long:
            return {}
        limit, inclusive, dear_in, dear_out = self.long
        return {"longContextThreshold": limit, "longContextThresholdInclusive": inclusive,
                "longContextInputPrice": show(dear_in), "longContextOutputPrice": show(dear_out)}


def _fill():
    place = 0
    for family, provider, names in [("messages", "egret", _EGRET), ("responses", "bittern", _BITTERN)] + [
            ("chat", p, [f"{p}-{n}" for n in ("xs", "s", "m", "l", "xl", "code")]) for p in _OTHERS]:
        for name in names:
            MODELS[f"{provider}/{name}"] = Model(f"{provider}/{name}", place, family)
            place += 1


_fill()


def count_tokens(text: str) -> int:
    """One token for every four bytes or part of them."""
    return -(-len(text.encode("utf-8", "replace")) // 4)

