package main

import (
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"strings"
	"time"
)

// The control API, on its own port. It knows the gateway's insides; production would not run it.

type control struct{ g *Gateway }

var outcomes = []string{"succeed", "fail", "reject", "timeout", "slow", "cut", "empty", "capacity", "mirror_fail", "unconfigured"}

func say(w http.ResponseWriter, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	b, _ := json.Marshal(body)
	w.Write(b)
}

func sayErr(w http.ResponseWriter, status int, s string) { say(w, status, Obj{"error": s}) }

func (k *control) capabilities() []string {
	caps := []string{"clock", "upstream", "settlement", "ledger", "fund", "reset"}
	if k.g.host != "arc" {
		caps = append(caps, "allow", "events")
	}
	return caps
}

func (k *control) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g := k.g
	if r.Header.Get("Authorization") != "Bearer "+g.token {
		sayErr(w, 401, "A control token is required.")
		return
	}
	name := strings.Trim(strings.TrimPrefix(r.URL.Path, "/control/v1"), "/")
	if !strings.HasPrefix(r.URL.Path, "/control/v1") {
		sayErr(w, 404, "Nothing is served here.")
		return
	}
	if name != "" && !in(name, k.capabilities()) {
		sayErr(w, 404, "This deployment does not offer "+name+".")
		return
	}
	raw, _ := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	x, _ := decode(raw)
	o, isObj := x.(Obj)
	switch r.Method + " " + name {
	case "GET ":
		offered := []string{}
		for _, x := range outcomes {
			if x != "mirror_fail" || g.host != "arc" { // Arc hosts no media
				offered = append(offered, x)
			}
		}
		say(w, 200, Obj{"control": 1, "capabilities": k.capabilities(), "outcomes": offered})
	case "POST reset":
		g.reset()
		say(w, 204, nil)
	case "GET clock":
		say(w, 200, Obj{"now": iso(g.now())})
	case "GET ledger":
		k.ledger(w, r.URL.Query().Get("payer"))
	case "POST clock", "POST upstream", "POST settlement", "POST fund", "POST allow", "POST events":
		if !isObj {
			sayErr(w, 400, "The body must be a JSON object.")
			return
		}
		map[string]func(http.ResponseWriter, Obj){"clock": k.clock, "upstream": k.upstream, "settlement": k.settlement,
			"fund": k.fund, "allow": k.allow, "events": k.events}[name](w, o)
	default:
		sayErr(w, 404, "No such call.")
	}
}

func (k *control) ledger(w http.ResponseWriter, payer string) {
	k.g.mu.Lock()
	rows := []transfer{}
	for _, t := range k.g.ledger {
		if payer == "" || strings.EqualFold(payer, t.Payer) {
			rows = append(rows, t)
		}
	}
	k.g.mu.Unlock()
	say(w, 200, Obj{"transfers": rows})
}

func (k *control) clock(w http.ResponseWriter, o Obj) {
	n, ok := toInt(o["advance_seconds"])
	if !ok || n < 0 || n > 1e10 {
		sayErr(w, 400, "advance_seconds must be a whole number of seconds, 0 or more.")
		return
	}
	k.g.mu.Lock()
	k.g.offset += time.Duration(n) * time.Second
	k.g.mu.Unlock()
	say(w, 200, Obj{"now": iso(k.g.now())})
}

// sameTemplate compares a route as the caller spells it with one of ours.
func (g *Gateway) sameTemplate(given, tmpl string) bool {
	a, b := strings.Split(given, "/"), strings.Split(tmpl, "/")
	for i, t := range b {
		if strings.HasSuffix(t, "*}") {
			return i < len(a)
		}
		if i >= len(a) {
			return false
		}
		placeholder := strings.HasPrefix(a[i], "{") || strings.HasPrefix(a[i], "<") || strings.HasPrefix(a[i], ":")
		switch {
		case !strings.HasPrefix(t, "{"):
			if a[i] != t {
				return false
			}
		default:
			name := t[1 : len(t)-1]
			_, fixed := segments[name]
			given := strings.Trim(a[i], "{}<>:")
			switch {
			case placeholder && fixed:
				if given != name && !(strings.HasPrefix(name, "venue") && given == "venue") {
					return false
				}
			case !placeholder && !g.segOK(name, a[i]):
				return false
			}
		}
	}
	return len(a) == len(b)
}

