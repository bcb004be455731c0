/** Whether a refusal is about the money of the caller, which is the suite's own: it accuses no target. */

import type { RunSettings } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { type Exchange, type ReceivedResponse, searchableText } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { isRefusedFor } from './refusal.ts';

type Contracted = Pick<RunSettings, 'contract'>;

/** True for a payment that was refused because its wallet has too little USDC. */
export function isUnfunded(run: Contracted, received: ReceivedResponse): boolean {
  return isRefusedFor(run, 'unfunded', received);
}

/** Throws `NotTestable` where a payment was refused because its wallet has too little USDC. */
export function needFunds(run: Contracted, { received }: Exchange): void {
  if (!isUnfunded(run, received)) return;
  const { code, error } = fieldsOf(received.json);
  const reason = String(code ?? error);
  throw new NotTestable(
    'means',
    `The wallet that pays has too little USDC: the target refuses its payments (${reason}).`,
  );
}

/** Statuses of an exhausted balance; the documents leave it open. */
const exhaustedStatuses = [402, 403, 429];

/** Words that say so; the documents give none. A pool of capacity may be exhausted as well, so money has to be named. */
const exhaustion = [
  /balance|funds|credit|quota/i,
  /(?<![a-z])(insufficient|exhausted|depleted|empty|low|no|not enough|too little|out of|used up)(?![a-z])/i,
];

/** True for a priced call of an account that was refused, by its status or its words, because of the balance. */
export function isExhausted({ received }: { received: Pick<ReceivedResponse, 'status' | 'json' | 'text'> }): boolean {
  if (!exhaustedStatuses.includes(received.status) || fieldsOf(received.json).accepts !== undefined) return false;
  return received.status === 402 || exhaustion.every((words) => words.test(searchableText(received)));
}

/** Throws `NotTestable` where a call was refused because of the balance of its API key. */
export function needBalance(exchange: Exchange): void {
  if (!isExhausted(exchange)) return;
  const { status } = exchange.received;
  throw new NotTestable(
    'means',
    `The balance of the API key does not cover the calls of the suite: the target returns ${status}.`,
  );
}
