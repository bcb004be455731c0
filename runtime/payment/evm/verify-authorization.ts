/** Verifies a payment of scheme `exact` on an EVM network (EIP-3009); only signatures of contracts need the network. */

import type { NetworkDefinition } from '../../operation/host.ts';
import type { Payment } from '../../operation/payment.ts';
import { addressId, sameAddress } from '../../x402/address.ts';
import type { ExactEvmPayload } from '../../x402/header.ts';
import { PaymentProblem, type PaymentRefusal } from '../../x402/refusal.ts';
import { lateness, type PaymentTerms } from '../../x402/terms.ts';
import type { RecoverSigner } from './recover-together.ts';
import { domainSeparator, transferDigest } from './typed-data.ts';

/** Seconds by which the clock of a payer may run ahead. */
const clockSkew = 60;

/** The terms that an authorization must meet. */
export interface AuthorizationTerms {
  readonly separator: Uint8Array;
  readonly expected: PaymentTerms;
  /** In the asset's smallest unit; undefined where any will do. */
  readonly amount: unknown;
  /** Seconds for which it may be valid at most. */
  readonly maxSeconds: number;
  /** Unix seconds. */
  readonly now: number;
}

/** Tells whether a wallet that is a contract accepts a signature. */
export type IsSigner = (wallet: string, digest: Uint8Array, signature: string) => Promise<boolean>;

/** Verifies an authorization and its signer. `isSigner` asks the chain about signatures that no key made. */
export async function verifyAuthorization(
  { authorization, signature }: ExactEvmPayload,
  { separator, expected, amount, maxSeconds, now }: AuthorizationTerms,
  recover: RecoverSigner,
  isSigner?: IsSigner,
): Promise<Payment | PaymentRefusal> {
  const value = BigInt(authorization.value);
  const validAfter = BigInt(authorization.validAfter);
  const validBefore = BigInt(authorization.validBefore);

  if (!sameAddress(authorization.to, expected.payTo))
    return { reason: 'payee', message: 'The authorization does not pay the expected payee.' };
  if (amount !== undefined && authorization.value !== amount)
    return { reason: 'amount', message: 'The authorization is not for the exact amount.' };
  if (validAfter > BigInt(now)) return { reason: 'not-yet-valid', message: 'The authorization is not valid yet.' };
  if (validBefore > BigInt(now + maxSeconds + clockSkew))
    return { reason: 'terms', message: 'The authorization is valid for longer than the offer allows.' };

  const digest = transferDigest(separator, { ...authorization, value, validAfter, validBefore });
  const payer = addressId(authorization.from);
  const isByKey = (await recover(digest, signature)) === payer;
  const proof = isByKey ? { signature } : await contractProof(payer, digest, signature, isSigner);
  if (!proof) return { reason: 'signature', message: 'The signature does not match the payer.' };

  return {
    scheme: expected.scheme,
    network: expected.network,
    asset: expected.asset,
    payer,
    payTo: addressId(expected.payTo),
    amount: value,
    nonce: authorization.nonce.toLowerCase(),
    validAfter: Number(validAfter),
    validBefore: Number(validBefore),
    ...lateness('authorization', Number(validBefore), { maxSeconds, now, identifies: amount === undefined }),
    proof,
  };
}

/** The proof of a payment whose payer is a contract, if the contract accepts the signature (EIP-1271). */
async function contractProof(
  payer: string,
  digest: Uint8Array,
  signature: string,
  isSigner: IsSigner | undefined,
): Promise<Payment['proof'] | undefined> {
  const inner = unwrapSignature(signature) ?? signature;
  if (!isSigner || !/^0x([\da-f]{2})+$/i.test(inner)) return undefined;
  const isAccepted = await isSigner(payer, digest, inner).catch(() => {
    throw new PaymentProblem('settlement-unknown');
  });
  return isAccepted ? { signature: inner, by: 'contract' } : undefined;
}

/** The domain that payments on a network are signed under; networks other than EVM ones have none. */
export function separatorOf({ network, asset, domain }: NetworkDefinition): Uint8Array | undefined {
  if (!domain) return undefined;
  const chainId = BigInt(network.replace('eip155:', ''));
  return domainSeparator({ verifyingContract: asset, ...domain, chainId });
}

/** The end of a signature that includes the creation of its wallet (EIP-6492). */
const mark = '6492'.repeat(16);

/** Hexadecimal digits of a word of the ABI. */
const word = 64;

/**
 * The signature inside a wrapped one; undefined for any other signature.
 *
 * The wrapper also has a call that would create the wallet. It is never executed, because the payer chooses it: a wallet
 * must exist to pay.
 */
export function unwrapSignature(signature: string): string | undefined {
  const digits = signature.slice(2).toLowerCase();
  if (!digits.endsWith(mark)) return undefined;
  const start = numberAt(digits, 2 * word) * 2;
  const length = numberAt(digits, start) * 2;
  const inner = digits.slice(start + word, start + word + length);
  return inner.length === length && length > 0 ? `0x${inner}` : undefined;
}

function numberAt(digits: string, place: number): number {
  return Number(`0x${digits.slice(place, place + word) || '0'}`);
}
