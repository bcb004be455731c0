package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

var blockTypes = []string{"text", "image", "tool_use", "tool_result"}

// content checks a string or an array of content blocks and returns its text for metering.
func (v *V) content(at string, x any) string {
	switch t := x.(type) {
	case string:
		return t
	case Arr:
		var text strings.Builder
		for i, e := range t {
			b, isObj := e.(Obj)
			here := fmt.Sprintf("%s[%d]", at, i)
			if !isObj {
				v.bad(here, "must be an object")
				continue
			}
			ty, _ := b["type"].(string)
			if !in(ty, blockTypes) {
				v.bad(here+".type", "must be one of "+strings.Join(blockTypes, ", "))
				continue
			}
			if ty == "text" {
				s, isStr := b["text"].(string)
				if !isStr {
					v.bad(here+".text", "must be a string")
				}
				text.WriteString(s)
			} else {
				raw, _ := json.Marshal(b)
				text.Write(raw[:min(len(raw), 4000)]) // an image is not metered by its bytes
			}
		}
		return text.String()
	}
	v.bad(at, "must be a string or an array of content blocks")
	return ""
}

func (v *V) system() string {
	x, ok := v.o["system"]
	if !ok {
		return ""
	}
	if s, isStr := x.(string); isStr {
		return s
	}
	a, isArr := x.(Arr)
	if !isArr {
		v.bad("system", "must be a string or an array of {type: text, text}")
		return ""
	}
	out := ""
	for i, e := range a {
		b, _ := e.(Obj)
		s, isStr := b["text"].(string)
		if b["type"] != "text" || !isStr {
			v.bad(fmt.Sprintf("system[%d]", i), "must be {type: text, text}")
		}
		out += s
	}
	return out
}

func (c *C) messages() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	model := v.str("model", true, 1, -1)
	m := g.cat.findFamily(model, "messages", false)
	if g.f("t-messages-any-family") && m == nil {
		m = g.cat.findText(model)
	}
	if m == nil && len(v.errs) == 0 {
		v.bad("model", "is unknown or does not speak this format: "+model)
	}
	text := v.system()
	if x, ok := v.get("messages", true); ok {
		a, isArr := x.(Arr)
		if !isArr || len(a) == 0 {
			v.bad("messages", "must be a non-empty array")
		}
		for i, e := range a {
			o, _ := e.(Obj)
			at := fmt.Sprintf("messages[%d]", i)
			roles := []string{"user", "assistant"}
			if g.f("a-messages-system-role") {
				roles = append(roles, "system")
			}
			if r, _ := o["role"].(string); !in(r, roles) {
				v.bad(at+".role", "must be user or assistant")
			}
			text += v.content(at+".content", o["content"])
		}
	}
	maxTok := v.int("max_tokens", !g.f("a-messages-max-tokens-optional"), 1024, 1, noMax)
	v.num("temperature", "0", "1")
	v.num("top_p", "0", "1")
	lowK := int64(0)
	if g.f("t-top-k-zero") {
		lowK = 1
	}
	v.int("top_k", false, 0, lowK, noMax)
	v.strs("stop_sequences", false, 0, -1)
	stream := v.boolean("stream", false)
	v.objects("tools")
	v.object("tool_choice")
	if md := v.object("metadata"); md != nil {
		if u, has := md["user_id"]; has {
			if _, isStr := u.(string); !isStr {
				v.bad("metadata.user_id", "must be a string")
			}
		}
	}
	if c.invalid(v) {
		return
	}
	inTok := tokens(text)
	q := g.textQuote(m, inTok, maxTok)
	if g.f("a-messages-margin") {
		q.amount += (q.amount - fee) / 20
	}
	c.pay(q, func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		if s.outcome == "cut" && !stream {
			return refuse(502, Obj{"error": "Upstream error", "message": "The provider's answer was cut; you were not charged"})
		}
		answer := "Flint read: " + clip(text, 50)
		id := "msg_" + randHex(12)
		env := Obj{"id": id, "type": "message", "role": "assistant", "model": m.id, "content": []Obj{{"type": "text", "text": answer}},
			"stop_reason": "end_turn", "stop_sequence": nil, "usage": Obj{"input_tokens": inTok, "output_tokens": tokens(answer)}}
		if !stream {
			return done(env)
		}
		start := Obj{"id": id, "type": "message", "role": "assistant", "model": m.id, "content": Arr{}, "stop_reason": nil,
			"stop_sequence": nil, "usage": Obj{"input_tokens": inTok, "output_tokens": 0}}
		frames := []sse{{"message_start", Obj{"type": "message_start", "message": start}},
			{"content_block_start", Obj{"type": "content_block_start", "index": 0, "content_block": Obj{"type": "text", "text": ""}}}}
		for _, part := range strings.SplitAfter(answer, " ") {
			frames = append(frames, sse{"content_block_delta", Obj{"type": "content_block_delta", "index": 0, "delta": Obj{"type": "text_delta", "text": part}}})
		}
		frames = append(frames, sse{"content_block_stop", Obj{"type": "content_block_stop", "index": 0}},
			sse{"message_delta", Obj{"type": "message_delta", "delta": Obj{"stop_reason": "end_turn", "stop_sequence": nil}, "usage": Obj{"output_tokens": tokens(answer)}}},
			sse{"message_stop", Obj{"type": "message_stop"}})
		return c.streamed(s, frames, sse{"error", Obj{"type": "error", "error": Obj{"type": "api_error", "message": "The stream was cut upstream; you were not charged"}}}, false)
	})
}
