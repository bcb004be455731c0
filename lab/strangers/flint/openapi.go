package main

import "strings"

// withheld keeps the sports group, the retired paths and catch-alls out of discovery.
func (g *Gateway) withheld(rt *Route) bool {
	return strings.Contains(rt.tmpl, "/pm/") && rt.price == "" || strings.Contains(rt.tmpl, "{operation*}")
}

func (g *Gateway) discoverable() []*Route {
	var out []*Route
	for _, rt := range g.routes {
		if !g.withheld(rt) {
			out = append(out, rt)
		}
	}
	return out
}

// public spells a template as the deployment serves it.
func public(tmpl string) string {
	for _, name := range []string{"websearch", "sandbox", "cryptodata", "defidata", "swap", "venue_a", "venue_b", "venue_c", "venue_d", "venue_e", "social"} {
		tmpl = strings.ReplaceAll(tmpl, "{"+name+"}", segments[name][0])
	}
	tmpl = strings.ReplaceAll(tmpl, "v1beta/models/{model*}", "v1beta/models/{model}:generateContent")
	return strings.ReplaceAll(tmpl, "*}", "}")
}

func (c *C) wellKnown() {
	seen, urls := map[string]bool{}, []string{}
	for _, rt := range c.g.discoverable() {
		u := "http://" + c.r.Host + public(rt.tmpl)
		if rt.price != "" && !seen[u] {
			seen[u] = true
			urls = append(urls, u)
		}
	}
	n := c.g.net
	c.json(200, Obj{"version": 1, "resources": urls, "x402Version": 2, "metadata": Obj{"protocol": "x402 v2", "networks": Arr{n.CAIP},
		"asset": n.Asset, "payTo": n.PayTo, "scheme": "exact"}})
}

// arcRange: the Arc description names a dynamic price per operation.
func (g *Gateway) priceInfo(rt *Route) Obj {
	p := Obj{"mode": "fixed", "currency": "USD", "amount": rt.price}
	if rt.price == "dynamic" || g.host == "arc" {
		lo, hi := "0.001", "1000"
		if g.host == "arc" {
			lo, hi = "0.0001", "5.000"
			if strings.HasSuffix(rt.tmpl, "/search") {
				lo, hi = "0.025", "1.250"
			}
		}
		p = Obj{"mode": "dynamic", "currency": "USD", "min": lo, "max": hi}
		if g.f("a-openapi-fixed-price") {
			p = Obj{"mode": "fixed", "currency": "USD", "amount": lo}
		}
	}
	return Obj{"price": p, "protocols": Arr{Obj{"x402": Obj{}}}}
}

func (c *C) openapi() {
	paths := Obj{}
	for _, rt := range c.g.discoverable() {
		key := public(rt.tmpl)
		item, _ := paths[key].(Obj)
		if item == nil {
			item = Obj{}
			paths[key] = item
		}
		op := Obj{"summary": rt.key(), "responses": Obj{"200": Obj{"description": "Success"}}}
		params := Arr{}
		for _, s := range strings.Split(key, "/") {
			if i := strings.Index(s, "{"); i >= 0 {
				params = append(params, Obj{"name": s[i+1 : strings.Index(s, "}")], "in": "path", "required": true, "schema": Obj{"type": "string"}})
			}
		}
		if len(params) > 0 {
			op["parameters"] = params
		}
		if rt.method == "POST" {
			op["requestBody"] = Obj{"content": Obj{"application/json": Obj{"schema": Obj{"type": "object"}}}}
		}
		if rt.price != "" {
			op["x-payment-info"] = c.g.priceInfo(rt)
			op["security"] = Arr{Obj{"x402": Arr{}}}
			op["responses"].(Obj)["402"] = Obj{"description": "Payment Required"}
		}
		item[strings.ToLower(rt.method)] = op
	}
	version, oa := "1.0.0", "3.1.0"
	schemes := Obj{"x402": Obj{"type": "apiKey", "in": "header", "name": "PAYMENT-SIGNATURE", "description": "x402 v2 payment"}}
	c.json(200, Obj{"openapi": oa, "info": Obj{"title": "Flint pay-per-call gateway (" + c.g.host + ")", "version": version}, "paths": paths,
		"components": Obj{"securitySchemes": schemes}})
}
