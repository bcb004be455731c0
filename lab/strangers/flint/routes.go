package main

import "strings"

// allRoutes in order of precedence: earlier templates win. Arc carries the text and search core and the free endpoints.
func (g *Gateway) allRoutes() []*Route {
	var rs []*Route
	add := func(method, tmpl, price string, up bool, h func(c *C)) *Route {
		r := &Route{method: method, tmpl: tmpl, price: price, up: up, h: h, segs: strings.Split(strings.TrimPrefix(tmpl, "/"), "/")}
		rs = append(rs, r)
		return r
	}
	post := func(tmpl, price string, h func(c *C)) *Route { return add("POST", tmpl, price, true, h) }
	post("/api/v1/chat/completions", "dynamic", (*C).chat)
	post("/api/v1/chat/{model*}", "dynamic", (*C).chat)
	post("/api/v1/messages", "dynamic", (*C).messages)
	post("/api/v1/responses", "dynamic", (*C).responses)
	post("/api/v1/search", "dynamic", (*C).search)
	free := func(tmpl string, h func(c *C)) { add("GET", tmpl, "", false, h) }
	free("/api/v1/models", func(c *C) { c.meta(c.textCatalog) })
	free("/api/v1/images/models", func(c *C) { c.meta(c.imageCatalog) })
	free("/api/v1/video/models", func(c *C) { c.meta(c.videoCatalog) })
	free("/api/v1/audio/models", func(c *C) { c.meta(c.audioCatalog) })
	free("/api/pricing", func(c *C) { c.meta(c.pricing) })
	free("/api/v1/audio/voices", (*C).voiceList)
	free("/api/v1/balance", (*C).balance)
	free("/api/health", func(c *C) { c.health("service") })
	for _, w := range []string{"overview", "chain", "models", "regions"} {
		w := w
		free("/api/v1/health/"+w, func(c *C) { c.health(w) })
	}
	free("/brand/numbers.json", (*C).brand)
	free("/.well-known/x402", (*C).wellKnown)
	free("/openapi.json", (*C).openapi)
	if g.host == "arc" {
		return rs
	}
	free("/api/v1/responses/{id}", (*C).pollResponse)
	add("POST", "/api/v1/responses/{id}/cancel", "", false, (*C).cancelResponse)
	post("/api/v1beta/models/{model*}", "dynamic", func(c *C) {
		id := c.p["model"]
		if !strings.HasSuffix(id, ":generateContent") {
			c.json(404, Obj{"error": "Not found"})
			return
		}
		c.p["model"] = strings.TrimSuffix(id, ":generateContent")
		c.generate()
	}).scriptAs = "POST /api/v1beta/models/{model}:generateContent"
	post("/api/v1/images/generations", "dynamic", (*C).images)
	free("/api/v1/images/generations/{id}", func(c *C) { c.poll("image") })
	post("/api/v1/images/image2image", "dynamic", (*C).edit)
	post("/api/v1/videos/generations", "dynamic", func(c *C) { c.videos("/api/v1/videos/generations/") })
	free("/api/v1/videos/generations/{id}", func(c *C) { c.poll("video") })
	post("/api/v1/videos", "dynamic", func(c *C) { c.videos("/api/v1/videos/") })
	free("/api/v1/videos/{id}", func(c *C) { c.poll("video") })
	post("/api/v1/audio/generations", "0.1585", (*C).music)
	post("/api/v1/audio/speech", "dynamic", (*C).speech)
	post("/api/v1/audio/sound-effects", "0.0535", (*C).effects)
	post("/api/v1/portrait/enroll", "0.011", (*C).portrait)
	free("/api/v1/wallet/{address}/portraits", func(c *C) { c.walletList("portrait") })
	free("/api/v1/wallet/{address}/realfaces", func(c *C) { c.walletList("realface") })
	post("/api/v1/realface/init", "", (*C).faceInit)
	free("/api/v1/realface/status", (*C).faceStatus)
	post("/api/v1/realface/enroll", "0.011", (*C).faceEnroll)
	post("/api/v1/phone/lookup", "0.011", func(c *C) { c.lookup(11000, false) })
	post("/api/v1/phone/lookup/fraud", "0.051", func(c *C) { c.lookup(51000, true) })
	post("/api/v1/phone/numbers/buy", "5.001", (*C).buyNumber)
	post("/api/v1/phone/numbers/renew", "5.001", (*C).renew)
	add("POST", "/api/v1/phone/numbers/list", "0.002", false, (*C).listNumbers)
	post("/api/v1/phone/numbers/release", "0", (*C).release)
	post("/api/v1/voice/call", "0.541", (*C).startCall)
	free("/api/v1/voice/call/{call_id}", (*C).pollCall)
	post("/api/v1/{sandbox}/sandbox/create", "0.011", (*C).sandboxCreate)
	post("/api/v1/{sandbox}/sandbox/exec", "0.002", (*C).sandboxExec)
	post("/api/v1/{sandbox}/sandbox/status", "0.002", (*C).sandboxStatus)
	post("/api/v1/{sandbox}/sandbox/terminate", "0.002", (*C).sandboxTerminate)
	for op, price := range map[string]string{"search": "0.011", "answer": "0.011", "contents": "dynamic", "find-similar": "0.011"} {
		op := op
		h := func(c *C) { c.p["operation"] = op; c.websearch() }
		post("/api/v1/{websearch}/"+op, price, h)
		free("/api/v1/{websearch}/"+op, h)
	}
	for _, m := range []string{"GET", "POST", "PUT", "DELETE", "PATCH"} {
		add(m, "/api/v1/{websearch}/{operation*}", "", false, (*C).websearch)
	}
	post("/api/v1/{social}/users/lookup", "dynamic", (*C).userLookup)
	post("/api/v1/{social}/users/followers", "0.05", func(c *C) { c.follow("followers") })
	post("/api/v1/{social}/users/followings", "0.05", func(c *C) { c.follow("followings") })
	post("/api/v1/{venue_a}/fund", "dynamic", (*C).fundVenue)
	g.dataRoutes(add)
	return rs
}

