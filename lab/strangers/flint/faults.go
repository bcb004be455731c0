package main

import (
	"encoding/json"
	"fmt"
)

type fault struct {
	ID    string            `json:"id"`
	Host  string            `json:"host"`
	Says  string            `json:"says"`
	Quote string            `json:"quote"`
	probe func(k *kit) bool // true: the gateway has the fault
}

func listFaults() {
	b, _ := json.MarshalIndent(allFaults(), "", " ")
	fmt.Println(string(b))
}

func knownFault(id, host string) bool {
	for _, f := range allFaults() {
		if f.ID == id && f.Host == host {
			return true
		}
	}
	return false
}
