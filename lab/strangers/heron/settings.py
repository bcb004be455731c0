"""The fixed facts of this deployment: networks, assets, addresses, vendor segments, and where things are hosted."""
import secrets

import ed25519

HOSTS = ("base", "solana", "account")
FIRST_BALANCE = 10_000 * 1_000_000
NETWORK = {"base": "eip155:8453", "solana": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "account": ""}
ASSET = {"base": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
         "solana": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "account": ""}
TOKEN_DOMAIN = ("USD Coin", "2", 8453, ASSET["base"])
FEE_PAYER_SEED = bytes(range(7, 39))
PAY_TO = {"base": "0x4eF0A1bC3d29570e8b6F7c91d2A35604bE8f19C7",
          "solana": ed25519.base58(ed25519.public_key(bytes(range(40, 72)))), "account": ""}
CHAIN = {"base": "base", "solana": "solana"}
WINDOW = {"base": 300, "solana": 120, "account": 300}
JOB_WINDOW = 600

SEGMENTS = {"websearch": "lookout", "sandbox": "sandpit", "cryptodata": "coinscope", "defidata": "yieldbook",
            "swap": "barter", "social": "chirp", "venue_a": "marshbet", "venue_b": "reedmkt", "venue_c": "tidebook",
            "venue_d": "fenbook", "venue_e": "saltex"}
MEDIA = "https://nest.heron-media.example"
UPSTREAM_MEDIA = "https://cdn.upstream-wader.example"
FACE_PAGE = "https://blink.heron-kyc.example"


def new_tx_hash(host: str) -> str:
    """A fresh transaction id in the spelling of the chain."""
    return ed25519.base58(secrets.token_bytes(64)) if host == "solana" else "0x" + secrets.token_hex(32)
