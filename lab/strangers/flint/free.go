package main

import (
	"sort"
	"strings"
	"time"
)

// meta serves a catalog within its 100 requests an hour; every path has its own count.
func (c *C) meta(make func() any) {
	window := time.Hour
	if c.g.f("a-meta-window-minute") {
		window = time.Minute
	}
	if c.limit("meta "+c.rt.tmpl, 100, window) {
		return
	}
	c.json(200, make())
}

func (c *C) textCatalog() any {
	rows := []Obj{}
	for _, m := range c.g.cat.text {
		o := Obj{"id": m.id, "name": titled(m.id), "description": m.desc, "context_window": m.window, "max_output": maxOutput, "categories": m.categories,
			"owned_by": strings.Split(m.id, "/")[0], "pricing": Obj{"input_per_token": dec(m.in), "output_per_token": dec(m.out), "currency": "USD"}}
		if c.g.f("a-catalog-doubled-output") && m.speaks == "" {
			o["pricing"] = Obj{"input_per_token": dec(m.in), "output_per_token": dec(mul(m.out, ratInt(2))), "currency": "USD"}
		}
		rows = append(rows, o)
	}
	return Obj{"catalog": "text", "as_of": iso(c.g.now()), "models": rows}
}

func titled(id string) string {
	s := strings.ReplaceAll(id[strings.Index(id, "/")+1:], "-", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

func (c *C) imageCatalog() any {
	rows := []Obj{}
	for _, m := range c.g.cat.image {
		sizes := []Obj{}
		for _, s := range m.sizes {
			r := m.rates[s]
			if c.g.f("t-catalog-b3-rate") && m.label == "IMG-B3" {
				r = "0.1"
			}
			sizes = append(sizes, Obj{"size": s, "price": r})
		}
		rows = append(rows, Obj{"id": m.id, "name": titled(m.id), "sizes": sizes, "always_async": m.async, "edits": in(m.label, editModels)})
	}
	return Obj{"catalog": "image", "models": rows, "billing": "price times n times 1.05 plus 0.001"}
}

func (c *C) videoCatalog() any {
	rows := []Obj{}
	for i := range c.g.cat.video {
		m := &c.g.cat.video[i]
		def := "720p"
		if m.family == "G" {
			def = "480p"
		}
		per := Obj{}
		for _, r := range m.resolutions {
			per[r] = dec(c.g.perSecond(m, r))
		}
		rows = append(rows, Obj{"id": m.id, "name": titled(m.id), "billing_mode": "per_second", "resolutions": m.resolutions, "default_resolution": def,
			"pricing": Obj{"per_second": dec(c.g.perSecond(m, def)), "per_second_by_resolution": per, "default_duration_seconds": m.def,
				"min_duration_seconds": m.min, "max_duration_seconds": m.max}})
	}
	return Obj{"catalog": "video", "models": rows}
}

func (c *C) audioCatalog() any {
	rows := []Obj{}
	if c.g.host != "arc" {
		for _, m := range c.g.cat.speech {
			o := Obj{"id": m.id, "kind": "speech", "label": m.label, "max_input_characters": m.max}
			if m.rate != "" {
				o["price_per_1k_characters"] = m.rate
			} else {
				o["price_per_second"] = "0.003"
			}
			rows = append(rows, o)
		}
		rows = append(rows, Obj{"id": musicModel, "kind": "music", "price_per_track": "0.1585"}, Obj{"id": "lark/foley", "kind": "sound-effect", "price_per_effect": "0.0535"})
	}
	return Obj{"catalog": "audio", "models": rows}
}

func (c *C) voiceList() {
	rows := []Obj{}
	if c.g.host != "arc" {
		for _, v := range voices {
			rows = append(rows, Obj{"voice_id": v.id, "name": v.name, "alias": v.alias})
		}
	}
	c.json(200, Obj{"voices": rows})
}

// priceTable is what discovery and /api/pricing say of every operation.
func (g *Gateway) priceTable() []Obj {
	rows := []Obj{}
	for _, rt := range g.routes {
		if rt.price != "" {
			rows = append(rows, Obj{"operation": rt.key(), "price": rt.price, "currency": "USD"})
		}
	}
	sort.SliceStable(rows, func(i, j int) bool { return rows[i]["operation"].(string) < rows[j]["operation"].(string) })
	return rows
}

func (c *C) pricing() any {
	return Obj{"flat_fee": "0.001", "text_margin": "0", "media_and_search_margin": "0.05", "operations": c.g.priceTable(),
		"models": c.textCatalog().(Obj)["models"]}
}

func (c *C) health(what string) {
	most, window := 60, time.Minute
	if c.limit("health", most, window) {
		return
	}
	c.json(200, Obj{"status": "ok", "scope": what, "network": c.g.net.CAIP, "time": iso(c.g.now())})
}

// balance answers for the wallet named in the query or signed in a payment header; nobody named gets discovery metadata.
func (c *C) balance() {
	q := c.r.URL.Query()
	addr := q.Get("address")
	if addr == "" {
		addr = q.Get("wallet")
	}
	if addr == "" {
		if h := c.header(); h != "" {
			if p, _, ok := c.g.readAuth(h); ok {
				addr = p.from
			}
		}
	}
	if addr == "" {
		c.challenge(Quote{}, "Payment Required", "", "Free: name a wallet with ?address= or sign a zero authorization")
		return
	}
	if !isAddress(addr) {
		c.json(400, Obj{"error": "Invalid address", "message": "address must be a 0x address", "details": []Obj{{"field": "address", "message": "malformed"}}})
		return
	}
	c.g.mu.Lock()
	b := c.g.balances[strings.ToLower(addr)]
	c.g.mu.Unlock()
	units := "0"
	if b != nil {
		units = b.String()
	}
	human := units
	if b != nil && b.IsInt64() {
		human = usd(b.Int64())
	}
	c.json(200, Obj{"wallet": addr, "usdc": human, "micro_usdc": units, "network": c.g.net.CAIP})
}

func (c *C) brand() {
	c.json(200, Obj{"models": len(c.g.cat.text), "chains": len(chains), "service": "flint"})
}
