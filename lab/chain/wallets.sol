// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet that is a contract: it accepts the signatures of one key (EIP-1271).
contract Wallet {
    address private immutable owner;

    constructor(address key) {
        owner = key;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(
            digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
        );
        return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// Makes such wallets, and remembers who called it: a payer may name it in a signature (EIP-6492).
contract Factory {
    mapping(address => uint256) public calls;

    function make(address key) external returns (address) {
        calls[msg.sender] += 1;
        return address(new Wallet{salt: 0}(key));
    }

    function addressOf(address key) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(Wallet).creationCode, abi.encode(key)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code)))));
    }
}
