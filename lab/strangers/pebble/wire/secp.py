"""secp256k1 in Jacobian coordinates: signing, recovery and addresses.

Multiples of the generator come from a table of 8-bit windows; multiples of a
foreign point use the curve's endomorphism and 5-bit signed windows.
"""

import hashlib
import hmac

from wire.keccak import keccak256

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
BETA = 0x7AE96A2B657C07106E64479EAC3434E99CF0497512F58995C1396C28719501EE
A1 = 0x3086D221A7D46BCDE86C90E49284EB15
B1 = -0xE4437ED6010E88286F547FA90ABFE4C3
A2 = 0x114CA50F7A8E2F3F657C1108D9D44CFD8

Jac = tuple[int, int, int]
Aff = tuple[int, int]
ZERO: Jac = (1, 1, 0)


def _double(q: Jac) -> Jac:
    x, y, z = q
    if z == 0 or y == 0:
        return ZERO
    yy = y * y % P
    s = 4 * x * yy % P
    m = 3 * x * x % P
    nx = (m * m - 2 * s) % P
    return nx, (m * (s - nx) - 8 * yy * yy) % P, 2 * y * z % P


def _add_affine(q: Jac, a: Aff) -> Jac:
    x, y, z = q
    if z == 0:
        return a[0], a[1], 1
    zz = z * z % P
    h = (a[0] * zz - x) % P
    r = (a[1] * zz * z - y) % P
    if h == 0:
        return _double(q) if r == 0 else ZERO
    hh = h * h % P
    hhh = h * hh % P
    v = x * hh % P
    nx = (r * r - hhh - 2 * v) % P
    return nx, (r * (v - nx) - y * hhh) % P, z * h % P


def _affine(q: Jac) -> Aff:
    inv = pow(q[2], -1, P)
    sq = inv * inv % P
    return q[0] * sq % P, q[1] * sq * inv % P


def _batch_affine(points: list[Jac]) -> list[Aff]:
    """Many points to affine form with one inversion."""
    run = [1]
    for q in points:
        run.append(run[-1] * q[2] % P)
    inv = pow(run[-1], -1, P)
    out: list[Aff] = []
    for i in range(len(points) - 1, -1, -1):
        zi = inv * run[i] % P
        inv = inv * points[i][2] % P
        sq = zi * zi % P
        out.append((points[i][0] * sq % P, points[i][1] * sq * zi % P))
    out.reverse()
    return out


def _base_table() -> list[list[Aff]]:
    """Row w holds d * 256**w * G for d in 1 to 255."""
    flat: list[Jac] = []
    base: Jac = (G[0], G[1], 1)
    for _ in range(32):
        point = _affine(base)
        row: list[Jac] = [(point[0], point[1], 1)]
        for _ in range(254):
            row.append(_add_affine(row[-1], point))
        flat += row
        base = _add_affine(row[-1], point)
    cells = _batch_affine(flat)
    return [cells[w * 255 : (w + 1) * 255] for w in range(32)]


_TABLE = _base_table()


def _mul_base(k: int, start: Jac = ZERO) -> Jac:
    acc = start
    for row in _TABLE:
        digit = k & 255
        if digit:
            acc = _add_affine(acc, row[digit - 1])
        k >>= 8
    return acc


def _naf(k: int) -> list[int]:
    """Width-5 signed digits, least significant first."""
    out: list[int] = []
    while k:
        digit = 0
        if k & 1:
            digit = k & 31
            if digit > 15:
                digit -= 32
            k -= digit
        out.append(digit)
        k >>= 1
    return out


def _mul(k: int, point: Aff) -> Jac:
    """k times a foreign point, with k split along the endomorphism."""
    c1 = (A1 * k + N // 2) // N
    c2 = (-B1 * k + N // 2) // N
    k1 = k - c1 * A1 - c2 * A2
    k2 = -c1 * B1 - c2 * A1
    twice = _affine(_double((point[0], point[1], 1)))
    odd: list[Jac] = [(point[0], point[1], 1)]
    for _ in range(7):
        odd.append(_add_affine(odd[-1], twice))
    near = _batch_affine(odd)
    far = [(x * BETA % P, y) for x, y in near]
    sides = []
    for part, table in ((k1, near), (k2, far)):
        digits = _naf(abs(part))
        sides.append((digits if part >= 0 else [-d for d in digits], table))
    acc = ZERO
    for i in range(max(len(s[0]) for s in sides) - 1, -1, -1):
        acc = _double(acc)
        for digits, table in sides:
            if i < len(digits) and digits[i]:
                x, y = table[abs(digits[i]) // 2]
                acc = _add_affine(acc, (x, y if digits[i] > 0 else P - y))
    return acc


def recover(digest: bytes, r: int, s: int, odd: int) -> str | None:
    """The lower-case address that signed the digest, or None; high s is refused."""
    if not (0 < r < N and 0 < s <= N // 2):
        return None
    y = pow(r * r * r + 7, (P + 1) // 4, P)
    if (y * y - r * r * r - 7) % P:
        return None
    if y & 1 != odd:
        y = P - y
    inv = pow(r, -1, N)
    z = int.from_bytes(digest, "big")
    q = _mul_base(-z * inv % N, _mul(s * inv % N, (r, y)))
    return None if q[2] == 0 else _address(_affine(q))


def _address(q: Aff) -> str:
    return "0x" + keccak256(q[0].to_bytes(32, "big") + q[1].to_bytes(32, "big"))[12:].hex()


def address_of(key: int) -> str:
    """The lower-case address of a private key."""
    return _address(_affine(_mul_base(key)))


def sign(digest: bytes, key: int) -> bytes:
    """A 65-byte signature r, s, v with low s and a deterministic nonce."""
    seed = hmac.new(key.to_bytes(32, "big"), digest, hashlib.sha512).digest()
    k = int.from_bytes(seed, "big") % (N - 1) + 1
    x, y = _affine(_mul_base(k))
    r = x % N
    s = pow(k, -1, N) * (int.from_bytes(digest, "big") + r * key) % N
    odd = y & 1
    if s > N // 2:
        s, odd = N - s, 1 - odd
    return r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([27 + odd])
