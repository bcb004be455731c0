"""The EIP-712 digest of an EIP-3009 TransferWithAuthorization."""

from functools import lru_cache

from wire.keccak import keccak256

_DOMAIN = keccak256(b"EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")
_TRANSFER = keccak256(
    b"TransferWithAuthorization(address from,address to,uint256 value,"
    b"uint256 validAfter,uint256 validBefore,bytes32 nonce)"
)


def _word(value: int) -> bytes:
    return value.to_bytes(32, "big")


def _addr(text: str) -> bytes:
    return bytes(12) + bytes.fromhex(text[2:])


@lru_cache(maxsize=64)
def separator(name: str, version: str, chain: int, contract: str) -> bytes:
    """The domain separator of a token."""
    return keccak256(
        _DOMAIN + keccak256(name.encode()) + keccak256(version.encode()) + _word(chain) + _addr(contract)
    )


def transfer_digest(domain: bytes, sender: str, to: str, value: int, after: int, before: int, nonce: str) -> bytes:
    """What the payer signs."""
    body = _TRANSFER + _addr(sender) + _addr(to) + _word(value) + _word(after) + _word(before)
    return keccak256(b"\x19\x01" + domain + keccak256(body + bytes.fromhex(nonce[2:])))
