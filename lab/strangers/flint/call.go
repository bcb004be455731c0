package main

import (
	"strings"
	"time"
)

type call struct {
	id, from, to, status, endedBy string
	created, answered, ended      time.Time
	max                           time.Duration
	steered                       bool // events drive it; otherwise it runs by itself
	task                          string
}

var (
	callVoices = []string{"nat", "josh", "maya", "june", "paige", "derek", "florian"}
	emergency  = []string{"911", "112", "999", "000", "110", "119", "118", "933", "988", "1911", "1112", "1933", "1988", "44999", "44112", "61000"}
)

func isEmergency(s string) bool { return in(strings.TrimLeft(strings.TrimSpace(s), "+"), emergency) }

func (c *C) startCall() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	to := v.str("to", true, 1, -1)
	danger := isEmergency(to)
	if v.has("to") && !danger && to != "" && !e164.MatchString(to) {
		v.bad("to", "must be an E.164 number")
	}
	task := v.str("task", true, 10, 4000)
	from := v.phone("from", false)
	if v.has("voice") {
		s := v.str("voice", false, 1, -1)
		if s != "" && !in(s, callVoices) && !rawVoice.MatchString(s) {
			v.bad("voice", "must be one of "+strings.Join(callVoices, ", ")+" or a catalog voice id")
		}
	}
	v.str("language", false, 1, -1)
	usual := int64(5)
	if g.f("t-call-default-thirty") {
		usual = 30
	}
	maxMin := v.int("max_duration", false, usual, 1, 30)
	v.str("first_sentence", false, 0, 500)
	v.boolean("wait_for_greeting", false)
	v.int("interruption_threshold", false, 100, 50, 500)
	v.enum("model", "base", "base", "enhanced", "turbo")
	action := v.enum("voicemail_action", "hangup", "hangup", "leave_message", "ignore")
	v.str("voicemail_message", action == "leave_message" && !g.f("t-leave-message-empty"), 0, 1000)
	if c.invalid(v) {
		return
	}
	if danger {
		c.json(403, Obj{"error": "Emergency destination", "message": "Emergency numbers cannot be called; nothing was charged"})
		return
	}
	c.pay(Quote{amount: 541000}, func(p *Pay) Res {
		if from != "" {
			if no := g.usable(from, p.from); no != nil {
				return *no
			}
		} else {
			g.mu.Lock()
			mine := g.activeOf(p.from)
			g.mu.Unlock()
			switch {
			case len(mine) == 0:
				return refuse(403, Obj{"error": "no_active_number", "code": "no_active_number", "message": "This wallet leases no active number; nothing was charged",
					"buy_endpoint": "/api/v1/phone/numbers/buy"})
			case len(mine) > 1 && !g.f("t-ambiguous-from-first"):
				return refuse(400, Obj{"error": "ambiguous_from", "code": "ambiguous_from", "message": "from must name one of your numbers", "your_active_numbers": mine})
			}
			from = mine[0]
		}
		s := c.take()
		if s.outcome == "fail" && !s.stageRun() || s.outcome == "reject" || s.outcome == "timeout" {
			return refuse(502, Obj{"error": "Call initiation failed", "message": "The carrier did not accept the call; you were not charged"})
		}
		if s.outcome != "fail" {
			if bad := c.trouble(s); bad != nil {
				return *bad
			}
		}
		k := &call{id: "call-" + randHex(10), from: from, to: to, status: "queued", endedBy: "IN_PROGRESS", created: g.now(), max: time.Duration(maxMin) * time.Minute, task: task}
		if s.outcome == "fail" {
			k.steered, k.status, k.endedBy, k.ended = true, "error", "ERROR", g.now()
		}
		g.mu.Lock()
		g.calls[k.id] = k
		g.mu.Unlock()
		r := done(Obj{"call_id": k.id, "status": "queued", "poll_url": "/api/v1/voice/call/" + k.id, "message": "Dialing has been accepted"})
		r.undo = func() { g.mu.Lock(); delete(g.calls, k.id); g.mu.Unlock() }
		return r
	})
}

// progress must be called with mu held. Without events a call rings after 30 seconds of the gateway's clock, is
// answered after 40 and hung up by the callee a minute later.
func (k *call) progress(now time.Time) {
	if !k.ended.IsZero() {
		return
	}
	if !k.steered {
		t := now.Sub(k.created)
		switch {
		case t >= 100*time.Second || t >= 40*time.Second+k.max:
			k.status, k.endedBy, k.answered, k.ended = "completed", "USER", k.created.Add(40*time.Second), k.created.Add(100*time.Second)
		case t >= 40*time.Second:
			k.status, k.answered = "in-progress", k.created.Add(40*time.Second)
		case t >= 30*time.Second:
			k.status = "ringing"
		case t >= 20*time.Second:
			k.status = "started"
		}
		return
	}
	if !k.answered.IsZero() && !now.Before(k.answered.Add(k.max)) {
		k.status, k.endedBy, k.ended = "completed", "TIMEOUT", k.answered.Add(k.max)
	}
}

var endings = []string{"USER", "ASSISTANT", "TIMEOUT", "NO_ANSWER", "BUSY", "VOICEMAIL", "ERROR"}

func (g *Gateway) callEvent(id, event string, detail Obj) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	k := g.calls[id]
	if k == nil {
		return false
	}
	now := g.nowLocked()
	k.progress(now)
	if !k.ended.IsZero() {
		return true
	}
	k.steered = true
	switch event {
	case "ringing":
		k.status = "ringing"
	case "answered":
		k.status, k.answered = "in-progress", now
	case "ended":
		k.status, k.endedBy, k.ended = "completed", "USER", now
		if s, ok := detail["ended_by"].(string); ok && in(s, endings) {
			k.endedBy = s
		}
		if k.endedBy == "ERROR" {
			k.status = "error"
		}
		if s, ok := detail["status"].(string); ok && s != "" {
			k.status = s
		}
	default:
		return false
	}
	return true
}

func (c *C) pollCall() {
	g := c.g
	g.mu.Lock()
	defer g.mu.Unlock()
	k := g.calls[c.p["call_id"]]
	if k == nil {
		c.json(404, Obj{"error": "Call not found"})
		return
	}
	k.progress(g.nowLocked())
	o := Obj{"call_id": k.id, "from": k.from, "to": k.to, "status": k.status, "answered_by": nil, "call_length": 0, "call_ended_by": nil,
		"ended_by": k.endedBy, "ended_by_reason": nil, "summary": nil, "transcript": Arr{}, "recording_url": nil}
	if !k.answered.IsZero() {
		o["answered_by"] = "human"
		o["transcript"] = Arr{Obj{"role": "assistant", "text": "Hello, I am calling about: " + clip(k.task, 40)}, Obj{"role": "user", "text": "Go ahead."}}
	}
	if !k.ended.IsZero() {
		o["call_ended_by"], o["ended_by_reason"] = strings.ToLower(k.endedBy), "ended: "+strings.ToLower(k.endedBy)
		if !k.answered.IsZero() {
			o["call_length"] = k.ended.Sub(k.answered).Minutes()
			o["summary"], o["recording_url"] = "A short call.", "https://media.flint.example/r/"+k.id+".mp3"
		}
	}
	c.json(200, o)
}
