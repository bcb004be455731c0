import type { NetworkDefinition } from '../operation/host.ts';
import { encodeJson, randomHex } from '../values/encoding.ts';
import { repeated } from '../x402/extensions.ts';
import type { Offer } from '../x402/offer.ts';
import { type TransportHeaders, version1Header } from '../x402/standard.ts';
import type { AcceptedOffer } from './accept-offer.ts';

/** The EIP-712 message that is signed for a payment. */
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

/** A signer on EVM networks. The key stays with `sign`: a viem account's `signTypedData` fits, as does a remote signer. */
export interface EvmWallet {
  readonly address: `0x${string}`;
  sign(data: TypedData): Promise<`0x${string}`>;
}

/** A wallet that makes its own payments; `solanaWallet` makes one. */
export interface PayingWallet {
  readonly address: string;
  /** The x402 payload that pays an offer. The asset states its decimals. */
  pay(offer: Offer, asset: Pick<NetworkDefinition, 'decimals'>): Promise<object>;
}

/** A wallet that pays for calls. */
export type Wallet = EvmWallet | PayingWallet;

const fields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
];

/** Seconds before now from which a payment is valid, for gateways whose clock is behind. */
const slack = 60;

/** Whether a wallet can pay on a network. */
export function canPayOn(wallet: Wallet, network: string): boolean {
  return 'pay' in wallet !== network.startsWith('eip155:');
}

/** Signs an offer and returns the headers that carry the payment. `now` is in unix seconds. */
export async function paymentHeaders(
  wallet: Wallet,
  accepted: AcceptedOffer,
  now: number,
  { payment }: TransportHeaders,
): Promise<Readonly<Record<string, string>>> {
  const { version, offer, written, network } = accepted;
  if (version === 2) return { [payment.headers[0].toLowerCase()]: await payHeader(wallet, accepted, network, now) };
  const { scheme, network: name } = written;
  return {
    [version1Header.toLowerCase()]: encodeJson({
      x402Version: 1,
      scheme,
      network: name,
      payload: await sign(wallet, offer, network, now),
    }),
  };
}

/** Signs an offer and returns the header of version 2, which repeats the offer as the gateway wrote it. */
export async function payHeader(
  wallet: Wallet,
  {
    offer,
    written = offer,
    resource,
    extensions,
  }: Pick<AcceptedOffer, 'offer' | 'resource'> & { readonly written?: object; readonly extensions?: unknown },
  asset: Pick<NetworkDefinition, 'decimals'>,
  now: number,
): Promise<string> {
  const payload = await sign(wallet, offer, asset, now);
  // The same request repeats this header, and so its identifier.
  return encodeJson({
    ...{ x402Version: 2, resource, accepted: written, payload },
    extensions: repeated(extensions, `pay_${randomHex(16)}`),
  });
}

function sign(wallet: Wallet, offer: Offer, asset: Pick<NetworkDefinition, 'decimals'>, now: number): Promise<object> {
  return 'pay' in wallet ? wallet.pay(offer, asset) : signAuthorization(wallet, offer, now);
}

async function signAuthorization(wallet: EvmWallet, offer: Offer, now: number) {
  const message = {
    from: wallet.address,
    to: hex(offer.payTo),
    value: BigInt(offer.amount),
    validAfter: BigInt(now - slack),
    validBefore: BigInt(now + offer.maxTimeoutSeconds),
    nonce: hex(`0x${randomHex(32)}`),
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
  if (chain === undefined) throw new TypeError(`The wallet cannot sign for the network ${network}.`);
  return Number(chain);
}

function hex(text: string): `0x${string}` {
  if (!/^0x[0-9a-f]+$/i.test(text)) throw new TypeError(`${text} is no hexadecimal value.`);
  return `0x${text.slice(2)}`;
}
