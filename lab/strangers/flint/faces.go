package main

import (
	"crypto/rand"
	"encoding/base64"
	"time"
)

type faceGroup struct {
	id, status, name string
	assets           int
	linkEnds         time.Time
}

func (c *C) unknownGroup() {
	c.json(404, Obj{"error": "Unknown group", "message": "groupId is not a handle of this service"})
}

func (g *Gateway) group(id string) *faceGroup {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.groups[id]
}

func (c *C) faceInit() {
	v, ok := c.body()
	if !ok {
		return
	}
	name := v.str("name", true, 1, 64)
	id := v.str("groupId", false, 0, -1)
	if c.invalid(v) {
		return
	}
	window := time.Hour
	if c.g.f("t-face-init-window-day") {
		window = 24 * time.Hour
	}
	if c.limit("face-init", 10, window) { // counts sessions asked of the identity partner
		return
	}
	g := c.g
	var gr *faceGroup
	if v.has("groupId") {
		if gr = g.group(id); gr == nil {
			c.unknownGroup()
			return
		}
		if g.f("t-init-new-group") {
			gr = nil
		}
	}
	if bad := c.trouble(c.take()); bad != nil {
		c.write(*bad)
		return
	}
	g.mu.Lock()
	if gr == nil {
		b := make([]byte, 159) // 212 characters of base64 and a prefix
		rand.Read(b)
		gr = &faceGroup{id: "fg." + base64.RawURLEncoding.EncodeToString(b), status: "pending_validation"}
		g.groups[gr.id] = gr
	}
	gr.name, gr.linkEnds = name, g.nowLocked().Add(120*time.Second)
	st := gr.status
	g.mu.Unlock()
	c.json(200, Obj{"object": "realface.init", "group_id": gr.id, "h5_link": "https://kyc.veld.example/s/" + randHex(10), "status": st,
		"expires_in_seconds": 120, "next_steps": Arr{"Open h5_link on the rights-holder's phone", "Poll /api/v1/realface/status", "POST /api/v1/realface/enroll"}})
}

func (c *C) faceStatus() {
	if c.limit("face-read", 120, time.Hour) {
		return
	}
	id := c.r.URL.Query().Get("groupId")
	if id == "" {
		c.json(400, Obj{"error": "Invalid request", "message": "groupId is required", "details": []Obj{{"field": "groupId", "message": "groupId is required"}}})
		return
	}
	gr := c.g.group(id)
	if gr == nil {
		if c.g.f("t-malformed-group-400") && len(id) < 100 {
			c.json(400, Obj{"error": "Invalid groupId"})
			return
		}
		c.unknownGroup()
		return
	}
	c.g.mu.Lock()
	o := Obj{"object": "realface.status", "group_id": gr.id, "status": gr.status, "asset_count": gr.assets,
		"ready_to_finalize": gr.status == "active"}
	c.g.mu.Unlock()
	c.json(200, o)
}

func (c *C) faceEnroll() {
	v, ok := c.body()
	if !ok {
		return
	}
	name, image := c.nameAndImage(v)
	id := v.str("group_id", true, 1, -1)
	if c.invalid(v) {
		return
	}
	gr := c.g.group(id)
	if gr == nil {
		c.unknownGroup()
		return
	}
	c.g.mu.Lock()
	st := gr.status
	c.g.mu.Unlock()
	if st != "active" {
		o := Obj{"error": "Too early", "message": "The liveness check is not done; nothing was charged", "group_status": st,
			"hint": "Let the rights-holder finish the check, then enroll again"}
		c.json(425, o)
		return
	}
	q := Quote{amount: 11000}
	c.pay(q, func(p *Pay) Res {
		s := c.take()
		if s.outcome == "reject" {
			status := 422
			if c.g.f("t-face-reject-502") {
				status = 502
			}
			return refuse(status, Obj{"error": "Face rejected", "message": "The photo does not match the live face; you were not charged"})
		}
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		a := &asset{id: "ta_" + randHex(12), kind: "realface", wallet: p.from, name: name, at: c.g.now(), vendorID: "veld-" + randHex(6),
			image: "https://media.flint.example/f/" + randHex(8) + ".jpg"}
		if s.outcome == "mirror_fail" {
			a.image = image
		}
		c.g.mu.Lock()
		gr.assets++
		c.g.mu.Unlock()
		r := c.enrolled(a, Obj{"object": "realface", "group_id": gr.id, "veld_asset_id": a.vendorID, "image_url": a.image}, q)
		r.absorb = !c.g.f("t-face-not-absorbed")
		return r
	})
}
