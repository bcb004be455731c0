package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// Quote is what a paid call costs and how long its challenge stands.
type Quote struct {
	amount micro
	window int64
	extra  Obj // more members of the 402 body
	parts  Obj // price.breakdown
}

// Pay is a verified authorization.
type Pay struct {
	from, key string
	a         authz
}

// Res is what the upstream made of a call.
type Res struct {
	status int
	body   any
	charge bool
	absorb bool            // a failed settlement does not take the result back
	after  func(tx string) // completes the body once settled ("" when the settlement failed)
	undo   func()          // takes side effects back when the settlement failed
	stream func(c *C)      // writes the answer itself
	failed Obj             // more members of the settlement-failure body
}

func (c *C) header() string {
	if h := c.r.Header.Get("PAYMENT-SIGNATURE"); h != "" {
		return h
	}
	if c.g.f("t-x-payment-ignored") {
		return ""
	}
	return c.r.Header.Get("X-Payment")
}

func (c *C) window(q Quote) int64 {
	if q.window > 0 {
		return q.window
	}
	return c.g.net.Window
}

func (c *C) requirement(q Quote) Obj {
	n := c.g.net
	return Obj{"scheme": "exact", "network": n.CAIP, "amount": strconv.FormatInt(q.amount, 10), "asset": n.Asset, "payTo": n.PayTo,
		"maxTimeoutSeconds": c.window(q), "extra": Obj{"name": n.TokenName, "version": n.TokenVersion}}
}

// challenge writes a 402: what is to be paid, in the body and in three headers.
func (c *C) challenge(q Quote, errText, code, msg string) {
	g := c.g
	accepts := []Obj{c.requirement(q)}
	scheme := "http"
	header := Obj{"x402Version": 2, "error": errText, "accepts": accepts,
		"resource": Obj{"url": scheme + "://" + c.r.Host + c.r.URL.RequestURI(), "mimeType": "application/json"}}
	if len(c.r.URL.RequestURI()) > 800 {
		header["resource"] = Obj{"url": scheme + "://" + c.r.Host + c.r.URL.Path}
	}
	b, _ := json.Marshal(header)
	b64 := base64.StdEncoding.EncodeToString(b)
	if g.f("a-header-cached") {
		first, _ := g.headers.LoadOrStore(c.rt.key(), b64)
		b64 = first.(string)
	}
	c.w.Header().Set("PAYMENT-REQUIRED", b64)
	c.w.Header().Set("X-Payment-Required", b64)
	c.w.Header().Set("WWW-Authenticate", `x402 realm="flint", network="`+g.net.CAIP+`", requirements="`+b64+`"`)
	c.w.Header().Set("Cache-Control", "no-store")
	p := price(q.amount)
	if g.f("t-price-four-decimals") {
		p["amount"] = big.NewRat(q.amount, 1000000).FloatString(4)
	}
	if q.parts != nil {
		p["breakdown"] = q.parts
	}
	body := Obj{"x402Version": 2, "accepts": accepts, "error": errText, "message": msg, "price": p,
		"paymentInfo": Obj{"network": g.net.CAIP, "asset": g.net.Asset, "x402Version": 2}}
	if code != "" {
		body["code"] = code
	}
	for k, v := range q.extra {
		body[k] = v
	}
	c.json(402, body)
}

// uintStr reads a decimal string (or a JSON integer) as a uint256.
func uintStr(x any) (*big.Int, bool) {
	var s string
	switch t := x.(type) {
	case string:
		s = t
	case json.Number:
		s = string(t)
	}
	if s == "" || len(s) > 78 || strings.Trim(s, "0123456789") != "" {
		return nil, false
	}
	n, ok := new(big.Int).SetString(s, 10)
	return n, ok && n.BitLen() <= 256
}

