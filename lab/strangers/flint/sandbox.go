package main

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strings"
	"time"
)

type sandboxBox struct {
	id   string
	ends time.Time
	over bool
}

// running must be called with mu held.
func (g *Gateway) running(b *sandboxBox) bool {
	return !b.over && g.nowLocked().Before(b.ends)
}

func ratNumber(r *big.Rat) json.Number { return json.Number(dec(r)) }

func (c *C) sandboxCreate() {
	v, ok := c.body()
	if !ok {
		return
	}
	g := c.g
	image := v.enum("image", "python:3.11", "python:3.11")
	secs := v.int("timeout", false, 300, 1, 300)
	cpu := v.num("cpu", "0.01", "1.0")
	if cpu == nil {
		cpu = rat("1")
	}
	mem := v.int("memory", false, 512, 1, 1024)
	for _, k := range []string{"setup_commands", "gpu"} {
		if v.o[k] != nil {
			v.bad(k, "is not enabled")
		}
	}
	if c.invalid(v) {
		return
	}
	c.pay(Quote{amount: 11000}, func(p *Pay) Res {
		if bad := c.trouble(c.take()); bad != nil {
			return *bad
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		now := g.nowLocked()
		b := &sandboxBox{id: "bx-" + randHex(10), ends: now.Add(time.Duration(secs) * time.Second)}
		if g.f("t-box-lives-300") {
			b.ends = now.Add(300 * time.Second)
		}
		g.boxes[b.id] = b
		r := done(Obj{"sandbox_id": b.id, "status": "running", "created_at": iso(now),
			"config": Obj{"image": image, "timeout": secs, "cpu": ratNumber(cpu), "memory": mem, "gpu": nil}})
		r.undo = func() { g.mu.Lock(); b.over = true; g.mu.Unlock() }
		return r
	})
}

func (c *C) box(v *V) *sandboxBox {
	id := v.str("sandbox_id", true, 1, -1)
	if c.invalid(v) {
		return nil
	}
	c.g.mu.Lock()
	b := c.g.boxes[id]
	c.g.mu.Unlock()
	if b == nil {
		c.json(404, Obj{"error": "Sandbox not found", "message": "sandbox_id is unknown; nothing was charged"})
	}
	return b
}

func (c *C) sandboxExec() {
	v, ok := c.body()
	if !ok {
		return
	}
	cmd := v.strs("command", true, 1, -1)
	v.int("timeout", false, 60, 1, 300)
	b := c.box(v)
	if b == nil {
		return
	}
	c.g.mu.Lock()
	alive := c.g.running(b)
	c.g.mu.Unlock()
	if !alive {
		c.json(409, Obj{"error": "Sandbox terminated", "message": "Nothing runs there any more; nothing was charged"})
		return
	}
	c.pay(Quote{amount: 2000}, func(p *Pay) Res {
		if bad := c.trouble(c.take()); bad != nil {
			return *bad
		}
		out, errOut, code := pretend(cmd)
		return done(Obj{"sandbox_id": b.id, "stdout": out, "stderr": errOut, "returncode": code})
	})
}

var printed = regexp.MustCompile(`^\s*print\((?:"([^"]*)"|'([^']*)'|(\d+))\)\s*$`)

// pretend runs the few commands our stand-in for a sandbox knows.
func pretend(cmd []string) (string, string, int) {
	switch {
	case cmd[0] == "echo":
		return strings.Join(cmd[1:], " ") + "\n", "", 0
	case cmd[0] == "false":
		return "", "", 1
	case strings.HasPrefix(cmd[0], "python") && len(cmd) > 2 && cmd[1] == "-c":
		if m := printed.FindStringSubmatch(cmd[2]); m != nil {
			return m[1] + m[2] + m[3] + "\n", "", 0
		}
		if strings.Contains(cmd[2], "raise") || strings.Contains(cmd[2], "exit(1)") {
			return "", "Traceback (most recent call last)\n", 1
		}
	case strings.HasPrefix(cmd[0], "python") && len(cmd) == 2 && cmd[1] == "--version":
		return "Python 3.11.9\n", "", 0
	}
	return "", "", 0
}

func (c *C) sandboxStatus() {
	v, ok := c.body()
	if !ok {
		return
	}
	b := c.box(v)
	if b == nil {
		return
	}
	c.pay(Quote{amount: 2000}, func(p *Pay) Res {
		if bad := c.trouble(c.take()); bad != nil {
			return *bad
		}
		c.g.mu.Lock()
		defer c.g.mu.Unlock()
		if c.g.running(b) {
			if c.g.f("t-running-returncode-zero") {
				return done(Obj{"sandbox_id": b.id, "status": "running", "returncode": 0})
			}
			return done(Obj{"sandbox_id": b.id, "status": "running", "returncode": nil})
		}
		return done(Obj{"sandbox_id": b.id, "status": "terminated", "returncode": 0})
	})
}

func (c *C) sandboxTerminate() {
	v, ok := c.body()
	if !ok {
		return
	}
	b := c.box(v)
	if b == nil {
		return
	}
	if c.g.f("t-terminate-twice-404") {
		c.g.mu.Lock()
		alive := c.g.running(b)
		c.g.mu.Unlock()
		if !alive {
			c.json(404, Obj{"error": "Sandbox not found"})
			return
		}
	}
	c.pay(Quote{amount: 2000}, func(p *Pay) Res {
		if bad := c.trouble(c.take()); bad != nil {
			return *bad
		}
		c.g.mu.Lock()
		b.over = true // terminating twice is a no-op
		c.g.mu.Unlock()
		return done(Obj{"sandbox_id": b.id, "status": "terminated"})
	})
}
