package main

import "time"

// lease is a phone number bought by a wallet for 30 days at a time.
type lease struct {
	number, wallet, country string
	expires                 time.Time
}

func (g *Gateway) find(number string) *lease {
	for _, l := range g.numbers {
		if l.number == number && g.nowLocked().Before(l.expires.Add(lingering)) {
			return l
		}
	}
	return nil
}

func (g *Gateway) activeOf(wallet string) []string {
	out := []string{}
	for _, l := range g.numbers {
		if l.wallet == wallet && g.nowLocked().Before(l.expires) {
			out = append(out, l.number)
		}
	}
	return out
}

// usable says why a wallet may not use a number; nil when it may.
func (g *Gateway) usable(number, wallet string) *Res {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.find(number)
	o := Obj{"error": "Number not usable", "code": "number_not_usable", "payer_wallet": wallet, "your_active_numbers": g.activeOf(wallet)}
	if l != nil && g.f("t-active-numbers-of-owner") {
		o["your_active_numbers"] = g.activeOf(l.wallet)
	}
	switch {
	case l == nil:
		o["reason"], o["message"] = "not_found", "No lease for this number"
	case l.wallet != wallet:
		o["reason"], o["message"] = "wrong_wallet", "Another wallet leases this number"
	case !g.nowLocked().Before(l.expires):
		o["reason"], o["message"] = "expired", "The lease of this number has ended"
	default:
		return nil
	}
	r := refuse(403, o)
	return &r
}

func (g *Gateway) leaseView(l *lease) Obj {
	return Obj{"phone_number": l.number, "expires_at": iso(l.expires), "chain": g.net.Chain, "active": g.nowLocked().Before(l.expires)}
}

func (g *Gateway) drop(l *lease) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, x := range g.numbers {
		if x == l {
			g.numbers = append(g.numbers[:i:i], g.numbers[i+1:]...)
			return
		}
	}
}
