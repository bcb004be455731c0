/**
 * Settles payments through an x402 facilitator over HTTP; a node of the chain says what became of them.
 *
 * It needs the optional peer `viem`.
 */

import { silentLog } from '../logging/log.ts';
import type { PaymentDefinition } from '../operation/host.ts';
import type { Payment, Settlement } from '../operation/payment.ts';
import type { Settler } from '../payment/settler.ts';
import { createChainSettler } from './chain/chain-settler.ts';
import type { ChainOptions } from './chain/options.ts';
import { createPulse, type Pulse } from './chain/pulse.ts';
import { type ChainReader, createChainReader } from './evm/chain-reader.ts';
import { createNode } from './evm/node.ts';
import { type Facilitator, openFacilitator } from './facilitator/calls.ts';

/** Where a facilitator is, and the chain that it settles on. */
export interface FacilitatorSettlerOptions extends ChainOptions {
  readonly network: PaymentDefinition;
  /** URL before `/settle`. */
  readonly facilitator: string;
}

/** Looks at the chain within which a settlement that a facilitator reports has to be found there. */
const mostLooks = 10;

/** Creates a settler. Throws, before anything moves, when the facilitator or the node is wrong or cannot be asked. */
export async function createFacilitatorSettler(options: FacilitatorSettlerOptions): Promise<Settler> {
  const { network, rpc, confirmations = 1, poll = 1000, patience = 30, log = silentLog } = options;
  const reader = createChainReader(createNode(rpc), network, confirmations);
  await reader.check();
  const facilitator = await openFacilitator(options.facilitator, network);
  const pulse = createPulse(poll, (error) => log.warn({ reason: String(error) }, 'chain'));
  const attempt = (payment: Payment) => settleThrough(facilitator, reader, pulse, payment);
  const where = `${network.network} through ${new URL(rpc).host}, by the facilitator ${new URL(options.facilitator).host}`;
  const settler = createChainSettler({ where, reader, pulse, attempt, patience, log });

  return {
    ...settler,
    async refusal(payment) {
      const refused = await reader.refusal(payment);
      if (refused !== undefined || (await reader.end(payment))) return refused;
      const { isValid, invalidReason } = await facilitator.verify(payment);
      return isValid ? undefined : (invalidReason ?? 'The facilitator does not say why.');
    },
  };
}

/** Lets a facilitator settle. What it reports is looked for on the chain; what it may have sent, as well. */
async function settleThrough(
  facilitator: Facilitator,
  reader: ChainReader,
  pulse: Pulse,
  payment: Payment,
): Promise<Settlement> {
  const { success, transaction, errorReason } = await facilitator.settle(payment);
  const isSent = success || Boolean(transaction);
  for (let look = 0; look < (isSent ? mostLooks : 1); look += 1) {
    const end = await reader.end(payment);
    if (end && end.outcome !== 'unknown') return end;
    if (isSent) await pulse.beat();
  }
  if (!isSent) return { outcome: 'failed', reason: errorReason ?? 'The facilitator does not say why.' };
  return { outcome: 'unknown', reason: `The facilitator sent ${transaction}, which is not confirmed yet.` };
}
