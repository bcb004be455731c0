package main

import (
	"fmt"
	"math/big"
	"strings"
)

// What this deployment sells. Labels of the documents are kept next to our own ids.

type textModel struct {
	id, desc   string
	in, out    *big.Rat // dollars per token
	window     int64
	categories []string
	speaks     string // "messages", "responses", "generate" or ""
}

type imageModel struct {
	label, id string
	sizes     []string
	rates     map[string]string // catalog rate per size, before margin and fee
	async     bool
	base64    bool
}

type videoModel struct {
	label, id, family string // family R, G or S
	min, max, def     int64
	resolutions       []string
	rate              string // S: dollars per million tokens
	perRes            map[string]string
	faces             bool
	lastFrame         bool
}

type speechModel struct {
	label, id, rate string
	max             int
}

type catalog struct {
	text   []textModel
	image  []imageModel
	video  []videoModel
	speech []speechModel
}

// segments: the vendor segments (and other closed sets) behind placeholders.
var segments = map[string][]string{
	"websearch": {"lumen"}, "sandbox": {"burrow"}, "cryptodata": {"coinscope"}, "defidata": {"tidepool"}, "swap": {"barter"},
	"venue_a": {"polis"}, "venue_b": {"kalends"}, "venue_c": {"tally"}, "venue_d": {"wagerly"}, "venue_e": {"foresee"}, "social": {"chirrup"},
	"venue":  {"polis", "kalends", "tally", "wagerly", "foresee"},
	"class":  {"crypto", "fx", "commodity", "usstock"},
	"market": {"us", "hk", "jp", "kr", "gb", "de", "fr", "nl", "ie", "lu", "cn", "ca"},
}

func perM(s string) *big.Rat { return new(big.Rat).Quo(rat(s), ratInt(1000000)) }

