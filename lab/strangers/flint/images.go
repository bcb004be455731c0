package main

import (
	"fmt"
	"strings"
	"time"
)

func (c *C) unknownModel(ids []string, given string) {
	c.json(400, Obj{"error": "Invalid request body", "message": "model is unknown: " + clip(given, 200) + "; known: " + strings.Join(ids, ", "),
		"details": []Obj{{"field": "model", "message": "unknown model"}}, "models": ids})
}

func (g *Gateway) imageIDs() (ids []string) {
	for _, m := range g.cat.image {
		ids = append(ids, m.id)
	}
	return
}

// imageAmount: catalog rate for the size, times n, times 1.05, plus the fee once per call.
func (g *Gateway) imageAmount(m *imageModel, size string, n int64) micro {
	rate := rat(m.rates[size])
	if g.f("t-image-c-768x1344") && m.label == "IMG-C" && size == "768x1344" {
		rate = rat("0.02")
	}
	amount := ceilMicro(mul(rate, ratInt(n), rat("1.05"))) + fee
	if g.f("t-image-rounded-before-n") {
		amount = ceilMicro(mul(rat(mul(rate, rat("1.05")).FloatString(4)), ratInt(n))) + fee
	}
	if g.f("t-image-fee-per-image") {
		amount += (n - 1) * fee
	}
	return amount
}

func (c *C) images() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	model := v.str("model", true, 1, -1)
	prompt := v.str("prompt", true, 1, -1)
	size := v.str("size", false, 1, -1)
	if size == "" {
		size = "1024x1024"
	}
	most := int64(10)
	if g.f("t-image-n-late") && c.header() == "" {
		most = 1000
	}
	n := v.int("n", false, 1, 1, most)
	m := g.cat.findImage(model)
	if m == nil && model != "" {
		c.unknownModel(g.imageIDs(), model)
		return
	}
	if m != nil && !in(size, m.sizes) {
		v.bad("size", "must be one of "+strings.Join(m.sizes, ", "))
	}
	if c.invalid(v) {
		return
	}
	q := Quote{amount: g.imageAmount(m, size, n), window: 600}
	c.pay(q, func(p *Pay) Res {
		s := c.take()
		later := s.outcome == "slow" || s.outcome == "timeout" || s.outcome == "fail" && s.stageRun()
		if !later {
			if bad := c.trouble(s); bad != nil {
				return *bad
			}
		}
		now := g.now()
		j := &job{id: "img_" + randHex(10), kind: "image", payer: p.from, model: m.id, pay: p, amount: q.amount, window: q.window}
		j.path = "/api/v1/images/generations/" + j.id
		j.plan(s, now, 2*time.Second)
		j.result = func(j *job) Obj { return imageResult(j, m, n, prompt, g) }
		inline := !later && !m.async
		if inline {
			j.state, j.doneAt = "completed", now
		}
		g.mu.Lock()
		g.jobs[j.id] = j
		g.claims[p.key] = &claim{j.id, j.path}
		g.mu.Unlock()
		if !inline {
			if g.f("t-poll-price-single") {
				j.unit = g.imageAmount(m, size, 1)
			}
			env := Obj{"id": j.id, "object": "image.generation.job", "status": "queued", "model": m.id, "size": size, "n": n,
				"price": price(j.amount), "payment_status": "verified", "created": now.Unix(), "poll_url": j.path,
				"poll_instructions": "GET poll_url every 2 to 5 seconds with a payment header signed by the same wallet"}
			if g.f("t-image-charged-at-post") {
				r := Res{status: 202, body: env, charge: true}
				r.after = func(tx string) { j.settledTx = tx }
				return r
			}
			return refuse(202, env)
		}
		r := Res{status: 200, charge: true, failed: Obj{"job_id": j.id, "poll_url": j.path, "recoverable": true}}
		body := Obj{}
		r.body = body
		r.after = func(tx string) {
			j.settledTx = tx
			for k, x := range j.body(tx, "settled", g.net.CAIP) {
				body[k] = x
			}
		}
		return r
	})
}

func imageResult(j *job, m *imageModel, n int64, prompt string, g *Gateway) Obj {
	data := []Obj{}
	for i := int64(0); i < n; i++ {
		hosted := fmt.Sprintf("https://media.flint.example/i/%s-%d.png", j.id, i)
		source := fmt.Sprintf("https://cdn.%s.example/out/%s/%d.png?expires=3600", strings.Split(m.id, "/")[0], j.id, i)
		d := Obj{"url": hosted, "source_url": source, "backed_up": true}
		if m.base64 {
			source = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
			d["source_url"] = "image/png" // only the type: the bytes are not kept twice
			if g.f("t-source-url-base64") {
				d["source_url"] = source
			}
		}
		if !j.mirrored {
			d["url"], d["backed_up"] = source, g.f("t-mirror-flag")
		}
		if strings.HasPrefix(m.label, "IMG-A") {
			d["revised_prompt"] = "A careful rendering of: " + clip(prompt, 200)
		}
		data = append(data, d)
	}
	at := j.created.Unix()
	if g.f("t-image-created-millis") {
		at = j.created.UnixMilli()
	}
	return Obj{"id": j.id, "created": at, "model": m.id, "data": data}
}
