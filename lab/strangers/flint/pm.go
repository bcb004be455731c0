package main

import (
	"fmt"
	"strings"
)

// Prediction markets: one price for every call, query parameters checked before the 402.

const dataPrice micro = 8500

// pmPaths by venue letter; a * marks the wallet paths whose number of addresses is bounded.
var pmPaths = map[string][]string{
	"venue_a": {"markets", "markets/keyset", "events", "events/keyset", "crypto-updown", "market-price/{token_id}", "candlesticks/token/{token_id}",
		"candlesticks/{condition_id}", "volume-chart/{condition_id}", "orderbooks", "trades", "activity", "markets/{token_id}/volume",
		"markets/{condition_id}/open_interest", "positions", "leaderboard", "leaderboard/market/{condition_id}", "cohorts/stats",
		"market/{condition_id}/top-holders", "wallet/{wallet}/markets", "wallet/{wallet}/similar", "wallet/pnl/{wallet}", "wallet/positions/{wallet}",
		"wallet/volume-chart/{wallet}", "wallets/profiles", "wallets/filter", "wallet/identity/{wallet}", "wallet/{address}/cluster", "wallet/{wallet}",
		"market/{condition_id}/smart-money", "markets/smart-activity", "uma/markets", "uma/market/{condition_id}"},
	"venue_b": {"markets", "trades", "orderbooks"},
	"venue_c": {"markets", "orderbooks"}, "venue_d": {"markets", "orderbooks"}, "venue_e": {"markets", "orderbooks"},
}

var candleIntervals = []string{"1s", "1m", "5m", "15m", "1h", "4h", "1d"}

func (c *C) dataCall(amount micro, make func(empty bool) any) {
	c.pay(Quote{amount: amount}, func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		return done(make(s.outcome == "empty"))
	})
}

func (c *C) pmData(venue, path string) {
	q := c.r.URL.Query()
	v := &V{o: Obj{}}
	limit := int64(20)
	switch {
	case strings.HasPrefix(path, "candlesticks/"):
		c.candles(v)
	case venue == "venue_a" && path == "markets":
		v.queryLen(q, "search", 3, 100)
		statuses := []string{"active", "closed", "archived"}
		v.queryEnum(q, "status", "active", statuses...)
		v.queryEnum(q, "sort", "volume", "volume", "liquidity", "created")
		limit = v.queryInt(q, "limit", 20, 1, 100)
	case venue == "venue_b" && path == "markets":
		v.queryLen(q, "search", 3, 100)
		v.queryEnum(q, "status", "open", "open", "closed")
		v.queryLen(q, "ticker", 0, 50)
		v.queryEnum(q, "sort", "volume", "volume", "open_interest", "price_desc", "price_asc", "close_time")
		limit = v.queryInt(q, "limit", 20, 1, 100)
	case path == "wallets/profiles":
		for _, k := range []string{"addresses", "wallets"} {
			if n := len(strings.Split(strings.Join(q[k], ","), ",")); n > 20 {
				v.bad(k, "may hold at most 20 wallets")
			}
		}
	default:
		limit = v.queryInt(q, "limit", 20, 1, 100)
	}
	if c.invalid(v) {
		return
	}
	c.dataCall(dataPrice, func(empty bool) any {
		rows := []Obj{}
		for i := int64(0); i < limit && i < 100 && !empty; i++ {
			rows = append(rows, Obj{"id": fmt.Sprintf("%s-%d", path, i+1), "title": fmt.Sprintf("Will event %d happen?", i+1), "volume": "1000"})
			if !strings.HasSuffix(path, "s") || strings.Contains(path, "{") {
				break
			}
		}
		return Obj{"venue": c.segment(venue), "items": rows, "pagination_key": nil}
	})
}

func (c *C) segment(name string) string { return segments[name][0] }

func (c *C) candles(v *V) {
	q := c.r.URL.Query()
	intervals := candleIntervals
	if c.g.f("t-candles-no-4h") {
		intervals = []string{"1s", "1m", "5m", "15m", "1h", "1d"}
	}
	v.queryEnum(q, "interval", "1m", intervals...)
	v.queryInt(q, "start_time", 0, 0, noMax)
	v.queryInt(q, "end_time", 0, 0, noMax)
	v.queryInt(q, "limit", 500, 1, 1500)
}

func (c *C) identities() {
	v, ok := c.body()
	if !ok {
		return
	}
	list := v.strs("addresses", true, 1, 200)
	if c.invalid(v) {
		return
	}
	c.dataCall(dataPrice, func(bool) any {
		rows := []Obj{}
		for _, a := range list {
			rows = append(rows, Obj{"address": a, "name": nil})
		}
		return Obj{"identities": rows}
	})
}

var bSymbols = []string{"BTCUSDT", "ETHUSDT", "SOLUSDT", "XRPUSDT"}

func (c *C) binance(candles bool) {
	sym := c.p["symbol"]
	if !in(sym, bSymbols) {
		c.json(404, Obj{"error": "Unknown symbol", "message": "Known: " + strings.Join(bSymbols, ", ")})
		return
	}
	v := &V{o: Obj{}}
	if candles {
		c.candles(v)
	}
	if c.invalid(v) {
		return
	}
	c.dataCall(dataPrice, func(bool) any {
		return Obj{"symbol": sym, "rows": []Obj{{"t": c.g.now().Unix() / 60 * 60, "o": "100", "h": "101", "l": "99", "c": "100.5", "v": "12"}}}
	})
}

func (c *C) pmSearch() {
	if strings.TrimSpace(c.r.URL.Query().Get("q")) == "" {
		c.json(422, Obj{"error": "Unprocessable", "message": "q is required", "details": []Obj{{"field": "q", "message": "q is required"}}})
		return
	}
	c.dataCall(dataPrice, func(bool) any { return Obj{"query": c.r.URL.Query().Get("q"), "items": []Obj{}} })
}

func (c *C) retired() {
	c.json(410, Obj{"error": "Gone", "message": "Canonical matching has been retired; use the venue paths"})
}

func (c *C) sports() {
	c.json(503, Obj{"error": "Service unavailable", "message": "Sports markets are withdrawn for now: the provider answers 500; nothing is charged"})
}
