package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

func runProbe(id, url, ctl, token string) (code int) {
	for _, f := range allFaults() {
		if f.ID != id {
			continue
		}
		k := &kit{url: strings.TrimSuffix(url, "/"), ctl: strings.TrimSuffix(ctl, "/"), token: token, payer: openWallet("PAYER_KEY"), other: openWallet("OTHER_KEY")}
		k.control("POST", "reset", nil)
		defer func() {
			if p := recover(); p != nil {
				fmt.Fprintln(os.Stderr, "probe broke:", p)
				code = 2
			}
		}()
		if f.probe(k) {
			return 1
		}
		return 0
	}
	fmt.Fprintln(os.Stderr, "no such fault:", id)
	return 2
}

type running struct {
	cmd    *exec.Cmd
	Target struct {
		URL     string
		Control struct{ URL string }
	}
	Env map[string]string
}

func start(host, fault string) *running {
	args := []string{"--host", host}
	if fault != "" {
		args = append(args, "--fault", fault)
	}
	r := &running{cmd: exec.Command(os.Args[0], args...)}
	out, _ := r.cmd.StdoutPipe()
	r.cmd.Stderr = os.Stderr
	if err := r.cmd.Start(); err != nil {
		return nil
	}
	line, _ := bufio.NewReaderSize(out, 1<<16).ReadString('\n')
	if json.Unmarshal([]byte(line), r) != nil {
		r.stop()
		return nil
	}
	return r
}

func (r *running) stop() { r.cmd.Process.Signal(syscall.SIGTERM); r.cmd.Wait() }

func (r *running) probe(id string) int {
	for k, v := range r.Env {
		os.Setenv(k, v)
	}
	return runProbe(id, r.Target.URL, r.Target.Control.URL, r.Env["CONTROL_TOKEN"])
}

// probeAll wants 0 from the healthy gateway and 1 from the faulty one, for each fault (or those named).
func probeAll(only []string) int {
	healthy := map[string]*running{"test": start("test", ""), "arc": start("arc", "")}
	defer healthy["test"].stop()
	defer healthy["arc"].stop()
	bad, n := 0, 0
	for _, f := range allFaults() {
		if len(only) > 0 && !in(f.ID, only) {
			continue
		}
		n++
		h := healthy[f.Host].probe(f.ID)
		sick := start(f.Host, f.ID)
		if sick == nil {
			fmt.Println("NOT STARTED", f.ID)
			bad++
			continue
		}
		s := sick.probe(f.ID)
		sick.stop()
		if h != 0 || s != 1 {
			bad++
			fmt.Printf("WRONG %s healthy=%d faulty=%d\n", f.ID, h, s)
		}
	}
	fmt.Printf("%d faults probed, %d wrong\n", n, bad)
	if bad > 0 {
		return 1
	}
	return 0
}
