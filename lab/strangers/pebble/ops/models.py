"""The text models: ids, prices per million tokens, context, and what each offers."""

from dataclasses import dataclass, replace

from gate.fault import on
from gate.money import usd
from gate.state import STATE


@dataclass(frozen=True)
class Model:
    """One text model; prices are dollars per million tokens as decimal strings."""

    id: str
    input: str
    cached: str
    output: str
    context: int = 400_000
    max_output: int = 128_000
    categories: tuple[str, ...] = ("chat",)
    threshold: int = 0
    inclusive: bool = False
    long_input: str = ""
    long_cached: str = ""
    long_output: str = ""
    flex: bool = False
    reports_tier: bool = True

    @property
    def family(self) -> str:
        """The provider in front of the slash."""
        return self.id.split("/")[0]


NO_FLEX = ("4.1", "4.1-mini", "4.1-nano", "4o", "4o-mini", "o1", "o3-mini", "chat-latest", "5.3-codex")
SILENT = ("5.6-pro", "5.6-pro-max")

# name, input, cached input, output; a fifth column marks the models with a long-context price
VIREO = [
    ("5.6", "2.50", "0.25", "15.00", 1), ("5.6-mini", "0.40", "0.04", "3.20", 0), ("5.6-nano", "0.10", "0.01", "0.80", 0),
    ("5.6-pro", "21.00", "21.00", "168.00", 1), ("5.6-pro-max", "30.00", "30.00", "180.00", 1),
    ("5.5", "1.75", "0.175", "14.00", 1), ("5.5-mini", "0.30", "0.03", "2.40", 0), ("5.5-search", "1.75", "0.175", "14.00", 0),
    ("5.4", "1.50", "0.15", "12.00", 1), ("5.4-mini", "0.25", "0.025", "2.00", 0), ("5.4-nano", "0.08", "0.008", "0.64", 0),
    ("5.3", "1.30", "0.13", "10.40", 0), ("5.3-codex", "1.30", "0.13", "10.40", 0), ("5.2", "1.25", "0.125", "10.00", 0),
    ("5.2-mini", "0.25", "0.025", "2.00", 0), ("5.2-codex", "1.25", "0.125", "10.00", 0), ("5.1", "1.25", "0.125", "10.00", 0),
    ("5", "1.25", "0.125", "10.00", 0), ("5-mini", "0.25", "0.025", "2.00", 0), ("5-nano", "0.05", "0.005", "0.40", 0),
    ("4.1", "2.00", "0.50", "8.00", 0), ("4.1-mini", "0.40", "0.10", "1.60", 0), ("4.1-nano", "0.10", "0.025", "0.40", 0),
    ("4o", "2.50", "1.25", "10.00", 0), ("4o-mini", "0.15", "0.075", "0.60", 0), ("o1", "15.00", "7.50", "60.00", 0),
    ("o3", "2.00", "0.50", "8.00", 0), ("o3-mini", "1.10", "0.55", "4.40", 0), ("o4-mini", "1.10", "0.275", "4.40", 0),
    ("chat-latest", "1.75", "0.175", "14.00", 0),
]  # fmt: skip
ORCHID = [
    ("grand-5", "5.00", "0.50", "25.00"), ("grand-4.5", "5.00", "0.50", "25.00"), ("grand-4", "15.00", "1.50", "75.00"),
    ("verse-5", "3.00", "0.30", "15.00"), ("verse-4.5", "3.00", "0.30", "15.00"), ("verse-4", "3.00", "0.30", "15.00"),
    ("verse-3.7", "3.00", "0.30", "15.00"), ("brief-4.5", "1.00", "0.10", "5.00"), ("brief-4", "0.80", "0.08", "4.00"),
    ("brief-3", "0.25", "0.03", "1.25"),
]  # fmt: skip
OTHERS = [
    ("boulder", "0.09", "0.36", ("gpt-oss-120b", "gpt-oss-20b")),
    ("fern", "0.27", "1.10", ("chat-3", "chat-3.1", "chat-3.2", "reason-1", "reason-2", "coder-2")),
    ("lichen", "0.20", "0.50", ("fast-4", "fast-4.1", "large-4", "large-4.1", "code-1")),
    ("moss", "0.60", "2.20", ("thinking-k2", "k2", "k2.5", "k1")),
    ("heather", "0.40", "2.00", ("medium-3", "large-3", "small-3", "code-2", "nemo")),
    ("thistle", "0.30", "1.20", ("m2", "m2.1", "m1")),
    ("bracken", "0.55", "2.10", ("4.6", "4.7", "4.7-flash", "5")),
    ("sedge", "0.22", "0.88", ("max-3", "plus-3", "coder-3", "vl-3", "next-80b")),
]


