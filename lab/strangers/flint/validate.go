package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

type Obj = map[string]any
type Arr = []any

// decode reads exactly one JSON value, numbers kept as written.
func decode(raw []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one JSON value")
	}
	return v, nil
}

// exact is the number as a rational; absurd exponents are refused before they cost memory.
func exact(n json.Number) (*big.Rat, bool) {
	s := string(n)
	if len(s) > 60 || strings.Trim(s, "0123456789+-.eE") != "" {
		return nil, false
	}
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		e, err := strconv.Atoi(strings.TrimPrefix(s[i+1:], "+"))
		if err != nil || e > 30 || e < -30 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(s)
}

// V collects one complaint per field.
type V struct {
	o    Obj
	errs []Obj
}

func (v *V) bad(field, msg string) {
	v.errs = append(v.errs, Obj{"field": field, "message": field + " " + msg})
}

func (v *V) has(k string) bool { _, ok := v.o[k]; return ok }

func (v *V) get(k string, req bool) (any, bool) {
	x, ok := v.o[k]
	if !ok && req {
		v.bad(k, "is required")
	}
	return x, ok
}

// str checks a string of min to max characters (max < 0: no upper bound).
func (v *V) str(k string, req bool, min, max int) string {
	x, ok := v.get(k, req)
	if !ok {
		return ""
	}
	s, isStr := x.(string)
	if !isStr {
		v.bad(k, "must be a string")
		return ""
	}
	n := utf8.RuneCountInString(s)
	if n < min || (max >= 0 && n > max) {
		if max >= 0 {
			v.bad(k, fmt.Sprintf("must have %d to %d characters", min, max))
		} else {
			v.bad(k, "must not be empty")
		}
	}
	return s
}

func toInt(x any) (int64, bool) {
	n, ok := x.(json.Number)
	if !ok {
		return 0, false
	}
	r, ok := exact(n)
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

func (v *V) int(k string, req bool, def, min, max int64) int64 {
	x, ok := v.get(k, req)
	if !ok {
		return def
	}
	n, isInt := toInt(x)
	if !isInt {
		v.bad(k, "must be an integer")
		return def
	}
	if n < min || n > max {
		v.bad(k, fmt.Sprintf("must be at least %d and at most %d", min, max))
		return def
	}
	return n
}

const noMax = int64(1) << 53

// num checks a number between lo and hi inclusive ("" means open).
func (v *V) num(k string, lo, hi string) *big.Rat {
	x, ok := v.o[k]
	if !ok {
		return nil
	}
	n, isNum := x.(json.Number)
	if !isNum {
		v.bad(k, "must be a number")
		return nil
	}
	r, ok := exact(n)
	if !ok || (lo != "" && r.Cmp(rat(lo)) < 0) || (hi != "" && r.Cmp(rat(hi)) > 0) {
		v.bad(k, "must be a number between "+lo+" and "+hi)
		return nil
	}
	return r
}

func (v *V) boolean(k string, def bool) bool {
	x, ok := v.o[k]
	if !ok {
		return def
	}
	b, isBool := x.(bool)
	if !isBool {
		v.bad(k, "must be a boolean")
	}
	return b
}

func in(s string, list []string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func (v *V) enum(k, def string, vals ...string) string {
	x, ok := v.o[k]
	if !ok {
		return def
	}
	s, isStr := x.(string)
	if !isStr || !in(s, vals) {
		v.bad(k, "must be one of "+strings.Join(vals, ", "))
		return def
	}
	return s
}

func (v *V) strs(k string, req bool, min, max int) []string {
	x, ok := v.get(k, req)
	if !ok {
		return nil
	}
	a, isArr := x.(Arr)
	if !isArr {
		v.bad(k, "must be an array of strings")
		return nil
	}
	var out []string
	for i, e := range a {
		s, isStr := e.(string)
		if !isStr {
			v.bad(fmt.Sprintf("%s[%d]", k, i), "must be a string")
			return nil
		}
		out = append(out, s)
	}
	if len(a) < min || (max >= 0 && len(a) > max) {
		v.bad(k, fmt.Sprintf("must have %d to %d items", min, max))
	}
	return out
}

func (v *V) object(k string) Obj {
	x, ok := v.o[k]
	if !ok {
		return nil
	}
	o, isObj := x.(Obj)
	if !isObj {
		v.bad(k, "must be an object")
	}
	return o
}

func (v *V) objects(k string) Arr {
	x, ok := v.o[k]
	if !ok {
		return nil
	}
	a, isArr := x.(Arr)
	if !isArr {
		v.bad(k, "must be an array of objects")
		return nil
	}
	for i, e := range a {
		if _, isObj := e.(Obj); !isObj {
			v.bad(fmt.Sprintf("%s[%d]", k, i), "must be an object")
		}
	}
	return a
}

// queryInt checks an optional integer of a query string.
func (v *V) queryInt(q url.Values, k string, def, min, max int64) int64 {
	if !q.Has(k) {
		return def
	}
	n, err := strconv.ParseInt(q.Get(k), 10, 64)
	if err != nil || n < min || n > max {
		v.bad(k, fmt.Sprintf("must be an integer from %d to %d", min, max))
		return def
	}
	return n
}

func (v *V) queryEnum(q url.Values, k, def string, vals ...string) string {
	if !q.Has(k) {
		return def
	}
	if !in(q.Get(k), vals) {
		v.bad(k, "must be one of "+strings.Join(vals, ", "))
	}
	return q.Get(k)
}

func (v *V) queryLen(q url.Values, k string, min, max int) {
	if !q.Has(k) {
		return
	}
	if n := utf8.RuneCountInString(q.Get(k)); n < min || n > max {
		v.bad(k, fmt.Sprintf("must have %d to %d characters", min, max))
	}
}
