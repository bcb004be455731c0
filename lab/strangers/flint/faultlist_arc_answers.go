package main

import "strconv"

func arcAnswerFaults() []fault {
	const h = "arc"
	return []fault{
		{"a-breakdown-without-margin", h, "The breakdown of the price leaves the margin out because it is zero.",
			"The chat 402 body also carries `price.breakdown{inputCost, outputCost, margin}`.", func(k *kit) bool {
				a := k.post(chatPath, k.chat(nil))
				return a.status == 402 && a.at("price", "breakdown", "margin") == nil
			}},
		{"a-retry-after-date", h, "Retry-After of a full capacity pool is an HTTP date.",
			"`Retry-After` (seconds; default 60 when the upstream gives none)", func(k *kit) bool {
				k.upstream("POST "+chatPath, "capacity", Obj{"retry_after_seconds": 7})
				a := k.pay(chatPath, k.chat(nil))
				_, err := strconv.Atoi(a.h.Get("Retry-After"))
				return a.status == 429 && err != nil
			}},
		{"a-bare-get-served", h, "GET requests are served without the /api in front as well, for the model lists of official clients.",
			"The bare `/v1/...` form is the surface of a local proxy and returns 404 on those hosts;", func(k *kit) bool {
				return k.get("/v1/models").status != 404
			}},
		{"a-messages-system-role", h, "Messages takes the role system in its list, as chat rightly does.",
			"Items `{role, content}`. `role` is `user` or `assistant`. `content` is a string or an array of content blocks", func(k *kit) bool {
				list := Arr{Obj{"role": "system", "content": "be brief"}, Obj{"role": "user", "content": "hello"}}
				return k.post(messagesPath, k.msgs(Obj{"messages": list})).status != 400
			}},
		{"a-sources-used-names", h, "`sources_used` of a search lists the names of the sources.",
			"`sources_used` integer", func(k *kit) bool {
				a := k.pay(searchPath, Obj{"query": "q"})
				_, ok := toInt(a.at("sources_used"))
				return a.status == 200 && !ok
			}},
	}
}
