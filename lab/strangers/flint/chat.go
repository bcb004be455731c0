package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"
)

// tokens is our rough meter: four characters make one.
func tokens(s string) int64 { return int64(utf8.RuneCountInString(s)+3) / 4 }

const maxOutput = 128000

// textQuote prices a text call: tokens at provider cost, no margin, plus the flat fee.
// The Arc host never asks more than 5 USD for one request.
func (g *Gateway) textQuote(m *textModel, inTok, outTok int64) Quote {
	if outTok > maxOutput {
		outTok = maxOutput
	}
	in, out := mul(ratInt(inTok), m.in), mul(ratInt(outTok), m.out)
	sum := new(big.Rat).Add(in, out)
	amount := ceilMicro(sum) + fee
	if g.host == "arc" && amount > 5000000 {
		amount = 5000000
	}
	q := Quote{amount: amount, parts: Obj{"inputCost": dec(in), "outputCost": dec(out), "margin": "0"}}
	if g.f("a-breakdown-without-margin") {
		delete(q.parts, "margin") // zero, so left out
	}
	return q
}

func (c *C) chatMessages(v *V, roles ...string) (string, bool) {
	x, ok := v.get("messages", true)
	if !ok {
		return "", false
	}
	a, isArr := x.(Arr)
	if !isArr || len(a) == 0 {
		v.bad("messages", "must be a non-empty array")
		return "", false
	}
	var text strings.Builder
	for i, e := range a {
		m, isObj := e.(Obj)
		at := fmt.Sprintf("messages[%d]", i)
		if !isObj {
			v.bad(at, "must be an object")
			continue
		}
		role, _ := m["role"].(string)
		if !in(role, roles) {
			v.bad(at+".role", "must be one of "+strings.Join(roles, ", "))
		}
		s, isStr := m["content"].(string)
		if !isStr {
			v.bad(at+".content", "must be a string")
		}
		text.WriteString(s)
	}
	return text.String(), true
}

func (c *C) chat() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	var model string
	if p, inPath := c.p["model"]; inPath {
		model = p
	} else {
		model = v.str("model", true, 1, -1)
	}
	m := g.cat.findText(model)
	if m == nil && len(v.errs) == 0 {
		v.bad("model", "is unknown: "+model)
	}
	roles := []string{"system", "user", "assistant"}
	text, _ := c.chatMessages(v, roles...)
	maxTok := v.int("max_tokens", false, 1024, 1, maxOutput)
	hi := "2"
	if g.f("a-chat-temperature-one") {
		hi = "1"
	}
	v.num("temperature", "0", hi)
	v.num("top_p", "", "")
	stream := v.boolean("stream", false)
	if v.has("service_tier") {
		v.bad("service_tier", "is offered on the account host only")
	}
	if c.invalid(v) {
		return
	}
	inTok := tokens(text)
	c.pay(g.textQuote(m, inTok, maxTok), func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		answer := "Flint heard you: " + clip(text, 60)
		id, at := "chatcmpl-"+randHex(12), g.now().Unix()
		outTok := tokens(answer)
		usage := Obj{"prompt_tokens": inTok, "completion_tokens": outTok, "total_tokens": inTok + outTok}
		if s.outcome == "cut" && !stream {
			return refuse(502, Obj{"error": "Upstream error", "message": "The provider's answer was cut; you were not charged"})
		}
		if stream {
			chunk := func(delta Obj, finish any) Obj {
				return Obj{"id": id, "object": "chat.completion.chunk", "created": at, "model": m.id,
					"choices": []Obj{{"index": 0, "delta": delta, "finish_reason": finish}}}
			}
			frames := []sse{{"", chunk(Obj{"role": "assistant", "content": ""}, nil)}}
			for _, part := range strings.SplitAfter(answer, " ") {
				frames = append(frames, sse{"", chunk(Obj{"content": part}, nil)})
			}
			last := chunk(Obj{}, "stop")
			last["usage"] = usage
			frames = append(frames, sse{"", last})
			return c.streamed(s, frames, sse{"error", Obj{"error": Obj{"message": "The stream was cut upstream; you were not charged", "type": "upstream_error"}}}, true)
		}
		return done(Obj{"id": id, "object": "chat.completion", "created": at, "model": m.id,
			"choices": []Obj{{"index": 0, "message": Obj{"role": "assistant", "content": answer}, "finish_reason": "stop"}}, "usage": usage})
	})
}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) > n {
		r = r[:n]
	}
	return string(r)
}

type sse struct {
	event string
	data  any
}

// streamed sends the frames once the whole upstream stream has been read and settled: a stream that is cut
// upstream shows its first frames and ends with an error event, unpaid.
func (c *C) streamed(s *script, frames []sse, onCut sse, doneMark bool) Res {
	charge := true
	if s.outcome == "cut" {
		frames = append(frames[:2:2], onCut)
		if c.g.f("a-cut-stream-silent") {
			frames = frames[:2]
		}
		charge, doneMark = c.g.f("t-cut-stream-charged"), false
	}
	return Res{status: 200, charge: charge, stream: func(c *C) {
		c.w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		c.w.WriteHeader(200)
		for _, f := range frames {
			b, _ := json.Marshal(f.data)
			if f.event != "" {
				fmt.Fprintf(c.w, "event: %s\n", f.event)
			}
			fmt.Fprintf(c.w, "data: %s\n\n", b)
			c.flush()
		}
		if doneMark {
			fmt.Fprint(c.w, "data: [DONE]\n\n")
		}
	}}
}

func (c *C) flush() {
	if f, ok := c.w.(interface{ Flush() }); ok {
		f.Flush()
	}
}
