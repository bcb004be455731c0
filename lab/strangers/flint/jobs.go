package main

import (
	"net/url"
	"sync"
	"time"
)

// job is an image or video generation. Its state is worked out from the clock whenever it is looked at.
type job struct {
	id, kind, payer, model, path string // kind: image or video; path: where it is polled
	pay                          *Pay
	amount                       micro
	unit                         micro // of the fault t-poll-price-single
	window                       int64
	created, start, finish, fail time.Time // zero finish: only an event ends it; zero fail: no failure planned
	state                        string    // set once final: completed or failed
	why                          string
	doneAt                       time.Time
	mirrored                     bool
	result                       func(j *job) Obj // the members of a finished body besides price and payment
	envelope                     Obj
	query                        string // the signed query of a video poll

	settling  sync.Mutex // one settlement at a time
	settledTx string
}

const stall = time.Hour

// status must be called with g.mu held.
func (g *Gateway) status(j *job) string {
	now := g.nowLocked()
	if j.state != "" {
		return j.state
	}
	deadline := j.created.Add(stall)
	if g.f("t-stall-two-hours") {
		deadline = j.created.Add(2 * stall)
	}
	switch {
	case !j.fail.IsZero() && !now.Before(j.fail):
		j.state, j.why = "failed", "The provider failed while generating"
	case !j.finish.IsZero() && !now.Before(j.finish) && (j.kind == "video" || j.finish.Before(deadline) || g.f("t-stall-only-when-polled")):
		j.state, j.doneAt = "completed", j.finish
	case j.kind == "image" && !now.Before(deadline):
		j.state, j.why = "failed", "The job stalled: it did not finish within one hour"
	case !now.Before(j.start):
		return "in_progress"
	default:
		return "queued"
	}
	return j.state
}

func (g *Gateway) jobEvent(kind, id, event string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	j := g.jobs[id]
	if j == nil || j.kind != kind {
		return false
	}
	st, now := g.status(j), g.nowLocked()
	if st == "completed" || st == "failed" {
		return true // final states stay
	}
	switch event {
	case "started":
		j.start = now
	case "finished":
		j.state, j.doneAt = "completed", now
	case "failed":
		j.state, j.why = "failed", "The provider reported a failure"
	default:
		return false
	}
	return true
}

// plan sets the times of a new job after what the upstream was scripted to do.
func (j *job) plan(s *script, now time.Time, usual time.Duration) {
	j.created, j.start, j.finish = now, now.Add(usual/3), now.Add(usual)
	switch {
	case s.outcome == "slow" || s.outcome == "capacity": // capacity: a long queue
		d := time.Duration(s.seconds()) * time.Second
		j.start, j.finish = now.Add(d/2), now.Add(d)
	case s.outcome == "timeout":
		j.start, j.fail = now, now.Add(300*time.Millisecond)
	case s.outcome == "fail":
		j.fail = now.Add(300 * time.Millisecond)
	}
	j.mirrored = s.outcome != "mirror_fail"
}

