package main

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
)

var listings = map[string][]string{
	"crypto":    {"BTC-USD", "ETH-USD", "SOL-USD", "XRP-USD", "DOGE-USD", "LINK-USD"},
	"fx":        {"EUR-USD", "GBP-USD", "USD-JPY", "USD-CHF", "AUD-USD"},
	"commodity": {"XAU-USD", "XAG-USD", "WTI-USD", "BRENT-USD"},
	"us":        {"AAPL", "MSFT", "NVDA", "TSLA", "SPY"},
	"hk":        {"0700", "9988"}, "jp": {"7203", "6758"}, "kr": {"005930", "000660"}, "gb": {"VOD", "BARC"}, "de": {"SAP", "BMW"}, "fr": {"MC", "AIR"},
	"nl": {"ASML", "INGA"}, "ie": {"RYA", "CRH"}, "lu": {"MT", "TEN"}, "cn": {"600519", "000001"}, "ca": {"SHOP", "RY"},
}

// book is the listing a request is about; usstock is market us by another name.
func (c *C) book() (name string, equity bool) {
	if m, ok := c.p["market"]; ok {
		return m, true
	}
	if c.p["class"] == "usstock" {
		return "us", !c.g.f("t-usstock-free")
	}
	return c.p["class"], false
}

func (c *C) marketList() {
	name, _ := c.book()
	q := c.r.URL.Query()
	v := &V{o: Obj{}}
	limit := v.queryInt(q, "limit", 100, 1, 2000)
	if c.invalid(v) {
		return
	}
	s := c.take()
	if bad := c.trouble(s); bad != nil {
		c.write(*bad)
		return
	}
	rows := []Obj{}
	for _, sym := range listings[name] {
		if c.g.f("t-list-q-prefix") && !strings.HasPrefix(sym, strings.ToUpper(q.Get("q"))) {
			continue
		}
		if s.outcome == "empty" || int64(len(rows)) >= limit || !strings.Contains(strings.ToUpper(sym), strings.ToUpper(q.Get("q"))) {
			continue
		}
		rows = append(rows, Obj{"symbol": sym, "label": "Feed " + sym})
	}
	c.json(200, Obj{"feeds": rows, "total": len(rows)})
}

// equityOr charges 0.001 for equities (the market-price reference) and nothing for the other classes.
func (c *C) equityOr(equity bool, make func() any) {
	if equity {
		c.dataCall(1000, func(bool) any { return make() })
		return
	}
	if bad := c.trouble(c.take()); bad != nil {
		c.write(*bad)
		return
	}
	c.json(200, make())
}

func (c *C) symbol() (string, bool, bool) {
	name, equity := c.book()
	for _, s := range listings[name] {
		if strings.EqualFold(s, c.p["symbol"]) {
			return s, equity, true
		}
	}
	c.json(404, Obj{"error": "Unknown symbol", "message": "Resolve symbols from the list; nothing was charged"})
	return "", equity, false
}

// listed says whether the book of a request holds its symbol.
func (c *C) listed() bool {
	name, _ := c.book()
	for _, s := range listings[name] {
		if strings.EqualFold(s, c.p["symbol"]) {
			return true
		}
	}
	return false
}

func basePrice(sym string) float64 {
	h := fnv.New32a()
	h.Write([]byte(sym))
	return float64(h.Sum32()%90000)/100 + 10
}

func (c *C) marketPrice() {
	v := &V{o: Obj{}}
	v.queryEnum(c.r.URL.Query(), "session", "regular", "regular", "extended")
	if c.invalid(v) {
		return
	}
	sym, equity, ok := c.symbol()
	if !ok {
		return
	}
	c.equityOr(equity, func() any {
		p := basePrice(sym)
		return Obj{"symbol": sym, "price": p, "confidence": p / 2000, "publishTime": c.g.now().Unix(), "source": "flint-oracle"}
	})
}

func (c *C) marketHistory() {
	q := c.r.URL.Query()
	v := &V{o: Obj{}}
	res := v.queryEnum(q, "resolution", "D", "1", "5", "15", "60", "240", "D", "W", "M")
	now := c.g.now().Unix()
	to := v.queryInt(q, "to", now, 0, noMax)
	from := v.queryInt(q, "from", -1, 0, noMax)
	v.queryEnum(q, "session", "regular", "regular", "extended")
	if from > to && len(v.errs) == 0 {
		v.bad("from", "must not be after to")
	}
	if c.invalid(v) {
		return
	}
	if _, equity := c.book(); c.g.f("t-unknown-history-empty") && !c.listed() {
		c.equityOr(equity, func() any { return Obj{"symbol": c.p["symbol"], "resolution": res, "bars": Arr{}} })
		return
	}
	sym, equity, ok := c.symbol()
	if !ok {
		return
	}
	step := map[string]int64{"D": 86400, "W": 604800, "M": 2592000}[res]
	if step == 0 {
		n, _ := strconv.ParseInt(res, 10, 64)
		step = n * 60
	}
	if from < 0 {
		from = to - 30*step
	}
	c.equityOr(equity, func() any {
		bars := []Obj{}
		p := basePrice(sym)
		for t := (from + step - 1) / step * step; t <= to && len(bars) < 500; t += step {
			k := float64((t/step)%7) / 10
			bars = append(bars, Obj{"time": t, "open": p + k, "high": p + k + 1, "low": p + k - 1, "close": p + k + 0.3})
		}
		return Obj{"symbol": sym, "resolution": res, "from": from, "to": to, "bars": bars, "note": fmt.Sprintf("%d bars", len(bars))}
	})
}
