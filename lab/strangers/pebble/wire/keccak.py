"""Keccak-256 as Ethereum uses it, with the 24 rounds unrolled once at import."""

from collections.abc import Callable

MASK = (1 << 64) - 1
RATE = 136


def _round_constants() -> list[int]:
    """The iota constants, from the LFSR of the Keccak reference."""
    out: list[int] = []
    lfsr = 1
    for _ in range(24):
        word = 0
        for j in range(7):
            if lfsr & 1:
                word |= 1 << ((1 << j) - 1)
            lfsr = (lfsr << 1) ^ (0x171 if lfsr & 0x80 else 0)
        out.append(word)
    return out


def _offsets() -> list[int]:
    """The rho rotation of every lane x + 5y."""
    out = [0] * 25
    x, y = 1, 0
    for t in range(24):
        out[x + 5 * y] = ((t + 1) * (t + 2) // 2) % 64
        x, y = y, (2 * x + 3 * y) % 5
    return out


def _build() -> Callable[[list[int]], list[int]]:
    """Write the permutation as straight-line code on local names and compile it."""
    rot = _offsets()
    names = ",".join(f"a{i}" for i in range(25))
    lines = ["def permute(state):", f" {names}=state", f" for rc in {tuple(_round_constants())}:"]
    for x in range(5):
        lines.append("  c%d=%s" % (x, "^".join(f"a{x + 5 * y}" for y in range(5))))
    for x in range(5):
        nxt = (x + 1) % 5
        lines.append(f"  d{x}=c{(x + 4) % 5}^((c{nxt}<<1|c{nxt}>>63)&{MASK})")
    for x in range(5):
        for y in range(5):
            lane, r = x + 5 * y, rot[x + 5 * y]
            to = y + 5 * ((2 * x + 3 * y) % 5)
            lines.append(f"  t=a{lane}^d{x}")
            lines.append(f"  b{to}=(t<<{r}|t>>{64 - r})&{MASK}" if r else f"  b{to}=t")
    for y in range(5):
        for x in range(5):
            lane = x + 5 * y
            tail = "^rc" if lane == 0 else ""
            lines.append(f"  a{lane}=b{lane}^(b{(x + 2) % 5 + 5 * y}&~b{(x + 1) % 5 + 5 * y}){tail}")
    lines.append(f" return [{names}]")
    scope: dict[str, Callable[[list[int]], list[int]]] = {}
    exec("\n".join(lines), scope)
    return scope["permute"]


_permute = _build()


def keccak256(data: bytes) -> bytes:
    """The 32-byte Keccak-256 digest (padding 0x01, not SHA-3's 0x06)."""
    pad = RATE - len(data) % RATE
    block = data + (b"\x81" if pad == 1 else b"\x01" + b"\x00" * (pad - 2) + b"\x80")
    state = [0] * 25
    for at in range(0, len(block), RATE):
        for i in range(17):
            state[i] ^= int.from_bytes(block[at + 8 * i : at + 8 * i + 8], "little")
        state = _permute(state)
    return b"".join(lane.to_bytes(8, "little") for lane in state[:4])
