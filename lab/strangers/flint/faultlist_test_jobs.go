package main

import "strings"

// deeperFaults are the second collection: rules across fields and calls.
func deeperFaults() []fault {
	out := jobFaults()
	out = append(out, clipFaults()...)
	out = append(out, ownerFaults()...)
	out = append(out, answerFaults()...)
	out = append(out, arcDeeperFaults()...)
	return append(out, arcAnswerFaults()...)
}

// mural is an image job that takes a moment.
func (k *kit) mural(more Obj) ans {
	return k.pay(imagesPath, merge(k.img(Obj{"model": "tuff/mural"}), more))
}

func jobFaults() []fault {
	const h = "test"
	return []fault{
		{"t-price-four-decimals", h, "The price of a challenge is written with four decimals: 0.01675 becomes 0.0168.",
			"0.01675 up to 1344 sizes, 0.022 at 1440x1440", func(k *kit) bool {
				s, _ := k.post(imagesPath, k.img(Obj{"model": "gneiss/frame"})).at("price", "amount").(string)
				return rat(s).Cmp(rat("0.01675")) != 0
			}},
		{"t-background-unsettled", h, "A background response is only verified when it is created, as if a poll settled it.",
			"| free (settled at create) |", func(k *kit) bool {
				a := k.pay(responsesPath, Obj{"model": "core-2", "input": "hi", "background": true})
				return a.s("id") != "" && len(k.transfers(k.payer)) == 0
			}},
		{"t-attach-ignored", h, "`?stream=true` on a background response is not read.",
			"`?stream=true` attaches to it", func(k *kit) bool {
				id := k.pay(responsesPath, Obj{"model": "core-2", "input": "hi", "background": true}).s("id")
				k.advance(10)
				return !contains(k.get(responsesPath+"/"+id+"?stream=true").h.Get("Content-Type"), "event-stream")
			}},
		{"t-image-n-late", h, "The range of n is checked on the paid call only.",
			"default 1, 1 to 10; validated before the 402", func(k *kit) bool {
				return k.post(imagesPath, k.img(Obj{"n": 11})).status != 400
			}},
		{"t-image-rounded-before-n", h, "The price of one image is rounded to four decimals before it is multiplied.",
			"catalog rate for the size, times `n`, times 1.05, plus 0.001 once per call", func(k *kit) bool {
				return k.amount(imagesPath, k.img(Obj{"model": "gneiss/frame", "n": 7})) != "111250"
			}},
		{"t-source-url-base64", h, "For base64 models source_url keeps the whole image.",
			"original upstream URL; for base64 outputs only the MIME type is kept", func(k *kit) bool {
				s, _ := k.pay(imagesPath, k.img(Obj{"model": "chert/line"})).at("data", 0, "source_url").(string)
				return contains(s, "base64")
			}},
		{"t-settled-job-any-wallet", h, "Once a job is settled any wallet may fetch it.",
			"Polling an async image or video job requires a payment header signed by the wallet that submitted the POST", func(k *kit) bool {
				a := k.mural(nil)
				k.advance(10)
				k.polled(a)
				return k.payAs(k.other, "GET", a.s("poll_url"), nil, twist{}).status != 403
			}},
		{"t-failed-settlement-marks-settled", h, "A job counts as settled before its settlement: when that fails, the next poll gives it away.",
			"first completed poll settles payment exactly once", func(k *kit) bool {
				a := k.mural(nil)
				k.advance(10)
				k.control("POST", "settlement", Obj{"outcome": "fail", "times": 1})
				k.polled(a)
				return k.polled(a).status == 200 && len(k.transfers(k.payer)) == 0
			}},
		{"t-stall-only-when-polled", h, "The hour is only looked at while a job runs: one that ends later and is polled after that is delivered and charged.",
			"| in_progress | 1 hour without finishing (images) | | failed | stall message, never charged |", func(k *kit) bool {
				k.upstream("POST "+imagesPath, "slow", Obj{"seconds": 5400})
				a := k.pay(imagesPath, k.img(nil))
				k.advance(7200)
				return k.polled(a).s("status") != "failed"
			}},
		{"t-poll-price-single", h, "The finished job states the price of one image, whatever n was.",
			"USD billed including margin and fee", func(k *kit) bool {
				a := k.mural(Obj{"n": 3})
				k.advance(10)
				return k.polled(a).at("price", "amount") != a.at("price", "amount")
			}},
		{"t-edit-b-four", h, "An edit takes four images for every model.",
			"at most 4 for the IMG-A models, 3 for the IMG-B models", func(k *kit) bool {
				return k.post(editPath, Obj{"model": "mica/flake-1", "prompt": "p", "image": Arr{png, png, png, png}}).status != 400
			}},
		{"t-multipart-size-lost", h, "The multipart form of an edit forgets the size.",
			"(repeated `image[]` file fields, plus `mask`, `model`, `prompt`, `size`, `n`)", func(k *kit) bool {
				square := k.amount(editPath, Obj{"model": "basalt/paint-1", "prompt": "p", "image": png})
				part := func(name, value string) string {
					return "--cut\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"
				}
				form := part("model", "basalt/paint-1") + part("prompt", "p") + part("size", "1536x1024") +
					strings.Replace(part("image[]", "\x89PNG\r\n\x1a\n0000"), "\"\r\n", "\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n", 1) + "--cut--\r\n"
				a := k.do("POST", k.url+editPath, form, map[string]string{"Content-Type": "multipart/form-data; boundary=cut"})
				return a.at("accepts", 0, "amount") == square
			}},
	}
}
