/** Reads the signed transfer in the payment header of a call. */

import { domainSeparator, transferDigest } from '@tollwright/runtime/payment/evm/typed-data';
import { fieldsOf, valueAt } from '../common/json.ts';
import type { PaymentProfile } from '../contract/contract.ts';
import { parseJson } from '../http/events.ts';
import type { SentRequest } from '../http/exchange.ts';
import { domainOf } from '../wallet/domain.ts';
import { chainOf } from '../wallet/networks.ts';

/** An authorization of EIP-3009, in lower case. */
export interface TransferAuthorization {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly nonce: string;
}

/** The payment in the header of a call; undefined where it has none. */
export function payloadIn({ payment }: SentRequest): unknown {
  return payment && parseJson(Buffer.from(payment.value, 'base64').toString());
}

/** The authorization that a payment signs; undefined where it signs none. */
export function signedIn(payload: unknown): TransferAuthorization | undefined {
  const text = (pointer: string) => String(valueAt(payload, pointer) ?? '').toLowerCase();
  const authorization = (name: string) => text(`/payload/authorization/${name}`);
  if (authorization('nonce') === '') return undefined;
  return {
    asset: text('/accepted/asset'),
    from: authorization('from'),
    to: authorization('to'),
    value: authorization('value'),
    nonce: authorization('nonce'),
  };
}

/** The hash in a receipt that is written in hexadecimal, in lower case. */
export function hashIn(receipt = ''): string | undefined {
  return /0x[\da-f]{64}/i.exec(receipt)?.[0].toLowerCase();
}

/** A payment that settles in a batch. */
export interface BatchedPayment extends TransferAuthorization {
  /** Contract that it is signed to. */
  readonly contract: string;
  /** Its EIP-712 digest, which was signed. */
  readonly digest: string;
  /** CAIP-2 id. */
  readonly network: string;
}

/** The payment of a call that is signed to a contract of batches; undefined where it has none. */
export function batchedPaymentOf(sent: SentRequest, profile: PaymentProfile): BatchedPayment | undefined {
  const payload = payloadIn(sent);
  const signed = signedIn(payload);
  const accepted = fieldsOf(valueAt(payload, '/accepted'));
  const { name, version, verifyingContract } = domainOf(profile, accepted) ?? {};
  const chainId = chainOf(accepted.network);
  if (!signed || !name || !version || !verifyingContract || chainId === undefined) return undefined;
  const separator = domainSeparator({ name, version, verifyingContract, chainId: BigInt(chainId) });
  const number = (field: string) => BigInt(String(valueAt(payload, `/payload/authorization/${field}`)));
  const digest = transferDigest(separator, {
    ...signed,
    value: number('value'),
    validAfter: number('validAfter'),
    validBefore: number('validBefore'),
  });
  return {
    ...signed,
    contract: verifyingContract.toLowerCase(),
    digest: `0x${Buffer.from(digest).toString('hex')}`,
    network: String(accepted.network),
  };
}
