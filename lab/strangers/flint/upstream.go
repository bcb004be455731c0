package main

import (
	"net/http"
	"strconv"
	"time"
)

// take consumes the scripted outcome of this route's next upstream call.
func (c *C) take() *script {
	g := c.g
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.scripts[c.rt.key()]
	if s == nil {
		return &script{outcome: "succeed"}
	}
	s.times--
	if s.times <= 0 {
		delete(g.scripts, c.rt.key())
	}
	return s
}

func (s *script) status(def int) int {
	if n, ok := toInt(s.detail["status"]); ok && n >= 400 && n <= 499 {
		return int(n)
	}
	return def
}

func (s *script) stageRun() bool { x, _ := s.detail["stage"].(string); return x == "run" }

func (s *script) seconds() int64 {
	if n, ok := toInt(s.detail["seconds"]); ok && n >= 0 {
		return n
	}
	return 60
}

// trouble is the answer to an upstream that did not deliver, or nil. Nothing of it is ever charged.
func (c *C) trouble(s *script) *Res {
	r := func(status int, o Obj) *Res { x := refuse(status, o); return &x }
	switch s.outcome {
	case "fail":
		if c.g.f("a-charge-on-502") {
			x := refuse(502, Obj{"error": "Upstream error", "message": "The provider failed", "charged": false})
			x.charge = true
			return &x
		}
		return r(502, Obj{"error": "Upstream error", "message": "The provider failed; you were not charged", "charged": false})
	case "timeout":
		return r(502, Obj{"error": "Upstream error", "message": "The provider did not answer in time; you were not charged", "charged": false})
	case "reject":
		st := s.status(400)
		if st == 401 || st == 402 || st == 429 {
			st = 400 // these would speak about our own key, payment or pool
		}
		return r(st, Obj{"error": "Rejected by the provider", "message": "The provider refused the input; you were not charged", "charged": false})
	case "capacity":
		return c.capacity(s)
	case "unconfigured":
		return r(503, Obj{"error": "Service unavailable", "message": "This integration is paused; you were not charged", "charged": false})
	case "slow":
		time.Sleep(400 * time.Millisecond)
	}
	return nil
}

func (c *C) capacity(s *script) *Res {
	secs := int64(60)
	if c.g.f("a-retry-default-30") {
		secs = 30
	}
	if n, ok := toInt(s.detail["retry_after"]); ok && n >= 0 {
		secs = n
	}
	if n, ok := toInt(s.detail["retry_after_seconds"]); ok && n >= 0 {
		secs = n
	}
	src, _ := s.detail["source"].(string)
	if src == "" {
		src = "pool-q7"
	}
	c.w.Header().Set("Retry-After", strconv.FormatInt(secs, 10))
	if c.g.f("a-retry-after-date") {
		c.w.Header().Set("Retry-After", c.g.now().Add(time.Duration(secs)*time.Second).Format(http.TimeFormat))
	}
	c.w.Header().Set("X-RateLimit-Source", src)
	body := Obj{"error": "Rate limited", "code": "RATE_LIMITED", "source": src, "retry_after_seconds": secs,
		"details": "upstream said: too many requests"}
	x := refuse(429, body)
	return &x
}
