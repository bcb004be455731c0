import { settlementCause } from '../engines/machine/proofs.ts';
import { operationPriceFound, useOf } from '../engines/price/operation-price.ts';
import { authorizationFound, authorizationParts } from '../engines/rules/authorization.ts';
import { type AnyKind, defineKind, defineMirrored, defineRaisedAndLowered } from '../kind.ts';
import { outcome } from '../witnesses.ts';
import { shown } from '../words.ts';
import { counting, countingWith } from './examples.ts';

/** Changes of who may call an operation, and of how a call is paid. */
export const operationPaymentKinds: readonly AnyKind[] = [
  ...defineMirrored({
    scope: 'operation',
    parts: authorizationParts,
    forward: {
      id: 'authorization-tightened',
      title: 'A call needs a new authorization',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
      reason: 'Calls without it are refused; a deployment that serves them breaks the rule',
      advice: 'Send a payment or a key; refuse calls without one',
      find: (before, after, context) => authorizationFound('tightened', before, after, context),
    },
    backward: {
      id: 'authorization-loosened',
      title: 'A call needs less authorization',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
      reason: 'Calls that worked still work; a deployment that asks for more breaks the rule',
      advice: 'Serve calls without it',
      find: (before, after, context) => authorizationFound('loosened', before, after, context),
    },
    example: {
      given: counting,
      edit: countingWith('auth: none', 'auth: { per-call: none, balance: key }'),
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['payers'],
    forward: {
      id: 'payers-restricted',
      title: 'Only some wallets may call',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'Other wallets are refused; a deployment that serves them breaks the rule',
      advice: 'Ask to be put on the list; refuse other wallets',
      *find(before, after, context) {
        if (after.payers === undefined) return;
        yield {
          sentence: `Only wallets on the allowlist may call \`${after.id}\``,
          ...outcome(['payers'], [before.payers, after.payers], context),
        };
      },
    },
    backward: {
      id: 'payers-opened',
      title: 'Every wallet may call',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Wallets that were served still are; a deployment with an allowlist breaks the rule',
      advice: 'Serve every wallet',
      *find(before, after, context) {
        if (after.payers !== undefined) return;
        yield {
          sentence: `Every wallet may call \`${after.id}\``,
          ...outcome(['payers'], [before.payers, after.payers], context),
        };
      },
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['price: {', 'payers: allowlisted\nprice: {'] },
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['price'],
    forward: {
      id: 'operation-became-paid',
      title: 'An operation that was free has a price',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller without a payment gets 402; a deployment that serves it for free breaks the rule',
      advice: 'Pay for it',
      *find(before, after, context) {
        if (before.price || !after.price) return;
        const price = (after.price ?? before.price)?.id;
        yield {
          sentence: `\`${after.id}\` has the price \`${price}\``,
          ...outcome(['price'], [useOf(before), useOf(after)], context),
        };
      },
    },
    backward: {
      id: 'operation-became-free',
      title: 'An operation that had a price is free',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'breaking' },
      reason:
        'Callers no longer have to pay; a deployment that still asks for a payment breaks the rule; baselines and `--only` can no longer name its price rules',
      advice: 'Stop asking for a payment',
      *find(before, after, context) {
        if (!before.price || after.price) return;
        const own = context.host?.before.rules.filter(
          ({ kind, operation }) => kind === 'price' && operation === before.id,
        );
        yield {
          sentence: `\`${after.id}\` no longer has the price \`${before.price.id}\``,
          rules: own?.map(({ id }) => id) ?? [],
          ...outcome(['price'], [useOf(before), useOf(after)], context),
        };
      },
    },
    example: {
      given: {
        'operations/text/translate.yaml': [
          'price: { per-call: translation, balance: counter-use }',
          'price: { per-call: translation }',
        ],
      },
      edit: {
        'operations/text/translate.yaml': [
          'price: { per-call: translation }',
          'price: { per-call: translation, balance: counter-use }',
        ],
      },
      also: ['rule-statements-changed'],
      back: ['operation-became-free', 'rule-statements-changed'],
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['price'],
    forward: {
      id: 'operation-price-raised',
      title: 'An operation has another price, and calls cost more',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason:
        'Clients that compute prices refuse the new amount, and budgets run out sooner; a deployment that asks for the old amount fails the suite',
      advice: 'Give clients the new calculator',
      *find(_before, _after, context) {
        yield* operationPriceFound('raised', context);
      },
    },
    backward: {
      id: 'operation-price-lowered',
      title: 'An operation has another price, and calls cost less',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason:
        'No call costs more, but clients that compute prices refuse the new amount; a deployment that asks for the old amount fails the suite',
      advice: 'Give clients the new calculator',
      *find(_before, _after, context) {
        yield* operationPriceFound('lowered', context);
      },
    },
    example: {
      edit: {
        'operations/text/translate.yaml': [
          'price: { per-call: translation,',
          'price: { per-call: { use: translation, inputs: { size: 2 * characters(request.text) } },',
        ],
      },
    },
  }),
  ...defineRaisedAndLowered({
    scope: 'operation',
    parts: ['payment.window'],
    measure: ({ payment }) => payment?.window,
    raised: {
      id: 'payment-window-lengthened',
      title: 'The payment window of an operation is longer',
      levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
      reason:
        'A caller that signs for the old window is still served; a deployment that offers the old window breaks the new rule',
      advice: 'Read the window of each challenge; offer the new one',
    },
    lowered: {
      id: 'payment-window-shortened',
      title: 'The payment window of an operation is shorter',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason:
        'A caller that signs for the old window signs for too long; a deployment that offers the old window breaks the new rule',
      advice: 'Read the window of each challenge; do not cache it',
    },
    *find(before, after, context) {
      const [one, other] = [before.payment?.window, after.payment?.window];
      yield {
        sentence: `The payment window of \`${after.id}\` is ${other} seconds instead of ${one}`,
        ...outcome(['payment', 'window'], [one, other], context),
      };
    },
    example: { edit: { 'operations/audio/transcribe.yaml': ['seconds: 300', 'seconds: 400'] } },
  }),
  defineKind({
    id: 'payment-window-of-its-own',
    scope: 'operation',
    title: 'An operation now has its own payment window, or no longer has one',
    parts: ['payment.window'],
    levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
    reason: "The window differs from that of the host's other operations",
    advice: 'Read the window of each challenge',
    *find(before, after, context) {
      const [one, other] = [before.payment?.window, after.payment?.window];
      if (!before.payment || !after.payment || (one === undefined) === (other === undefined)) return;
      yield {
        sentence: `The window of \`${after.id}\` is ${other ?? 'that of the host'} instead of ${one ?? 'that of the host'}`,
        ...outcome(['payment', 'window'], [one, other], context),
      };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['settles: after-upstream', 'settles: after-upstream, window: 60'] },
    },
  }),
  defineKind({
    id: 'settlement-moved',
    scope: 'operation',
    title: 'A payment settles at another time',
    parts: ['payment.settles'],
    levels: { callers: 'risky', operators: 'breaking', suite: 'risky' },
    reason:
      'The amount is the same, but callers are charged earlier or later, and for other outcomes; where it settles when the call is accepted, they are charged for calls that fail later; a deployment that settles as before breaks the rule',
    advice: 'Check what a failed call costs; settle at the new time',
    *find(before, after, context) {
      const [one, other] = [before.payment?.settles, after.payment?.settles];
      if (one === undefined || other === undefined) return;
      const chargesFailures = other === 'on-accept';
      const consequence = chargesFailures ? ': an accepted call is charged even if it fails later' : '';
      yield {
        sentence: `The payment of \`${after.id}\` settles \`${other}\` instead of \`${one}\`${consequence}`,
        ...(chargesFailures && { levels: { callers: 'breaking' } }),
        ...(after.machine && settlementCause(after.machine.id, context)),
        ...outcome(['payment', 'settles'], [one, other], context),
      };
    },
    example: {
      edit: { 'operations/audio/transcribe.yaml': ['settles: on-accept', 'settles: on-poll'] },
    },
  }),
  defineKind({
    id: 'inline-window-changed',
    scope: 'operation',
    title: 'The time within which results are returned inline changed',
    parts: ['payment.inline'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A call may now return a job where it returned a result, or a result where it returned a job',
    advice: 'Handle both responses',
    *find(before, after) {
      if (!before.payment || !after.payment) return;
      yield {
        sentence: `\`${after.id}\` returns its result inline within ${shown(after.payment.inline)} seconds instead of ${shown(before.payment.inline)}`,
      };
    },
    example: {
      given: {
        'operations/text/translate.yaml': ['settles: after-upstream', 'settles: after-upstream-or-on-poll, inline: 30'],
      },
      edit: { 'operations/text/translate.yaml': ['inline: 30', 'inline: 10'] },
    },
  }),
];
