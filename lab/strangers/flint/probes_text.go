package main

import (
	"encoding/base64"
	"math/big"
	"strconv"
	"strings"
	"sync"
)

const (
	chatPath      = "/api/v1/chat/completions"
	messagesPath  = "/api/v1/messages"
	responsesPath = "/api/v1/responses"
	searchPath    = "/api/v1/search"
)

func contains(s, part string) bool  { return strings.Contains(s, part) }
func repeat(s string, n int) string { return strings.Repeat(s, n) }
func micros(s string) int64         { n, _ := strconv.ParseInt(s, 10, 64); return n }
func merge(base, more Obj) Obj {
	for k, v := range more {
		base[k] = v
	}
	return base
}

// model finds a catalog id by its provider.
func (k *kit) model(prefix string) string {
	l, _ := k.get("/api/v1/models").o["models"].(Arr)
	for _, m := range l {
		if id, _ := dig(m, "id").(string); strings.HasPrefix(id, prefix) {
			return id
		}
	}
	return ""
}

func (k *kit) chat(more Obj) Obj {
	return merge(Obj{"model": "ember/ember-large", "messages": Arr{Obj{"role": "user", "content": "hello"}}}, more)
}

func (k *kit) msgs(more Obj) Obj {
	return merge(Obj{"model": "obsidian/verse-1", "max_tokens": 20, "messages": Arr{Obj{"role": "user", "content": "hello"}}}, more)
}

func probeRace(k *kit) bool {
	b := k.chat(nil)
	header := k.sign(k.payer, k.post(chatPath, b), twist{})
	var wg sync.WaitGroup
	var mu sync.Mutex
	won := 0
	for i := 0; i < 20; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if k.with("POST", chatPath, b, header).status == 200 {
				mu.Lock()
				won++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return won != 1 || len(k.transfers(k.payer)) != 1
}

// probeNonceCase sends the same authorization again with its nonce in capitals; the signature stays good.
func probeNonceCase(k *kit) bool {
	b := k.chat(nil)
	header := k.sign(k.payer, k.post(chatPath, b), twist{})
	if k.with("POST", chatPath, b, header).status != 200 {
		panic("could not pay")
	}
	raw, _ := base64.StdEncoding.DecodeString(header)
	x, _ := decode(raw)
	nonce := dig(x, "payload", "authorization", "nonce").(string)
	again := strings.Replace(string(raw), nonce, "0x"+strings.ToUpper(nonce[2:]), 1)
	return k.with("POST", chatPath, b, base64.StdEncoding.EncodeToString([]byte(again))).status == 200
}

// probePerRoute spends one authorization on two operations of the same price.
func probePerRoute(k *kit) bool {
	b := k.chat(nil)
	header := k.sign(k.payer, k.post(chatPath, b), twist{})
	if k.with("POST", chatPath, b, header).status != 200 {
		panic("could not pay")
	}
	return k.with("POST", "/api/v1/chat/ember/ember-large", b, header).status == 200
}

// probeCatalogOutput compares two quotes with the catalog: 1000 more output tokens cost 1000 times the listed rate.
func probeCatalogOutput(k *kit) bool {
	for _, id := range []string{"ember/ember-large", "slate/slate-vision", "obsidian/verse-1"} {
		l, _ := k.get("/api/v1/models").o["models"].(Arr)
		for _, m := range l {
			if dig(m, "id") != id {
				continue
			}
			a := micros(k.amount(chatPath, k.chat(Obj{"model": id, "max_tokens": 1000})))
			b := micros(k.amount(chatPath, k.chat(Obj{"model": id, "max_tokens": 2000})))
			rate := rat(dig(m, "pricing", "output_per_token").(string))
			want := mul(rate, big.NewRat(1000000000, 1)) // 1000 tokens, in micro-dollars
			diff := new(big.Rat).Sub(want, big.NewRat(b-a, 1))
			if diff.Abs(diff).Cmp(big.NewRat(1, 1)) > 0 {
				return true
			}
		}
	}
	return false
}
