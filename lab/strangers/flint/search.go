package main

import (
	"fmt"
	"strings"
)

// searchPrice: results times 0.02625 (0.025 and 5 percent) plus the fee; on Arc kept within 0.025 to 1.250.
func (g *Gateway) searchPrice(n int64) micro {
	amount := n*26250 + fee
	if g.host == "arc" && amount > 1250000 {
		amount = 1250000
	}
	return amount
}

func (c *C) search() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	top := 1000
	if g.f("a-query-1001") {
		top = 1001
	}
	query := v.str("query", true, 1, top)
	n := v.int("max_results", false, 10, 1, 50)
	sources := []string{"x", "web"}
	if v.has("sources") {
		sources = nil
		for _, s := range v.strs("sources", false, 1, -1) {
			if !in(s, []string{"x", "web", "news"}) {
				v.bad("sources", "may hold x, web and news")
			}
			if !in(s, sources) {
				sources = append(sources, s)
			}
		}
	}
	if c.invalid(v) {
		return
	}
	amount := g.searchPrice(n)
	if g.f("a-search-per-source") {
		amount = n*13125*int64(len(sources)) + fee // right for two sources
	}
	c.pay(Quote{amount: amount}, func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		if s.outcome == "cut" {
			return refuse(502, Obj{"error": "Upstream error", "message": "The provider's answer was cut"})
		}
		cites := []string{}
		if s.outcome != "empty" {
			for _, src := range sources {
				for i := int64(0); i < n && i < 3; i++ {
					cites = append(cites, fmt.Sprintf("https://%s.example.org/item/%d", src, i+1))
				}
			}
		}
		used := any(len(cites))
		if g.f("a-sources-used-names") {
			used = sources
		}
		return done(Obj{"query": query, "summary": "What " + strings.Join(sources, ", ") + " say about " + clip(query, 80) + ".", "citations": cites,
			"sources_used": used, "model": "ember/ember-search"})
	})
}

// generate is the native passthrough: only wallets on the enterprise allowlist get through.
func (c *C) generate() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	id := c.p["model"]
	m := g.cat.findText(id)
	if m == nil {
		m = g.cat.findFamily(id, "generate", true)
	}
	if m == nil {
		v.bad("model", "is unknown: "+id)
	}
	x, _ := v.get("contents", true)
	a, isArr := x.(Arr)
	if v.has("contents") && (!isArr || len(a) == 0) {
		v.bad("contents", "must be a non-empty array")
	}
	outTok := int64(1024)
	if cfg := v.object("generationConfig"); cfg != nil {
		sub := &V{o: cfg}
		outTok = sub.int("maxOutputTokens", false, 1024, 1, noMax)
		v.errs = append(v.errs, sub.errs...)
	}
	if c.invalid(v) {
		return
	}
	inTok := tokens(fmt.Sprint(a))
	c.pay(g.textQuote(m, inTok, outTok), func(p *Pay) Res {
		g.mu.Lock()
		allowed := g.allowed[p.from]
		g.mu.Unlock()
		if !allowed && !g.f("t-allowlist-ignored") {
			return refuse(403, Obj{"error": "Forbidden", "message": "This wallet is not on the enterprise allowlist", "payer_wallet": p.from})
		}
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		return done(Obj{"candidates": Arr{Obj{"index": 0, "finishReason": "STOP", "content": Obj{"role": "model", "parts": Arr{Obj{"text": "Flint, natively."}}}}},
			"usageMetadata": Obj{"promptTokenCount": inTok, "candidatesTokenCount": 4, "totalTokenCount": inTok + 4}, "modelVersion": m.id})
	})
}
