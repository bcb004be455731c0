package main

import (
	"crypto/rand"
	"encoding/base64"
	"regexp"
	"strings"
	"time"
)

// asset is an enrolled character: kind is portrait or realface.
type asset struct {
	id, kind, wallet, name, image, vendorID, tx string
	at                                          time.Time
}

type faceGroup struct {
	id, status, name string
	assets           int
	linkEnds         time.Time
}

var base58 = regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{32,44}$`)

func (g *Gateway) knownAsset(id string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, a := range g.assets {
		if a.id == id {
			return true
		}
	}
	return false
}

func (g *Gateway) addAsset(a *asset) {
	g.mu.Lock()
	g.assets = append(g.assets, a)
	g.mu.Unlock()
}

func (g *Gateway) faceModels() (ids []string) {
	for _, m := range g.cat.video {
		if m.faces {
			ids = append(ids, m.id)
		}
	}
	return
}

func (c *C) nameAndImage(v *V) (string, string) {
	name := v.str("name", true, 1, 64)
	image := v.str("image_url", true, 1, -1)
	if image != "" && (!publicURL(image, true) || !imageType(image)) {
		v.bad("image_url", "must be a public https URL of a JPG, PNG or WEBP image")
	}
	return name, image
}

// enrolled builds the answer of both enrollments. A failed settlement is absorbed: the asset stays, its cost is ours.
func (c *C) enrolled(a *asset, body Obj, q Quote) Res {
	body["asset_id"], body["name"], body["created_at"] = a.id, a.name, iso(a.at)
	body["usage"] = Obj{"compatible_models": c.g.faceModels(), "how_to_use": "Pass asset_id as real_face_asset_id on /api/v1/videos/generations"}
	body["price"] = price(q.amount)
	c.g.addAsset(a)
	return Res{status: 200, body: body, charge: true, absorb: true, after: func(tx string) {
		c.g.mu.Lock()
		a.tx = tx
		c.g.mu.Unlock()
		s := Obj{"success": tx != "", "tx_hash": nil, "network": c.g.net.CAIP}
		if tx != "" {
			s["tx_hash"] = tx
		}
		body["settlement"] = s
	}}
}

func (c *C) portrait() {
	v, ok := c.body()
	if !ok {
		return
	}
	name, image := c.nameAndImage(v)
	if c.invalid(v) {
		return
	}
	q := Quote{amount: 11000}
	c.pay(q, func(p *Pay) Res {
		s := c.take()
		if s.outcome == "reject" {
			return refuse(502, Obj{"error": "Enrollment failed", "message": "The content filter refused the image; you were not charged"})
		}
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		a := &asset{id: "ta_" + randHex(12), kind: "portrait", wallet: p.from, name: name, at: c.g.now(), image: "https://media.flint.example/p/" + randHex(8) + ".png"}
		mirrored := s.outcome != "mirror_fail"
		if !mirrored {
			a.image = image
		}
		return c.enrolled(a, Obj{"object": "virtual_portrait", "group_id": "vg-" + randHex(8), "image_url": a.image, "source_image_url": image, "mirrored": mirrored}, q)
	})
}

func (c *C) walletList(kind string) {
	addr := c.p["address"]
	if !isAddress(addr) && !base58.MatchString(addr) {
		c.json(400, Obj{"error": "Invalid address", "message": "address must be a 0x address or a base58 one",
			"details": []Obj{{"field": "address", "message": "address is malformed"}}})
		return
	}
	if c.limit("face-read", 120, time.Hour) {
		return
	}
	g := c.g
	g.mu.Lock()
	rows := []Obj{}
	for _, a := range g.assets {
		if a.kind != kind && !g.f("t-portraits-list-faces") || !strings.EqualFold(a.wallet, addr) {
			continue
		}
		o := Obj{"assetId": a.id, "name": a.name, "imageUrl": a.image, "createdAt": iso(a.at), "enrollmentTxHash": nil}
		if a.tx != "" {
			o["enrollmentTxHash"] = a.tx
		}
		if kind == "realface" {
			o["veldAssetId"] = a.vendorID
		}
		rows = append(rows, o)
	}
	g.mu.Unlock()
	name := "portraits"
	if kind == "realface" {
		name = "realfaces"
		if !g.f("t-realfaces-not-cacheable") {
			c.w.Header().Set("Cache-Control", "public, max-age=30")
		}
	}
	c.json(200, Obj{"wallet": addr, name: rows, "count": len(rows)})
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
			return refuse(422, Obj{"error": "Face rejected", "message": "The photo does not match the live face; you were not charged"})
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
		return c.enrolled(a, Obj{"object": "realface", "group_id": gr.id, "veld_asset_id": a.vendorID, "image_url": a.image}, q)
	})
}
