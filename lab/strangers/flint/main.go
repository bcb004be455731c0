// Command flint is a pay-per-call AI gateway on test money. See README.md.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func newKey() (*big.Int, string, string) {
	for {
		k := hexInt(randHex(32))
		if k.Sign() > 0 && k.Cmp(secN) < 0 {
			return k, fmt.Sprintf("0x%064x", k), keyAddress(k)
		}
	}
}

func (g *Gateway) labels() Obj {
	m := Obj{"chat": "ember/ember-large", "messages": "obsidian/verse-1", "responses": "basalt/core-2"}
	for _, x := range g.cat.image {
		m[x.label] = x.id
	}
	for _, x := range g.cat.video {
		m[x.label] = x.id
	}
	for _, x := range g.cat.speech {
		m[x.label] = x.id
	}
	return m
}

func listen(port int) (net.Listener, string) {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return l, "http://" + l.Addr().String()
}

func main() {
	host := flag.String("host", "test", "test or arc")
	port := flag.Int("port", 0, "port of the gateway, 0 for any")
	cport := flag.Int("control-port", 0, "port of the control API, 0 for any")
	delay := flag.Int("delay-ms", 0, "delay of each response")
	fault := flag.String("fault", "", "start with this fault")
	smokeHost := flag.String("smoke", "", "try every operation of a host once")
	list := flag.Bool("list-faults", false, "print the faults")
	probe := flag.String("probe", "", "probe a gateway for this fault")
	all := flag.Bool("probe-all", false, "run every probe against a healthy and a faulty gateway")
	url := flag.String("url", "", "gateway to probe")
	ctl := flag.String("control", "", "its control API")
	token := flag.String("token", "", "its control token")
	flag.Parse()
	switch {
	case *list:
		listFaults()
		return
	case *probe != "":
		os.Exit(runProbe(*probe, *url, *ctl, *token))
	case *smokeHost != "":
		os.Exit(smoke(*smokeHost))
	case *all:
		os.Exit(probeAll(flag.Args()))
	}
	if _, ok := networks[*host]; !ok {
		fmt.Fprintln(os.Stderr, "--host must be test or arc")
		os.Exit(2)
	}
	if *fault != "" && !knownFault(*fault, *host) {
		fmt.Fprintln(os.Stderr, "no such fault on this host:", *fault)
		os.Exit(2)
	}
	_, payerKey, payer := newKey()
	_, otherKey, other := newKey()
	g := newGateway(*host, *fault)
	g.token, g.rich, g.delay = "flint-"+randHex(12), []string{payer, other}, time.Duration(*delay)*time.Millisecond
	g.reset()
	l, base := listen(*port)
	cl, cbase := listen(*cport)
	go http.Serve(cl, &control{g})
	go http.Serve(l, g)

	target := Obj{"host": *host, "url": base, "control": Obj{"url": cbase, "token": Obj{"env": "CONTROL_TOKEN"}},
		"wallets": Obj{"payer": Obj{"env": "PAYER_KEY"}, "other": Obj{"env": "OTHER_KEY"}}, "max_spend_usd": 1000, "models": g.labels()}
	segs := Obj{}
	if *host == "test" {
		for _, n := range []string{"websearch", "sandbox", "cryptodata", "defidata", "swap", "venue_a", "venue_b", "venue_c", "venue_d", "venue_e", "social"} {
			segs[n] = segments[n][0]
		}
	}
	target["segments"] = segs
	b, _ := json.Marshal(Obj{"target": target, "env": Obj{"CONTROL_TOKEN": g.token, "PAYER_KEY": payerKey, "OTHER_KEY": otherKey}})
	fmt.Println(string(b))

	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	<-stop
}
