package main

import "strings"

// Faults of video and audio.

func clipFaults() []fault {
	const h = "test"
	return []fault{
		{"t-videos-usual-window", h, "The delegating path `/videos` challenges with the usual window.",
			"async image and video challenges use 600", func(k *kit) bool {
				a := k.post("/api/v1/videos", Obj{"content": Arr{Obj{"type": "text", "text": "p"}}})
				secs, _ := toInt(a.at("accepts", 0, "maxTimeoutSeconds"))
				return a.status == 402 && secs != 600
			}},
		{"t-g2-default-720", h, "VID-G2 without a resolution is billed at 720p.",
			"default 720p for family S, 480p for family G", func(k *kit) bool {
				b := Obj{"model": "geode/clip-2", "prompt": "p"}
				plain := k.amount(videosPath, b)
				b["resolution"] = "480p"
				return plain != k.amount(videosPath, b)
			}},
		{"t-g-wide-ratio", h, "Family G takes 21:9 as family S does.",
			"(`adaptive` and `21:9` give 400)", func(k *kit) bool {
				return k.post(videosPath, Obj{"model": "geode/clip-1", "prompt": "p", "aspect_ratio": "21:9"}).status != 400
			}},
		{"t-refs-with-face", h, "Reference images may go with a face asset.",
			"own mode, cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`; no surcharge", func(k *kit) bool {
				return k.post(videosPath, k.vid(Obj{"real_face_asset_id": k.enrollFace(), "reference_image_urls": Arr{"https://img.example.com/a.png"}})).status != 400
			}},
		{"t-poll-duration-unbound", h, "Of a poll query only sig is looked at: another duration beside it passes.",
			"(an HMAC over billed duration, image flag, resolution and reference counts; a hand-built query gives 400)", func(k *kit) bool {
				u := k.pay(videosPath, k.vid(nil)).s("poll_url")
				return k.get(strings.Replace(u, "duration=5", "duration=6", 1)).status != 400
			}},
		{"t-reference-audio-open", h, "Only reference videos are gated, reference audios are not.",
			"array of `{url}` 1 to 3, each up to 15.2 s | no | currently gated with 503", func(k *kit) bool {
				return k.post(videosPath, k.vid(Obj{"reference_audios": Arr{Obj{"url": "https://img.example.com/a.mp3"}}})).status != 503
			}},
		{"t-late-claim-fails", h, "A finished clip can only be settled with the authorization of the POST: past its window nothing helps.",
			"its result stays claimable by re-polling the same `poll_url` with a fresh signature from the same wallet for about 48 hours", func(k *kit) bool {
				a := k.pay(videosPath, k.vid(nil))
				k.advance(1200)
				return k.polled(a).status != 200
			}},
		{"t-speech-bytes", h, "Speech counts the bytes of the text.",
			"price is characters divided by 1000, times the rate, plus 5 percent, minimum 0.003", func(k *kit) bool {
				q := func(s string) string { return k.amount(speechPath, Obj{"input": repeat(s, 2000)}) }
				return q("\u00e9") != q("e")
			}},
		{"t-speech-short-paid-long", h, "The paid call of speech takes the price from the payment.",
			"The price is recomputed from the body on the paid call, so a payment signed for short text cannot be reused for longer text.", func(k *kit) bool {
				header := k.sign(k.payer, k.post(speechPath, Obj{"input": "short"}), twist{})
				return k.with("POST", speechPath, Obj{"input": repeat("long ", 2000)}, header).status == 200
			}},
		{"t-director-voice-checked", h, "The prompt-directed model refuses voices that it does not know.",
			"The prompt-directed model ignores `voice`", func(k *kit) bool {
				return k.post(speechPath, Obj{"model": "lark/director", "input": "hello", "voice": "no-such-voice"}).status == 400
			}},
	}
}
