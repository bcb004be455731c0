// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Holds deposits of a token, and moves what their owners have authorized: many authorizations in one transaction.
contract GatewayWallet {
    event Deposited(address indexed owner, uint256 value);
    event AuthorizationSettled(bytes32 indexed digest, address indexed from, address indexed to, uint256 value);
    event AuthorizationRefused(bytes32 indexed digest, string reason);

    struct Authorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes signature;
    }

    /// Time after its end in which an authorization that was accepted before may be in a batch.
    uint256 private constant GRACE = 7 days;
    /// Time from the announcement of a withdrawal, within which all that was authorized before can settle.
    uint256 private constant NOTICE = 8 days;
    bytes32 private constant TRANSFER =
        keccak256("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)");
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    IToken public immutable token;

    mapping(address => uint256) public balanceOf;
    /// The authorization that has used a nonce of an owner, by its digest.
    mapping(address => mapping(bytes32 => bytes32)) public settledAs;
    mapping(address => uint256) public withdrawableFrom;

    constructor(address token_) {
        token = IToken(token_);
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN, keccak256("GatewayWalletBatched"), keccak256("1"), block.chainid, address(this))
        );
    }

    function deposit(uint256 value) external {
        balanceOf[msg.sender] += value;
        emit Deposited(msg.sender, value);
        require(token.transferFrom(msg.sender, address(this), value), "The token was not moved.");
    }

    function announceWithdrawal() external {
        withdrawableFrom[msg.sender] = block.timestamp + NOTICE;
    }

    function withdraw() external {
        uint256 since = withdrawableFrom[msg.sender];
        require(since != 0 && block.timestamp >= since, "The notice has not ended.");
        uint256 value = balanceOf[msg.sender];
        balanceOf[msg.sender] = 0;
        withdrawableFrom[msg.sender] = 0;
        require(token.transfer(msg.sender, value), "The token was not moved.");
    }

    /// Why an authorization cannot be settled now; empty when it can.
    function flawOf(Authorization calldata each) public view returns (string memory) {
        if (settledAs[each.from][each.nonce] != 0) return "used";
        if (block.timestamp <= each.validAfter) return "not valid yet";
        if (block.timestamp >= each.validBefore + GRACE) return "expired";
        if (signerOf(digestOf(each), each.signature) != each.from) return "signature";
        return each.value > balanceOf[each.from] ? "deposit" : "";
    }

    /// Moves what can be moved of a batch, to each payee what its authorizations come to; the rest stays as it was.
    function settleBatch(Authorization[] calldata batch) external {
        for (uint256 start = 0; start < batch.length;) {
            address to = batch[start].to;
            uint256 sum = 0;
            for (; start < batch.length && batch[start].to == to; start++) sum += settle(batch[start]);
            if (sum > 0) require(token.transfer(to, sum), "The token was not moved.");
        }
    }

    function settle(Authorization calldata each) private returns (uint256) {
        bytes32 digest = digestOf(each);
        string memory flaw = flawOf(each);
        if (bytes(flaw).length > 0) {
            emit AuthorizationRefused(digest, flaw);
            return 0;
        }
        settledAs[each.from][each.nonce] = digest;
        balanceOf[each.from] -= each.value;
        emit AuthorizationSettled(digest, each.from, each.to, each.value);
        return each.value;
    }

    function digestOf(Authorization calldata each) private view returns (bytes32) {
        bytes32 message = keccak256(
            abi.encode(TRANSFER, each.from, each.to, each.value, each.validAfter, each.validBefore, each.nonce)
        );
        return keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), message));
    }

    function signerOf(bytes32 digest, bytes calldata signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        return ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
    }
}
