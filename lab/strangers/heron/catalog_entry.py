"""The target file of this deployment; importing it registers every operation."""
import settings
import searching  # noqa: F401
import social  # noqa: F401
import predictions  # noqa: F401
import text  # noqa: F401
import background  # noqa: F401
import images  # noqa: F401
import video  # noqa: F401
import audio  # noqa: F401
import portraits  # noqa: F401
import realface  # noqa: F401
import phone  # noqa: F401
import voice  # noqa: F401
import sandbox  # noqa: F401
import discovery  # noqa: F401
import decide  # noqa: F401
import usage  # noqa: F401
import data_services  # noqa: F401
import markets  # noqa: F401
from image_catalog import LABELS as IMAGES
from video_catalog import LABELS as VIDEOS

MODELS = {
    "flash": "warbler/flash", "turbo": "warbler/turbo", "multilingual": "warbler/multilingual", "expressive v3": "warbler/expressive-v3",
    "prompt-directed audio model": "mere/spoken-prompt", "chat": "godwit/godwit-m", "messages": "egret/quill-2", "responses": "bittern/5.2",
    "flex": "bittern/5.5-mini", "long context": "bittern/5.5", "4.1 family": "bittern/4.1", "4o family": "bittern/4o", "o1": "bittern/o1",
    "o3-mini": "bittern/o3-mini", "chat-latest": "bittern/chat-latest", "5.3 codex": "bittern/5.3-codex", "5.6 pro": "bittern/5.6-pro",
    "gpt-oss": "bittern/gpt-oss-120b"}


def target(host, port, control_port):
    """The target file for the conformance kit."""
    facts = {"host": host, "url": f"http://127.0.0.1:{port}",
             "control": {"url": f"http://127.0.0.1:{control_port}", "token": {"env": "CONTROL_TOKEN"}},
             "max_spend_usd": 2500, "segments": settings.SEGMENTS,
             "models": {**{label: name for label, (name, _) in IMAGES.items()}, **VIDEOS, **MODELS}}
    if host == "account":
        return {**facts, "api_key": {"env": "API_KEY"}}
    return {**facts, "wallets": {"payer": {"env": "PAYER_KEY"}, "other": {"env": "OTHER_KEY"}}}
