"""Pay every operation of a host once and complain about whatever does not end well. Usage: smoke.py [host ...]"""
import sys

import catalog_entry
from probe_client import SEGMENT
from run_gateway import gateway

M = catalog_entry.MODELS
IMAGES, VIDEOS = {k: v[0] for k, v in catalog_entry.IMAGES.items()}, catalog_entry.VIDEOS
PNG = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
HELLO = [{"role": "user", "content": "hello there"}]
PHOTO = "https://pictures.example.com/face.jpg"


def shared(prefix):
    """Calls that every host has: (method, path, body, micro-dollars or None)."""
    s = {name: f"{prefix}/{seg}" for name, seg in SEGMENT.items()}
    return [
        ("POST", f"{prefix}/chat/completions", {"model": M["chat"], "messages": HELLO}, None),
        ("POST", f"{prefix}/chat/completions", {"model": M["chat"], "messages": HELLO, "stream": True}, None),
        ("POST", f"{prefix}/messages", {"model": M["messages"], "messages": HELLO, "max_tokens": 9}, None),
        ("POST", f"{prefix}/messages", {"model": M["messages"], "messages": HELLO, "max_tokens": 9, "stream": True}, None),
        ("POST", f"{prefix}/responses", {"model": "5.2", "input": "hi"}, None),
        ("POST", f"{prefix}/responses", {"model": "5.2", "input": "hi", "stream": True}, None),
        ("POST", f"{prefix}/search", {"query": "herons"}, 263500),
        ("POST", f"{prefix}/images/generations", {"model": IMAGES["IMG-E"], "prompt": "x", "n": 2}, 95500),
        ("POST", f"{prefix}/images/generations", {"model": IMAGES["IMG-C"], "prompt": "x"}, 16750),
        ("POST", f"{prefix}/videos/generations", {"prompt": "x"}, 401000),
        ("POST", f"{prefix}/videos/generations", {"prompt": "x", "model": VIDEOS["VID-S2"], "image_url": PNG}, 1136480),
        ("POST", f"{prefix}/audio/speech", {"input": "a" * 1000}, 52500),
        ("POST", f"{s['websearch']}/search", {"query": "x"}, 11000), ("POST", f"{s['websearch']}/answer", {"query": "x"}, 11000),
        ("POST", f"{s['websearch']}/contents", {"urls": ["https://a.example.com/", "https://b.example.com/"]}, 5000),
        ("POST", f"{s['websearch']}/find-similar", {"url": "https://a.example.com"}, 11000),
        ("POST", f"{s['sandbox']}/sandbox/create", {}, 11000),
        ("POST", f"{s['social']}/users/lookup", {"usernames": "@a, b,A"}, 20000), ("POST", f"{s['social']}/users/followers", {"username": "a"}, 50000),
        ("POST", f"{s['social']}/users/followings", {"username": "a"}, 50000),
        ("GET", f"{prefix}/pm/{SEGMENT['venue_a']}/markets", None, 8500), ("GET", f"{prefix}/pm/{SEGMENT['venue_a']}/wallet/0xabc/markets?limit=3", None, 8500),
        ("POST", f"{prefix}/pm/{SEGMENT['venue_a']}/wallet/identities", {"addresses": ["0xabc"]}, 8500), ("GET", f"{prefix}/pm/markets/search?q=rain", None, 8500),
        ("GET", f"{prefix}/pm/binance/candles/BTCUSDT", None, 8500), ("GET", f"{prefix}/pm/{SEGMENT['venue_b']}/trades", None, 8500),
        ("GET", f"{prefix}/usstock/price/AAPL", None, 1000), ("GET", f"{prefix}/stocks/jp/history/7203.T", None, 1000),
        ("GET", f"{prefix}/crypto/price/BTC-USD", None, 0), ("POST", f"{prefix}/fx/list", {}, 0),
        ("GET", f"{s['defidata']}/protocol/reedswap", None, 6000), ("GET", f"{s['defidata']}/prices/a,b", None, 2000),
        ("POST", f"{prefix}/rpc/eth", [{"jsonrpc": "2.0", "id": 1, "method": "eth_blockNumber"}] * 3, 9000),
        ("POST", f"{prefix}/solana/rpc", {"jsonrpc": "2.0", "id": 1, "method": "getLatestBlockhash"}, 1500), ("GET", f"{s['swap']}/price?x=1", None, 0),
        ("GET", f"{s['cryptodata']}/market/price?symbol=BTC", None, 8500), ("POST", f"{s['cryptodata']}/onchain/sql", {"sql": "select 1"}, 8500),
        ("GET", f"{prefix}/models", None, 0), ("GET", "/api/pricing", None, 0), ("GET", "/openapi.json", None, 0),
    ]


