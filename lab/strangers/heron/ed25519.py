"""Ed25519 signatures and the on-curve test, on extended coordinates, and base58."""
import hashlib

from multiples import Multiples

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
_ROOT = pow(2, (P - 1) // 4, P)
_NEUTRAL = (0, 1, 1, 0)
_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data: bytes) -> str:
    """Bytes as base58 text."""
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = _ALPHABET[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def unbase58(text: str) -> bytes:
    """Base58 text as bytes; ValueError for other characters."""
    number = 0
    for letter in text:
        number = number * 58 + _ALPHABET.index(letter)
    return bytes(len(text) - len(text.lstrip("1"))) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def _add(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * D * a[3] * b[3] % P, 2 * a[2] * b[2] % P
    h, g, i, j = f - e, d + c, d - c, f + e
    return h * i % P, g * j % P, i * g % P, h * j % P


def _double(a):
    x, y, z, _ = a
    xx, yy, zz = x * x % P, y * y % P, 2 * z * z % P
    h, e, g = xx + yy, xx + yy - (x + y) * (x + y), xx - yy
    f = zz + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def decompress(data: bytes):
    """The curve point of 32 bytes, or None when they are off the curve."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * _ROOT % P
    if (x * x - square) % P or (not x and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def _compress(point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


_multiples = Multiples(_add, _double, _NEUTRAL, BASE)


def _secret(seed: bytes):
    digest = hashlib.sha512(seed).digest()
    return int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254, digest[32:]


def public_key(seed: bytes) -> bytes:
    """The 32-byte public key of a 32-byte seed."""
    return _compress(_multiples.of_base(_secret(seed)[0]))


def _challenge(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def sign(message: bytes, seed: bytes) -> bytes:
    """A 64-byte signature."""
    scalar, prefix = _secret(seed)
    nonce = _challenge(prefix, message)
    point = _compress(_multiples.of_base(nonce))
    answer = (nonce + _challenge(point, public_key(seed), message) * scalar) % L
    return point + answer.to_bytes(32, "little")


def verify(signature: bytes, message: bytes, key: bytes) -> bool:
    """True when signature is key's over message."""
    point, answer = decompress(key), int.from_bytes(signature[32:], "little")
    if point is None or len(signature) != 64 or answer >= L:
        return False
    minus = (P - point[0], point[1], 1, P - point[3])
    total = _add(_multiples.of_base(answer), _multiples.of(minus, _challenge(signature[:32], key, message)))
    return _compress(total) == signature[:32]
