package main

import "fmt"

// Faults of single members, units and branches of answers.

const (
	lookupPath  = "/api/v1/chirrup/users/lookup"
	sandboxPath = "/api/v1/burrow/sandbox/"
	onePixel    = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

func answerFaults() []fault {
	const h = "test"
	return []fault{
		{"t-poll-challenge-bare", h, "The challenge of a poll without a payment header does not name the job and its model.",
			"402 no header (fresh challenge with `job_id`, `model`, `price`)", func(k *kit) bool {
				a := k.get(k.mural(nil).s("poll_url"))
				return a.status == 402 && a.s("job_id") == ""
			}},
		{"t-image-created-millis", h, "`created` of an image result counts milliseconds.",
			"| created | integer | unix seconds |", func(k *kit) bool {
				at, _ := toInt(k.pay(imagesPath, k.img(nil)).at("created"))
				return at > 100000000000
			}},
		{"t-edit-timeout-500", h, "An edit that times out is answered as one that fails.",
			"| 504 | image edit | timed out |", func(k *kit) bool {
				const path = "/api/v1/images/image2image"
				k.upstream("POST "+path, "timeout", nil)
				return k.pay(path, Obj{"model": "basalt/paint-1", "prompt": "p", "image": onePixel}).status == 500
			}},
		{"t-reference-image-surcharge", h, "Reference images are billed with the factor of reference audios.",
			"own mode, cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`; no surcharge", func(k *kit) bool {
				refs := Arr{"https://img.example.com/a.png", "https://img.example.com/b.png"}
				return k.amount(videosPath, k.vid(nil)) != k.amount(videosPath, k.vid(Obj{"reference_image_urls": refs}))
			}},
		{"t-lyrics-only-given", h, "A sung track comes with lyrics only when the caller sent them.",
			"`lyrics` present unless instrumental", func(k *kit) bool {
				a := k.pay("/api/v1/audio/generations", Obj{"prompt": "p"})
				return a.status == 200 && a.at("data", 0, "lyrics") == nil
			}},
		{"t-leave-message-empty", h, "A call that shall leave a message is accepted without the message.",
			"required when the action is `leave_message`", func(k *kit) bool {
				return k.post("/api/v1/voice/call", Obj{"to": "+14155550100", "task": "say hello to them", "voicemail_action": "leave_message"}).status != 400
			}},
		{"t-running-returncode-zero", h, "A sandbox that still runs already has returncode 0.",
			"`returncode` (null while running)", func(k *kit) bool {
				b := Obj{"sandbox_id": k.pay(sandboxPath+"create", Obj{}).s("sandbox_id")}
				a := k.pay(sandboxPath+"status", b)
				return a.s("status") == "running" && a.at("returncode") != nil
			}},
		{"t-lookup-billed-uncut", h, "A lookup of more than 100 users is priced before the list is cut.",
			"Price 0.002 per user, minimum 0.02 (10 users), maximum 0.20 (100).", func(k *kit) bool {
				names := Arr{}
				for i := 0; i < 120; i++ {
					names = append(names, fmt.Sprintf("user%d", i))
				}
				return k.amount(lookupPath, Obj{"usernames": names}) != "200000"
			}},
		{"t-unknown-history-empty", h, "The history of a symbol that does not exist is an empty list of bars, and charged for equities.",
			"Unknown symbol gives 404, no charge.", func(k *kit) bool {
				return k.get("/api/v1/crypto/history/NOSUCH-USD").status != 404
			}},
	}
}
