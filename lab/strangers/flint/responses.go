package main

import (
	"fmt"
	"strings"
	"time"
)

// bgResponse is a background response; its price was settled when it was created.
type bgResponse struct {
	id, model, text, state string // state: queued, in_progress, completed, failed, cancelled
	created, finish        time.Time
	failAtEnd, eventOnly   bool
	inTok                  int64
}

// stateful members which the Arc host refuses: it keeps nothing between calls.
var stateful = []string{"previous_response_id", "conversation", "prompt", "background"}

func (c *C) responses() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	model := v.str("model", true, 1, -1)
	m := g.cat.findFamily(model, "responses", !g.f("a-responses-prefix-required"))
	if m == nil && len(v.errs) == 0 {
		v.bad("model", "is unknown or does not speak this format: "+model)
	}
	text := ""
	if x, ok := v.get("input", true); ok {
		switch t := x.(type) {
		case string:
			text = t
		case Arr:
			for i, e := range t {
				o, isObj := e.(Obj)
				if !isObj {
					v.bad(fmt.Sprintf("input[%d]", i), "must be an object")
					continue
				}
				if _, has := o["role"]; !has && g.f("a-input-needs-role") {
					v.bad(fmt.Sprintf("input[%d].role", i), "is required")
				}
				text += fmt.Sprint(o["content"], o["output"])
			}
		default:
			v.bad("input", "must be a string or an array of input items")
		}
	}
	text += v.str("instructions", false, 0, -1)
	maxTok := v.int("max_output_tokens", false, 4096, 1, noMax)
	if g.f("t-max-output-ignored") {
		maxTok = 4096
	}
	stream := v.boolean("stream", false)
	v.objects("tools")
	v.object("reasoning")
	v.strs("include", false, 0, -1)
	v.object("text")
	v.num("temperature", "0", "2")
	v.num("top_p", "0", "1")
	background := false
	if g.host == "arc" {
		if v.boolean("store", false) || g.f("a-store-false-refused") && v.has("store") {
			v.bad("store", "must be false: this host keeps no state")
		}
		for _, k := range stateful {
			if v.has(k) && !(g.f("a-conversation-allowed") && k == "conversation") {
				v.bad(k, "is not supported: this host keeps no state")
			}
		}
	} else {
		v.boolean("store", true)
		background = v.boolean("background", false)
		v.str("previous_response_id", false, 1, -1)
	}
	if c.invalid(v) {
		return
	}
	inTok := tokens(text)
	c.pay(g.textQuote(m, inTok, maxTok), func(p *Pay) Res {
		s := c.take()
		if !(s.outcome == "fail" && s.stageRun() && background) && !(s.outcome == "slow" && background) {
			if bad := c.trouble(s); bad != nil {
				return *bad
			}
		}
		if s.outcome == "cut" && !stream {
			return refuse(502, Obj{"error": "Upstream error", "message": "The provider's answer was cut; you were not charged"})
		}
		if background {
			return c.createBackground(s, m.id, text, inTok)
		}
		env := nativeResponse("resp_"+randHex(12), m.id, text, "completed", inTok, g.now())
		if !stream {
			return done(env)
		}
		return c.streamed(s, responseEvents(env), sse{"error", Obj{"type": "error", "code": "server_error", "message": "The stream was cut upstream; you were not charged", "param": nil}}, false)
	})
}

func nativeResponse(id, model, text, status string, inTok int64, at time.Time) Obj {
	answer := "Flint answers: " + clip(text, 50)
	o := Obj{"id": id, "object": "response", "created_at": at.Unix(), "status": status, "model": model, "output": Arr{}, "error": nil,
		"parallel_tool_calls": true, "tools": Arr{}, "store": false, "usage": nil}
	switch status {
	case "completed":
		o["output"] = Arr{Obj{"id": "msg_" + id, "type": "message", "role": "assistant", "status": "completed",
			"content": Arr{Obj{"type": "output_text", "text": answer, "annotations": Arr{}}}}}
		o["usage"] = Obj{"input_tokens": inTok, "output_tokens": tokens(answer), "total_tokens": inTok + tokens(answer)}
	case "failed":
		o["error"] = Obj{"code": "server_error", "message": "The provider failed"}
	}
	return o
}

func responseEvents(env Obj) []sse {
	open := Obj{}
	for k, v := range env {
		open[k] = v
	}
	open["status"], open["output"], open["usage"] = "in_progress", Arr{}, nil
	item := env["output"].(Arr)[0].(Obj)
	text := item["content"].(Arr)[0].(Obj)["text"].(string)
	n := 0
	ev := func(t string, more Obj) sse {
		more["type"], more["sequence_number"] = t, n
		n++
		return sse{t, more}
	}
	out := []sse{ev("response.created", Obj{"response": open}), ev("response.in_progress", Obj{"response": open}),
		ev("response.output_item.added", Obj{"output_index": 0, "item": Obj{"id": item["id"], "type": "message", "role": "assistant", "status": "in_progress", "content": Arr{}}}),
		ev("response.content_part.added", Obj{"item_id": item["id"], "output_index": 0, "content_index": 0, "part": Obj{"type": "output_text", "text": "", "annotations": Arr{}}})}
	for _, part := range strings.SplitAfter(text, " ") {
		out = append(out, ev("response.output_text.delta", Obj{"item_id": item["id"], "output_index": 0, "content_index": 0, "delta": part}))
	}
	return append(out, ev("response.output_text.done", Obj{"item_id": item["id"], "output_index": 0, "content_index": 0, "text": text}),
		ev("response.content_part.done", Obj{"item_id": item["id"], "output_index": 0, "content_index": 0, "part": item["content"].(Arr)[0]}),
		ev("response.output_item.done", Obj{"output_index": 0, "item": item}), ev("response.completed", Obj{"response": env}))
}
