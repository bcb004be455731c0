package main

import (
	"crypto/rand"
	"encoding/hex"
	"math/big"
	"strings"
	"sync"
	"time"
)

// network is where a host is paid: token, domain and payee are this deployment's own.
type network struct {
	CAIP, Asset, TokenName, TokenVersion, PayTo, Chain string
	ChainID                                            int64
	Window                                             int64 // seconds of a synchronous challenge
}

var networks = map[string]network{
	"test": {CAIP: "eip155:84532", ChainID: 84532, Asset: "0x7E57F11F7c01A0C0ffee0000000000000000d011", TokenName: "Flint Practice Dollar",
		TokenVersion: "3", PayTo: "0xF11e7000000000000000000000000000000bEEf1", Chain: "base-sepolia", Window: 300},
	"arc": {CAIP: "eip155:5042", ChainID: 5042, Asset: "0xA2cA2CA2Ca2cA2ca2Ca2cA2cA2CA2cA2cA2Ca2C5", TokenName: "Arc Coin of Flint",
		TokenVersion: "1.4", PayTo: "0xF11E7000000000000000000000000000000A2cA2", Chain: "arc", Window: 180},
}

type transfer struct {
	Payer   string `json:"payer"`
	PayTo   string `json:"pay_to"`
	Amount  string `json:"amount"`
	Asset   string `json:"asset"`
	Network string `json:"network"`
	TxHash  string `json:"tx_hash"`
	Route   string `json:"route"`
	At      string `json:"at"`
}

type script struct {
	outcome string
	times   int64
	detail  Obj
}

type claim struct{ jobID, pollURL string }

type counter struct {
	start time.Time
	n     int
}

// Gateway holds everything; mu guards every map and slice below it.
type Gateway struct {
	host, fault, token string
	net                network
	delay              time.Duration
	secret             []byte
	rich               []string // wallets that start with test funds
	cat                *catalog
	routes             []*Route
	headers            sync.Map // of the fault a-header-cached

	mu          sync.Mutex
	offset      time.Duration
	balances    map[string]*big.Int
	claims      map[string]*claim
	ledger      []transfer
	scripts     map[string]*script
	settleFails int64
	allowed     map[string]bool
	counters    map[string]*counter
	jobs        map[string]*job
	background  map[string]*bgResponse
	assets      []*asset
	groups      map[string]*faceGroup
	numbers     []*lease
	calls       map[string]*call
	boxes       map[string]*sandboxBox
}

func newGateway(host, fault string) *Gateway {
	g := &Gateway{host: host, fault: fault, net: ours(host), secret: []byte(randHex(16))}
	g.cat = newCatalog(host)
	g.reset()
	g.routes = g.allRoutes()
	return g
}

func (g *Gateway) reset() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.offset = 0
	g.balances = map[string]*big.Int{}
	for _, w := range g.rich {
		g.balances[strings.ToLower(w)] = big.NewInt(1000 * 1000000)
	}
	g.claims, g.ledger, g.scripts, g.settleFails = map[string]*claim{}, nil, map[string]*script{}, 0
	g.allowed, g.counters = map[string]bool{}, map[string]*counter{}
	g.jobs, g.background = map[string]*job{}, map[string]*bgResponse{}
	g.assets, g.groups, g.numbers = nil, map[string]*faceGroup{}, nil
	g.calls, g.boxes = map[string]*call{}, map[string]*sandboxBox{}
}

// f says whether the gateway was started with this fault.
func (g *Gateway) f(id string) bool { return g.fault == id }

func (g *Gateway) nowLocked() time.Time { return time.Now().UTC().Add(g.offset) }

func (g *Gateway) now() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.nowLocked()
}

func randHex(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// limited counts one request in a fixed window that opens with its first request.
func (g *Gateway) limited(bucket string, max int, window time.Duration) (bool, time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.nowLocked()
	c := g.counters[bucket]
	if c == nil || !now.Before(c.start.Add(window)) {
		c = &counter{start: now}
		g.counters[bucket] = c
	}
	c.n++
	if c.n > max && g.f("a-refusal-restarts-window") {
		c.start = now
	}
	return c.n > max, c.start.Add(window)
}

func iso(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func ours(host string) network {
	n := networks[host]
	n.Asset, n.PayTo = checksum(n.Asset), checksum(n.PayTo)
	return n
}