def _catalog() -> dict[str, Model]:
    models: list[Model] = []
    for name, cost, cached, out, long in VIREO:
        model = Model(f"vireo/{name}", cost, cached, out, categories=("chat", "reasoning", "coding"))
        if long:
            twice = [f"{usd(p) * 2 / 10**12:.4f}" for p in (cost, cached)]
            model = replace(model, context=1_050_000, threshold=272_000, long_input=twice[0], long_cached=twice[1])
            model = replace(model, long_output=f"{usd(out) * 3 / 2 / 10**12:.4f}")
        models.append(replace(model, flex=name not in NO_FLEX, reports_tier=name not in SILENT))
    for name, cost, cached, out in ORCHID:
        models.append(Model(f"orchid/{name}", cost, cached, out, 200_000, 64_000, ("chat", "coding", "vision")))
    for name, cost, out in (("3-pro", "2.00", "12.00"), ("3-flash", "0.50", "3.00"), ("2.5-flash", "0.30", "2.50")):
        model = Model(f"gemstone/{name}", cost, f"{usd(cost) / 10**13:.3f}", out, 1_048_576, 65_536, ("chat", "vision"))
        if name == "3-pro":
            model = replace(model, threshold=200_000, inclusive=True, long_input="4.00", long_cached="0.400", long_output="18.00")
        models.append(model)
    for family, cost, out, names in OTHERS:
        silent = family == "boulder"
        for name in names:
            models.append(Model(f"{family}/{name}", cost, cost, out, 262_144, 65_536, flex=silent, reports_tier=not silent))
    return {m.id: m for m in models}


ALL = _catalog()
SMALL = ("vireo/5.5", "vireo/5.6-mini", "vireo/5-nano", "vireo/4o-mini", "vireo/4.1-mini", "vireo/5.3-codex", "orchid/brief-4.5",
         "orchid/verse-5", "gemstone/3-flash", "boulder/gpt-oss-20b", "fern/chat-3.2")  # fmt: skip


def served() -> dict[str, Model]:
    """The models of this host: the test gateway has a smaller catalog."""
    return ALL if STATE.host == "account" else {name: ALL[name] for name in SMALL}


def cost(model: Model, prompt: int, cached: int, out: int, flex: bool = False) -> tuple[int, int]:
    """What input and output tokens cost, in pico-dollars."""
    counted = prompt - cached if on("a-long-net-of-cached") else prompt
    paid_in, paid_out = rates_cost(rates(model, counted, flex), prompt, cached, out)
    if on("a-long-marginal") and 0 < model.threshold < prompt:
        paid_in -= model.threshold * (rates(model, prompt, flex)[0] - rates(model, 1, flex)[0])
    return paid_in, paid_out


def rates(model: Model, prompt: int, flex: bool = False) -> tuple[int, int, int]:
    """Pico-dollars per token of input, cached input and output."""
    inclusive = (model.inclusive and not on("a-inclusive-ignored")) or on("a-threshold-inclusive")
    above = model.threshold and (prompt >= model.threshold if inclusive else prompt > model.threshold)
    if on("a-long-ignored") or (on("a-long-flex-ignored") and flex):
        above = False
    texts = (model.long_input, model.long_cached, model.long_output) if above else (model.input, model.cached, model.output)
    if above and on("a-long-output-1x"):
        texts = (texts[0], texts[1], model.output)
    if above and on("a-long-output-2x"):
        texts = (texts[0], texts[1], f"{usd(model.output) * 2 / 10**12:.4f}")
    if above and on("a-long-input-1.5x"):
        texts = (f"{usd(model.input) * 3 / 2 / 10**12:.4f}", texts[1], texts[2])
    per = [usd(t) // 10**6 for t in texts]
    if flex and not on("a-flex-full-price"):
        per = [per[0] // 2, per[1] if on("a-flex-cached-full") else per[1] // 2, per[2] if on("a-flex-output-full") else per[2] // 2]
    return per[0], per[1], per[2]


def rates_cost(per: tuple[int, int, int], prompt: int, cached: int, out: int) -> tuple[int, int]:
    """Tokens times rates."""
    if on("a-cached-full"):
        cached = 0
    if on("a-swap-rates"):
        per = (per[2], per[1], per[0])
    return (prompt - cached) * per[0] + cached * per[1], out * per[2]
