package main

import "fmt"

// Faults of assets, phone, sandbox and data.

func (k *kit) portrait() ans {
	return k.pay("/api/v1/portrait/enroll", Obj{"name": "n", "image_url": "https://img.example.com/a.png"})
}

func (k *kit) portraits() Obj {
	l, _ := k.get("/api/v1/wallet/"+k.payer.addr+"/portraits").at("portraits", 0).(Obj)
	return l
}

func ownerFaults() []fault {
	const (
		h       = "test"
		renew   = "/api/v1/phone/numbers/renew"
		release = "/api/v1/phone/numbers/release"
		calls   = "/api/v1/voice/call"
	)
	return []fault{
		{"t-enrollment-tx-lost", h, "An asset is stored before it is settled, and its transaction is never added.",
			"`{wallet, portraits: [{assetId, name, imageUrl, createdAt, enrollmentTxHash}], count}`", func(k *kit) bool {
				tx := k.portrait().at("settlement", "tx_hash")
				return tx == nil || k.portraits()["enrollmentTxHash"] != tx
			}},
		{"t-face-reject-502", h, "A photo that does not match is answered as the content filter of portraits is.",
			"| 422 | face enroll | face service rejected the image, or the photo does not match the live face;", func(k *kit) bool {
				k.upstream("POST /api/v1/realface/enroll", "reject", nil)
				gid := k.post("/api/v1/realface/init", Obj{"name": "n"}).s("group_id")
				k.event("realface", gid, "liveness_passed", nil)
				return k.pay("/api/v1/realface/enroll", Obj{"name": "n", "image_url": "https://img.example.com/a.png", "group_id": gid}).status != 422
			}},
		{"t-face-not-absorbed", h, "A failed settlement takes a face enrollment back; only portraits absorb it.",
			"If settlement fails after a successful enrollment, the service absorbs the cost.", func(k *kit) bool {
				gid := k.post("/api/v1/realface/init", Obj{"name": "n"}).s("group_id")
				k.event("realface", gid, "liveness_passed", nil)
				k.control("POST", "settlement", Obj{"outcome": "fail", "times": 1})
				return k.pay("/api/v1/realface/enroll", Obj{"name": "n", "image_url": "https://img.example.com/a.png", "group_id": gid}).status == 402
			}},
		{"t-init-new-group", h, "Asking for a fresh link of a group opens another group.",
			"calling init again with `groupId` refreshes the link", func(k *kit) bool {
				gid := k.post("/api/v1/realface/init", Obj{"name": "n"}).s("group_id")
				return k.post("/api/v1/realface/init", Obj{"name": "n", "groupId": gid}).s("group_id") != gid
			}},
		{"t-renew-expired", h, "A number whose lease is over can still be renewed while it lingers.",
			"after `expires_at` the number is reclaimed and re-pooled and cannot be renewed", func(k *kit) bool {
				n := k.buy().s("phone_number")
				k.advance(31 * 86400)
				return k.pay(renew, Obj{"phoneNumber": n}).status == 200
			}},
		{"t-active-numbers-of-owner", h, "The refusal of a stranger lists the owner's numbers.",
			"`wrong_wallet` (body has `payer_wallet` and `your_active_numbers`)", func(k *kit) bool {
				n := k.buy().s("phone_number")
				a := k.payAs(k.other, "POST", renew, Obj{"phoneNumber": n}, twist{})
				return contains(fmt.Sprint(a.o["your_active_numbers"]), n)
			}},
		{"t-release-any-wallet", h, "Any wallet may release a number.",
			"Only that wallet may renew, release, or use a number as `from`.", func(k *kit) bool {
				n := k.buy().s("phone_number")
				return k.payAs(k.other, "POST", release, Obj{"phoneNumber": n}, twist{}).status == 200
			}},
		{"t-call-default-thirty", h, "Without max_duration a call may take thirty minutes.",
			"minutes, 1 to 30, default 5", func(k *kit) bool {
				k.buy()
				id := k.pay(calls, Obj{"to": "+14155550100", "task": "say hello to them"}).s("call_id")
				k.event("voice_call", id, "answered", nil)
				k.advance(360)
				return k.get(calls+"/"+id).s("ended_by") != "TIMEOUT"
			}},
		{"t-box-lives-300", h, "Every sandbox lives 300 seconds, whatever its timeout.",
			"auto-terminate at the configured timeout", func(k *kit) bool {
				id := k.pay("/api/v1/burrow/sandbox/create", Obj{"timeout": 30}).s("sandbox_id")
				k.advance(60)
				return k.pay("/api/v1/burrow/sandbox/status", Obj{"sandbox_id": id}).s("status") != "terminated"
			}},
		{"t-social-at-dupe", h, "Duplicates are looked for before the @ is taken off: a and @a are two users.",
			"leading @ stripped; duplicates removed", func(k *kit) bool {
				list := Arr{"@user-1"}
				for i := 1; i <= 12; i++ {
					list = append(list, fmt.Sprintf("user-%d", i))
				}
				return k.amount("/api/v1/chirrup/users/lookup", Obj{"usernames": list}) != "24000"
			}},
		{"t-cursor-ignored", h, "The cursor is not read: every page is the first.",
			"continue until `has_next_page` is false", func(k *kit) bool {
				page := func(b Obj) ans { return k.pay("/api/v1/chirrup/users/followers", b) }
				next := page(Obj{"username": "a"}).s("next_cursor")
				return page(Obj{"username": "a", "cursor": next}).o["has_next_page"] != false
			}},
		{"t-usstock-free", h, "Prices of usstock are free, as those of the other classes; only /stocks/us charges.",
			"(`usstock` is an alias of market `us`)", func(k *kit) bool {
				return k.get("/api/v1/usstock/price/AAPL").status == 200
			}},
	}
}
