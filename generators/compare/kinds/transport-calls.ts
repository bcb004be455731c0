import type { Transport } from '../../model/types.ts';
import { type AnyKind, defineKind, type ChangeDetails } from '../kind.ts';
import type { ComparedView } from '../side.ts';
import { difference, hostOf } from '../witnesses.ts';
import { listed } from '../words.ts';
import { placeOf, transportPath, written } from './transport.ts';

/** Changes of what becomes of repeated payments, and of what calls without a payment may return. */
export const transportCallKinds: readonly AnyKind[] = [
  defineKind({
    id: 'challenge-body-changed',
    scope: 'host',
    title: 'The body of a challenge repeats the requirements, or no longer does',
    parts: ['payment.transport.body'],
    levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
    reason: 'A caller that reads the body finds no offer; a deployment may still repeat the requirements there',
    advice: 'Read the headers of challenges',
    *find(before, after) {
      const [one, other] = transportsIn(before, after);
      if (!one || !other) return;
      const isFree = other.challenge.body === 'free';
      yield {
        sentence: `The body of a challenge of \`${after.host.id}\` ${isFree ? 'need not repeat' : 'repeats'} the requirements`,
        ...(!isFree && { levels: { callers: 'compatible', operators: 'breaking' } }),
        ...shownAt(['challenge', 'body'], [one.challenge.body, other.challenge.body], before, after),
      };
    },
    example: { given: written(), edit: written('challenge: {', 'challenge: { body: requirements,') },
  }),
  defineKind({
    id: 'payment-schema-changed',
    scope: 'host',
    title: 'Payments have other fields',
    parts: ['payment.transport.schemas'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A payment may lack a field that is required now; a deployment that reads others may break the rule',
    advice: 'Write and read the new fields',
    *find(before, after) {
      const [one, other] = transportsIn(before, after);
      if (!one || !other) return;
      for (const version of new Set(Object.keys({ ...one.payment.schemas, ...other.payment.schemas }))) {
        const [was, is] = [one.payment.schemas[version], other.payment.schemas[version]];
        if (JSON.stringify(was) === JSON.stringify(is)) continue;
        yield {
          sentence: `A payment of version ${version} has another schema on \`${after.host.id}\``,
          ...shownAt(['payment', 'schemas', version], [was, is], before, after),
        };
      }
    },
    example: {
      given: written(),
      edit: written('versions: [2],', 'versions: [2], schemas: { 2: { required: [payload] } },'),
    },
  }),
  defineKind({
    id: 'receipt-schema-changed',
    scope: 'host',
    title: 'Receipts have other fields',
    parts: ['payment.transport.receipts'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A caller may read a field that is gone; a deployment that writes the old fields may break the rule',
    advice: 'Read and write the new fields',
    *find(before, after) {
      const [one, other] = transportsIn(before, after);
      if (!one || !other) return;
      for (const outcome of ['success', 'failure'] as const) {
        const [was, is] = [one.receipt[outcome], other.receipt[outcome]];
        if (JSON.stringify(was) === JSON.stringify(is)) continue;
        yield {
          sentence: `The receipt of a ${outcome} has another schema on \`${after.host.id}\``,
          ...shownAt(['receipt', outcome], [was, is], before, after),
        };
      }
    },
    example: {
      given: written(),
      edit: written('receipt: {', 'receipt: { success: { properties: { success: { const: paid } } },'),
    },
  }),
  defineKind({
    id: 'payment-reuse-changed',
    scope: 'host',
    title: 'A payment that is sent again is taken instead of refused, or the reverse',
    parts: ['payment.transport.claim'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason:
      'A caller that repeats a call by the same payment has to sign another one; a deployment that decides as before breaks the rule',
    advice: 'Sign a new payment where the earlier one is used',
    *find(before, after) {
      const [one, other] = transportsIn(before, after);
      if (!one || !other) return;
      for (const [state, what] of Object.entries(calls) as [keyof typeof calls, string][]) {
        const [was, is] = [one.claim[state], other.claim[state]];
        if (was === is) continue;
        yield {
          sentence: `The payment of a call ${what} is \`${is}\` instead of \`${was}\` on \`${after.host.id}\``,
          ...(is === 'reusable' && { levels: { callers: 'compatible' } }),
          ...shownAt(['claim', state], [was, is], before, after),
        };
      }
    },
    example: { given: written(), edit: written('receipt:', 'claim: { uncharged: used }\n  receipt:') },
  }),
  defineKind({
    id: 'free-statuses-changed',
    scope: 'host',
    title: 'Free operations may return other statuses',
    parts: ['payment.transport.free'],
    levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
    reason:
      'A caller meets a refusal, or a description that asks for no money, where it met none; a deployment that answers as before may break the rule',
    advice: 'Handle the statuses; return none that means a refusal',
    *find(before, after) {
      const [one, other] = transportsIn(before, after);
      if (!one || !other) return;
      for (const [list, says] of [
        ['never', 'may return any status but'],
        ['unpriced', 'ask for no money in a response with'],
      ] as const) {
        const [was, is] = [one.free[list], other.free[list]];
        if (was.join() === is.join()) continue;
        yield {
          sentence: `Free operations of \`${after.host.id}\` ${says} ${listed(is) || 'none'} instead of ${listed(was) || 'none'}`,
          ...shownAt(['free', list], [was, is], before, after),
        };
      }
    },
    example: { given: written(), edit: written('receipt:', 'free: { never: [401] }\n  receipt:') },
  }),
];

/** The calls whose payments may be sent again. */
const calls = {
  uncharged: 'that was not charged',
  unanswered: 'that was charged and whose response did not arrive',
};

function transportsIn(...views: readonly ComparedView[]): readonly (Transport | undefined)[] {
  return views.map(({ host }) => host.payment?.transport);
}

/** The place of a value in the specification, and a call that shows that it differs. */
function shownAt(
  path: readonly string[],
  values: Parameters<typeof difference>[1],
  before: ComparedView,
  after: ComparedView,
): Pick<ChangeDetails, 'entry' | 'path' | 'witness'> {
  return { ...placeOf(after, path), ...difference([...transportPath, ...path], values, hostOf(before, after)) };
}
