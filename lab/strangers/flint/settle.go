package main

import (
	"encoding/base64"
	"encoding/json"
	"math/big"
	"strconv"
)

// settle moves the money once the call has succeeded.
func (g *Gateway) settle(p *Pay, amount micro, route string) (string, bool) {
	if amount == 0 {
		return "", true // a zero authorization only says who is calling
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.settleFails > 0 {
		g.settleFails--
		return "", false
	}
	now := g.nowLocked()
	bal := g.balances[p.from]
	v := big.NewInt(amount)
	if bal == nil || bal.Cmp(v) < 0 || !p.inWindow(now) && !g.f("a-expired-accepted") {
		return "", false
	}
	g.balances[p.from] = new(big.Int).Sub(bal, v)
	tx := "0x" + randHex(32)
	g.ledger = append(g.ledger, transfer{p.from, g.net.PayTo, strconv.FormatInt(amount, 10), g.net.Asset, g.net.CAIP, tx, route, iso(now)})
	return tx, true
}

// receipts sets the three settlement headers.
func (c *C) receipts(from, tx string) {
	b, _ := json.Marshal(Obj{"success": true, "transaction": tx, "network": c.g.net.CAIP, "payer": from})
	b64 := base64.StdEncoding.EncodeToString(b)
	c.w.Header().Set("PAYMENT-RESPONSE", b64)
	c.w.Header().Set("X-Payment-Response", b64)
	if tx != "" {
		if c.g.f("a-receipt-not-tx") {
			tx = "rcpt_" + randHex(16)
		}
		c.w.Header().Set("X-Payment-Receipt", tx)
	}
}

func (c *C) settlementFailed(more Obj) {
	o := Obj{"error": "Payment settlement failed", "message": "The call was made but its payment could not be settled; nothing was charged"}
	for k, v := range more {
		o[k] = v
	}
	c.w.Header().Set("Cache-Control", "no-store")
	c.json(402, o)
}

// pay is the whole paid flow: verify, claim, run, settle, answer.
func (c *C) pay(q Quote, run func(p *Pay) Res) {
	p, ok := c.verify(q)
	if !ok {
		return
	}
	res := run(p)
	c.finish(p, q.amount, res)
}

func (c *C) finish(p *Pay, amount micro, res Res) {
	if res.charge {
		tx, ok := c.g.settle(p, amount, c.rt.key())
		if !ok && !res.absorb {
			if res.undo != nil {
				res.undo()
			}
			if c.g.f("a-content-after-failed-settlement") {
				c.write(res)
				return
			}
			c.settlementFailed(res.failed)
			return
		}
		if res.after != nil {
			res.after(tx)
		}
		if ok {
			c.receipts(p.from, tx)
		}
	}
	c.write(res)
}

func (c *C) write(res Res) {
	c.w.Header().Set("Cache-Control", "no-store")
	if res.stream != nil {
		res.stream(c)
		return
	}
	if res.status == 204 {
		c.w.WriteHeader(204)
		return
	}
	c.json(res.status, res.body)
}

func done(body any) Res            { return Res{status: 200, body: body, charge: true} }
func refuse(status int, o Obj) Res { return Res{status: status, body: o} }

func (c *C) replay(q Quote, cl *claim) {
	q.extra = Obj{}
	if cl.jobID != "" && !c.g.f("t-replay-without-job") {
		q.extra = Obj{"job_id": cl.jobID, "poll_url": cl.pollURL, "recoverable": true}
	}
	c.challenge(q, "Payment verification failed", "PAYMENT_REPLAY", "This authorization has been used; sign a fresh one")
}
