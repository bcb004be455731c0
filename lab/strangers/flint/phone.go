package main

import (
	"regexp"
	"sort"
	"time"
)

const (
	leaseTerm = 30 * 24 * time.Hour
	lingering = 7 * 24 * time.Hour // an expired number stays listed this long, then it is gone
)

var (
	e164    = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	iso2    = regexp.MustCompile(`^[A-Z]{2}$`)
	threeNo = regexp.MustCompile(`^[0-9]{3}$`)
)

// strict reports every key the endpoint does not know.
func (v *V) strict(known ...string) {
	var odd []string
	for k := range v.o {
		if !in(k, known) {
			odd = append(odd, k)
		}
	}
	sort.Strings(odd)
	for _, k := range odd {
		v.bad(k, "is not a known key")
	}
}

func (v *V) phone(k string, req bool) string {
	s := v.str(k, req, 0, -1)
	if v.has(k) && !e164.MatchString(s) {
		v.bad(k, "must be an E.164 number such as +14155550123")
	}
	return s
}

func (c *C) lookup(amount micro, fraud bool) {
	v, ok := c.body()
	if !ok {
		return
	}
	if !(fraud && c.g.f("t-fraud-unknown-keys")) {
		v.strict("phoneNumber")
	}
	n := v.phone("phoneNumber", true)
	if c.invalid(v) {
		return
	}
	c.pay(Quote{amount: amount}, func(p *Pay) Res {
		if bad := c.trouble(c.take()); bad != nil {
			return *bad
		}
		o := Obj{"phoneNumber": n, "lineType": "mobile", "carrier": Obj{"name": "Brook Mobile", "mcc": "310"}, "valid": true}
		if fraud {
			o["simSwap"], o["callForwarding"] = Obj{"swapped": false, "lastSwap": nil}, Obj{"active": false}
		}
		return done(o)
	})
}

func (c *C) buyNumber() {
	v, ok := c.body()
	if !ok {
		return
	}
	v.strict("country", "areaCode")
	country := "US"
	if v.has("country") {
		if country = v.str("country", false, 0, -1); !iso2.MatchString(country) {
			v.bad("country", "must be an ISO 2-letter code")
		}
	}
	area := v.str("areaCode", false, 0, -1)
	if v.has("areaCode") && !threeNo.MatchString(area) {
		v.bad("areaCode", "must be three digits")
	}
	if c.invalid(v) {
		return
	}
	g := c.g
	c.pay(Quote{amount: 5001000}, func(p *Pay) Res {
		s := c.take()
		if s.outcome == "empty" {
			return refuse(404, Obj{"error": "No numbers available", "message": "Nothing to lease there now; you were not charged"})
		}
		if s.outcome == "fail" || s.outcome == "reject" || s.outcome == "timeout" || country != "US" && country != "CA" {
			return refuse(502, Obj{"error": "Purchase failed", "details": "The carrier refused: regulatory approval is needed for " + country, "charged": false})
		}
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		if area == "" {
			area = "415"
		}
		num := ""
		for num == "" || g.find(num) != nil {
			num = "+1" + area + digits(7)
		}
		l := &lease{num, p.from, country, g.nowLocked().Add(leaseTerm)}
		g.numbers = append(g.numbers, l)
		r := done(g.leaseView(l))
		r.undo = func() { g.drop(l) }
		return r
	})
}

func digits(n int) string {
	out := ""
	for _, ch := range randHex(n) {
		out += string('2' + ch%8)
	}
	return out[:n]
}

func (c *C) ownNumber(amount micro, act func(l *lease) Res) {
	v, ok := c.body()
	if !ok {
		return
	}
	v.strict("phoneNumber")
	n := v.phone("phoneNumber", true)
	if c.invalid(v) {
		return
	}
	c.pay(Quote{amount: amount}, func(p *Pay) Res {
		if no := c.g.usable(n, p.from); no != nil && !c.waived(no, amount) {
			return *no
		}
		if bad := c.trouble(c.take()); bad != nil {
			return *bad
		}
		c.g.mu.Lock()
		l := c.g.find(n)
		c.g.mu.Unlock()
		if l == nil { // released by a racing request
			return refuse(403, Obj{"error": "Number not usable", "reason": "not_found"})
		}
		return act(l)
	})
}

// waived: two faults that leave a check of usable out.
func (c *C) waived(no *Res, amount micro) bool {
	why := no.body.(Obj)["reason"]
	return c.g.f("t-renew-expired") && amount > 0 && why == "expired" || c.g.f("t-release-any-wallet") && amount == 0 && why == "wrong_wallet"
}

func (c *C) renew() {
	c.ownNumber(5001000, func(l *lease) Res {
		g := c.g
		g.mu.Lock()
		defer g.mu.Unlock()
		before := l.expires
		l.expires = l.expires.Add(leaseTerm)
		if g.f("t-renew-from-now") {
			l.expires = g.nowLocked().Add(leaseTerm)
		}
		r := done(g.leaseView(l))
		r.undo = func() { g.mu.Lock(); l.expires = before; g.mu.Unlock() }
		return r
	})
}

func (c *C) release() {
	c.ownNumber(0, func(l *lease) Res {
		c.g.drop(l)
		return done(Obj{"released": true, "phone_number": l.number})
	})
}

func (c *C) listNumbers() {
	v, ok := c.body()
	if !ok {
		return
	}
	v.strict()
	if c.invalid(v) {
		return
	}
	c.pay(Quote{amount: 2000}, func(p *Pay) Res {
		c.g.mu.Lock()
		defer c.g.mu.Unlock()
		rows := []Obj{}
		for _, l := range c.g.numbers {
			if l.wallet != p.from || !c.g.nowLocked().Before(l.expires.Add(lingering)) {
				continue
			}
			rows = append(rows, c.g.leaseView(l))
		}
		return done(Obj{"numbers": rows, "count": len(rows)})
	})
}
