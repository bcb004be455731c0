package main

import (
	"encoding/hex"
	"math/big"
	"testing"
)

func TestVectors(t *testing.T) {
	if h := hex.EncodeToString(keccak256()); h != "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470" {
		t.Fatal(h)
	}
	if h := hex.EncodeToString(keccak256([]byte("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"))); h != "7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267" {
		t.Fatal(h)
	}
	if a := keyAddress(big.NewInt(1)); a != "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf" {
		t.Fatal(a)
	}
	if a := checksum("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"); a != "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" {
		t.Fatal(a)
	}
	for i := int64(1); i < 20; i++ {
		k := new(big.Int).Lsh(big.NewInt(i), 200)
		d := keccak256([]byte{byte(i)})
		a, err := recoverAddress(d, signDigest(k, d))
		if err != nil || a != keyAddress(k) {
			t.Fatal(i, a, err)
		}
	}
}
