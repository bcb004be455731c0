package main

import (
	"encoding/json"
	"fmt"
	"time"
)

func (c *C) createBackground(s *script, model, text string, inTok int64) Res {
	g := c.g
	now := g.now()
	b := &bgResponse{id: "resp_bg_" + randHex(12), model: model, text: text, state: "queued", created: now, finish: now.Add(2 * time.Second), inTok: inTok}
	if s.outcome == "slow" {
		b.finish = now.Add(time.Duration(s.seconds()) * time.Second)
	}
	b.failAtEnd = s.outcome == "fail"
	g.mu.Lock()
	g.background[b.id] = b
	g.mu.Unlock()
	r := done(nativeResponse(b.id, model, text, "queued", inTok, now))
	r.charge = !g.f("t-background-unsettled")
	r.undo = func() { g.mu.Lock(); delete(g.background, b.id); g.mu.Unlock() }
	return r
}

// status must be called with mu held.
func (b *bgResponse) status(now time.Time) string {
	if b.state == "queued" || b.state == "in_progress" {
		switch {
		case !now.Before(b.finish) && b.failAtEnd:
			b.state = "failed"
		case !now.Before(b.finish):
			b.state = "completed"
		case now.After(b.created.Add(500 * time.Millisecond)):
			b.state = "in_progress"
		}
	}
	return b.state
}

func (c *C) bgState() (*bgResponse, string) {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	b := c.g.background[c.p["id"]]
	if b == nil {
		return nil, ""
	}
	return b, b.status(c.g.nowLocked())
}

func (c *C) pollResponse() {
	b, st := c.bgState()
	if b == nil {
		c.json(404, Obj{"error": "Response not found"})
		return
	}
	if c.r.URL.Query().Get("stream") == "true" && !c.g.f("t-attach-ignored") {
		c.attach(b)
		return
	}
	c.json(200, nativeResponse(b.id, b.model, b.text, st, b.inTok, b.created))
}

// attach follows a background response as an event stream until it ends or the client leaves.
func (c *C) attach(b *bgResponse) {
	c.w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	c.w.WriteHeader(200)
	send := func(f sse) {
		d, _ := json.Marshal(f.data)
		fmt.Fprintf(c.w, "event: %s\ndata: %s\n\n", f.event, d)
		c.flush()
	}
	c.flush()
	for i := 0; i < 600; i++ {
		_, st := c.bgState()
		env := nativeResponse(b.id, b.model, b.text, st, b.inTok, b.created)
		switch st {
		case "completed":
			for _, f := range responseEvents(env) {
				send(f)
			}
			return
		case "failed", "cancelled":
			send(sse{"response." + st, Obj{"type": "response." + st, "response": env, "sequence_number": 0}})
			return
		}
		select {
		case <-c.r.Context().Done():
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (c *C) cancelResponse() {
	b, st := c.bgState()
	if b == nil {
		c.json(404, Obj{"error": "Response not found"})
		return
	}
	if st == "queued" || st == "in_progress" {
		c.g.mu.Lock()
		if !c.g.f("t-cancel-does-nothing") {
			b.state = "cancelled"
		}
		st = b.state
		c.g.mu.Unlock()
	}
	c.json(200, nativeResponse(b.id, b.model, b.text, st, b.inTok, b.created))
}
