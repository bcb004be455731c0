package main

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

var (
	wsCategories = []string{"github", "news", "research paper", "linkedin profile", "personal site", "tweet", "financial report", "pdf", "company"}
	isoDate      = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$`)
)

func webURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func (c *C) websearch() {
	kind := c.p["operation"]
	prices := map[string]micro{"search": 11000, "answer": 11000, "contents": 3000, "find-similar": 11000}
	if _, known := prices[kind]; !known {
		base := "/api/v1/" + c.p["websearch"] + "/"
		c.json(404, Obj{"error": "Not found", "available": Arr{base + "search", base + "answer", base + "contents", base + "find-similar"}})
		return
	}
	if c.r.Method != "POST" {
		c.challenge(Quote{amount: prices[kind]}, "Payment Required", "", "POST a JSON body here; this is what a call costs")
		return
	}
	v, ok := c.body()
	if !ok {
		return
	}
	q := Quote{amount: prices[kind]}
	var urls []string
	top := int64(100)
	switch kind {
	case "search":
		v.str("query", true, 1, -1)
		v.int("numResults", false, 10, 1, top)
		v.enum("category", "", wsCategories...)
		for _, k := range []string{"startPublishedDate", "endPublishedDate"} {
			if s := v.str(k, false, 1, -1); s != "" && !isoDate.MatchString(s) {
				v.bad(k, "must be an ISO 8601 date")
			}
		}
		v.strs("includeDomains", false, 0, -1)
		v.strs("excludeDomains", false, 0, -1)
	case "answer":
		v.str("query", true, 1, -1)
	case "contents":
		urls = v.strs("urls", true, 1, 100)
		for i, u := range urls {
			if !webURL(u) {
				v.bad(fmt.Sprintf("urls[%d]", i), "must be an http(s) URL")
			}
		}
		q.amount = int64(len(urls))*2000 + fee
	case "find-similar":
		if s := v.str("url", true, 1, -1); s != "" && !webURL(s) {
			v.bad("url", "must be an http(s) URL")
		}
		v.int("numResults", false, 10, 1, top)
		v.boolean("excludeSourceDomain", false)
	}
	if c.invalid(v) {
		return
	}
	c.pay(q, func(p *Pay) Res { return c.runWebsearch(kind, v, urls) })
}

func (c *C) runWebsearch(kind string, v *V, urls []string) Res {
	s := c.take()
	switch s.outcome {
	case "reject": // the provider's own 4xx comes through
		st := s.status(400)
		o := Obj{"error": "Bad Request", "status": st, "details": "the search provider refused the request"}
		return refuse(st, o)
	case "timeout":
		return refuse(500, Obj{"error": "Internal server error"})
	}
	if bad := c.trouble(s); bad != nil {
		return *bad
	}
	n := v.int("numResults", false, 10, 1, 100)
	if s.outcome == "empty" {
		n, urls = 0, nil
	}
	if kind == "contents" {
		rows := []Obj{}
		for _, u := range urls {
			rows = append(rows, Obj{"id": u, "url": u, "title": "Page at " + u, "text": "# Page\n\nText of " + u, "author": nil})
		}
		return done(Obj{"results": rows, "costDollars": Obj{"total": 0.001 * float64(len(rows))}})
	}
	rows := []Obj{}
	for i := int64(0); i < n && i < 10; i++ {
		u := fmt.Sprintf("https://site-%d.example.com/a", i+1)
		rows = append(rows, Obj{"id": u, "title": fmt.Sprintf("Result %d", i+1), "url": u, "publishedDate": "2026-01-02T00:00:00.000Z", "score": 0.9 - float64(i)*0.05})
	}
	id := randHex(16)
	if kind == "answer" {
		cites := []Obj{}
		for _, r := range rows[:min(len(rows), 3)] {
			cites = append(cites, Obj{"id": r["id"], "title": r["title"], "url": r["url"]})
		}
		return done(Obj{"requestId": id, "answer": "In short: " + clip(fmt.Sprint(v.o["query"]), 60), "citations": cites})
	}
	out := Obj{"requestId": id, "resolvedSearchType": "neural", "results": rows, "searchTime": 231.5, "costDollars": Obj{"total": 0.005}}
	if kind == "find-similar" {
		out["resolvedSearchType"] = strings.ToLower("Similar")
	}
	return done(out)
}