func (g *Gateway) dataRoutes(add func(method, tmpl, price string, up bool, h func(c *C)) *Route) {
	pm := "/api/v1/pm/"
	add("GET", pm+"markets/search", "0.0085", true, (*C).pmSearch)
	for _, p := range []string{"matching-markets", "matching-markets/pairs", "markets", "markets/listings", "outcomes/{id}"} {
		add("GET", pm+p, "", false, (*C).retired)
		add("POST", pm+p, "", false, (*C).retired)
	}
	add("GET", pm+"sports/{path*}", "", false, (*C).sports)
	add("POST", pm+"sports/{path*}", "", false, (*C).sports)
	add("GET", pm+"binance/candles/{symbol}", "0.0085", true, func(c *C) { c.binance(true) })
	add("GET", pm+"binance/ticks/{symbol}", "0.0085", true, func(c *C) { c.binance(false) })
	add("POST", pm+"{venue_a}/wallet/identities", "0.0085", true, (*C).identities).scriptAs = "POST " + pm + "{venue}/wallet/identities"
	for _, venue := range []string{"venue_a", "venue_b", "venue_c", "venue_d", "venue_e"} {
		for _, p := range pmPaths[venue] {
			venue, p := venue, p
			add("GET", pm+"{"+venue+"}/"+p, "0.0085", true, func(c *C) { c.pmData(venue, p) }).scriptAs = "GET " + pm + "{venue}/" + p
		}
	}
	for _, m := range []string{"GET", "POST"} {
		for _, base := range []string{"/api/v1/{class}", "/api/v1/stocks/{market}"} {
			add(m, base+"/list", "", true, (*C).marketList).scriptAs = "GET " + base + "/list"
			add(m, base+"/price/{symbol}", "dynamic", true, (*C).marketPrice).scriptAs = "GET " + base + "/price/{symbol}"
			add(m, base+"/history/{symbol}", "dynamic", true, (*C).marketHistory).scriptAs = "GET " + base + "/history/{symbol}"
		}
	}
	for tmpl, kind := range map[string]string{"protocols": "protocols", "protocol/{slug}": "protocol", "chains": "chains", "yields": "yields", "prices/{coins}": "prices"} {
		kind, price := kind, "0.006"
		if kind == "prices" {
			price = "0.002"
		}
		add("GET", "/api/v1/{defidata}/"+tmpl, price, true, func(c *C) { c.defi(kind) })
	}
	add("POST", "/api/v1/rpc/{network}", "dynamic", true, func(c *C) { c.rpc(3000) })
	add("POST", "/api/v1/solana/rpc", "dynamic", true, func(c *C) { c.rpc(1500) })
	add("GET", "/api/v1/{swap}/{path*}", "", true, (*C).swapPass)
	add("POST", "/api/v1/{swap}/{path*}", "", true, (*C).swapPass)
	add("POST", "/api/v1/onramp/token", "0", true, (*C).onramp)
	add("GET", "/api/v1/{cryptodata}/{endpoint-path*}", "0.0085", true, (*C).cryptoData)
	add("POST", "/api/v1/{cryptodata}/{endpoint-path*}", "0.0085", true, (*C).cryptoData)
}
