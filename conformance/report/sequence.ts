import type { TracedCall } from '../check/trace.ts';
import { parseJson } from '../http/events.ts';
import { valueAt } from '../json/json.ts';
import { curlOf } from './curl.ts';
import type { Secrets } from './secrets.ts';

/** Calls of one turn that differ in nothing but the payment that each carries. */
interface Alike {
  readonly line: string;
  readonly calls: readonly TracedCall[];
  readonly payments: ReadonlySet<string>;
}

/**
 * Writes calls as numbered `curl` lines, each with the status that it was answered with.
 *
 * Calls that were under way at the same time say so. Each payment has a variable of its own, so that the same one sent
 * twice differs from a fresh one; those of another wallet than the first are named apart.
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
): readonly Alike[] {
  const alike = Map.groupBy(turn, ({ sent, base = url }) => curlOf(sent, base, secrets));
  return [...alike.values()].flatMap((calls) => {
    const [first] = calls;
    if (!first) return [];
    const payments = new Set(calls.flatMap(({ sent }) => paymentOf(sent.headers) ?? []));
    const line = curlOf(first.sent, first.base ?? url, secrets, nameOf);
    for (const payment of payments) nameOf(payment);
    return [{ line, calls, payments }];
  });
}

function remarkOf({ calls, payments }: Alike, together: boolean): string {
  const counts = Map.groupBy(calls, ({ status }) => status ?? 'no answer');
  const answers = [...counts].map(([status, own]) => (counts.size > 1 ? `${own.length} × ${status}` : `${status}`));
  const times = [
    calls.length > 1 && `${calls.length} times at once`,
    payments.size > 1 && 'each with a payment of its own',
    together && 'together with the line before',
  ].filter((text) => text !== false);
  return [...(times.length > 0 ? [`${times.join(', ')}:`] : []), answers.join(', ')].join(' ');
}

function paymentOf(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['payment-signature'] ?? headers['x-payment'];
}

/** Names payments in the order in which they are first seen: PAYMENT, PAYMENT_2, and OTHER_PAYMENT of another wallet. */
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
