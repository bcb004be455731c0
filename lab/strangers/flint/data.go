package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
)

func (c *C) defi(kind string) {
	amount := micro(6000)
	if kind == "prices" {
		amount = 2000
	}
	c.dataCall(amount, func(empty bool) any {
		switch kind {
		case "prices":
			coins := Obj{}
			for _, id := range strings.Split(c.p["coins"], ",") {
				if id != "" && !empty {
					coins[id] = Obj{"price": basePrice(id), "confidence": 0.99}
				}
			}
			return Obj{"coins": coins}
		case "protocol":
			return Obj{"slug": c.p["slug"], "tvl": 12345678.9}
		}
		return Arr{Obj{"name": "sample of " + kind, "tvl": 1000}}
	})
}

// 40 chains; names and aliases of the JSON-RPC service.
var chains = strings.Fields(`ethereum base arbitrum optimism polygon bsc avalanche gnosis fantom celo linea scroll zksync mantle blast mode zora
 moonbeam moonriver cronos aurora metis boba kava sei berachain sonic unichain worldchain ink soneium abstract taiko manta fraxtal
 polygon-zkevm opbnb arc base-sepolia sepolia`)
var chainAlias = map[string]string{"eth": "ethereum", "mainnet": "ethereum", "arb": "arbitrum", "op": "optimism", "matic": "polygon", "bnb": "bsc", "avax": "avalanche", "xdai": "gnosis"}

func (c *C) rpc(perCall micro) {
	if n, ok := c.p["network"]; ok {
		n = strings.ToLower(n)
		if a, has := chainAlias[n]; has {
			n = a
		}
		if !in(n, chains) {
			c.json(404, Obj{"error": "Unknown network", "networks": chains})
			return
		}
	}
	x, err := decode(c.raw)
	if err != nil {
		c.json(400, Obj{"error": "Invalid JSON", "message": "The body is not valid JSON"})
		return
	}
	list, batch := x.(Arr)
	if !batch {
		list = Arr{x}
	}
	v := &V{o: Obj{}}
	if len(list) == 0 {
		v.bad("body", "must hold at least one call")
	}
	for i, e := range list {
		o, _ := e.(Obj)
		m, isStr := o["method"].(string)
		if o["jsonrpc"] != "2.0" || !isStr || m == "" {
			v.bad(fmt.Sprintf("body[%d]", i), "must be a JSON-RPC 2.0 call with jsonrpc and method")
		}
	}
	if c.invalid(v) {
		return
	}
	n := int64(len(list))
	if c.g.f("t-rpc-batch-flat") {
		n = 1
	}
	c.pay(Quote{amount: n * perCall}, func(p *Pay) Res {
		if bad := c.trouble(c.take()); bad != nil {
			return *bad
		}
		out := Arr{}
		for _, e := range list {
			o := e.(Obj)
			id, has := o["id"]
			if !has {
				continue // a notification has no answer
			}
			out = append(out, Obj{"jsonrpc": "2.0", "id": id, "result": rpcResult(o["method"].(string))})
		}
		if len(out) == 0 {
			return Res{status: 204, charge: true}
		}
		if !batch {
			return done(out[0])
		}
		return done(out)
	})
}

func rpcResult(method string) any {
	switch method {
	case "eth_chainId":
		return "0x1"
	case "eth_blockNumber":
		return "0x1517c4e"
	case "getSlot", "getBlockHeight":
		return 284111222
	case "getHealth":
		return "ok"
	}
	return "0x"
}

// swapPass hands free calls to the swap provider.
func (c *C) swapPass() {
	first := strings.Split(c.p["path"], "/")[0]
	if !in(first, []string{"price", "quote", "gasless", "permit2", "sources", "chains"}) {
		c.json(404, Obj{"error": "Not found", "message": "The swap provider has no such operation"})
		return
	}
	if bad := c.trouble(c.take()); bad != nil {
		c.write(*bad)
		return
	}
	c.json(200, Obj{"operation": c.p["path"], "liquidityAvailable": true, "buyAmount": "1000000", "sellAmount": "1000000"})
}

// fundVenue takes 0.011 and the deposit in one payment.
func (c *C) fundVenue() {
	v, ok := c.body()
	if !ok {
		return
	}
	addr := v.str("address", true, 1, -1)
	if addr != "" && !isAddress(addr) {
		v.bad("address", "must be a 0x address")
	}
	var dep *big.Rat
	switch t := v.o["amount"].(type) {
	case string:
		if len(t) <= 20 && strings.Trim(t, "0123456789.") == "" {
			dep, _ = new(big.Rat).SetString(t)
		}
	case json.Number:
		dep, _ = exact(t)
	}
	if dep == nil || dep.Sign() <= 0 || dep.Cmp(ratInt(100000)) > 0 || !mul(dep, ratInt(1000000)).IsInt() {
		v.bad("amount", "must be dollars above 0 with at most six decimals")
	}
	if c.invalid(v) {
		return
	}
	c.dataCall(11000+ceilMicro(dep), func(bool) any {
		return Obj{"status": "bridging", "deposit": dec(dep), "address": addr, "bridge_id": "br-" + randHex(8)}
	})
}

// onramp: the zero authorization only says whose wallet it is.
func (c *C) onramp() {
	if len(strings.TrimSpace(string(c.raw))) > 0 {
		if _, ok := c.body(); !ok {
			return
		}
	}
	c.pay(Quote{}, func(p *Pay) Res {
		if bad := c.trouble(c.take()); bad != nil {
			return *bad
		}
		t := randHex(16)
		return done(Obj{"wallet": p.from, "asset": "USDC", "network": "base", "token": t, "url": "https://onramp.example/buy?session=" + t})
	})
}

var cryptoCategories = []string{"prediction", "social", "search", "market", "onchain", "exchange", "wallet", "token", "project", "fund", "news", "web"}

// cryptoData passes any endpoint of a known category on, after the parameters known to be required.
func (c *C) cryptoData() {
	path := c.p["endpoint-path"]
	cat := strings.Split(path, "/")[0]
	if !in(cat, cryptoCategories) || !strings.Contains(path, "/") || strings.HasSuffix(path, "/") {
		c.json(404, Obj{"error": "Not found", "categories": cryptoCategories})
		return
	}
	post := path == "onchain/sql" || path == "onchain/query"
	if post != (c.r.Method == "POST") {
		c.w.Header().Set("Allow", map[bool]string{true: "POST", false: "GET"}[post])
		c.json(405, Obj{"error": "Method not allowed"})
		return
	}
	q := c.r.URL.Query()
	v := &V{o: Obj{}}
	need := map[string]string{"exchange": "pair", "market": "symbol", "wallet": "address", "onchain": "chain"}[cat]
	switch {
	case post:
		if _, ok := c.body(); !ok {
			return
		}
	case need != "" && q.Get(need) == "":
		v.bad(need, "is required")
	case cat == "prediction" && strings.Contains(path[11:], "market") && q.Get("condition_id") == "" && q.Get("market_slug") == "" && q.Get("event_slug") == "":
		v.bad("condition_id", "(or market_slug or event_slug) is required")
	}
	if c.invalid(v) {
		return
	}
	c.dataCall(dataPrice, func(empty bool) any { return Obj{"endpoint": path, "data": Arr{}, "partner": "coinscope"} })
}
