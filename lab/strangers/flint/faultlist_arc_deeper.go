package main

import (
	"encoding/base64"
	"encoding/json"
)

// recode changes the payload of a payment header after it was signed.
func recode(header string, change func(o Obj)) string {
	raw, _ := base64.StdEncoding.DecodeString(header)
	x, _ := decode(raw)
	o := x.(Obj)
	change(o)
	b, _ := json.Marshal(o)
	return base64.StdEncoding.EncodeToString(b)
}

func arcDeeperFaults() []fault {
	const h = "arc"
	return []fault{
		{"a-network-not-compared", h, "The network that the payer accepted is not held against ours.",
			"signature, amount, network and recipient match", func(k *kit) bool {
				header := k.sign(k.payer, k.post(chatPath, k.chat(nil)), twist{})
				header = recode(header, func(o Obj) { o["accepted"].(Obj)["network"] = "eip155:8453" })
				return k.with("POST", chatPath, k.chat(nil), header).status == 200
			}},
		{"a-exact-funds-refused", h, "A wallet that holds exactly the amount counts as underfunded.",
			"mismatch, underfunded, expired window or stale blockhash", func(k *kit) bool {
				k.control("POST", "fund", Obj{"address": k.payer.addr, "amount": k.amount(chatPath, k.chat(nil))})
				return k.pay(chatPath, k.chat(nil)).s("code") == "PAYMENT_UNFUNDED"
			}},
		{"a-claim-before-funds", h, "The claim is taken before the balance is looked at: refused once as unfunded, an authorization is called a replay for ever.",
			"| challenged | retry with signed authorization | signature, amount, network and recipient match | verified | the authorization identifier is claimed;", func(k *kit) bool {
				k.control("POST", "fund", Obj{"address": k.payer.addr, "amount": "1"})
				header := k.sign(k.payer, k.post(chatPath, k.chat(nil)), twist{})
				if k.with("POST", chatPath, k.chat(nil), header).s("code") != "PAYMENT_UNFUNDED" {
					panic("not refused")
				}
				k.control("POST", "fund", Obj{"address": k.payer.addr, "amount": "9000000"})
				return k.with("POST", chatPath, k.chat(nil), header).s("code") == "PAYMENT_REPLAY"
			}},
		{"a-header-cached", h, "The encoded challenge header is kept per operation: the second caller reads the first caller's amount in it, and the right one in the body.",
			"The same requirements are in the headers `X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON) and `WWW-Authenticate`.", func(k *kit) bool {
				k.post(searchPath, Obj{"query": "q", "max_results": 3})
				a := k.post(searchPath, Obj{"query": "q", "max_results": 7})
				raw, _ := base64.StdEncoding.DecodeString(a.h.Get("PAYMENT-REQUIRED"))
				x, _ := decode(raw)
				return dig(x, "accepts", 0, "amount") != a.at("accepts", 0, "amount")
			}},
		{"a-receipt-not-tx", h, "X-Payment-Receipt carries a receipt number of our own.",
			"`X-Payment-Receipt` (transaction hash)", func(k *kit) bool {
				a := k.pay(messagesPath, k.msgs(nil))
				l := k.transfers(k.payer)
				return len(l) == 1 && dig(l[0], "tx_hash") != a.h.Get("X-Payment-Receipt")
			}},
		{"a-search-per-source", h, "Half the rate of a result is charged per source: right for the usual two, wrong for one or three.",
			"`max_results` times 0.02625 plus 0.001 per call", func(k *kit) bool {
				return k.amount(searchPath, Obj{"query": "q", "sources": Arr{"web"}}) != "263500"
			}},
		{"a-reset-in-seconds", h, "The end of a rate limit is given in seconds.",
			"header `X-RateLimit-Reset: <unix-ms>`", func(k *kit) bool {
				for i := 0; i < 100; i++ {
					k.get("/api/v1/models")
				}
				return micros(k.get("/api/v1/models").h.Get("X-RateLimit-Reset")) < 1000000000000
			}},
		{"a-refusal-restarts-window", h, "Each refused request opens the rate window anew: who keeps asking waits for ever.",
			"| `GET /api/health/*` | 60 requests per minute per IP |", func(k *kit) bool {
				for i := 0; i < 60; i++ {
					k.get("/api/health")
				}
				k.advance(50)
				k.get("/api/health")
				k.advance(20)
				return k.get("/api/health").status == 429
			}},
		{"a-store-false-refused", h, "The stateless check looks whether `store` is there, not what it says.",
			"`store:false` is enforced. `store:true`, `previous_response_id`, `conversation`, `prompt` and `background` return 400.", func(k *kit) bool {
				return k.post(responsesPath, Obj{"model": k.model("basalt/"), "input": "hi", "store": false}).status == 400
			}},
		{"a-messages-margin", h, "Messages adds the five percent of the media.",
			"Chat, messages and responses add no platform margin.", func(k *kit) bool {
				q := func(n int) int64 { return micros(k.amount(messagesPath, k.msgs(Obj{"max_tokens": n}))) }
				return q(2000)-q(1000) != 5000
			}},
		{"a-input-needs-role", h, "Every input item of responses must be a message with a role.",
			"Array of input items (messages, function_call_output, reasoning replays).", func(k *kit) bool {
				items := Arr{Obj{"role": "user", "content": "hi"}, Obj{"type": "function_call_output", "call_id": "c1", "output": "4"}}
				return k.post(responsesPath, Obj{"model": k.model("basalt/"), "input": items}).status == 400
			}},
	}
}
