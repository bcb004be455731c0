package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"time"
)

var (
	allResolutions = []string{"480p", "720p", "1080p", "4K"}
	ratiosS        = []string{"adaptive", "16:9", "9:16", "1:1", "4:3", "3:4", "21:9"}
	ratiosG        = []string{"16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3"}
	resFactor      = map[string]string{"480p": "0.5", "720p": "1", "1080p": "2.25", "4K": "9"}
)

func (g *Gateway) videoIDs() (ids []string) {
	for _, m := range g.cat.video {
		ids = append(ids, m.id)
	}
	return
}

// perSecond is the rate with margin, before the flat fee.
func (g *Gateway) perSecond(m *videoModel, res string) *big.Rat {
	if m.family != "S" {
		return rat(m.perRes[res])
	}
	factor := resFactor[res]
	if g.f("t-video-1080-factor") && res == "1080p" {
		factor = "2"
	}
	return mul(ratInt(21690), rat(factor), perM(m.rate), rat("1.05"))
}

func (g *Gateway) videoAmount(m *videoModel, res string, secs int64) micro {
	amount := ceilMicro(mul(g.perSecond(m, res), ratInt(secs))) + fee
	if amount < 3000 {
		amount = 3000
	}
	return amount
}

type videoReq struct {
	model     *videoModel
	secs      int64
	res       string
	seeded    bool
	refs      int
	lastFrame bool
	prompt    string
}

func (c *C) videos(prefix string) {
	v, ok := c.body()
	if !ok {
		return
	}
	if prefix == "/api/v1/videos/" && !v.fromContent() && c.invalid(v) {
		return
	}
	rq := c.checkVideo(v)
	if rq == nil {
		return
	}
	g, m := c.g, rq.model
	q := Quote{amount: g.videoAmount(m, rq.res, rq.secs), window: 600}
	if g.f("t-reference-image-surcharge") {
		q.amount += (q.amount - fee) * int64(3*rq.refs) / 10 // as if each were a reference audio
	}
	if prefix == "/api/v1/videos/" && g.f("t-videos-usual-window") {
		q.window = 0
	}
	c.pay(q, func(p *Pay) Res {
		s := c.take()
		if s.outcome == "reject" && rq.seeded {
			return refuse(400, Obj{"error": "Invalid request body", "code": "INPUT_IMAGE_REAL_PERSON", "message": "The provider refused image_url: it seems to show a real person",
				"details": []Obj{{"field": "image_url", "message": "must not show a real person"}}})
		}
		later := s.outcome == "slow" || s.outcome == "timeout" || s.outcome == "capacity" || s.outcome == "fail" && s.stageRun()
		if !later {
			if bad := c.trouble(s); bad != nil {
				return *bad
			}
		}
		now := g.now()
		j := &job{id: strings.Split(m.id, "/")[0] + ":" + randHex(10), kind: "video", payer: p.from, model: m.id, pay: p, amount: q.amount, window: 600}
		j.query = g.pollQuery(rq)
		j.path = prefix + j.id + "?" + j.query
		j.plan(s, now, 3*time.Second)
		j.result = func(j *job) Obj { return videoResult(j, rq) }
		g.mu.Lock()
		g.jobs[j.id] = j
		g.claims[p.key] = &claim{j.id, j.path}
		g.mu.Unlock()
		env := Obj{"id": j.id, "object": "video.generation.job", "status": "queued", "model": m.id, "duration_seconds": rq.secs,
			"price": price(j.amount), "payment_status": "verified", "created": now.Unix(), "poll_url": j.path}
		return refuse(202, env)
	})
}

// pollQuery signs what was billed: duration, image flag, resolution and reference count.
func (g *Gateway) pollQuery(rq *videoReq) string {
	i2v := "0"
	if rq.seeded {
		i2v = "1"
	}
	mac := hmac.New(sha256.New, g.secret)
	fmt.Fprintf(mac, "%d|%s|%s|%d", rq.secs, i2v, rq.res, rq.refs)
	return fmt.Sprintf("model=%s&duration=%d&i2v=%s&res=%s&refs=%d&sig=%s", url.QueryEscape(rq.model.id), rq.secs, i2v, rq.res, rq.refs,
		hex.EncodeToString(mac.Sum(nil)[:16]))
}

func videoResult(j *job, rq *videoReq) Obj {
	d := Obj{"url": "https://media.flint.example/v/" + j.id + ".mp4", "source_url": "https://cdn.provider.example/clips/" + j.id + ".mp4?sig=tmp",
		"duration_seconds": rq.secs, "request_id": "rq_" + j.id[strings.Index(j.id, ":")+1:], "backed_up": true}
	if !j.mirrored {
		d["url"], d["backed_up"] = d["source_url"], false
	}
	if rq.lastFrame {
		d["last_frame_url"] = "https://media.flint.example/v/" + j.id + "-last.png"
	}
	return Obj{"id": j.id, "created": j.created.Unix(), "model": j.model, "data": []Obj{d}}
}

// fromContent folds a content[] list into the members of a generation.
func (v *V) fromContent() bool {
	x, ok := v.get("content", true)
	if !ok {
		return false
	}
	a, isArr := x.(Arr)
	if !isArr || len(a) == 0 {
		v.bad("content", "must be a non-empty array")
		return false
	}
	refs := Arr{}
	for i, e := range a {
		it, _ := e.(Obj)
		link := func(k string) any {
			if o, isObj := it[k].(Obj); isObj {
				return o["url"]
			}
			return it[k]
		}
		switch it["type"] {
		case "text":
			v.o["prompt"] = it["text"]
		case "image_url":
			switch it["role"] {
			case "last_frame":
				v.o["last_frame_url"] = link("image_url")
			case "reference_image":
				refs = append(refs, link("image_url"))
			default:
				v.o["image_url"] = link("image_url")
			}
		case "video_url":
			v.o["reference_videos"] = Arr{Obj{"url": link("video_url")}}
		case "audio_url":
			v.o["reference_audios"] = Arr{Obj{"url": link("audio_url")}}
		default:
			v.bad(fmt.Sprintf("content[%d].type", i), "must be text, image_url, video_url or audio_url")
		}
	}
	if len(refs) > 0 {
		v.o["reference_image_urls"] = refs
	}
	return len(v.errs) == 0
}
