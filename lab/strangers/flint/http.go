package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Route is one operation. A template segment in braces is a parameter; names in `fixed` only match the
// deployment's own segment(s); a name ending in * takes the rest of the path.
type Route struct {
	method, tmpl string
	up           bool   // something stands behind it that a script can steer
	scriptAs     string // share the script and ledger name of another spelling
	h            func(c *C)
	segs         []string
	price        string // for discovery: "" free, else "0.011" or "dynamic"
}

func (r *Route) key() string {
	if r.scriptAs != "" {
		return r.scriptAs
	}
	return r.method + " " + strings.ReplaceAll(r.tmpl, "*}", "}")
}

// C is one request on its way through.
type C struct {
	g   *Gateway
	w   http.ResponseWriter
	r   *http.Request
	p   map[string]string
	rt  *Route
	raw []byte
	o   Obj
}

const maxBody = 48 << 20

func (g *Gateway) segOK(name, s string) bool {
	if vals, ok := segments[name]; ok {
		return in(s, vals)
	}
	return s != ""
}

func (g *Gateway) match(rt *Route, segs []string) (map[string]string, bool) {
	p := map[string]string{}
	for i, t := range rt.segs {
		if strings.HasPrefix(t, "{") && strings.HasSuffix(t, "*}") {
			if i >= len(segs) {
				return nil, false
			}
			p[t[1:len(t)-2]] = strings.Join(segs[i:], "/")
			return p, true
		}
		if i >= len(segs) {
			return nil, false
		}
		if strings.HasPrefix(t, "{") {
			name := t[1 : len(t)-1]
			if !g.segOK(name, segs[i]) {
				return nil, false
			}
			p[name] = segs[i]
		} else if t != segs[i] {
			return nil, false
		}
	}
	return p, len(segs) == len(rt.segs)
}

func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if g.delay > 0 {
		time.Sleep(g.delay)
	}
	w.Header().Set("X-Flint-Trace", randHex(6))
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Expose-Headers", "*")
	c := &C{g: g, w: w, r: r}
	if r.Method == "OPTIONS" {
		w.Header().Set("Access-Control-Allow-Headers", "*")
		w.WriteHeader(204)
		return
	}
	var segs []string
	for _, s := range strings.Split(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/") {
		u, err := url.PathUnescape(s)
		if err != nil {
			u = s
		}
		segs = append(segs, u)
	}
	if g.f("a-bare-get-served") && r.Method == "GET" && segs[0] == "v1" {
		segs = append([]string{"api"}, segs...)
	}
	var allow []string
	for _, rt := range g.routes {
		p, ok := g.match(rt, segs)
		if !ok {
			continue
		}
		if rt.method != r.Method && !(rt.method == "GET" && r.Method == "HEAD") {
			allow = append(allow, rt.method)
			continue
		}
		c.rt, c.p = rt, p
		if r.Method == "POST" || r.Method == "PUT" {
			raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
			if err != nil {
				c.json(413, Obj{"error": "Request body too large"})
				return
			}
			c.raw = raw
		}
		rt.h(c)
		return
	}
	if len(allow) > 0 {
		w.Header().Set("Allow", strings.Join(allow, ", "))
		c.json(405, Obj{"error": "Method not allowed", "allow": allow})
		return
	}
	c.json(404, Obj{"error": "Not found", "message": "Nothing is served at " + r.URL.Path})
}

func (c *C) json(status int, body any) {
	c.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	b, _ := json.Marshal(body)
	c.w.WriteHeader(status)
	c.w.Write(append(b, '\n'))
}

func (c *C) ip() string {
	h, _, _ := net.SplitHostPort(c.r.RemoteAddr)
	return h
}

// invalid answers 400 with one detail per field.
func (c *C) invalid(v *V) bool {
	if len(v.errs) == 0 {
		return false
	}
	var msgs []string
	for _, e := range v.errs {
		msgs = append(msgs, e["message"].(string))
	}
	c.json(400, Obj{"error": "Invalid request body", "message": strings.Join(msgs, "; "), "details": v.errs})
	return true
}

// body parses a JSON object or answers 400.
func (c *C) body() (*V, bool) {
	x, err := decode(c.raw)
	if err != nil {
		c.json(400, Obj{"error": "Invalid JSON", "message": "The body is not valid JSON"})
		return nil, false
	}
	o, ok := x.(Obj)
	if !ok {
		c.json(400, Obj{"error": "Invalid request body", "message": "body must be a JSON object",
			"details": []Obj{{"field": "body", "message": "body must be a JSON object"}}})
		return nil, false
	}
	c.o = o
	return &V{o: o}, true
}

// limit answers 429 in the metadata shape when the bucket is full.
func (c *C) limit(bucket string, max int, window time.Duration) bool {
	over, reset := c.g.limited(bucket+"|"+c.ip(), max, window)
	if !over {
		return false
	}
	c.tooMany(reset)
	return true
}

func (c *C) tooMany(reset time.Time) {
	mark := reset.UnixMilli()
	if c.g.f("a-reset-in-seconds") {
		mark = reset.Unix()
	}
	secs := int64(reset.Sub(c.g.now())/time.Second) + 1
	c.w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(mark, 10))
	c.w.Header().Set("Retry-After", strconv.FormatInt(secs, 10))
	c.json(429, Obj{"error": "Rate limit exceeded"})
}
