/** Verifies payments of scheme `exact`, mostly without their network. */

import type { PaymentDefinition, RefusalReason } from '../operation/host.ts';
import type { Payment } from '../operation/payment.ts';
import type { PaymentPayload } from '../x402/header.ts';
import { isSolana, type Offer } from '../x402/offer.ts';
import type { PaymentRefusal } from '../x402/refusal.ts';
import { firstDifference, type PaymentTerms } from '../x402/terms.ts';
import type { RecoverSigner } from './evm/recover-together.ts';
import { recoverSigner } from './evm/recover.ts';
import { separatorOf, verifyAuthorization } from './evm/verify-authorization.ts';
import type { Settler } from './settler.ts';
import type { Blocks } from './svm/blocks.ts';
import { loadSolana } from './svm/load.ts';

/** Seconds for which a payment may identify its signer where no offer states a window. */
const maxIdentificationSeconds = 86_400;

/** Checks payments on a host's networks. `now` is in unix seconds. */
export type Verify = (sent: PaymentPayload, expected: PaymentTerms, now: number) => Promise<Payment | PaymentRefusal>;

/**
 * Creates the verifier for a host's networks; it asks the settler about signatures of contracts.
 *
 * A server gives it what recovers the signers of many payments at once.
 */
export function createVerifier(
  definition: PaymentDefinition,
  blocks: Blocks,
  settler?: Pick<Settler, 'isSigner'>,
  recover: RecoverSigner = async (...signed) => recoverSigner(...signed),
): Verify {
  const networks = new Map(
    [definition, ...(definition.also ?? [])].map((network) => [
      network.network,
      { network, separator: separatorOf(network) },
    ]),
  );

  return async (sent, expected, now) => {
    const difference = firstDifference(sent, expected);
    if (difference)
      return { reason: reasonOf(difference), message: `The accepted ${difference} does not match the offer.` };
    const { network, separator } = networks.get(expected.network) ?? {};
    const { payload, accepted } = sent;
    // Where no amount is expected, the accepted and the signed amount must still be the same.
    const amount = expected.amount ?? accepted.amount;
    const maxSeconds = expected.maxTimeoutSeconds ?? maxIdentificationSeconds;

    if ('transaction' in payload) {
      if (!network || !isSolana(network)) return otherNetwork('The payload is a Solana transaction');
      const { verifyTransaction } = await loadSolana(() => import('./svm/verify.ts'));
      return verifyTransaction(payload, { network, expected, amount, lifetime: maxSeconds, now }, blocks);
    }
    if (!separator) return otherNetwork('The payload is an EVM authorization');
    return verifyAuthorization(payload, { separator, expected, amount, maxSeconds, now }, recover, settler?.isSigner);
  };
}

/** The reason that a field of the accepted offer stands for. */
function reasonOf(field: keyof Offer): RefusalReason {
  if (field === 'payTo') return 'payee';
  return field === 'maxTimeoutSeconds' || field === 'extra' ? 'terms' : field;
}

function otherNetwork(what: string): PaymentRefusal {
  return { reason: 'network', message: `${what}, and the offer is on a different kind of network.` };
}
