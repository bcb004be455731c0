import { fieldsOf } from '../common/json.ts';
import type { PaymentDomain, PaymentProfile } from '../contract/contract.ts';
import type { Hex } from './keys.ts';

/**
 * The EIP-712 domain that payments for an offer are signed under: the one that it names, as every x402 client does; the
 * specification's where it names none.
 */
export function domainOf(profile: PaymentProfile, { network, extra }: Readonly<Record<string, unknown>>) {
  return offeredDomain(extra, domainOn(profile, network));
}

/** The domain that an offer names; missing fields come from the specification. */
function offeredDomain(extra: unknown, known: PaymentDomain | undefined): PaymentDomain | undefined {
  const { name, version, verifyingContract } = fieldsOf(extra);
  if (typeof name !== 'string' || typeof version !== 'string') return known;
  const contract = isAddress(verifyingContract) ? verifyingContract : known?.verifyingContract;
  return { name, version, ...(contract && { verifyingContract: contract }) };
}

/** The domain of a network in the spec; the host's own for unknown networks. */
function domainOn({ domain, also = [] }: PaymentProfile, network: unknown): PaymentDomain | undefined {
  return also.find((other) => other.network === network)?.domain ?? domain;
}

/** Whether a value is an EVM address. */
export function isAddress(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);
}