func (k *control) route(spelled string) *Route {
	parts := strings.Fields(spelled)
	if len(parts) != 2 {
		return nil
	}
	method, path := strings.ToUpper(parts[0]), parts[1]
	for _, rt := range k.g.routes {
		if !rt.up || (rt.method != method && method != "ANY") {
			continue
		}
		if k.g.sameTemplate(path, rt.tmpl) || rt.scriptAs != "" && k.g.sameTemplate(path, rt.scriptAs[strings.Index(rt.scriptAs, " ")+1:]) {
			return rt
		}
	}
	return nil
}

func (k *control) upstream(w http.ResponseWriter, o Obj) {
	spelled, _ := o["route"].(string)
	outcome, _ := o["outcome"].(string)
	times := int64(1)
	ok := true
	if o["times"] != nil {
		times, ok = toInt(o["times"])
	}
	detail, isObj := o["detail"].(Obj)
	if spelled == "" || !in(outcome, outcomes) || !ok || times < 1 || (o["detail"] != nil && !isObj) {
		sayErr(w, 400, "route, a known outcome, times of 1 or more and an object detail are expected.")
		return
	}
	rt := k.route(spelled)
	if rt == nil {
		sayErr(w, 404, "No upstream stands behind this route.")
		return
	}
	g := k.g
	g.mu.Lock()
	if outcome == "succeed" {
		delete(g.scripts, rt.key())
	} else {
		g.scripts[rt.key()] = &script{outcome, times, detail}
	}
	g.mu.Unlock()
	say(w, 204, nil)
}

func (k *control) settlement(w http.ResponseWriter, o Obj) {
	times, ok := int64(1), true
	if o["times"] != nil {
		times, ok = toInt(o["times"])
	}
	if !ok || times < 1 || (o["outcome"] != "fail" && o["outcome"] != "succeed") {
		sayErr(w, 400, "outcome must be fail (or succeed) and times 1 or more.")
		return
	}
	if o["outcome"] == "succeed" {
		times = 0
	}
	k.g.mu.Lock()
	k.g.settleFails = times
	k.g.mu.Unlock()
	say(w, 204, nil)
}

func (k *control) fund(w http.ResponseWriter, o Obj) {
	addr, _ := o["address"].(string)
	n, ok := uintStr(o["amount"])
	if !ok || !isAddress(addr) {
		sayErr(w, 400, "address must be a 0x address and amount a string of micro-USDC.")
		return
	}
	k.g.mu.Lock()
	k.g.balances[strings.ToLower(addr)] = new(big.Int).Set(n)
	k.g.mu.Unlock()
	say(w, 204, nil)
}

func (k *control) allow(w http.ResponseWriter, o Obj) {
	addr, _ := o["address"].(string)
	if !isAddress(addr) {
		sayErr(w, 400, "address must be a 0x address.")
		return
	}
	k.g.mu.Lock()
	k.g.allowed[strings.ToLower(addr)] = true
	k.g.mu.Unlock()
	say(w, 204, nil)
}

func (k *control) events(w http.ResponseWriter, o Obj) {
	machine, _ := o["machine"].(string)
	id, _ := o["id"].(string)
	event, _ := o["event"].(string)
	detail, _ := o["detail"].(Obj)
	known := map[string][]string{"image_job": {"started", "finished", "failed"}, "video_job": {"started", "finished", "failed"},
		"background_response": {"finished", "failed"}, "realface": {"liveness_passed"}, "voice_call": {"ringing", "answered", "ended"}}
	if !in(event, known[machine]) || id == "" {
		sayErr(w, 400, "machine, id and one of its events are expected.")
		return
	}
	g := k.g
	found := false
	switch machine {
	case "image_job":
		found = g.jobEvent("image", id, event)
	case "video_job":
		found = g.jobEvent("video", id, event)
	case "voice_call":
		found = g.callEvent(id, event, detail)
	case "realface":
		g.mu.Lock()
		if gr := g.groups[id]; gr != nil {
			gr.status, found = "active", true
		}
		g.mu.Unlock()
	case "background_response":
		g.mu.Lock()
		if b := g.background[id]; b != nil {
			found = true
			if st := b.status(g.nowLocked()); st == "queued" || st == "in_progress" {
				b.state = map[string]string{"finished": "completed", "failed": "failed"}[event]
			}
		}
		g.mu.Unlock()
	}
	if !found {
		sayErr(w, 404, "No such "+machine+".")
		return
	}
	say(w, 204, nil)
}
