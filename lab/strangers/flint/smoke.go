package main

import (
	"fmt"
	"os"
	"strings"
)

// smoke tries every operation once with real signed calls and prints what came back.
func smoke(host string) int {
	r := start(host, "")
	defer r.stop()
	for k, v := range r.Env {
		os.Setenv(k, v)
	}
	k := &kit{url: r.Target.URL, ctl: r.Target.Control.URL, token: r.Env["CONTROL_TOKEN"], payer: openWallet("PAYER_KEY"), other: openWallet("OTHER_KEY")}
	show := func(name string, a ans) ans {
		s := strings.TrimSpace(a.text())
		fmt.Printf("%-44s %d tx=%v %s\n", name, a.status, a.h.Get("X-Payment-Receipt") != "", clip(s, 330))
		return a
	}
	msg := []Obj{{"role": "user", "content": "hello there"}}
	show("challenge", k.post("/api/v1/chat/completions", Obj{"model": "ember/ember-large", "messages": msg}))
	show("chat", k.pay("/api/v1/chat/completions", Obj{"model": "ember/ember-large", "messages": msg}))
	show("chat stream", k.pay("/api/v1/chat/completions", Obj{"model": "ember/ember-small", "messages": msg, "stream": true}))
	show("chat in path", k.pay("/api/v1/chat/ember/ember-small", Obj{"messages": msg}))
	show("messages", k.pay("/api/v1/messages", Obj{"model": "obsidian/verse-1", "messages": msg, "max_tokens": 10}))
	show("messages stream", k.pay("/api/v1/messages", Obj{"model": "obsidian/verse-1", "messages": msg, "max_tokens": 10, "stream": true}))
	show("responses", k.pay("/api/v1/responses", Obj{"model": "core-2", "input": "hello"}))
	show("responses stream", k.pay("/api/v1/responses", Obj{"model": "core-2", "input": "hello", "stream": true}))
	show("search", k.pay("/api/v1/search", Obj{"query": "news", "max_results": 50}))
	for _, p := range []string{"/api/v1/models", "/api/v1/images/models", "/api/v1/video/models", "/api/v1/audio/models", "/api/v1/audio/voices", "/api/v1/balance",
		"/api/v1/balance?address=" + k.payer.addr, "/api/health", "/api/v1/health/chain", "/api/pricing", "/brand/numbers.json", "/.well-known/x402", "/openapi.json", "/v1/models"} {
		show(p, k.get(p))
	}
	if host == "arc" {
		show("ledger", k.control("GET", "ledger", nil))
		return 0
	}
	b := show("background", k.pay("/api/v1/responses", Obj{"model": "core-2", "input": "hello", "background": true}))
	show("bg poll", k.get("/api/v1/responses/"+b.s("id")))
	show("bg attach", k.get("/api/v1/responses/"+b.s("id")+"?stream=true"))
	show("bg cancel", k.post("/api/v1/responses/"+b.s("id")+"/cancel", nil))
	k.control("POST", "allow", Obj{"address": k.payer.addr})
	show("native", k.pay("/api/v1beta/models/mica/mica-native:generateContent", Obj{"contents": Arr{Obj{"parts": Arr{Obj{"text": "hi"}}}}}))
	show("image", k.pay("/api/v1/images/generations", Obj{"model": "basalt/paint-1", "prompt": "p", "n": 2}))
	show("image b64", k.pay("/api/v1/images/generations", Obj{"model": "chert/line", "prompt": "p"}))
	i := show("image async", k.pay("/api/v1/images/generations", Obj{"model": "tuff/mural", "prompt": "p"}))
	show("poll none", k.get(i.s("poll_url")))
	poll := func(a ans, w wallet) ans { return k.payAs(w, "GET", a.s("poll_url"), nil, twist{}) }
	show("poll run", poll(i, k.payer))
	show("poll other", poll(i, k.other))
	k.event("image_job", i.s("id"), "finished", nil)
	show("poll done", poll(i, k.payer))
	show("poll again", poll(i, k.payer))
	uri := "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	show("edit", k.pay("/api/v1/images/image2image", Obj{"prompt": "p", "image": uri, "mask": uri}))
	v := show("video", k.pay("/api/v1/videos/generations", Obj{"prompt": "p", "model": "shale/motion-2", "image_url": uri, "input_type": "image"}))
	k.advance(10)
	show("video poll", poll(v, k.payer))
	v = show("videos", k.pay("/api/v1/videos", Obj{"content": Arr{Obj{"type": "text", "text": "p"}}}))
	k.advance(700)
	show("videos poll late", poll(v, k.payer))
	show("music", k.pay("/api/v1/audio/generations", Obj{"prompt": "p"}))
	show("speech", k.pay("/api/v1/audio/speech", Obj{"input": "hello"}))
	show("speech dir 402", k.post("/api/v1/audio/speech", Obj{"input": "hello", "model": "lark/director"}))
	show("effects", k.pay("/api/v1/audio/sound-effects", Obj{"text": "bang"}))
	show("portrait", k.pay("/api/v1/portrait/enroll", Obj{"name": "n", "image_url": "https://img.example.com/a.png"}))
	show("portraits", k.get("/api/v1/wallet/"+k.payer.addr+"/portraits"))
	f := show("face init", k.post("/api/v1/realface/init", Obj{"name": "n"}))
	en := Obj{"name": "n", "image_url": "https://img.example.com/a.png", "group_id": f.s("group_id")}
	show("face early", k.post("/api/v1/realface/enroll", en))
	k.event("realface", f.s("group_id"), "liveness_passed", nil)
	show("face status", k.get("/api/v1/realface/status?groupId="+f.s("group_id")))
	show("face enroll", k.pay("/api/v1/realface/enroll", en))
	show("realfaces", k.get("/api/v1/wallet/"+k.payer.addr+"/realfaces"))
	show("lookup", k.pay("/api/v1/phone/lookup", Obj{"phoneNumber": "+14155550100"}))
	show("call none", k.pay("/api/v1/voice/call", Obj{"to": "+14155550100", "task": "say hello to them"}))
	num := show("buy", k.pay("/api/v1/phone/numbers/buy", Obj{}))
	show("renew", k.pay("/api/v1/phone/numbers/renew", Obj{"phoneNumber": num.s("phone_number")}))
	show("renew other", k.payAs(k.other, "POST", "/api/v1/phone/numbers/renew", Obj{"phoneNumber": num.s("phone_number")}, twist{}))
	show("list", k.pay("/api/v1/phone/numbers/list", Obj{}))
	call := show("call", k.pay("/api/v1/voice/call", Obj{"to": "+14155550100", "task": "say hello to them"}))
	show("call 911", k.pay("/api/v1/voice/call", Obj{"to": "911", "task": "say hello to them"}))
	k.event("voice_call", call.s("call_id"), "answered", nil)
	k.event("voice_call", call.s("call_id"), "ended", Obj{"ended_by": "ASSISTANT"})
	show("call poll", k.get("/api/v1/voice/call/"+call.s("call_id")))
	show("release", k.pay("/api/v1/phone/numbers/release", Obj{"phoneNumber": num.s("phone_number")}))
	sb := show("box", k.pay("/api/v1/burrow/sandbox/create", Obj{}))
	show("exec", k.pay("/api/v1/burrow/sandbox/exec", Obj{"sandbox_id": sb.s("sandbox_id"), "command": Arr{"echo", "hi"}}))
	show("terminate", k.pay("/api/v1/burrow/sandbox/terminate", Obj{"sandbox_id": sb.s("sandbox_id")}))
	show("box status", k.pay("/api/v1/burrow/sandbox/status", Obj{"sandbox_id": sb.s("sandbox_id")}))
	show("ws search", k.pay("/api/v1/lumen/search", Obj{"query": "q"}))
	show("ws answer", k.pay("/api/v1/lumen/answer", Obj{"query": "q"}))
	show("ws contents", k.pay("/api/v1/lumen/contents", Obj{"urls": Arr{"https://a.com"}}))
	show("ws similar", k.pay("/api/v1/lumen/find-similar", Obj{"url": "https://a.com"}))
	show("ws get", k.get("/api/v1/lumen/search"))
	show("ws 404", k.post("/api/v1/lumen/none", Obj{}))
	show("social", k.pay("/api/v1/chirrup/users/lookup", Obj{"usernames": "@a,b,A"}))
	show("followers", k.pay("/api/v1/chirrup/users/followers", Obj{"username": "a"}))
	for _, p := range []string{"pm/polis/markets", "pm/polis/candlesticks/0x1", "pm/kalends/markets?sort=price_desc", "pm/foresee/orderbooks", "pm/binance/candles/BTCUSDT", "pm/markets/search",
		"pm/markets/search?q=a", "pm/markets", "pm/outcomes/1", "pm/sports/x", "pm/polis/wallet/0x1/cluster", "crypto/list?q=btc", "crypto/price/BTC-USD", "usstock/price/AAPL",
		"stocks/jp/history/7203", "fx/history/EUR-USD", "crypto/price/NOPE", "tidepool/protocols", "tidepool/prices/a,b", "barter/price", "coinscope/exchange/ticker", "coinscope/exchange/ticker?pair=a", "coinscope/onchain/schema?chain=eth", "nope/x"} {
		show(p, k.payAs(k.payer, "GET", "/api/v1/"+p, nil, twist{}))
	}
	show("identities", k.pay("/api/v1/pm/polis/wallet/identities", Obj{"addresses": Arr{"0x1"}}))
	call1 := Obj{"jsonrpc": "2.0", "id": 1, "method": "eth_blockNumber", "params": Arr{}}
	show("rpc", k.pay("/api/v1/rpc/eth", call1))
	show("rpc batch", k.pay("/api/v1/rpc/base", Arr{call1, call1}))
	show("solana", k.pay("/api/v1/solana/rpc", Obj{"jsonrpc": "2.0", "id": 1, "method": "getSlot"}))
	show("fund", k.pay("/api/v1/polis/fund", Obj{"amount": "1.5", "address": k.payer.addr}))
	show("onramp", k.pay("/api/v1/onramp/token", Obj{}))
	show("sql", k.pay("/api/v1/coinscope/onchain/sql", Obj{"query": "select 1"}))
	l, _ := k.control("GET", "ledger", nil).o["transfers"].(Arr)
	for _, t := range l {
		fmt.Println(dig(t, "amount"), dig(t, "route"))
	}
	return 0
}
