/** Settlements of batched payments, as the contracts log them that the payments are signed to. */

import type { Exchange } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { addressIn, amountIn, type Log, logsIn } from './logs.ts';
import { type Chain, callNode, lookUntil, newestBlock } from './node.ts';
import type { BatchedPayment } from './signed.ts';

/** Topic of `AuthorizationSettled(bytes32 indexed digest, address indexed from, address indexed to, uint256 value)`. */
export const settledTopic = '0xe4839ad9732519c4d1d3a7ab28503ccedad48bee0e52c77dae706425def6a409';

/** Blocks that nodes search in one call at the least. */
const span = 1000n;

/** Payments that are searched for in one call. */
const maxPayments = 100;

/** A served call, with the payments one of which pays for it. */
export interface BatchedCall {
  readonly exchange: Exchange;
  readonly payments: readonly [BatchedPayment, ...BatchedPayment[]];
}

/** One settlement, as the contract logs it. */
export interface Settlement {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly transaction: string;
}

/** The payment of a served call with all its settlements; none where it has not settled yet. */
export interface SettledCall {
  readonly exchange: Exchange;
  readonly payment: BatchedPayment;
  readonly settlements: readonly Settlement[];
}

/** Reads the settlements of calls, and waits a while for those that are missing. Throws `NotTestable` without a contract. */
export async function readSettlements(
  { url, patience }: Chain,
  start: bigint,
  calls: readonly BatchedCall[],
): Promise<readonly SettledCall[]> {
  const payments = calls.flatMap((call) => call.payments);
  for (const contract of new Set(payments.map((payment) => payment.contract))) {
    if ((await callNode(url, 'eth_getCode', contract, 'latest')) === '0x')
      throw new NotTestable('means', `The chain has no contract at ${contract}, which payments are signed to.`);
  }
  const look = async () => {
    const found = Map.groupBy(await logsOf(url, start, payments), (log) => `${log.address} ${log.topics[1]}`);
    return calls.map((call) => settledIn(found, call));
  };
  return lookUntil(patience, look, (all) => all.every(({ settlements }) => settlements.length > 0));
}

function settledIn(found: ReadonlyMap<string, readonly Log[]>, { exchange, payments }: BatchedCall): SettledCall {
  const logs = ({ contract, digest }: BatchedPayment) => found.get(`${contract} ${digest}`) ?? [];
  const payment = payments.find((each) => logs(each).length > 0) ?? payments[0];
  const settlements = logs(payment).map((log) => ({
    from: addressIn(log.topics[2] ?? ''),
    to: addressIn(log.topics[3] ?? ''),
    value: amountIn(log),
    transaction: log.transaction,
  }));
  return { exchange, payment, settlements };
}

/** The logs of settlements in all blocks since a given one. */
async function logsOf(url: string, start: bigint, payments: readonly BatchedPayment[]): Promise<readonly Log[]> {
  const newest = await newestBlock(url);
  const address = [...new Set(payments.map(({ contract }) => contract))];
  const digests = [...new Set(payments.map(({ digest }) => digest))];
  const logs: Log[] = [];
  for (let from = start; from <= newest; from += span) {
    const to = from + span <= newest ? from + span - 1n : newest;
    for (let first = 0; first < digests.length; first += maxPayments) {
      const topics = [settledTopic, digests.slice(first, first + maxPayments)];
      const filter = { address, topics, fromBlock: hex(from), toBlock: hex(to) };
      logs.push(...logsIn(await callNode(url, 'eth_getLogs', filter)));
    }
  }
  return logs;
}

function hex(block: bigint): string {
  return `0x${block.toString(16)}`;
}