func newCatalog(host string) *catalog {
	c := &catalog{}
	add := func(id, in, out, speaks string, window int64, cats ...string) {
		c.text = append(c.text, textModel{id, "Text model " + id, perM(in), perM(out), window, cats, speaks})
	}
	add("ember/ember-large", "2.5", "10", "", 256000, "chat", "reasoning", "coding")
	add("ember/ember-small", "0.15", "0.6", "", 128000, "chat")
	add("slate/slate-vision", "0.8", "3.2", "", 200000, "chat", "vision")
	if host == "arc" {
		for i := 1; i <= 36; i++ {
			add(fmt.Sprintf("quarry/pebble-%02d", i), fmt.Sprintf("0.%02d", i+10), fmt.Sprintf("1.%02d", i), "", 131072, "chat")
		}
		add("ember/ember-titan", "15", "75", "", 400000, "chat", "reasoning")
	}
	nm, nr := 4, 6
	if host == "arc" {
		nm, nr = 10, 30
	}
	for i := 0; i < nm; i++ {
		add(fmt.Sprintf("obsidian/verse-%d", i+1), fmt.Sprint(1+i), fmt.Sprint(5+5*i), "messages", 200000, "chat", "vision")
	}
	for i := 0; i < nr; i++ {
		add(fmt.Sprintf("basalt/core-%d", i+1), fmt.Sprintf("%d.25", i%4), fmt.Sprint(2+i%9), "responses", 400000, "chat", "reasoning")
	}
	add("mica/mica-native", "0.3", "2.5", "generate", 1000000, "chat", "vision")
	if host == "arc" {
		return c
	}
	sq := []string{"1024x1024", "1536x1024", "1024x1536"}
	img := func(label, id string, sizes []string, rates ...string) *imageModel {
		m := imageModel{label: label, id: id, sizes: sizes, rates: map[string]string{}}
		for i, s := range sizes {
			m.rates[s] = rates[min(i, len(rates)-1)]
		}
		c.image = append(c.image, m)
		return &c.image[len(c.image)-1]
	}
	img("IMG-A1", "basalt/paint-1", sq, "0.02", "0.04")
	img("IMG-A2", "basalt/paint-2", sq, "0.06", "0.12")
	img("IMG-B1", "mica/flake-1", sq[:1], "0.05")
	img("IMG-B2", "mica/flake-2", sq[:1], "0.09")
	img("IMG-B3", "mica/flake-3", []string{"1024x1024", "2048x2048", "4096x4096"}, "0.1", "0.1", "0.15")
	img("IMG-C", "gneiss/frame", []string{"512x512", "768x768", "1024x1024", "768x1344", "1344x768", "1440x1440"},
		"0.015", "0.015", "0.015", "0.015", "0.015", "0.02")
	img("IMG-D1", "chert/line", sq[:1], "0.02").base64 = true
	img("IMG-D2", "chert/line-pro", sq[:1], "0.07")
	img("IMG-E", "tuff/mural", []string{"1024x1024", "1280x720", "2048x1024", "2048x2048", "2560x1664", "2432x1792", "2688x1600", "2848x1600"},
		"0.045", "0.045", "0.045", "0.09").async = true
	vid := func(label, id, fam string, min, max, def int64, rate string, res ...string) *videoModel {
		c.video = append(c.video, videoModel{label: label, id: id, family: fam, min: min, max: max, def: def, rate: rate, resolutions: res})
		return &c.video[len(c.video)-1]
	}
	vid("VID-R", "basalt/reel", "R", 4, 12, 4, "", "720p").perRes = map[string]string{"720p": "0.1"}
	vid("VID-G1", "geode/clip-1", "G", 1, 15, 8, "", "480p", "720p").perRes = map[string]string{"480p": "0.05", "720p": "0.07"}
	vid("VID-G2", "geode/clip-2", "G", 1, 15, 8, "", "480p", "720p", "1080p").perRes = map[string]string{"480p": "0.05", "720p": "0.07", "1080p": "0.11"}
	vid("VID-S15", "shale/motion-15", "S", 4, 12, 5, "3.108", "480p", "720p", "1080p").lastFrame = true
	for _, s := range [][3]string{{"VID-S2M", "shale/motion-2-mini", "3.626"}, {"VID-S2F", "shale/motion-2-fast", "7.252"}, {"VID-S2", "shale/motion-2", "9.9715"}} {
		res := []string{"480p", "720p"}
		if s[0] == "VID-S2" {
			res = append(res, "1080p", "4K")
		}
		m := vid(s[0], s[1], "S", 4, 15, 5, s[2], res...)
		m.faces, m.lastFrame = true, true
	}
	vid("VID-S25", "shale/motion-25", "S", 4, 30, 5, "13.8565", "480p", "720p")
	c.speech = []speechModel{
		{"flash", "lark/flash", "0.05", 40000}, {"turbo", "lark/turbo", "0.05", 40000}, {"multilingual", "lark/polyglot", "0.1", 10000},
		{"expressive v3", "lark/expressive-3", "0.1", 5000}, {"prompt-directed audio model", "lark/director", "", 3000},
	}
	return c
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func (c *catalog) findText(id string) *textModel {
	for i := range c.text {
		if c.text[i].id == id {
			return &c.text[i]
		}
	}
	return nil
}

// findFamily looks only among the ids that speak a format; bare allows the id without its provider.
func (c *catalog) findFamily(id, speaks string, bare bool) *textModel {
	for i := range c.text {
		m := &c.text[i]
		if m.speaks == speaks && (m.id == id || bare && m.id[strings.Index(m.id, "/")+1:] == id) {
			return m
		}
	}
	return nil
}

func (c *catalog) findImage(id string) *imageModel {
	for i := range c.image {
		if c.image[i].id == id {
			return &c.image[i]
		}
	}
	return nil
}

func (c *catalog) byLabel(label string) string {
	for _, m := range c.image {
		if m.label == label {
			return m.id
		}
	}
	for _, m := range c.video {
		if m.label == label {
			return m.id
		}
	}
	return ""
}

func (c *catalog) findVideo(id string) *videoModel {
	for i := range c.video {
		if c.video[i].id == id {
			return &c.video[i]
		}
	}
	return nil
}

func (c *catalog) findSpeech(id string) *speechModel {
	for i := range c.speech {
		if c.speech[i].id == id {
			return &c.speech[i]
		}
	}
	return nil
}
