package main

import (
	"fmt"
	"math/big"
	"strings"
)

// Money is exact: rationals while computing, whole micro-dollars once quoted.

type micro = int64

const fee micro = 1000 // the flat 0.001 USD of every paid call

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("bad rational " + s)
	}
	return r
}

func mul(rs ...*big.Rat) *big.Rat {
	out := big.NewRat(1, 1)
	for _, r := range rs {
		out.Mul(out, r)
	}
	return out
}

func ratInt(n int64) *big.Rat { return big.NewRat(n, 1) }

// ceilMicro turns dollars into micro-dollars, rounding a fraction up.
func ceilMicro(usd *big.Rat) micro {
	m := mul(usd, ratInt(1000000))
	q, r := new(big.Int).QuoRem(m.Num(), m.Denom(), new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q.Int64()
}

// usd writes micro-dollars as a decimal without superfluous zeros.
func usd(m micro) string {
	s := fmt.Sprintf("%d.%06d", m/1000000, m%1000000)
	s = strings.TrimRight(s, "0")
	return strings.TrimSuffix(s, ".")
}

// dec writes a rational as a plain decimal with up to 12 places.
func dec(r *big.Rat) string {
	s := r.FloatString(12)
	s = strings.TrimRight(s, "0")
	return strings.TrimSuffix(s, ".")
}

func price(m micro) Obj { return Obj{"amount": usd(m), "currency": "USD"} }
