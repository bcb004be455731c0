import type { RefusalReason } from '@tollwright/runtime/operation/host';
import type { Run } from '../../check/run.ts';
import { valueAt } from '../../common/json.ts';
import type { Exchange, Mismatch } from '../../http/exchange.ts';

/** The reasons of the transport for each cause of a refusal. Several are right where the documents leave open which one counts. */
const reasonsByCause = {
  missing: ['missing'],
  unreadable: ['unreadable'],
  signature: ['signature'],
  'amount-too-small': ['amount'],
  'amount-too-large': ['amount'],
  payee: ['payee'],
  network: ['network'],
  asset: ['asset'],
  // The documents name four causes and three codes, so any code may be due for these.
  'not-yet-valid': ['not-yet-valid', 'unfunded'],
  expired: ['expired', 'unfunded'],
  'stale-block': ['stale-block'],
  'not-a-transfer': ['terms', 'unreadable', 'unfunded'],
  'fee-payer': ['terms', 'unfunded'],
  'compute-price': ['terms', 'unreadable', 'unfunded'],
  unfunded: ['unfunded'],
  used: ['used'],
  'settlement-failed': ['settlement-failed'],
} as const satisfies Readonly<Record<string, readonly RefusalReason[]>>;

/** A cause for which a payment is refused. */
export type Cause = keyof typeof reasonsByCause;

/** Every cause for which a payment is refused. */
export const causes = Object.keys(reasonsByCause) as readonly Cause[];

/** The fields of an error body that tell refusals apart, in the order in which they are compared. */
const fields = ['error', 'code'] as const;

/** A refusal: its status and the texts that the specification states for it. */
export interface Refusal {
  readonly status: number;
  readonly error?: unknown;
  readonly code?: unknown;
}

/** The refusals that are right for any of some causes. A specification that defines none of their errors states only the status. */
export function refusalsFor({ contract }: Pick<Run, 'contract'>, causes: readonly Cause[]): readonly Refusal[] {
  const errors = contract.host.payment?.transport.refusals;
  const reasons = causes.flatMap((cause): readonly RefusalReason[] => reasonsByCause[cause]);
  const ids = new Set(reasons.map((reason) => errors?.[reason] ?? ''));
  const stated = [...ids].flatMap((id): readonly Refusal[] => {
    const entry = contract.errors[id];
    if (!entry) return [];
    const texts = fields.map((field) => [field, valueAt(entry.body, `/properties/${field}/const`)] as const);
    return [{ status: entry.http, ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)) }];
  });
  return stated.length > 0 ? stated : [{ status: 402 }];
}

/** The mismatch between a response and the refusals that are right for some causes. */
export function refusalMismatch(
  run: Pick<Run, 'contract'>,
  { received: { status, json } }: Exchange,
  causes: readonly Cause[],
): Omit<Mismatch, 'detail'> | undefined {
  const refusals = refusalsFor(run, causes);
  const stated = fields.filter((field) => refusals.some((refusal) => refusal[field] !== undefined));
  const compared = ['status', ...stated] as const;
  const actual: Refusal = { status, ...Object.fromEntries(stated.map((field) => [field, valueAt(json, `/${field}`)])) };
  const isRight = (refusal: Refusal, field: keyof Refusal) =>
    refusal[field] === undefined || refusal[field] === actual[field];
  if (refusals.some((refusal) => compared.every((field) => isRight(refusal, field)))) return undefined;
  const expected = Object.fromEntries(
    compared.map((field) => [field, oneOrAll(new Set(refusals.map((refusal) => refusal[field])))]),
  );
  const wrong = compared.find((field) => !refusals.some((refusal) => isRight(refusal, field)));
  return { expected, actual, ...(wrong && wrong !== 'status' && { at: `/${wrong}` }) };
}

function oneOrAll(values: ReadonlySet<unknown>): unknown {
  const [first] = values;
  return values.size === 1 ? first : [...values];
}
