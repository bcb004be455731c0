"""Addresses and EIP-712 digests for EIP-3009 transfer authorizations."""
import functools
import re

import secp256k1
from keccak import keccak256

_TYPE = keccak256(b"TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,"
                  b"uint256 validBefore,bytes32 nonce)")
_DOMAIN = keccak256(b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")


def is_address(text) -> bool:
    """True for 0x and forty hex digits."""
    return isinstance(text, str) and re.fullmatch(r"0x[0-9a-fA-F]{40}", text) is not None


def checksum(address: str) -> str:
    """The mixed-case spelling of an address (EIP-55)."""
    plain = address[2:].lower()
    marks = keccak256(plain.encode()).hex()
    return "0x" + "".join(c.upper() if int(m, 16) > 7 else c for c, m in zip(plain, marks))


def address_of(point) -> str:
    """The lower-case address of a public point."""
    return "0x" + keccak256(point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big"))[12:].hex()


def address_of_secret(secret_hex: str) -> str:
    """The address of a private key written as 0x hex."""
    return address_of(secp256k1.public_key(int(secret_hex, 16)))


def _word(address: str) -> bytes:
    return bytes(12) + bytes.fromhex(address[2:])


@functools.lru_cache(64)
def _separator(name, version, chain, contract) -> bytes:
    return keccak256(_DOMAIN + keccak256(name.encode()) + keccak256(version.encode())
                     + chain.to_bytes(32, "big") + _word(contract.lower()))


def authorization_digest(domain: tuple, grant: dict) -> bytes:
    """What the wallet signs. domain is (name, version, chain id, token contract)."""
    body = (_TYPE + _word(grant["from"]) + _word(grant["to"]) + b"".join(
        int(grant[field]).to_bytes(32, "big") for field in ("value", "validAfter", "validBefore"))
        + bytes.fromhex(grant["nonce"][2:]))
    return keccak256(b"\x19\x01" + _separator(*domain) + keccak256(body))


def signer(digest: bytes, signature: str):
    """The lower-case address that made a 65-byte signature, or None."""
    if not isinstance(signature, str) or not re.fullmatch(r"0x[0-9a-fA-F]{130}", signature):
        return None
    raw = bytes.fromhex(signature[2:])
    point = secp256k1.recover(digest, int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:64], "big"),
                              raw[64] - 27 if raw[64] >= 27 else raw[64])
    return address_of(point) if point else None


def sign(digest: bytes, secret_hex: str) -> str:
    """A 65-byte signature as 0x hex."""
    r, s, parity = secp256k1.sign(digest, int(secret_hex, 16))
    return "0x" + (r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([27 + parity])).hex()
