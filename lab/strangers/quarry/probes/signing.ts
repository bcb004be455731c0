/** Signs payments as a client does: batched typed data on EVM, partially signed transactions on Solana. */
import { createPrivateKey, sign as edSign, randomBytes } from 'node:crypto';
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressEncoder,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  type Instruction,
  type SignatureBytes,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { privateKeyToAccount } from 'viem/accounts';

export interface Accept {
  scheme: string;
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Record<string, string>;
}

/** Deliberate deviations of a payment; `at` is the gateway's time in seconds. */
export interface Twist {
  amount?: string;
  payTo?: string;
  blockhash?: string;
  noMemo?: boolean;
  computePrice?: bigint;
  feePayerInMemo?: boolean;
  forged?: boolean;
  mint?: string;
  domainChain?: number;
  after?: number;
  before?: number;
  at: number;
}

const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const HOLDER = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const COMPUTE = address('ComputeBudget111111111111111111111111111111');
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

async function holder(owner: string, mint: string): Promise<Address> {
  const encoder = getAddressEncoder();
  const seeds = [owner, TOKEN, mint].map((part) => encoder.encode(part as Address));
  const [account] = await getProgramDerivedAddress({ programAddress: HOLDER, seeds });
  return account;
}

function number(tag: number, value: bigint, bytes: 4 | 8, tail: number[] = []): Uint8Array {
  const data = Buffer.alloc(1 + bytes);
  data[0] = tag;
  if (bytes === 4) data.writeUInt32LE(Number(value), 1);
  else data.writeBigUInt64LE(value, 1);
  return Buffer.concat([data, Buffer.from(tail)]);
}

export function solanaAddress(key: string): string {
  return getBase58Decoder().decode(getBase58Encoder().encode(key).slice(32));
}

async function steps(accept: Accept, me: Address, twist: Twist): Promise<Instruction[]> {
  const amount = BigInt(twist.amount ?? accept.amount);
  const mint = twist.mint ?? accept.asset;
  const transfer = {
    programAddress: TOKEN,
    accounts: [
      { address: await holder(me, mint), role: 1 },
      { address: address(mint), role: 0 },
      { address: await holder(twist.payTo ?? accept.payTo, mint), role: 1 },
      { address: me, role: 2 },
    ],
    data: number(12, amount, 8, [6]),
  };
  const watched = twist.feePayerInMemo ? [{ address: address(accept.extra.feePayer ?? ''), role: 2 }] : [];
  const memo = { programAddress: MEMO, accounts: watched, data: Buffer.from(randomBytes(12).toString('hex')) };
  return [
    { programAddress: COMPUTE, data: number(2, 60_000n, 4) },
    { programAddress: COMPUTE, data: number(3, twist.computePrice ?? 1000n, 8) },
    transfer,
    ...(twist.noMemo ? [] : [memo]),
  ];
}

async function solanaPayload(accept: Accept, key: string, twist: Twist): Promise<object> {
  const secret = Buffer.from(getBase58Encoder().encode(key));
  const me = address(solanaAddress(key));
  const blockhash = (twist.blockhash ?? accept.extra.recentBlockhash) as Blockhash;
  const empty = createTransactionMessage({ version: 0 });
  const paidBy = setTransactionMessageFeePayer(address(accept.extra.feePayer ?? ''), empty);
  const lived = setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, paidBy);
  const compiled = compileTransaction(appendTransactionMessageInstructions(await steps(accept, me, twist), lived));
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret.subarray(0, 32)]);
  const signer = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const signature = edSign(null, Buffer.from(compiled.messageBytes), signer);
  if (twist.forged) signature[5] = (signature[5] ?? 0) ^ 1;
  const signatures = { ...compiled.signatures, [me]: new Uint8Array(signature) as unknown as SignatureBytes };
  return { transaction: getBase64EncodedWireTransaction({ ...compiled, signatures }) };
}

const fields = ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'];
const kinds = ['address', 'address', 'uint256', 'uint256', 'uint256', 'bytes32'];

async function evmPayload(accept: Accept, key: string, twist: Twist): Promise<object> {
  const account = privateKeyToAccount(key as `0x${string}`);
  const authorization = {
    from: account.address,
    to: twist.payTo ?? accept.payTo,
    value: twist.amount ?? accept.amount,
    validAfter: String(twist.after ?? 0),
    validBefore: String(twist.before ?? twist.at + accept.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
  };
  const signature = await account.signTypedData({
    domain: {
      name: accept.extra.name,
      version: accept.extra.version,
      chainId: twist.domainChain ?? Number(accept.network.split(':')[1]),
      verifyingContract: accept.extra.verifyingContract as `0x${string}`,
    },
    types: { TransferWithAuthorization: fields.map((name, at) => ({ name, type: kinds[at] ?? '' })) },
    primaryType: 'TransferWithAuthorization',
    message: { ...authorization },
  });
  const forged = `${signature.slice(0, 10)}${signature[10] === '0' ? '1' : '0'}${signature.slice(11)}`;
  return { authorization, signature: twist.forged ? forged : signature };
}

/** The value of a payment header for one of the offered requirements. */
export async function payment(accept: Accept, key: string, twist: Twist): Promise<string> {
  const make = accept.network.startsWith('solana:') ? solanaPayload : evmPayload;
  const payload = await make(accept, key, twist);
  return Buffer.from(JSON.stringify({ x402Version: 2, accepted: accept, payload })).toString('base64');
}
