"""Start a gateway, list its faults, or run the probe of one of them."""

import argparse
import asyncio
import json
import os
import secrets
import signal
import sys

from gate import fault
from gate.control import Control
from gate.gateway import Gateway
from gate.hosts import router_of
from gate.money import usd
from gate.state import SEGMENTS, STATE, new_id
from ops.audio import SPEECH
from ops.images import ROWS as IMAGES
from ops.images import catalog
from ops.video_models import served as videos_served
from wire.http import listen
from wire.secp import N, address_of

TEXT = {
    "account": {
        "chat": "vireo/5.2", "messages": "orchid/verse-5", "responses": "vireo/5.1", "flex": "vireo/5-mini", "long context": "vireo/5.5",
        "4.1 family": "vireo/4.1-mini", "4o family": "vireo/4o-mini", "o1": "vireo/o1", "o3-mini": "vireo/o3-mini",
        "chat-latest": "vireo/chat-latest", "5.3 codex": "vireo/5.3-codex", "5.6 pro": "vireo/5.6-pro", "gpt-oss": "boulder/gpt-oss-120b",
    },
    "test": {
        "chat": "fern/chat-3.2", "messages": "orchid/brief-4.5", "responses": "vireo/5.6-mini", "long context": "vireo/5.5",
        "4.1 family": "vireo/4.1-mini", "4o family": "vireo/4o-mini", "5.3 codex": "vireo/5.3-codex", "gpt-oss": "boulder/gpt-oss-20b",
    },
}  # fmt: skip


def _models(host: str) -> dict[str, str]:
    images = {label: model for label, model, _, _ in IMAGES if model in catalog()}
    videos = {video.label: video.id for video in videos_served().values()}
    return TEXT[host] | images | videos | {spec.label: model for model, spec in SPEECH.items()}


async def serve(host: str, port: int, control_port: int, delay: float) -> None:
    """Run until SIGTERM."""
    STATE.host = host
    token = secrets.token_hex(16)
    env = {"CONTROL_TOKEN": token}
    target: dict[str, object] = {"host": host}
    if host == "account":
        env["API_KEY"] = new_id("pk_", 20)
        STATE.first_keys[env["API_KEY"]] = usd("1000")
        target["api_key"] = {"env": "API_KEY"}
    else:
        wallets = {}
        for role, name in (("payer", "PAYER_KEY"), ("other", "OTHER_KEY")):
            key = secrets.randbelow(N - 1) + 1
            env[name] = f"0x{key:064x}"
            STATE.first_wallets[address_of(key)] = 1000 * 10**6
            wallets[role] = {"env": name}
        target["wallets"] = wallets
    STATE.reset()
    router = router_of(host)
    server, got = await listen(Gateway(router).handle, "127.0.0.1", port, delay)
    control, control_got = await listen(Control(token, router).handle, "127.0.0.1", control_port)
    target |= {
        "url": f"http://127.0.0.1:{got}", "control": {"url": f"http://127.0.0.1:{control_got}", "token": {"env": "CONTROL_TOKEN"}},
        "max_spend_usd": 500, "segments": SEGMENTS, "models": _models(host),
    }  # fmt: skip
    print(json.dumps({"target": target, "env": env}), flush=True)
    stop = asyncio.Event()
    for sig in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sig, stop.set)
    await stop.wait()
    server.close()
    control.close()


def main() -> int:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(description="pebble, a gateway written from two documents")
    parser.add_argument("--host", choices=("account", "test"), default="test")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--control-port", type=int, default=0)
    parser.add_argument("--delay-ms", type=float, default=float(os.environ.get("DELAY_MS", "0")))
    parser.add_argument("--fault", default="")
    parser.add_argument("--list-faults", action="store_true")
    parser.add_argument("--probe", default="")
    for name in ("--url", "--control", "--token"):
        parser.add_argument(name, default="")
    args = parser.parse_args()
    if args.list_faults or args.probe or args.fault:
        from check.faults import FAULTS, listing

        if args.list_faults:
            print(json.dumps(listing(), indent=1))
            return 0
        chosen = args.fault or args.probe
        if chosen not in FAULTS:
            print(f"unknown fault {chosen}", file=sys.stderr)
            return 2
        if args.probe:
            from check.run import probe

            return probe(args.probe, args.url, args.control, args.token)
        fault.activate(args.fault)
    asyncio.run(serve(args.host, args.port, args.control_port, args.delay_ms / 1000))
    return 0


if __name__ == "__main__":
    sys.exit(main())