// readAuth decodes the header and recovers the signer; it knows nothing of prices.
func (g *Gateway) readAuth(h string) (*Pay, Obj, bool) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(h))
	if err != nil {
		if raw, err = base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.TrimSpace(h), "=")); err != nil {
			return nil, nil, false
		}
	}
	x, err := decode(raw)
	if err != nil {
		return nil, nil, false
	}
	o, _ := x.(Obj)
	accepted, _ := o["accepted"].(Obj)
	pl, _ := o["payload"].(Obj)
	au, _ := pl["authorization"].(Obj)
	sigHex, _ := pl["signature"].(string)
	if v, ok := toInt(o["x402Version"]); !ok || v != 2 || accepted == nil || au == nil {
		return nil, nil, false
	}
	from, _ := au["from"].(string)
	to, _ := au["to"].(string)
	nonceHex, _ := au["nonce"].(string)
	nonce, ok1 := unhex(nonceHex)
	sig, ok2 := unhex(sigHex)
	val, ok3 := uintStr(au["value"])
	va, ok4 := uintStr(au["validAfter"])
	vb, ok5 := uintStr(au["validBefore"])
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || len(nonce) != 32 || !isAddress(from) || !isAddress(to) {
		return nil, nil, false
	}
	a := authz{strings.ToLower(from), to, val, va, vb, nonce}
	signer, err := recoverAddress(authDigest(g.net, a), sig)
	if err != nil || !strings.EqualFold(signer, from) {
		return nil, nil, false
	}
	key := a.From + ":" + hex.EncodeToString(nonce)
	if g.f("a-nonce-case") {
		key = a.From + ":" + nonceHex
	}
	return &Pay{from: a.From, key: key, a: a}, accepted, true
}

func sameAddr(x any, want string) bool { s, _ := x.(string); return strings.EqualFold(s, want) }

// matches compares what was signed and accepted with what is asked, field by field.
func (c *C) matches(p *Pay, accepted Obj, q Quote) bool {
	n, want := c.g.net, strconv.FormatInt(q.amount, 10)
	amount, _ := accepted["amount"].(string)
	if accepted["scheme"] != "exact" || accepted["network"] != n.CAIP && !c.g.f("a-network-not-compared") {
		return false
	}
	exactValue := p.a.Value.String() == want && amount == want
	if c.g.f("a-overpayment-accepted") && p.a.Value.Cmp(big.NewInt(q.amount)) >= 0 {
		exactValue = true
	}
	if !exactValue || !sameAddr(accepted["asset"], n.Asset) || !sameAddr(accepted["payTo"], n.PayTo) {
		return false
	}
	if !strings.EqualFold(p.a.To, n.PayTo) && !c.g.f("t-recipient-not-compared") {
		return false
	}
	if secs, ok := toInt(accepted["maxTimeoutSeconds"]); accepted["maxTimeoutSeconds"] != nil && (!ok || secs != c.window(q)) {
		return false
	}
	if ex, ok := accepted["extra"].(Obj); ok {
		if ex["name"] != nil && ex["name"] != n.TokenName || ex["version"] != nil && ex["version"] != n.TokenVersion {
			return false
		}
	}
	return true
}

func (p *Pay) inWindow(now time.Time) bool {
	t := big.NewInt(now.Unix())
	return p.a.ValidAfter.Cmp(t) <= 0 && t.Cmp(p.a.ValidBefore) < 0
}

// verify checks and claims; on failure it has answered.
func (c *C) verify(q Quote) (*Pay, bool) {
	g := c.g
	h := c.header()
	if h == "" {
		c.challenge(q, "Payment Required", "", "Sign the payment described in accepts and send it as PAYMENT-SIGNATURE")
		return nil, false
	}
	const failed = "Payment verification failed"
	p, accepted, ok := g.readAuth(h)
	if !ok || !c.matches(p, accepted, q) {
		c.challenge(q, failed, "PAYMENT_INVALID", "The authorization does not match what this call asks for")
		return nil, false
	}
	if g.f("a-claim-per-route") {
		p.key += " " + c.rt.key()
	}
	g.mu.Lock()
	now := g.nowLocked()
	old := g.claims[p.key]
	bal := g.balances[p.from]
	if bal == nil {
		bal = new(big.Int)
	}
	inTime := p.inWindow(now)
	if g.f("a-expired-accepted") {
		inTime = true
	}
	funded := bal.Cmp(p.a.Value) >= 0
	if g.f("a-exact-funds-refused") {
		funded = bal.Cmp(p.a.Value) > 0
	}
	fresh := old == nil
	if g.f("a-claim-race") && fresh {
		g.mu.Unlock()
		time.Sleep(60 * time.Millisecond) // look, wait, then claim
		g.mu.Lock()
	}
	if fresh && inTime && (funded || g.f("a-claim-before-funds")) {
		g.claims[p.key] = &claim{}
	}
	g.mu.Unlock()
	switch {
	case !fresh:
		c.replay(q, old)
	case !inTime:
		c.challenge(q, failed, "PAYMENT_INVALID", "The authorization is outside its validity window")
	case !funded:
		c.challenge(q, failed, "PAYMENT_UNFUNDED", "The wallet does not hold the amount")
	default:
		return p, true
	}
	return nil, false
}
