"""Keccak-256 as Ethereum uses it (the padding from before SHA-3), with the permutation written out once by exec."""

_MASK = (1 << 64) - 1
_ROUNDS = [
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000, 0x000000000000808B,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008A, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000A, 0x000000008000808B, 0x800000000000008B, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
]
_ROTATE = [[0, 36, 3, 41, 18], [1, 44, 10, 45, 2], [62, 6, 43, 15, 61], [28, 55, 25, 21, 56], [27, 20, 39, 8, 14]]


def _build():
    """Write one round as straight-line Python on 25 local variables and compile it."""
    names = [f"a{i}" for i in range(25)]
    out = ["def permute(state, rounds=ROUNDS, M=MASK):", f"    {', '.join(names)} = state", "    for rc in rounds:"]
    put = lambda text: out.append("        " + text)
    for x in range(5):
        put(f"c{x} = " + " ^ ".join(f"a{x + 5 * y}" for y in range(5)))
    for x in range(5):
        put(f"d{x} = c{(x + 4) % 5} ^ ((c{(x + 1) % 5} << 1) & M | (c{(x + 1) % 5} >> 63))")
    for x in range(5):
        for y in range(5):
            turn = _ROTATE[x][y]
            put(f"t = a{x + 5 * y} ^ d{x}")
            target = f"b{y + 5 * ((2 * x + 3 * y) % 5)}"
            put(f"{target} = (t << {turn}) & M | (t >> {64 - turn})" if turn else f"{target} = t")
    for y in range(5):
        for x in range(5):
            put(f"a{x + 5 * y} = b{x + 5 * y} ^ (~b{(x + 1) % 5 + 5 * y} & b{(x + 2) % 5 + 5 * y} & M)")
    put("a0 ^= rc")
    out.append(f"    return [{', '.join(names)}]")
    space = {"ROUNDS": _ROUNDS, "MASK": _MASK}
    exec("\n".join(out), space)
    return space["permute"]


_permute = _build()


def keccak256(data: bytes) -> bytes:
    """The 32-byte Keccak digest of data."""
    padded = data + b"\x01" + b"\x00" * (-(len(data) + 1) % 136)
    padded = padded[:-1] + bytes([padded[-1] | 0x80])
    state = [0] * 25
    for start in range(0, len(padded), 136):
        for lane in range(17):
            state[lane] ^= int.from_bytes(padded[start + 8 * lane:start + 8 * lane + 8], "little")
        state = _permute(state)
    return b"".join(lane.to_bytes(8, "little") for lane in state[:4])
