package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

const musicModel = "kestrel/ballad"

type voice struct{ id, name, alias string }

var voices = []voice{{"Wm3kQ0sarahFlint00aa", "Sarah of the Mill", "sarah"}, {"Wm3kQ0henryFlint00ab", "Henry Low", "henry"},
	{"Wm3kQ0ivesxFlint00ac", "Ives", "ives"}, {"Wm3kQ0petraFlint00ad", "Petra Bright", "petra"}, {"Wm3kQ0otisxFlint00ae", "Otis", "otis"}}

var rawVoice = regexp.MustCompile(`^[A-Za-z0-9]{20}$`)

func knownVoice(s string) bool {
	for _, v := range voices {
		if v.id == s || strings.EqualFold(v.alias, s) || strings.EqualFold(v.name, s) {
			return true
		}
	}
	return rawVoice.MatchString(s)
}

func (c *C) music() {
	v, ok := c.body()
	if !ok {
		return
	}
	if v.has("model") && v.str("model", false, 1, -1) != musicModel {
		c.unknownModel([]string{musicModel}, fmt.Sprint(v.o["model"]))
		return
	}
	v.str("prompt", true, 1, -1)
	inst := v.boolean("instrumental", false)
	lyrics := v.str("lyrics", false, 0, -1)
	if v.has("lyrics") && inst {
		v.bad("lyrics", "cannot go with instrumental: true")
	}
	v.int("duration_seconds", false, 30, 5, 240)
	if c.invalid(v) {
		return
	}
	c.pay(Quote{amount: 158500}, func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		d := Obj{"url": "https://cdn.kestrel.example/tracks/" + randHex(8) + ".mp3?expires=86400", "duration_seconds": 178}
		if !inst && !(lyrics == "" && c.g.f("t-lyrics-only-given")) {
			if lyrics == "" {
				lyrics = "[Verse]\nFlint and steel, a little spark"
			}
			d["lyrics"] = lyrics
		}
		return done(Obj{"created": c.g.now().Unix(), "model": musicModel, "data": []Obj{d}})
	})
}

var audioFormats = []string{"mp3", "opus", "pcm", "wav"}

// speechAmount: characters through the rate, 5 percent and the fee, at least 0.003.
func (g *Gateway) speechAmount(m *speechModel, chars int) micro {
	amount := ceilMicro(mul(ratInt(int64(chars)), rat(m.rate), rat("0.00105"))) + fee
	if amount < 3000 {
		amount = 3000
	}
	return amount
}

func (c *C) speech() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	m := &g.cat.speech[0]
	if v.has("model") {
		id := v.str("model", false, 1, -1)
		if m = g.cat.findSpeech(id); m == nil {
			var ids []string
			for _, s := range g.cat.speech {
				ids = append(ids, s.id)
			}
			c.unknownModel(ids, fmt.Sprint(v.o["model"]))
			return
		}
	}
	most := m.max
	if g.f("t-speech-v3-limit") && m.label == "expressive v3" {
		most = 10000
	}
	input := v.str("input", true, 1, most)
	directed := m.rate == ""
	if (!directed || g.f("t-director-voice-checked")) && v.has("voice") { // the prompt-directed model ignores it
		if s := v.str("voice", false, 1, -1); s != "" && !knownVoice(s) {
			v.bad("voice", "is neither an alias nor a voice id; see /api/v1/audio/voices")
		}
	}
	format := v.enum("response_format", "mp3", audioFormats...)
	v.num("speed", "0.7", "1.2")
	if c.invalid(v) {
		return
	}
	chars := utf8.RuneCountInString(input)
	if g.f("t-speech-bytes") {
		chars = len(input)
	}
	q := Quote{}
	secs := int64(chars+14) / 15 // about fifteen characters a second
	if secs > 120 && !g.f("t-directed-uncapped") {
		secs = 120
	}
	if directed {
		q.amount = secs * 3000
		q.extra = Obj{"generation_info": Obj{"estimated_seconds": secs, "max_seconds": 120}}
	} else {
		q.amount = g.speechAmount(m, chars)
	}
	if g.f("t-speech-short-paid-long") {
		if p, _, ok := g.readAuth(c.header()); ok {
			q.amount = p.a.Value.Int64() // what the client says it agreed to
		}
	}
	c.pay(q, func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		if s.outcome == "mirror_fail" {
			return refuse(502, Obj{"error": "Upstream error", "message": "The audio could not be stored; you were not charged"})
		}
		d := Obj{"url": "https://media.flint.example/a/" + randHex(8) + "." + format, "format": format, "characters": chars}
		if directed {
			d["duration_seconds"] = secs
		}
		return done(Obj{"created": g.now().Unix(), "model": m.id, "data": []Obj{d}})
	})
}

func (c *C) effects() {
	v, ok := c.body()
	if !ok {
		return
	}
	text := v.str("text", true, 1, -1)
	v.num("duration_seconds", "0.5", "22")
	v.num("prompt_influence", "0", "1")
	format := v.enum("response_format", "mp3", audioFormats...)
	if c.invalid(v) {
		return
	}
	c.pay(Quote{amount: 53500}, func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		if s.outcome == "mirror_fail" {
			return refuse(502, Obj{"error": "Upstream error", "message": "The audio could not be stored; you were not charged"})
		}
		return done(Obj{"created": c.g.now().Unix(), "model": "lark/foley",
			"data": []Obj{{"url": "https://media.flint.example/a/" + randHex(8) + "." + format, "format": format, "characters": utf8.RuneCountInString(text)}}})
	})
}
