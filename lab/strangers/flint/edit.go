package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"strings"
)

var editModels = []string{"IMG-A1", "IMG-A2", "IMG-B1", "IMG-B3"}

// form turns a multipart edit into the JSON form, so that both are checked alike.
func (c *C) form() (*V, bool) {
	ct, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || ct != "multipart/form-data" {
		return c.body()
	}
	o, images := Obj{}, Arr{}
	rd := multipart.NewReader(bytes.NewReader(c.raw), params["boundary"])
	for {
		part, err := rd.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			c.json(400, Obj{"error": "Invalid request body", "message": "The multipart body cannot be read",
				"details": []Obj{{"field": "body", "message": "broken multipart body"}}})
			return nil, false
		}
		b, _ := io.ReadAll(part)
		name := part.FormName()
		val := string(b)
		if part.FileName() != "" || part.Header.Get("Content-Type") != "" {
			t := part.Header.Get("Content-Type")
			if t == "" || t == "application/octet-stream" {
				t = "image/png"
			}
			val = "data:" + t + ";base64," + base64.StdEncoding.EncodeToString(b)
		}
		switch name {
		case "image[]", "image":
			images = append(images, val)
		case "size":
			if !c.g.f("t-multipart-size-lost") {
				o[name] = val
			}
		case "n":
			o["n"] = json.Number(strings.TrimSpace(val))
		default:
			o[name] = val
		}
	}
	if len(images) == 1 {
		o["image"] = images[0] // one file is a single image, not a fusion
	} else if len(images) > 1 {
		o["image"] = images
	}
	c.o = o
	return &V{o: o}, true
}

func dataURI(s string) ([]byte, bool) {
	if !strings.HasPrefix(s, "data:image/") {
		return nil, false
	}
	i := strings.Index(s, ";base64,")
	if i < 0 {
		return nil, false
	}
	raw := s[i+8:]
	b, err := base64.StdEncoding.DecodeString(raw)
	if err != nil {
		b, err = base64.RawStdEncoding.DecodeString(raw)
	}
	return b, err == nil && len(b) > 0
}

func (c *C) edit() {
	v, ok := c.form()
	if !ok {
		return
	}
	g := c.g
	model := v.str("model", false, 1, -1)
	if !v.has("model") {
		model = g.cat.byLabel("IMG-A2")
	}
	v.str("prompt", true, 1, -1)
	m := g.cat.findImage(model)
	if m == nil || !in(m.label, editModels) {
		var ids []string
		for _, l := range editModels {
			ids = append(ids, g.cat.byLabel(l))
		}
		c.unknownModel(ids, model)
		return
	}
	familyA := strings.HasPrefix(m.label, "IMG-A")
	most := 3
	if g.f("t-edit-b-four") {
		most = 4
	}
	if familyA {
		most = 4
	}
	fusing := false
	if x, has := v.get("image", true); has {
		var list Arr
		switch t := x.(type) {
		case string:
			list = Arr{t}
		case Arr:
			list, fusing = t, true
		default:
			v.bad("image", "must be a data URI or an array of data URIs")
		}
		if fusing && (len(list) == 0 || len(list) > most) {
			v.bad("image", fmt.Sprintf("may hold 1 to %d images for this model", most))
		}
		for i, e := range list {
			s, _ := e.(string)
			if _, good := dataURI(s); !good {
				v.bad("image", fmt.Sprintf("(item %d) must be a base64 data URI", i))
			}
		}
	}
	if v.has("mask") {
		mask := v.str("mask", false, 0, -1)
		if _, good := dataURI(mask); !good {
			v.bad("mask", "must be a base64 data URI")
		}
		if !familyA {
			v.bad("mask", "is not supported by this model")
		}
		if fusing && !g.f("t-edit-mask-with-array") {
			v.bad("mask", "cannot go with an image array")
		}
	}
	size := "1024x1024"
	if v.has("size") {
		size = v.str("size", false, 1, -1)
	}
	if !in(size, m.sizes) {
		v.bad("size", "must be one of "+strings.Join(m.sizes, ", "))
	}
	n := v.int("n", false, 1, 1, 10)
	if c.invalid(v) {
		return
	}
	c.pay(Quote{amount: g.imageAmount(m, size, n)}, func(p *Pay) Res {
		s := c.take()
		switch s.outcome {
		case "fail":
			return refuse(500, Obj{"error": "Image edit failed", "message": "The provider failed; you were not charged"})
		case "timeout":
			if g.f("t-edit-timeout-500") {
				return refuse(500, Obj{"error": "Image edit failed", "message": "The provider failed; you were not charged"})
			}
			return refuse(504, Obj{"error": "Image edit timed out", "message": "You were not charged"})
		}
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		data := []Obj{}
		for i := int64(0); i < n; i++ {
			data = append(data, Obj{"url": fmt.Sprintf("https://media.flint.example/e/%s.png", randHex(8)), "revised_prompt": "Edited as asked"})
		}
		return done(Obj{"created": g.now().Unix(), "data": data})
	})
}
