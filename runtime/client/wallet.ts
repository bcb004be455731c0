import { randomBytes } from 'node:crypto';
import type { NetworkDefinition } from '../operation.ts';
import type { Offer } from '../payment/offer.ts';
import type { Accepted } from './challenge.ts';
import { type SolanaWallet, signTransfer } from './solana-wallet.ts';

/** What is signed for a payment: an EIP-712 message. */
export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version: string;
    readonly chainId: number;
    readonly verifyingContract: `0x${string}`;
  };
  readonly types: { readonly TransferWithAuthorization: readonly { readonly name: string; readonly type: string }[] };
  readonly primaryType: 'TransferWithAuthorization';
  readonly message: {
    readonly from: `0x${string}`;
    readonly to: `0x${string}`;
    readonly value: bigint;
    readonly validAfter: bigint;
    readonly validBefore: bigint;
    readonly nonce: `0x${string}`;
  };
}

/** Who pays on EVM networks. The key stays with `sign`: a viem account's `signTypedData` fits, a remote signer too. */
export interface EvmWallet {
  readonly address: `0x${string}`;
  sign(data: TypedData): Promise<`0x${string}`>;
}

/** Who pays. */
export type Wallet = EvmWallet | SolanaWallet;

const fields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
];

/** Seconds by which a payment is valid before it is signed, for gateways whose clock is behind. */
const slack = 60;

/** Signs an offer in an asset of some decimals; the header that carries the payment. `now` is in unix seconds. */
export async function payHeader(
  wallet: Wallet,
  { offer, resource }: Accepted,
  { decimals }: Pick<NetworkDefinition, 'decimals'>,
  now: number,
): Promise<string> {
  const payload =
    'signMessage' in wallet ? await signTransfer(wallet, offer, decimals) : await signAuthorization(wallet, offer, now);
  const payment = { x402Version: 2, resource, accepted: offer, payload };
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}

async function signAuthorization(wallet: EvmWallet, offer: Offer, now: number) {
  const message = {
    from: wallet.address,
    to: hex(offer.payTo),
    value: BigInt(offer.amount),
    validAfter: BigInt(now - slack),
    validBefore: BigInt(now + offer.maxTimeoutSeconds),
    nonce: hex(`0x${randomBytes(32).toString('hex')}`),
  };
  const { name = '', version = '', verifyingContract = offer.asset } = offer.extra;
  const signature = await wallet.sign({
    domain: { name, version, chainId: chainOf(offer.network), verifyingContract: hex(verifyingContract) },
    types: { TransferWithAuthorization: fields },
    primaryType: 'TransferWithAuthorization',
    message,
  });
  const authorization = Object.fromEntries(Object.entries(message).map(([name, value]) => [name, String(value)]));
  return { signature, authorization };
}

function chainOf(network: string): number {
  const chain = /^eip155:(\d+)$/.exec(network)?.[1];
  if (chain === undefined) throw new TypeError(`The client cannot sign for the network ${network}.`);
  return Number(chain);
}

function hex(text: string): `0x${string}` {
  if (!/^0x[0-9a-f]+$/i.test(text)) throw new TypeError(`${text} is no hexadecimal value.`);
  return `0x${text.slice(2)}`;
}
