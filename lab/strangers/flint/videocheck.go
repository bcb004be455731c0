package main

import (
	"fmt"
	"strings"
)

// seedURL checks a picture that seeds a clip: a public URL, or a data URI holding real image bytes.
func (c *C) seedURL(v *V, field string, x any) {
	s, isStr := x.(string)
	if !isStr || s == "" {
		v.bad(field, "must be a URL or a data URI")
		return
	}
	if strings.HasPrefix(s, "data:") {
		if b, ok := dataURI(s); !ok || (!imageBytes(b) && !c.g.f("t-video-data-uri-unchecked")) {
			v.bad(field, "must hold real image bytes")
		}
		return
	}
	if !publicURL(s, false) || !imageType(s) {
		v.bad(field, "must be a public http(s) URL of an image")
	}
}

// refMedia checks reference_videos and reference_audios, which are gated whatever they hold.
func (v *V) refMedia(k string) {
	x, ok := v.o[k]
	if !ok {
		return
	}
	a, isArr := x.(Arr)
	if !isArr || len(a) < 1 || len(a) > 3 {
		v.bad(k, "must be an array of 1 to 3 {url}")
		return
	}
	for i, e := range a {
		o, _ := e.(Obj)
		if u, isStr := o["url"].(string); !isStr || u == "" {
			v.bad(fmt.Sprintf("%s[%d].url", k, i), "must be a string")
		}
	}
}

// checkVideo validates everything before any 402; nil means it has answered.
func (c *C) checkVideo(v *V) *videoReq {
	g := c.g
	id := v.str("model", false, 1, -1)
	if !v.has("model") {
		id = g.cat.byLabel("VID-G1")
	}
	m := g.cat.findVideo(id)
	if m == nil {
		c.unknownModel(g.videoIDs(), id)
		return nil
	}
	rq := &videoReq{model: m, prompt: v.str("prompt", true, 1, -1)}
	for _, k := range []string{"video_url", "audio_url"} {
		if v.has(k) {
			v.bad(k, "is not accepted; use reference_videos or reference_audios")
		}
	}
	image, face, last, refs := v.has("image_url"), v.has("real_face_asset_id"), v.has("last_frame_url"), v.has("reference_image_urls")
	rq.seeded = image
	if image {
		c.seedURL(v, "image_url", v.o["image_url"])
	}
	// rules across fields hold for every model, also where a family would ignore the field
	if image && face {
		v.bad("real_face_asset_id", "excludes image_url")
	}
	if last && !image {
		v.bad("last_frame_url", "needs image_url")
	}
	if last && face {
		v.bad("last_frame_url", "excludes real_face_asset_id")
	}
	if refs && (image || last || face && !g.f("t-refs-with-face")) {
		v.bad("reference_image_urls", "cannot go with image_url, last_frame_url or real_face_asset_id")
	}
	c.familyFields(v, m, rq, face, last, refs)
	v.inputType(image, face, last, refs)
	rq.secs = c.duration(v, m)
	rq.res = c.resolution(v, m)
	v.refMedia("reference_videos")
	v.refMedia("reference_audios")
	if len(v.errs) > 0 && v.o["__inferred"] != nil {
		c.json(400, Obj{"error": "Invalid request body", "message": "input_type does not match the seed fields", "details": v.errs,
			"inferred_input_type": v.o["__inferred"]})
		return nil
	}
	if c.invalid(v) {
		return nil
	}
	if v.has("reference_videos") || v.has("reference_audios") && !g.f("t-reference-audio-open") {
		c.json(503, Obj{"error": "Service unavailable", "message": "Reference video and audio are switched off for now; nothing was charged"})
		return nil
	}
	return rq
}

// familyFields: what S supports per model, what G and R ignore.
func (c *C) familyFields(v *V, m *videoModel, rq *videoReq, face, last, refs bool) {
	g := c.g
	switch m.family {
	case "S":
		if face {
			id := v.str("real_face_asset_id", false, 1, -1)
			if !m.faces {
				v.bad("real_face_asset_id", "is not supported by this model")
			} else if !strings.HasPrefix(id, "ta_") || !g.knownAsset(id) {
				v.bad("real_face_asset_id", "is not an enrolled asset")
			}
		}
		if refs {
			list := v.strs("reference_image_urls", false, 1, 9)
			for _, u := range list {
				c.seedURL(v, "reference_image_urls", u)
			}
			if !m.faces {
				v.bad("reference_image_urls", "is not supported by this model")
			}
			rq.refs = len(list)
		}
		if last {
			c.seedURL(v, "last_frame_url", v.o["last_frame_url"])
			if !m.lastFrame {
				v.bad("last_frame_url", "is not supported by this model")
			}
		}
		v.enum("aspect_ratio", "adaptive", ratiosS...)
		v.boolean("generate_audio", !rq.seeded && !face)
		v.int("seed", false, 0, -noMax, noMax)
		v.boolean("watermark", false)
		rq.lastFrame = v.boolean("return_last_frame", false)
	case "G":
		if last {
			v.bad("last_frame_url", "is not supported by this model")
		}
		ratios := ratiosG
		if g.f("t-g-wide-ratio") {
			ratios = append(ratiosG[:len(ratiosG):len(ratiosG)], "21:9")
		}
		v.enum("aspect_ratio", "16:9", ratios...)
	}
}

func (v *V) inputType(image, face, last, refs bool) {
	inferred := "text"
	switch {
	case refs:
		inferred = "reference"
	case image && last:
		inferred = "first_last_frame"
	case image || face:
		inferred = "image"
	}
	if x, ok := v.o["input_type"]; ok && x != inferred {
		v.bad("input_type", "must match the fields sent: "+inferred)
		v.o["__inferred"] = inferred
	}
}

func (c *C) duration(v *V, m *videoModel) int64 {
	def := m.def
	d := v.int("duration_seconds", false, def, m.min, m.max)
	if m.family == "R" && d != 4 && d != 8 && d != 12 {
		v.bad("duration_seconds", "must be 4, 8 or 12")
	}
	return d
}

func (c *C) resolution(v *V, m *videoModel) string {
	def := "480p"
	if m.family != "G" || m.label == "VID-G2" && c.g.f("t-g2-default-720") {
		def = "720p"
	}
	res := v.enum("resolution", def, allResolutions...)
	if !in(res, m.resolutions) && m.label != "VID-S2M" { // the budget model leaves the refusal to the provider
		v.bad("resolution", "must be one of "+strings.Join(m.resolutions, ", "))
		return def
	}
	return res
}
