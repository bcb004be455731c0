package main

const (
	imagesPath  = "/api/v1/images/generations"
	editPath    = "/api/v1/images/image2image"
	videosPath  = "/api/v1/videos/generations"
	speechPath  = "/api/v1/audio/speech"
	effectsPath = "/api/v1/audio/sound-effects"
	png         = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

func (k *kit) img(more Obj) Obj { return merge(Obj{"model": "basalt/paint-1", "prompt": "p"}, more) }
func (k *kit) vid(more Obj) Obj { return merge(Obj{"model": "shale/motion-2", "prompt": "p"}, more) }

// polled looks at a job with a fresh signature of the payer.
func (k *kit) polled(job ans) ans { return k.payAs(k.payer, "GET", job.s("poll_url"), nil, twist{}) }

func mediaFaults() []fault {
	const h = "test"
	return []fault{
		{"t-image-c-768x1344", h, "One tall size of IMG-C costs what the largest costs.",
			"0.01675 up to 1344 sizes, 0.022 at 1440x1440", func(k *kit) bool {
				return k.amount(imagesPath, k.img(Obj{"model": "gneiss/frame", "size": "768x1344"})) != "16750"
			}},
		{"t-image-fee-per-image", h, "The flat fee is taken for each image.",
			"catalog rate for the size, times `n`, times 1.05, plus 0.001 once per call", func(k *kit) bool {
				return k.amount(imagesPath, k.img(Obj{"n": 3})) != "64000"
			}},
		{"t-image-charged-at-post", h, "An async image job is charged when it is accepted.",
			"POST verifies payment (no funds move), claims the nonce, creates a job.", func(k *kit) bool {
				a := k.pay(imagesPath, k.img(Obj{"model": "tuff/mural"}))
				return a.status == 202 && len(k.transfers(k.payer)) > 0
			}},
		{"t-stall-two-hours", h, "An image job is given up only after two hours.",
			"| in_progress | 1 hour without finishing (images) | | failed | stall message, never charged |", func(k *kit) bool {
				k.upstream("POST "+imagesPath, "slow", Obj{"seconds": 90000})
				a := k.pay(imagesPath, k.img(nil))
				k.advance(3660)
				return k.polled(a).s("status") != "failed"
			}},
		{"t-failed-says-verified", h, "The poll of a failed job still says payment_status verified.",
			"failed (200) `{id, object, status: failed, model, error, payment_status: not_charged, note}`", func(k *kit) bool {
				k.upstream("POST "+imagesPath, "slow", nil)
				a := k.pay(imagesPath, k.img(nil))
				k.event("image_job", a.s("id"), "failed", nil)
				return k.polled(a).s("payment_status") != "not_charged"
			}},
		{"t-later-poll-settled", h, "Every later poll says settled again.",
			"first completed poll settles payment exactly once; later polls return `already_settled`", func(k *kit) bool {
				a := k.pay(imagesPath, k.img(Obj{"model": "tuff/mural"}))
				k.advance(10)
				k.polled(a)
				return k.polled(a).at("payment", "status") != "already_settled"
			}},
		{"t-mirror-flag", h, "backed_up is true although the mirror failed.",
			"| data[].backed_up | boolean | true when mirrored |", func(k *kit) bool {
				k.upstream("POST "+imagesPath, "mirror_fail", nil)
				return k.pay(imagesPath, k.img(nil)).at("data", 0, "backed_up") != false
			}},
		{"t-catalog-b3-rate", h, "The catalog lists the largest size of IMG-B3 at the rate of the smaller ones.",
			"Catalog rates are in `GET /api/v1/images/models`.", probeImageCatalog},
		{"t-edit-mask-with-array", h, "An edit takes a mask together with an image array.",
			"A mask on a IMG-B model, a mask together with an image array, or more images than the cap returns 400.", func(k *kit) bool {
				return k.post(editPath, Obj{"prompt": "p", "image": Arr{png, png}, "mask": png}).status != 400
			}},
		{"t-video-1080-factor", h, "1080p counts twice instead of 2.25 times.",
			"times resolution factor (480p 0.5, 1080p 2.25, 4K 9)", func(k *kit) bool {
				q := func(r string) int64 {
					return micros(k.amount(videosPath, k.vid(Obj{"resolution": r, "duration_seconds": 4}))) - 1000
				}
				d := q("1080p")*100 - q("720p")*225
				return d > 1000 || d < -1000
			}},
		{"t-video-kept-a-day", h, "A finished clip that nobody fetched is thrown away after a day.",
			"its result stays claimable by re-polling the same `poll_url` with a fresh signature from the same wallet for about 48 hours", func(k *kit) bool {
				a := k.pay(videosPath, k.vid(nil))
				k.advance(36 * 3600)
				return k.polled(a).status != 200
			}},
		{"t-settle-every-poll", h, "Each poll of a finished clip settles again.",
			"first completed poll settles payment exactly once", func(k *kit) bool {
				a := k.pay(videosPath, k.vid(nil))
				k.advance(20)
				k.polled(a)
				k.polled(a)
				return len(k.transfers(k.payer)) != 1
			}},
		{"t-video-data-uri-unchecked", h, "A data URI that holds no image passes.",
			"data URIs are checked as real image bytes before any payment", func(k *kit) bool {
				return k.post(videosPath, k.vid(Obj{"image_url": "data:image/png;base64,aGVsbG8gd29ybGQgdGhpcyBpcyB0ZXh0"})).status != 400
			}},
		{"t-speech-v3-limit", h, "The expressive model takes as much text as the multilingual one.",
			"| expressive v3 | 0.10 per 1k characters | 5,000 |", func(k *kit) bool {
				return k.post(speechPath, Obj{"model": "lark/expressive-3", "input": repeat("a", 5001)}).status != 400
			}},
		{"t-directed-uncapped", h, "Long input to the prompt-directed model is quoted beyond 120 seconds.",
			"output is capped at 120 seconds (maximum quote 0.36)", func(k *kit) bool {
				return micros(k.amount(speechPath, Obj{"model": "lark/director", "input": repeat("a", 3000)})) > 361000
			}},
	}
}

// probeImageCatalog holds the quote of every size against the listed rate.
func probeImageCatalog(k *kit) bool {
	l, _ := k.get("/api/v1/images/models").o["models"].(Arr)
	for _, m := range l {
		sizes, _ := dig(m, "sizes").(Arr)
		for _, s := range sizes {
			want := ceilMicro(mul(rat(dig(s, "price").(string)), rat("1.05"))) + fee
			if micros(k.amount(imagesPath, Obj{"model": dig(m, "id"), "prompt": "p", "size": dig(s, "size")})) != want {
				return true
			}
		}
	}
	return len(l) == 0
}
