"""secp256k1: recover the signer of a digest and sign one, on Jacobian coordinates with a table for the base point."""
import hashlib
import hmac

from multiples import Multiples

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
     0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8)
_ZERO = (0, 1, 0)


def _double(point):
    x, y, z = point
    if not z:
        return point
    yy = y * y % P
    s = 4 * x * yy % P
    m = 3 * x * x % P
    x2 = (m * m - 2 * s) % P
    return x2, (m * (s - x2) - 8 * yy * yy) % P, 2 * y * z % P


def _add(left, right):
    if not left[2]:
        return right
    if not right[2]:
        return left
    x1, y1, z1 = left
    x2, y2, z2 = right
    z1z1, z2z2 = z1 * z1 % P, z2 * z2 % P
    u1, u2 = x1 * z2z2 % P, x2 * z1z1 % P
    s1, s2 = y1 * z2 * z2z2 % P, y2 * z1 * z1z1 % P
    if u1 == u2:
        return _double(left) if s1 == s2 else _ZERO
    h, r = u2 - u1, s2 - s1
    hh = h * h % P
    hhh, v = h * hh % P, u1 * hh % P
    x3 = (r * r - hhh - 2 * v) % P
    return x3, (r * (v - x3) - s1 * hhh) % P, h * z1 * z2 % P


def _affine(point):
    inverse = pow(point[2], -1, P)
    square = inverse * inverse % P
    return point[0] * square % P, point[1] * square * inverse % P


_multiples = Multiples(_add, _double, _ZERO, (*G, 1))


def public_key(secret: int):
    """The affine public point of a secret number."""
    return _affine(_multiples.of_base(secret))


def recover(digest: bytes, r: int, s: int, parity: int):
    """The affine public point that made (r, s, parity) over digest, or None. High s is refused, as token contracts do."""
    if not (0 < r < N and 0 < s <= N // 2 and parity in (0, 1)):
        return None
    y = pow(r**3 + 7, (P + 1) // 4, P)
    if (y * y - r**3 - 7) % P:
        return None
    if y & 1 != parity:
        y = P - y
    inverse = pow(r, -1, N)
    hashed = int.from_bytes(digest, "big")
    point = _add(_multiples.of_base(-hashed * inverse % N), _multiples.of((r, y, 1), s * inverse % N))
    return _affine(point) if point[2] else None


def sign(digest: bytes, secret: int):
    """A deterministic (r, s, parity) with low s."""
    seed, counter = secret.to_bytes(32, "big"), 0
    while True:
        nonce = int.from_bytes(hmac.new(seed, digest + bytes([counter]), hashlib.sha256).digest(), "big") % N
        counter += 1
        x, y = _affine(_multiples.of_base(nonce))
        s = pow(nonce, -1, N) * (int.from_bytes(digest, "big") + x % N * secret) % N
        if not nonce or not s or x >= N:
            continue
        return (x, N - s, 1 - (y & 1)) if s > N // 2 else (x, s, y & 1)