def wallet_only(prefix):
    """Calls of the pay-per-call hosts."""
    call = {"to": "+14155550123", "task": "Say hello to them"}
    return [
        ("POST", f"{prefix}/chat/{M['chat']}", {"messages": HELLO}, None), ("POST", f"{prefix}/images/image2image", {"prompt": "x", "image": PNG, "mask": PNG}, 64000),
        ("POST", f"{prefix}/responses", {"model": "5.2", "input": "hi", "background": True}, None), ("POST", f"{prefix}/videos", {"content": [{"type": "text", "text": "x"}]}, 401000),
        ("POST", f"{prefix}/audio/generations", {"prompt": "x"}, 158500), ("POST", f"{prefix}/audio/sound-effects", {"text": "x", "duration_seconds": 0.5}, 53500),
        ("POST", f"{prefix}/phone/lookup", {"phoneNumber": "+14155550123"}, 11000), ("POST", f"{prefix}/phone/lookup/fraud", {"phoneNumber": "+14155550123"}, 51000),
        ("POST", f"{prefix}/phone/numbers/buy", {}, 5001000), ("POST", f"{prefix}/phone/numbers/list", {}, 2000), ("POST", f"{prefix}/voice/call", call, 541000),
        ("POST", f"{prefix}/realface/init", {"name": "R"}, 0), ("GET", f"{prefix}/audio/voices", None, 0), ("GET", f"{prefix}/images/models", None, 0), ("GET", f"{prefix}/video/models", None, 0),
        ("GET", "/api/health", None, 0), ("GET", f"{prefix}/health/chain", None, 0), ("GET", "/brand/numbers.json", None, 0), ("GET", "/.well-known/x402", None, 0),
        ("GET", f"{prefix}/balance", None, 0),
    ]


def run(host):
    """Pay everything once; the number of complaints."""
    prefix, wrong = "/v1" if host == "account" else "/api/v1", 0
    todo = shared(prefix)
    if host != "account":
        todo += wallet_only(prefix)
    if host == "base":
        todo += [("POST", f"{prefix}/portrait/enroll", {"name": "P", "image_url": PHOTO}, 11000), ("POST", f"{prefix}/{SEGMENT['venue_a']}/fund", {"amount": "2.5"}, 2511000),
                 ("POST", f"{prefix}/onramp/token", {}, 0)]
    if host == "account":
        todo += [("POST", "/v1/decide", {"state": "x", "questions": {"q": {"type": "noul", "instructions": "is it x?"}}}, 0), ("GET", "/v1/usage", None, 0),
                 ("GET", "/v1/usage.csv", None, 0), ("GET", "/v1/usage/summary", None, 0), ("GET", "/v1/balance", None, 0), ("GET", "/v1/images/models", None, 0)]
    with gateway(host) as c:
        for method, path, body, micro in todo:
            first = c.call(method, path, body)
            answer = c.pay(method, path, body) if first.status == 402 else first
            asked = first.amount() if first.status == 402 else 0
            if answer.status not in (200, 202) or host != "account" and (micro is None and not asked or micro is not None and micro != asked):
                wrong += 1
                print(host, method, path, first.status, answer.status, asked, micro, answer.text[:300])
        if host == "account":
            print(c.get("/v1/balance").text)
        else:
            print(host, len(c.ledger()), "transfers", sum(int(t["amount"]) for t in c.ledger()) / 1e6)
    return wrong


if __name__ == "__main__":
    sys.exit(sum(run(host) for host in (sys.argv[1:] or ("base", "solana", "account"))))
