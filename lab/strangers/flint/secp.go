package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"math/big"
	"strings"
)

// secp256k1 in Jacobian coordinates: recovery for the gateway, signing for the probes.

func hexInt(s string) *big.Int { n, _ := new(big.Int).SetString(s, 16); return n }

var (
	secP     = hexInt("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F")
	secN     = hexInt("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141")
	secHalfN = new(big.Int).Rsh(secN, 1)
	secG     = &jac{hexInt("79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798"),
		hexInt("483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8"), big.NewInt(1)}
)

type jac struct{ x, y, z *big.Int }

func inf() *jac                   { return &jac{big.NewInt(0), big.NewInt(1), big.NewInt(0)} }
func mulP(a, b *big.Int) *big.Int { r := new(big.Int).Mul(a, b); return r.Mod(r, secP) }
func subP(a, b *big.Int) *big.Int { r := new(big.Int).Sub(a, b); return r.Mod(r, secP) }

func (p *jac) double() *jac {
	if p.z.Sign() == 0 || p.y.Sign() == 0 {
		return inf()
	}
	yy := mulP(p.y, p.y)
	s := mulP(p.x, yy)
	s = s.Mod(s.Lsh(s, 2), secP)
	m := mulP(p.x, p.x)
	m = m.Mod(m.Mul(m, big.NewInt(3)), secP)
	x := subP(mulP(m, m), new(big.Int).Lsh(s, 1))
	y4 := mulP(yy, yy)
	y := subP(mulP(m, subP(s, x)), y4.Lsh(y4, 3))
	z := mulP(p.y, p.z)
	z = z.Mod(z.Lsh(z, 1), secP)
	return &jac{x, y, z}
}

func (p *jac) add(q *jac) *jac {
	if p.z.Sign() == 0 {
		return q
	}
	if q.z.Sign() == 0 {
		return p
	}
	z1, z2 := mulP(p.z, p.z), mulP(q.z, q.z)
	u1, u2 := mulP(p.x, z2), mulP(q.x, z1)
	s1, s2 := mulP(p.y, mulP(z2, q.z)), mulP(q.y, mulP(z1, p.z))
	h, r := subP(u2, u1), subP(s2, s1)
	if h.Sign() == 0 {
		if r.Sign() == 0 {
			return p.double()
		}
		return inf()
	}
	hh := mulP(h, h)
	hhh := mulP(h, hh)
	v := mulP(u1, hh)
	x := subP(subP(mulP(r, r), hhh), new(big.Int).Lsh(v, 1))
	y := subP(mulP(r, subP(v, x)), mulP(s1, hhh))
	return &jac{x, y, mulP(h, mulP(p.z, q.z))}
}

func (p *jac) affine() (x, y *big.Int) {
	zi := new(big.Int).ModInverse(p.z, secP)
	z2 := mulP(zi, zi)
	return mulP(p.x, z2), mulP(p.y, mulP(z2, zi))
}

// twoMul is u*G + v*Q in one pass (Shamir's trick).
func twoMul(u *big.Int, v *big.Int, q *jac) *jac {
	sum := secG.add(q)
	r := inf()
	n := u.BitLen()
	if v.BitLen() > n {
		n = v.BitLen()
	}
	for i := n - 1; i >= 0; i-- {
		r = r.double()
		switch u.Bit(i) + 2*v.Bit(i) {
		case 1:
			r = r.add(secG)
		case 2:
			r = r.add(q)
		case 3:
			r = r.add(sum)
		}
	}
	return r
}

func pointAddress(x, y *big.Int) string {
	b := make([]byte, 64)
	x.FillBytes(b[:32])
	y.FillBytes(b[32:])
	return "0x" + hex.EncodeToString(keccak256(b)[12:])
}

var errSig = errors.New("bad signature")

// recoverAddress refuses high-s signatures, as the token contract does.
func recoverAddress(digest, sig []byte) (string, error) {
	if len(sig) != 65 {
		return "", errSig
	}
	r, s, v := new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:64]), sig[64]
	if v >= 27 {
		v -= 27
	}
	if v > 1 || r.Sign() == 0 || s.Sign() == 0 || r.Cmp(secN) >= 0 || s.Cmp(secHalfN) > 0 {
		return "", errSig
	}
	y2 := mulP(r, mulP(r, r))
	y2.Add(y2, big.NewInt(7)).Mod(y2, secP)
	y := new(big.Int).ModSqrt(y2, secP)
	if y == nil {
		return "", errSig
	}
	if y.Bit(0) != uint(v) {
		y.Sub(secP, y)
	}
	ri := new(big.Int).ModInverse(r, secN)
	e := new(big.Int).SetBytes(digest)
	u1 := new(big.Int).Mul(new(big.Int).Neg(e), ri)
	u1.Mod(u1, secN)
	u2 := new(big.Int).Mul(s, ri)
	u2.Mod(u2, secN)
	q := twoMul(u1, u2, &jac{r, y, big.NewInt(1)})
	if q.z.Sign() == 0 {
		return "", errSig
	}
	x, yy := q.affine()
	return pointAddress(x, yy), nil
}

func keyAddress(key *big.Int) string {
	x, y := twoMul(key, big.NewInt(0), secG).affine()
	return pointAddress(x, y)
}

func signDigest(key *big.Int, digest []byte) []byte {
	for {
		k, _ := rand.Int(rand.Reader, secN)
		if k.Sign() == 0 {
			continue
		}
		x, y := twoMul(k, big.NewInt(0), secG).affine()
		if x.Cmp(secN) >= 0 {
			continue
		}
		s := new(big.Int).Mul(x, key)
		s.Add(s, new(big.Int).SetBytes(digest)).Mul(s, new(big.Int).ModInverse(k, secN)).Mod(s, secN)
		v := byte(y.Bit(0))
		if s.Cmp(secHalfN) > 0 {
			s.Sub(secN, s)
			v ^= 1
		}
		out := make([]byte, 65)
		x.FillBytes(out[:32])
		s.FillBytes(out[32:64])
		out[64] = 27 + v
		return out
	}
}

func unhex(s string) ([]byte, bool) {
	if !strings.HasPrefix(s, "0x") && !strings.HasPrefix(s, "0X") {
		return nil, false
	}
	b, err := hex.DecodeString(s[2:])
	return b, err == nil
}

func isAddress(s string) bool { b, ok := unhex(s); return ok && len(b) == 20 }
