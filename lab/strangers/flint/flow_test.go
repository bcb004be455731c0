package main

import (
	"net/http/httptest"
	"os"
	"sync"
	"testing"
)

// bench is a healthy gateway in process with its control API and two funded wallets.
func bench(t *testing.T, host string) *kit {
	_, pk, pa := newKey()
	_, ok, oa := newKey()
	os.Setenv("PAYER_KEY", pk)
	os.Setenv("OTHER_KEY", ok)
	g := newGateway(host, "")
	g.token, g.rich = "tok", []string{pa, oa}
	g.reset()
	s, c := httptest.NewServer(g), httptest.NewServer(&control{g})
	t.Cleanup(func() { s.Close(); c.Close() })
	return &kit{url: s.URL, ctl: c.URL, token: "tok", payer: openWallet("PAYER_KEY"), other: openWallet("OTHER_KEY")}
}

func want(t *testing.T, what string, got, expected any) {
	t.Helper()
	if got != expected {
		t.Errorf("%s: got %v, want %v", what, got, expected)
	}
}

func TestJobs(t *testing.T) {
	k := bench(t, "test")
	a := k.pay(imagesPath, k.img(Obj{"model": "tuff/mural"}))
	k.control("POST", "settlement", Obj{"outcome": "fail", "times": 1})
	k.advance(10)
	r := k.polled(a)
	want(t, "failed settlement", r.status, 402)
	want(t, "its error", r.s("error"), "Payment settlement failed")
	var wg sync.WaitGroup
	for i := 0; i < 10; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); k.polled(a) }()
	}
	wg.Wait()
	want(t, "settled once", len(k.transfers(k.payer)), 1)
	want(t, "later poll", k.polled(a).at("payment", "status"), "already_settled")

	v := k.pay(videosPath, k.vid(nil))
	want(t, "hand-built", k.get("/api/v1/videos/generations/"+v.s("id")+"?duration=1").status, 400)
	want(t, "no header", k.get(v.s("poll_url")).status, 402)
	want(t, "no header id", k.get(v.s("poll_url")).s("job_id"), v.s("id"))
	k.advance(3600)
	want(t, "late fresh signature", k.polled(v).at("payment", "status"), "settled")
	v = k.pay(videosPath, k.vid(nil))
	k.advance(49 * 3600)
	want(t, "no longer claimable", k.polled(v).status, 404)

	k.upstream("POST "+imagesPath, "timeout", nil)
	a = k.pay(imagesPath, k.img(nil))
	want(t, "timeout accepted", a.status, 202)
	k.advance(2)
	want(t, "timeout failed", k.polled(a).s("status"), "failed")
	k.upstream("POST "+imagesPath, "fail", Obj{"stage": "run"})
	a = k.pay(imagesPath, k.img(nil))
	k.advance(2)
	want(t, "run failure", k.polled(a).s("payment_status"), "not_charged")
	k.upstream("POST "+imagesPath, "slow", nil)
	a = k.pay(imagesPath, k.img(nil))
	want(t, "slow", k.polled(a).status, 202)
	k.advance(61)
	want(t, "slow done", k.polled(a).status, 200)
}

func TestPhone(t *testing.T) {
	k := bench(t, "test")
	buy := "/api/v1/phone/numbers/buy"
	want(t, "GB", k.pay(buy, Obj{"country": "GB"}).status, 502)
	k.upstream("POST "+buy, "empty", nil)
	want(t, "none", k.pay(buy, Obj{}).s("error"), "No numbers available")
	k.control("POST", "settlement", Obj{"outcome": "fail"})
	want(t, "unsettled", k.pay(buy, Obj{}).status, 402)
	want(t, "nothing charged", len(k.transfers(k.payer)), 0)
	n := k.buy().s("phone_number")
	b := Obj{"phoneNumber": n}
	r := k.payAs(k.other, "POST", "/api/v1/phone/numbers/release", b, twist{})
	want(t, "wrong wallet", r.s("reason"), "wrong_wallet")
	want(t, "zero challenge", k.amount("/api/v1/phone/numbers/release", b), "0")
	k.advance(31 * 86400)
	want(t, "expired", k.pay("/api/v1/phone/numbers/renew", b).s("reason"), "expired")
	want(t, "no active", k.pay("/api/v1/voice/call", Obj{"to": "+14155550100", "task": "say hello to them"}).s("error"), "no_active_number")
	n = k.buy().s("phone_number")
	c := k.pay("/api/v1/voice/call", Obj{"to": "+14155550100", "task": "say hello to them", "from": n, "max_duration": 1})
	id := c.s("call_id")
	want(t, "running", k.get("/api/v1/voice/call/"+id).s("ended_by"), "IN_PROGRESS")
	k.event("voice_call", id, "answered", nil)
	k.advance(61)
	want(t, "timeout", k.get("/api/v1/voice/call/"+id).s("ended_by"), "TIMEOUT")
	want(t, "emergency", k.post("/api/v1/voice/call", Obj{"to": "+911", "task": "say hello to them"}).status, 403)
}

