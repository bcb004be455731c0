/**
 * Settles payments through an x402 facilitator over HTTP, and reads their outcome from a node of the chain.
 *
 * It needs the optional peer `viem`.
 */

import { type Log, silentLog } from '../logging/log.ts';
import type { PaymentDefinition } from '../operation/host.ts';
import type { Payment, Settlement } from '../operation/payment.ts';
import type { Settler } from '../payment/settler.ts';
import { createChainSettler } from './chain/chain-settler.ts';
import type { ChainOptions } from './chain/options.ts';
import { createPulse, type Pulse } from './chain/pulse.ts';
import { ChainReader } from './evm/chain-reader.ts';
import { createNode } from './evm/node.ts';
import type { Authorize } from './facilitator/authorization.ts';
import { type Facilitator, openFacilitator } from './facilitator/calls.ts';

/** Where a facilitator is, and the chain that it settles on. */
export interface FacilitatorSettlerOptions extends ChainOptions {
  readonly network: PaymentDefinition;
  /** URL before `/settle`. */
  readonly facilitator: string;
  /** Identifies the gateway at the facilitator; absent where the facilitator needs no credentials. */
  readonly authorize?: Authorize;
}

/** Looks at the chain for the transfer of a facilitator, before the outcome counts as unknown. */
const maxLooks = 10;

/** Creates a settler. Throws, before anything moves, when the facilitator or the node is wrong or does not answer. */
export async function createFacilitatorSettler(options: FacilitatorSettlerOptions): Promise<Settler> {
  const { network, rpc, confirmations = 1, poll = 1000, patience = 30, log = silentLog } = options;
  const reader = new ChainReader(createNode(rpc), network, confirmations);
  await reader.check();
  const facilitator = await openFacilitator({ url: options.facilitator, authorize: options.authorize }, network);
  const pulse = createPulse(poll, (error) => log.warn({ reason: String(error) }, 'chain'));
  const attempt = (payment: Payment) => settleThrough(facilitator, reader, pulse, payment, log);
  const where = `${network.network} through ${new URL(rpc).host}, by the facilitator ${new URL(options.facilitator).host}`;
  const settler = createChainSettler({ where, reader, pulse, attempt, patience, log });

  return {
    ...settler,
    async refusal(payment) {
      const refused = await reader.refusal(payment);
      if (refused !== undefined || (await reader.end(payment))) return refused;
      const { isValid, invalidReason } = await facilitator.verify(payment);
      if (isValid) return undefined;
      log.warn({ payer: payment.payer, reason: invalidReason ?? 'none given' }, 'the facilitator refuses a payment');
      return 'The facilitator refuses it.';
    },
  };
}

/**
 * Lets a facilitator settle a payment, and looks for the transfer on the chain.
 *
 * A facilitator that reports a failure, or does not answer, may still have sent the transfer. Only the chain shows that
 * nothing moved: the authorization was used for something else, or has expired.
 */
async function settleThrough(
  facilitator: Facilitator,
  reader: ChainReader,
  pulse: Pulse,
  payment: Payment,
  log: Log,
): Promise<Settlement> {
  const reported = await facilitator.settle(payment).then(
    ({ success, transaction, errorReason }) =>
      success || transaction ? `it sent ${transaction}` : `it failed: ${errorReason ?? 'none given'}`,
    (error) => `it gave no answer: ${error instanceof Error ? error.message : error}`,
  );
  for (let look = 0; look < maxLooks; look += 1) {
    const end = await reader.end(payment);
    if (end && end.outcome !== 'unknown') return end;
    await pulse.beat();
  }
  log.warn({ payer: payment.payer, reason: reported }, 'the facilitator did not settle a payment that may still move');
  return {
    outcome: 'unknown',
    reason: `The facilitator was asked, and ${reported}. The chain does not show a transfer yet.`,
  };
}
