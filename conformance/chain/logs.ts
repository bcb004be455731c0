/** Logs of contracts, in lower case. */

import { valueAt } from '../common/json.ts';

/** Topic of the event that a transfer of a token leaves (ERC-20). */
export const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A log of a contract. */
export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly transaction: string;
}

/** The logs in the response of a node. */
export function logsIn(answer: unknown): readonly Log[] {
  return (Array.isArray(answer) ? answer : []).map((log) => ({
    address: lower(valueAt(log, '/address')),
    topics: [valueAt(log, '/topics')].flat().map(lower),
    data: lower(valueAt(log, '/data')),
    transaction: lower(valueAt(log, '/transactionHash')),
  }));
}

/** An address as topics have it. */
export function wordOf(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

/** The address in a topic. */
export function addressIn(topic: string): string {
  return `0x${topic.slice(-40)}`;
}

/** The number that is all of the data of a log. */
export function amountIn({ data }: Log): bigint {
  return BigInt(data === '0x' ? 0 : data);
}

function lower(value: unknown): string {
  return String(value).toLowerCase();
}