func TestEnroll(t *testing.T) {
	k := bench(t, "test")
	b := Obj{"name": "n", "image_url": "https://img.example.com/a.png"}
	k.control("POST", "settlement", Obj{"outcome": "fail"})
	r := k.pay("/api/v1/portrait/enroll", b)
	want(t, "absorbed", r.status, 200)
	want(t, "not settled", r.at("settlement", "success"), false)
	k.upstream("POST /api/v1/portrait/enroll", "reject", nil)
	want(t, "filter", k.pay("/api/v1/portrait/enroll", b).status, 502)
	for _, u := range []string{"http://a.com/x.png", "https://127.0.0.1/x.png", "https://172.20.1.1/a.png", "https://2130706433/a.png", "https://[::ffff:10.0.0.1]/a.png", "https://a.com/x.gif", "data:image/png;base64,AA"} {
		want(t, u, k.post("/api/v1/portrait/enroll", Obj{"name": "n", "image_url": u}).status, 400)
	}
	face := k.enrollFace()
	want(t, "face on S2", k.post(videosPath, k.vid(Obj{"real_face_asset_id": face})).status, 402)
	want(t, "face on S15", k.post(videosPath, k.vid(Obj{"model": "shale/motion-15", "real_face_asset_id": face})).status, 400)
	want(t, "face on G", k.post(videosPath, Obj{"prompt": "p", "real_face_asset_id": face}).status, 402)
	want(t, "gated", k.post(videosPath, k.vid(Obj{"reference_videos": Arr{Obj{"url": "https://a.com/b.mp4"}}})).status, 503)
	want(t, "inferred", k.post(videosPath, k.vid(Obj{"input_type": "reference"})).s("inferred_input_type"), "text")
	want(t, "S2M high", k.post(videosPath, k.vid(Obj{"model": "shale/motion-2-mini", "resolution": "1080p"})).status, 402)
	want(t, "refs", k.post(videosPath, k.vid(Obj{"reference_image_urls": Arr{"https://a.com/1.png"}, "input_type": "reference"})).status, 402)
}

func TestPayments(t *testing.T) {
	for _, host := range []string{"test", "arc"} {
		k := bench(t, host)
		b := k.chat(nil)
		code := func(tw twist) string { return k.payAs(k.payer, "POST", chatPath, b, tw).s("code") }
		want(t, "over", code(twist{value: "999999"}), "PAYMENT_INVALID")
		want(t, "under", code(twist{value: "1"}), "PAYMENT_INVALID")
		want(t, "payee", code(twist{to: k.other.addr}), "PAYMENT_INVALID")
		want(t, "signer", code(twist{signer: &k.other}), "PAYMENT_INVALID")
		want(t, "expired", code(twist{before: -1}), "PAYMENT_INVALID")
		want(t, "not yet", code(twist{after: 60}), "PAYMENT_INVALID")
		k.control("POST", "fund", Obj{"address": k.payer.addr, "amount": "10"})
		want(t, "poor", code(twist{}), "PAYMENT_UNFUNDED")
		k.control("POST", "fund", Obj{"address": k.payer.addr, "amount": k.amount(chatPath, b)})
		header := k.sign(k.payer, k.post(chatPath, b), twist{})
		want(t, "exact funds", k.with("POST", chatPath, b, header).status, 200)
		want(t, "again", k.with("POST", chatPath, b, header).s("code"), "PAYMENT_REPLAY")
		k.upstream("POST /api/v1/chat/{model}", "fail", nil)
		want(t, "not this route", k.payAs(k.other, "POST", chatPath, b, twist{}).status, 200)
	}
}
