package main

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// kit is what a probe works with: a paying client and the control API.
type kit struct {
	url, ctl, token string
	payer, other    wallet
}

type wallet struct {
	key  *big.Int
	addr string
}

func openWallet(env string) wallet {
	k := hexInt(strings.TrimPrefix(os.Getenv(env), "0x"))
	if k == nil || k.Sign() == 0 {
		return wallet{}
	}
	return wallet{k, keyAddress(k)}
}

type ans struct {
	status int
	h      http.Header
	raw    []byte
	o      Obj
}

func (a ans) text() string      { return string(a.raw) }
func (a ans) s(k string) string { s, _ := a.o[k].(string); return s }

// at walks members and indexes: at("accepts", 0, "amount").
func (a ans) at(path ...any) any { return dig(a.o, path...) }

func dig(x any, path ...any) any {
	for _, p := range path {
		switch t := p.(type) {
		case string:
			o, _ := x.(Obj)
			x = o[t]
		case int:
			l, _ := x.(Arr)
			if t >= len(l) {
				return nil
			}
			x = l[t]
		}
	}
	return x
}

var client = &http.Client{Timeout: 20 * time.Second}

func (k *kit) do(method, url string, body any, hdr map[string]string) ans {
	var rd io.Reader
	if s, ok := body.(string); ok {
		rd = strings.NewReader(s)
	} else if body != nil {
		b, _ := json.Marshal(body)
		rd = bytes.NewReader(b)
	}
	rq, err := http.NewRequest(method, url, rd)
	if err != nil {
		panic(err)
	}
	if body != nil {
		rq.Header.Set("Content-Type", "application/json")
	}
	for n, v := range hdr {
		rq.Header.Set(n, v)
	}
	rs, err := client.Do(rq)
	if err != nil {
		panic(err)
	}
	defer rs.Body.Close()
	raw, _ := io.ReadAll(rs.Body)
	x, _ := decode(raw)
	o, _ := x.(Obj)
	return ans{rs.StatusCode, rs.Header, raw, o}
}

func (k *kit) call(method, path string, body any) ans { return k.do(method, k.url+path, body, nil) }
func (k *kit) post(path string, body any) ans         { return k.call("POST", path, body) }
func (k *kit) get(path string) ans                    { return k.call("GET", path, nil) }

func (k *kit) control(method, name string, body any) ans {
	return k.do(method, k.ctl+"/control/v1/"+name, body, map[string]string{"Authorization": "Bearer " + k.token})
}

func (k *kit) upstream(route, outcome string, detail Obj) {
	k.control("POST", "upstream", Obj{"route": route, "outcome": outcome, "detail": detail})
}
func (k *kit) advance(secs int64) { k.control("POST", "clock", Obj{"advance_seconds": secs}) }
func (k *kit) event(machine, id, ev string, detail Obj) {
	k.control("POST", "events", Obj{"machine": machine, "id": id, "event": ev, "detail": detail})
}
func (k *kit) transfers(w wallet) []any {
	l, _ := k.control("GET", "ledger?payer="+w.addr, nil).o["transfers"].(Arr)
	return l
}

func (k *kit) now() int64 {
	t, _ := time.Parse(time.RFC3339, k.control("GET", "clock", nil).s("now"))
	return t.Unix()
}

// twist changes an authorization before it is signed (or the payload after).
type twist struct {
	value, to     string
	after, before int64 // offsets to now; zero: usual
	signer        *wallet
	v1header      bool
}

// sign answers a challenge and returns the header value.
func (k *kit) sign(w wallet, ch ans, t twist) string {
	acc, _ := ch.at("accepts", 0).(Obj)
	if acc == nil {
		return ""
	}
	n := network{Asset: acc["asset"].(string), TokenName: dig(acc, "extra", "name").(string), TokenVersion: dig(acc, "extra", "version").(string)}
	n.ChainID, _ = strconv.ParseInt(strings.TrimPrefix(acc["network"].(string), "eip155:"), 10, 64)
	val, to := acc["amount"].(string), acc["payTo"].(string)
	if t.value != "" {
		val = t.value
	}
	if t.to != "" {
		to = t.to
	}
	now := k.now()
	after, before := now-10, now+290
	if t.after != 0 {
		after = now + t.after
	}
	if secs, ok := toInt(acc["maxTimeoutSeconds"]); ok {
		before = now + secs
	}
	if t.before != 0 {
		before = now + t.before
	}
	nonce := make([]byte, 32)
	rand.Read(nonce)
	v, _ := new(big.Int).SetString(val, 10)
	a := authz{w.addr, to, v, big.NewInt(after), big.NewInt(before), nonce}
	signer := w
	if t.signer != nil {
		signer = *t.signer
	}
	sig := signDigest(signer.key, authDigest(n, a))
	b, _ := json.Marshal(Obj{"x402Version": 2, "accepted": acc, "payload": Obj{"signature": fmt.Sprintf("0x%x", sig), "authorization": Obj{
		"from": w.addr, "to": to, "value": val, "validAfter": fmt.Sprint(after), "validBefore": fmt.Sprint(before), "nonce": fmt.Sprintf("0x%x", nonce)}}})
	return base64.StdEncoding.EncodeToString(b)
}

func (k *kit) with(method, path string, body any, header string) ans {
	return k.do(method, k.url+path, body, map[string]string{"PAYMENT-SIGNATURE": header})
}

// payAs makes the whole round: challenge, signature, retry.
func (k *kit) payAs(w wallet, method, path string, body any, t twist) ans {
	ch := k.call(method, path, body)
	if ch.status != 402 {
		return ch
	}
	return k.with(method, path, body, k.sign(w, ch, t))
}

func (k *kit) pay(path string, body any) ans { return k.payAs(k.payer, "POST", path, body, twist{}) }

func (k *kit) amount(path string, body any) string {
	s, _ := k.post(path, body).at("accepts", 0, "amount").(string)
	return s
}
