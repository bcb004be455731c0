import { valueAt } from '../common/json.ts';
import { parseJson } from '../http/events.ts';
import type { TracedCall } from '../http/trace.ts';
import { curlOf } from './curl.ts';
import type { Secrets } from './secrets.ts';

/** Calls of one turn that differ only in their payment. */
interface CallGroup {
  readonly line: string;
  readonly calls: readonly TracedCall[];
  readonly payments: ReadonlySet<string>;
}

/**
 * Writes calls as numbered `curl` lines, each with the status of its response.
 *
 * Concurrent calls are marked. Each payment has its own variable, so that a replayed payment differs from a new one;
 * payments of a second wallet are called OTHER_PAYMENT.
 */
export function sequenceOf(calls: readonly TracedCall[], url: string, secrets: Secrets): readonly string[] {
  const nameOf = paymentNames();
  const turns = Map.groupBy(calls, ({ turn }) => turn);
  const lines = [...turns.values()].flatMap((turn) => {
    const groups = groupsOf(turn, url, secrets, nameOf);
    return groups.map((group, index) => `${group.line}  # ${remarkOf(group, index > 0)}`);
  });
  return lines.map((line, index) => `${index + 1}. ${line}`);
}

function groupsOf(
  turn: readonly TracedCall[],
  url: string,
  secrets: Secrets,
  nameOf: (payment: string) => string,
): readonly CallGroup[] {
  const alike = Map.groupBy(turn, ({ sent, base = url }) => curlOf(sent, base, secrets));
  return [...alike.values()].flatMap((calls) => {
    const [first] = calls;
    if (!first) return [];
    const payments = new Set(calls.flatMap(({ sent }) => sent.payment?.value ?? []));
    const line = curlOf(first.sent, first.base ?? url, secrets, nameOf);
    for (const payment of payments) nameOf(payment);
    return [{ line, calls, payments }];
  });
}

function remarkOf({ calls, payments }: CallGroup, concurrent: boolean): string {
  const counts = Map.groupBy(calls, ({ status }) => status ?? 'no response');
  const statuses = [...counts].map(([status, own]) => (counts.size > 1 ? `${own.length} × ${status}` : `${status}`));
  const notes = [
    calls.length > 1 && `${calls.length} concurrent requests`,
    payments.size > 1 && 'each with its own payment',
    concurrent && 'concurrent with the line before',
  ].filter((text) => text !== false);
  return [...(notes.length > 0 ? [`${notes.join(', ')}:`] : []), statuses.join(', ')].join(' ');
}

/** Names payments in order of first use: PAYMENT, PAYMENT_2, and OTHER_PAYMENT for a second wallet. */
function paymentNames(): (payment: string) => string {
  const names = new Map<string, string>();
  const counts = { PAYMENT: 0, OTHER_PAYMENT: 0 };
  let payer: unknown;
  return (payment) => {
    const known = names.get(payment);
    if (known !== undefined) return known;
    const from = valueAt(parseJson(Buffer.from(payment, 'base64').toString()), '/payload/authorization/from');
    payer ??= from;
    const kind = from === payer ? 'PAYMENT' : 'OTHER_PAYMENT';
    counts[kind] += 1;
    const name = counts[kind] === 1 ? kind : `${kind}_${counts[kind]}`;
    names.set(payment, name);
    return name;
  };
}
