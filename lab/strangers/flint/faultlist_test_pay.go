package main

// Faults of the test host around payment and text. (Not a _test file: the name says which host.)

func allFaults() []fault {
	out := payFaults()
	out = append(out, mediaFaults()...)
	out = append(out, serviceFaults()...)
	out = append(out, deeperFaults()...)
	return append(out, arcFaults()...)
}

func payFaults() []fault {
	const h = "test"
	return []fault{
		{"t-recipient-not-compared", h, "An authorization to somebody else's address is accepted.",
			"signature, amount, network and recipient match", func(k *kit) bool {
				return k.payAs(k.payer, "POST", effectsPath, Obj{"text": "bang"}, twist{to: k.other.addr}).status == 200
			}},
		{"t-x-payment-ignored", h, "A payment in X-Payment is not seen.",
			"`X-Payment` is accepted too.", func(k *kit) bool {
				b := Obj{"text": "bang"}
				header := k.sign(k.payer, k.post(effectsPath, b), twist{})
				return k.do("POST", k.url+effectsPath, b, map[string]string{"X-Payment": header}).status != 200
			}},
		{"t-replay-without-job", h, "A replayed image payment is refused without saying where its job is.",
			"Re-sending a used authorization returns 402 `{code: PAYMENT_REPLAY, job_id, poll_url, recoverable: true}`.", func(k *kit) bool {
				b := k.img(nil)
				header := k.sign(k.payer, k.post(imagesPath, b), twist{})
				k.with("POST", imagesPath, b, header)
				a := k.with("POST", imagesPath, b, header)
				return a.s("job_id") == "" || a.s("poll_url") == "" || a.o["recoverable"] != true
			}},
		{"t-allowlist-ignored", h, "The native passthrough serves any wallet that pays.",
			"only allowlisted enterprise payers", func(k *kit) bool {
				return k.pay("/api/v1beta/models/mica/mica-native:generateContent", Obj{"contents": Arr{Obj{"parts": Arr{Obj{"text": "hi"}}}}}).status == 200
			}},
		{"t-cut-stream-charged", h, "A stream that was cut is charged.",
			"| verified | upstream call fails or is rejected | | not charged | nothing settles |", func(k *kit) bool {
				k.upstream("POST /api/v1/chat/completions", "cut", nil)
				k.pay(chatPath, k.chat(Obj{"stream": true}))
				return len(k.transfers(k.payer)) > 0
			}},
		{"t-cancel-does-nothing", h, "Cancelling a background response answers 200 and lets it run on.",
			"| POST | /api/v1/responses/{id}/cancel | cancel a background response | free |", func(k *kit) bool {
				k.upstream("POST /api/v1/responses", "slow", Obj{"seconds": 300})
				id := k.pay(responsesPath, Obj{"model": "core-2", "input": "hi", "background": true}).s("id")
				k.post(responsesPath+"/"+id+"/cancel", nil)
				k.advance(400)
				return k.get(responsesPath+"/"+id).s("status") == "completed"
			}},
		{"t-max-output-ignored", h, "max_output_tokens does not touch the quote of responses.",
			"Bounds the quoted price.", func(k *kit) bool {
				q := func(n int) string {
					return k.amount(responsesPath, Obj{"model": "core-2", "input": "hi", "max_output_tokens": n})
				}
				return q(100) == q(3000)
			}},
		{"t-messages-any-family", h, "Messages takes every model of the catalog.",
			"Only ids of the one provider family that speaks this format", func(k *kit) bool {
				return k.post(messagesPath, k.msgs(Obj{"model": "ember/ember-large"})).status != 400
			}},
		{"t-top-k-zero", h, "Messages refuses top_k 0.",
			"| top_k | integer | no | Minimum 0. |", func(k *kit) bool {
				return k.post(messagesPath, k.msgs(Obj{"top_k": 0})).status == 400
			}},
		{"t-list-q-prefix", h, "The q of a symbol list matches beginnings only.",
			"`/list` query: `q` (substring)", func(k *kit) bool {
				a := k.get("/api/v1/fx/list?q=JPY")
				return !contains(a.text(), "USD-JPY")
			}},
		{"t-rpc-batch-flat", h, "A JSON-RPC batch costs what one call costs.",
			"batches priced per element", func(k *kit) bool {
				one := Obj{"jsonrpc": "2.0", "id": 1, "method": "eth_chainId", "params": Arr{}}
				return k.amount("/api/v1/rpc/base", Arr{one, one, one}) != "9000"
			}},
		{"t-candles-no-4h", h, "Candles of four hours are refused.",
			"`interval` (`1s`, `1m`, `5m`, `15m`, `1h`, `4h`, `1d`; default `1m`)", func(k *kit) bool {
				return k.get("/api/v1/pm/binance/candles/BTCUSDT?interval=4h").status == 400
			}},
	}
}
