package main

import "time"

func (k *kit) enrollFace() string {
	gid := k.post("/api/v1/realface/init", Obj{"name": "n"}).s("group_id")
	k.event("realface", gid, "liveness_passed", nil)
	return k.pay("/api/v1/realface/enroll", Obj{"name": "n", "image_url": "https://img.example.com/a.png", "group_id": gid}).s("asset_id")
}

func (k *kit) buy() ans { return k.pay("/api/v1/phone/numbers/buy", Obj{}) }

func serviceFaults() []fault {
	const h = "test"
	return []fault{
		{"t-face-init-window-day", h, "The ten face sessions of a client come back only after a day.",
			"| Face init | 10 per hour per IP |", func(k *kit) bool {
				for i := 0; i < 11; i++ {
					k.post("/api/v1/realface/init", Obj{"name": "n"})
				}
				k.advance(3660)
				return k.post("/api/v1/realface/init", Obj{"name": "n"}).status == 429
			}},
		{"t-portraits-list-faces", h, "The list of portraits also shows real-person faces.",
			"`GET /api/v1/wallet/<address>/portraits` lists a wallet's portraits", func(k *kit) bool {
				id := k.enrollFace()
				return contains(k.get("/api/v1/wallet/"+k.payer.addr+"/portraits").text(), id)
			}},
		{"t-malformed-group-400", h, "A handle of the wrong shape gets a different answer from an unknown one.",
			"any handle the service did not issue gives 404 `Unknown group` (the same answer for absent and malformed handles)", func(k *kit) bool {
				return k.get("/api/v1/realface/status?groupId=nonsense").status != 404
			}},
		{"t-realfaces-not-cacheable", h, "The list of faces says nothing of caching.",
			"| GET | /api/v1/wallet/<address>/realfaces | free | cacheable 30 seconds; non-address gives 400 |", func(k *kit) bool {
				return !contains(k.get("/api/v1/wallet/"+k.payer.addr+"/realfaces").h.Get("Cache-Control"), "30")
			}},
		{"t-renew-from-now", h, "Renewing early loses the days that were left.",
			"renew (before expiry only) adds 30 days from the current expiry", func(k *kit) bool {
				n := k.buy()
				a := k.pay("/api/v1/phone/numbers/renew", Obj{"phoneNumber": n.s("phone_number")})
				t1, _ := time.Parse(time.RFC3339, n.s("expires_at"))
				t2, _ := time.Parse(time.RFC3339, a.s("expires_at"))
				return t2.Sub(t1) < 29*24*time.Hour
			}},
		{"t-fraud-unknown-keys", h, "The fraud lookup lets unknown keys pass.",
			"an unknown key gives 400 `Invalid request body` with the offending keys in `details`", func(k *kit) bool {
				return k.post("/api/v1/phone/lookup/fraud", Obj{"phoneNumber": "+14155550100", "extra": 1}).status != 400
			}},
		{"t-ambiguous-from-first", h, "With several numbers and no from, the first one calls.",
			"omitted uses the only active number; several owned gives 400 `ambiguous_from`", func(k *kit) bool {
				k.buy()
				k.buy()
				return k.pay("/api/v1/voice/call", Obj{"to": "+14155550100", "task": "say hello to them"}).status != 400
			}},
		{"t-terminate-twice-404", h, "Terminating a sandbox that has ended is an error.",
			"terminate on a terminated sandbox is a no-op", func(k *kit) bool {
				b := Obj{"sandbox_id": k.pay("/api/v1/burrow/sandbox/create", Obj{}).s("sandbox_id")}
				k.pay("/api/v1/burrow/sandbox/terminate", b)
				return k.pay("/api/v1/burrow/sandbox/terminate", b).status != 200
			}},
		{"t-followers-charge-empty", h, "A page without followers is charged.",
			"no charge if nothing returned", func(k *kit) bool {
				k.upstream("POST /api/v1/{social}/users/followings", "empty", nil)
				k.pay("/api/v1/chirrup/users/followings", Obj{"username": "a"})
				return len(k.transfers(k.payer)) > 0
			}},
	}
}
