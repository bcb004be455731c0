package main

import (
	"regexp"
	"strings"
	"time"
)

// asset is an enrolled character: kind is portrait or realface.
type asset struct {
	id, kind, wallet, name, image, vendorID, group, tx string
	at                                                 time.Time
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
		if !c.g.f("t-enrollment-tx-lost") {
			a.tx = tx
		}
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
		a := &asset{id: "ta_" + randHex(12), kind: "portrait", wallet: p.from, name: name, group: "vg-" + randHex(8), at: c.g.now(), image: "https://media.flint.example/p/" + randHex(8) + ".png"}
		mirrored := s.outcome != "mirror_fail"
		if !mirrored {
			a.image = image
		}
		return c.enrolled(a, Obj{"object": "virtual_portrait", "group_id": a.group, "image_url": a.image, "source_image_url": image, "mirrored": mirrored}, q)
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