// poll answers one look at a job: 404, challenge, 403, running, failed, or settle and deliver.
func (c *C) poll(kind string) {
	g := c.g
	g.mu.Lock()
	j := g.jobs[c.p["id"]]
	if j != nil && j.kind != kind {
		j = nil
	}
	st := ""
	if j != nil {
		st = g.status(j)
		keep := 48 * time.Hour
		if g.f("t-video-kept-a-day") {
			keep = 24 * time.Hour
		}
		if kind == "video" && st == "completed" && g.nowLocked().After(j.doneAt.Add(keep)) {
			j = nil // no longer claimable
		}
	}
	g.mu.Unlock()
	if j == nil {
		c.json(404, Obj{"error": "Job not found"})
		return
	}
	if kind == "video" && !sameQuery(c.r.URL.RawQuery, j.query) && !(g.f("t-poll-duration-unbound") && sameSig(c.r.URL.RawQuery, j.query)) {
		c.json(400, Obj{"error": "Invalid poll URL", "message": "Use poll_url verbatim: model, duration, i2v and sig must be those of the job",
			"details": []Obj{{"field": "sig", "message": "sig does not cover this query"}}})
		return
	}
	q := Quote{amount: j.amount, window: j.window, extra: Obj{"job_id": j.id, "model": j.model}}
	h := c.header()
	if h == "" {
		if g.f("t-poll-challenge-bare") {
			q.extra = nil
		}
		c.challenge(q, "Payment Required", "", "Sign as the wallet that submitted the job")
		return
	}
	p, accepted, ok := g.readAuth(h)
	if !ok {
		c.challenge(q, "Payment verification failed", "PAYMENT_INVALID", "The payment header cannot be read or is not signed by its payer")
		return
	}
	if p.from != j.payer && !(g.f("t-settled-job-any-wallet") && j.settledTx != "") {
		c.json(403, Obj{"error": "Payment payer mismatch", "message": "Another wallet submitted this job"})
		return
	}
	switch st {
	case "failed":
		body := Obj{"id": j.id, "object": j.kind + ".generation.job", "status": "failed", "model": j.model, "error": j.why,
			"payment_status": "not_charged", "note": "Nothing was charged"}
		if g.f("t-failed-says-verified") {
			body["payment_status"] = "verified"
		}
		c.json(200, body)
	case "completed":
		c.deliver(j, p, c.matches(p, accepted, q))
	default:
		c.w.Header().Set("Retry-After", "3")
		c.json(202, Obj{"id": j.id, "object": j.kind + ".generation.job", "status": st, "model": j.model, "payment_status": "verified",
			"note": "Still running; poll again in a few seconds"})
	}
}

// deliver settles a finished job at its first poll and hands it out. The authorization of the POST pays while its
// window is open; afterwards a fresh one from the same wallet does.
func (c *C) deliver(j *job, p *Pay, fits bool) {
	g := c.g
	j.settling.Lock()
	defer j.settling.Unlock()
	status := "already_settled"
	if j.settledTx == "" {
		with := j.pay
		if !with.inWindow(g.now()) && p.key != with.key && fits && !g.f("t-late-claim-fails") {
			g.mu.Lock()
			if g.claims[p.key] == nil && p.inWindow(g.nowLocked()) {
				g.claims[p.key] = &claim{j.id, j.path}
				with = p
			}
			g.mu.Unlock()
		}
		tx, ok := g.settle(with, j.amount, c.rt.key())
		if !ok {
			if g.f("t-failed-settlement-marks-settled") {
				j.settledTx = "0x" + randHex(32)
			}
			if with == p { // let the same fresh authorization try again
				g.mu.Lock()
				delete(g.claims, p.key)
				g.mu.Unlock()
			}
			c.settlementFailed(Obj{"job_id": j.id, "poll_url": j.path, "recoverable": true, "hint": "The result is ready: poll again or sign afresh"})
			return
		}
		j.settledTx, status = tx, "settled"
		if g.f("t-settle-every-poll") && j.kind == "video" {
			j.settledTx = ""
			defer func() { j.pay = with }()
		}
		if j.settledTx == "" {
			c.receipts(j.payer, tx)
			c.json(200, j.body(tx, status, g.net.CAIP))
			return
		}
	}
	if g.f("t-later-poll-settled") {
		status = "settled"
	}
	c.receipts(j.payer, j.settledTx)
	c.json(200, j.body(j.settledTx, status, g.net.CAIP))
}

func (j *job) body(tx, status, network string) Obj {
	o := j.result(j)
	o["price"] = price(j.amount)
	if j.unit > 0 {
		o["price"] = price(j.unit)
	}
	o["payment"] = Obj{"status": status, "tx_hash": tx, "network": network}
	return o
}

// sameQuery compares what the queries say, so that a client may re-encode them.
func sameQuery(a, b string) bool {
	x, err := url.ParseQuery(a)
	y, _ := url.ParseQuery(b)
	return err == nil && x.Encode() == y.Encode()
}

func sameSig(a, b string) bool {
	x, err := url.ParseQuery(a)
	y, _ := url.ParseQuery(b)
	return err == nil && x.Get("sig") == y.Get("sig")
}
