package main

func arcFaults() []fault {
	const h = "arc"
	return []fault{
		{"a-claim-race", h, "The claim is looked up, and taken only a moment later: one payment sent at once many times settles many times.",
			"Authorizations are single-use.", probeRace},
		{"a-nonce-case", h, "Used authorizations are remembered by the spelling of their nonce: other letter case, and the same one pays again.",
			"the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`", probeNonceCase},
		{"a-claim-per-route", h, "Used authorizations are remembered per operation: one pays once for each path.",
			"authorization already used; sign a fresh one", probePerRoute},
		{"a-overpayment-accepted", h, "An authorization over more than the price is accepted.",
			"signature, amount, network and recipient match", func(k *kit) bool {
				return k.payAs(k.payer, "POST", chatPath, k.chat(nil), twist{value: "999999"}).status == 200
			}},
		{"a-expired-accepted", h, "An authorization whose window is over is accepted.",
			"mismatch, underfunded, expired window or stale blockhash", func(k *kit) bool {
				return k.payAs(k.payer, "POST", chatPath, k.chat(nil), twist{before: -5}).status == 200
			}},
		{"a-content-after-failed-settlement", h, "When the settlement fails the answer is handed out all the same.",
			"settlement failed after the call", func(k *kit) bool {
				k.control("POST", "settlement", Obj{"outcome": "fail", "times": 1})
				return k.pay(searchPath, Obj{"query": "q"}).status != 402
			}},
		{"a-charge-on-502", h, "A call that ends in 502 is charged.",
			"provider failure; not charged", func(k *kit) bool {
				k.upstream("POST /api/v1/messages", "fail", nil)
				k.pay(messagesPath, k.msgs(nil))
				return len(k.transfers(k.payer)) > 0
			}},
		{"a-cut-stream-silent", h, "A stream that the provider cuts just stops, without an error event.",
			"A stream that is cut or malformed ends with an error event.", func(k *kit) bool {
				k.upstream("POST /api/v1/responses", "cut", nil)
				return !contains(k.pay(responsesPath, Obj{"model": k.model("basalt/"), "input": "hi", "stream": true}).text(), "event: error")
			}},
		{"a-conversation-allowed", h, "The stateless check forgets `conversation`.",
			"`store:true`, `previous_response_id`, `conversation`, `prompt` and `background` return 400.", func(k *kit) bool {
				return k.post(responsesPath, Obj{"model": k.model("basalt/"), "input": "hi", "conversation": "conv_1"}).status != 400
			}},
		{"a-responses-prefix-required", h, "Responses wants the provider in front of the model id.",
			"30 ids; the provider prefix is optional", func(k *kit) bool {
				return k.post(responsesPath, Obj{"model": "core-2", "input": "hi"}).status == 400
			}},
		{"a-messages-max-tokens-optional", h, "Messages takes a request without max_tokens.",
			"| max_tokens | integer | yes | Minimum 1. |", func(k *kit) bool {
				b := k.msgs(nil)
				delete(b, "max_tokens")
				return k.post(messagesPath, b).status != 400
			}},
		{"a-chat-temperature-one", h, "Chat refuses temperatures above 1, as messages rightly does.",
			"| temperature | number | no | 0 to 2. |", func(k *kit) bool {
				return k.post(chatPath, k.chat(Obj{"temperature": 1.5})).status == 400
			}},
		{"a-query-1001", h, "A search query of 1001 characters passes.",
			"`query` string, required, length 1 to 1000", func(k *kit) bool {
				return k.post(searchPath, Obj{"query": repeat("a", 1001)}).status != 400
			}},
		{"a-openapi-fixed-price", h, "The description names fixed prices.",
			"The Arc host advertises security scheme `x402` and, per operation, a dynamic price in USD with protocol x402.", func(k *kit) bool {
				return k.get("/openapi.json").at("paths", chatPath, "post", "x-payment-info", "price", "mode") != "dynamic"
			}},
		{"a-retry-default-30", h, "Without a hint from upstream the client is asked to wait 30 seconds.",
			"`Retry-After` (seconds; default 60 when the upstream gives none)", func(k *kit) bool {
				k.upstream("POST /api/v1/chat/completions", "capacity", nil)
				return k.pay(chatPath, k.chat(nil)).h.Get("Retry-After") != "60"
			}},
		{"a-meta-window-minute", h, "The hundred catalog requests are counted per minute.",
			"100 requests per hour per IP", func(k *kit) bool {
				for i := 0; i < 101; i++ {
					k.get("/api/v1/models")
				}
				k.advance(90)
				return k.get("/api/v1/models").status != 429
			}},
		{"a-catalog-doubled-output", h, "For some models the catalog shows twice the output price that is charged.",
			"tokens at provider cost plus flat 0.001 USD", probeCatalogOutput},
	}
}
