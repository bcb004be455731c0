package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// socialLimit: 120 requests an hour per client: the wallet that pays, else the IP.
func (c *C) socialLimit() bool {
	client := "ip:" + c.ip()
	if h := c.header(); h != "" {
		if p, _, ok := c.g.readAuth(h); ok {
			client = "wallet:" + p.from
		}
	}
	over, reset := c.g.limited("social|"+client, 120, time.Hour)
	if over {
		c.tooMany(reset)
	}
	return over
}

func cleanUser(s string) string { return strings.TrimPrefix(strings.TrimSpace(s), "@") }

func (c *C) userLookup() {
	if c.socialLimit() {
		return
	}
	v, ok := c.body()
	if !ok {
		return
	}
	var raw []string
	if s, isStr := v.o["usernames"].(string); isStr {
		raw = strings.Split(s, ",")
	} else {
		raw = v.strs("usernames", true, 1, -1)
	}
	seen, users := map[string]bool{}, []string{}
	for _, s := range raw {
		name := cleanUser(s)
		key := strings.ToLower(name)
		if c.g.f("t-social-at-dupe") {
			key = strings.ToLower(strings.TrimSpace(s))
		}
		if name == "" || seen[key] {
			continue
		}
		seen[key] = true
		users = append(users, name)
	}
	billed := int64(len(users))
	if len(users) > 100 {
		users = users[:100]
	}
	if len(users) == 0 && len(v.errs) == 0 {
		v.bad("usernames", "must name at least one user")
	}
	if c.invalid(v) {
		return
	}
	if !c.g.f("t-lookup-billed-uncut") {
		billed = int64(len(users))
	}
	amount := billed * 2000
	if amount < 20000 {
		amount = 20000
	}
	c.pay(Quote{amount: amount}, func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		found, missing := []Obj{}, []string{}
		for i, u := range users {
			if s.outcome == "empty" || strings.HasPrefix(strings.ToLower(u), "ghost_") {
				missing = append(missing, u)
				continue
			}
			found = append(found, Obj{"id": strconv.Itoa(90001 + i), "userName": u, "name": strings.ToUpper(u[:1]) + u[1:], "profilePicture": "https://img.chirrup.example/" + u + ".jpg",
				"description": "", "followers": 10 + i, "following": 5, "isBlueVerified": false, "verifiedType": nil, "location": "", "joined": "2019-05-01T00:00:00.000Z"})
		}
		r := done(Obj{"users": found, "not_found": missing, "total_requested": len(users), "total_found": len(found)})
		r.charge = len(found) > 0
		return r
	})
}

// follow serves followers and followings: two pages, of 200 and of 20.
func (c *C) follow(kind string) {
	if c.socialLimit() {
		return
	}
	v, ok := c.body()
	if !ok {
		return
	}
	user := cleanUser(v.str("username", true, 1, -1))
	if user == "" && len(v.errs) == 0 {
		v.bad("username", "must not be empty")
	}
	cursor := v.str("cursor", false, 0, -1)
	if cursor != "" && cursor != "pg2" {
		v.bad("cursor", "must be the next_cursor of the page before")
	}
	if c.invalid(v) {
		return
	}
	c.pay(Quote{amount: 50000}, func(p *Pay) Res {
		s := c.take()
		if bad := c.trouble(s); bad != nil {
			return *bad
		}
		n, from, next := 200, 0, "pg2"
		if cursor == "pg2" && !c.g.f("t-cursor-ignored") {
			n, from, next = 20, 200, ""
		}
		if s.outcome == "empty" {
			n, next = 0, ""
		}
		rows := []Obj{}
		for i := from; i < from+n; i++ {
			name := fmt.Sprintf("fan%03d", i)
			rows = append(rows, Obj{"id": strconv.Itoa(5000 + i), "name": "Fan " + name, "screen_name": name, "userName": name, "location": "", "description": "",
				"protected": false, "verified": false, "followers_count": i, "following_count": 3, "friends_count": 3, "favourites_count": 0,
				"statuses_count": 7, "created_at": "2020-02-02T00:00:00.000Z", "profile_banner_url": "", "profile_image_url_https": "https://img.chirrup.example/" + name + ".jpg", "can_dm": false})
		}
		r := done(Obj{kind: rows, "has_next_page": next != "", "next_cursor": next, "total_returned": len(rows), "username": user})
		r.charge = len(rows) > 0 || c.g.f("t-followers-charge-empty")
		return r
	})
}
