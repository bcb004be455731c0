import { domainSeparator, transferDigest } from '@tollwright/runtime/payment/evm/typed-data';
import { fieldsOf, valueAt } from '../common/json.ts';
import type { PaymentProfile } from '../contract/contract.ts';
import type { Sent } from '../http/exchange.ts';
import { domainOf } from '../wallet/domain.ts';
import { chainOf } from '../wallet/networks.ts';
import { payloadIn, type Signed, signedIn } from './signed.ts';

/** A payment that settles in a batch. */
export interface BatchedPayment extends Signed {
  /** Contract that it is signed to. */
  readonly contract: string;
  /** Its EIP-712 digest: what was signed. */
  readonly digest: string;
  /** CAIP-2 id. */
  readonly network: string;
}

/** The payment of a call that is signed to a contract of batches; undefined where it has none. */
export function batchedPaymentOf(sent: Sent, profile: PaymentProfile): BatchedPayment | undefined {
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
