package main

import (
	"encoding/hex"
	"math/big"
	"strings"
)

// The EIP-712 digest of an EIP-3009 TransferWithAuthorization.

type authz struct {
	From, To                       string
	Value, ValidAfter, ValidBefore *big.Int
	Nonce                          []byte
}

func word(n *big.Int) []byte { b := make([]byte, 32); return n.FillBytes(b) }

func addrWord(a string) []byte {
	b, _ := unhex(a)
	return append(make([]byte, 12), b...)
}

func authDigest(n network, a authz) []byte {
	domain := keccak256(
		keccak256([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")),
		keccak256([]byte(n.TokenName)), keccak256([]byte(n.TokenVersion)),
		word(big.NewInt(n.ChainID)), addrWord(n.Asset))
	msg := keccak256(
		keccak256([]byte("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)")),
		addrWord(a.From), addrWord(a.To), word(a.Value), word(a.ValidAfter), word(a.ValidBefore), a.Nonce)
	return keccak256([]byte{0x19, 1}, domain, msg)
}

// checksum writes an address in EIP-55 letter case; strict client libraries refuse any other mixture.
func checksum(a string) string {
	b, ok := unhex(a)
	if !ok || len(b) != 20 {
		panic("not an address: " + a)
	}
	low := hex.EncodeToString(b)
	h := hex.EncodeToString(keccak256([]byte(low)))
	out := []byte(low)
	for i := range out {
		if h[i] >= '8' {
			out[i] = strings.ToUpper(low[i : i+1])[0]
		}
	}
	return "0x" + string(out)
}
