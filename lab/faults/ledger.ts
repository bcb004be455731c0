import type { Alteration } from '#gateway/start.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { settlingBy } from './settling.ts';

const elsewhere = `0x${'e'.repeat(40)}`;

/** Transfers that differ from the signed payment. */
const wrong = (name: string, alter: Alteration, rule = 'payment.settled.as-quoted'): FaultDefinition => ({
  name,
  rule,
  level: 'controlled',
  only: ['payment.settled.*'],
  alter,
});

/** Settlements that differ from the signed payment. */
export const ledger = defineFaults('ledger', [
  wrong(
    'settles one micro-USDC too little',
    settlingBy((amount) => [{ payment: { amount: amount - 1n } }]),
  ),
  wrong(
    'settles one micro-USDC too much',
    settlingBy((amount) => [{ payment: { amount: amount + 1n } }]),
  ),
  wrong(
    'rounds the settled amount to cents',
    settlingBy((amount) => [{ payment: { amount: ((amount + 5000n) / 10_000n) * 10_000n } }]),
  ),
  wrong(
    'settles a fee in addition to the amount',
    settlingBy((amount) => [{}, { payment: { amount: 1000n } }, { payment: { amount } }].slice(0, 2)),
  ),
  wrong(
    'settles part of the amount to another payee',
    settlingBy((amount) => [{ payment: { amount: amount - 1000n } }, { payment: { amount: 1000n, payTo: elsewhere } }]),
  ),
  wrong(
    'settles to another payee',
    settlingBy(() => [{ payment: { payTo: elsewhere } }]),
  ),
  wrong(
    'settles from another payer',
    settlingBy(() => [{ payment: { payer: elsewhere } }]),
    'payment.settled.exactly-once',
  ),
  wrong(
    'settles in another asset',
    settlingBy(() => [{ payment: { asset: elsewhere } }]),
  ),
  wrong(
    'settles on another network',
    settlingBy(() => [{ payment: { network: 'eip155:1' } }]),
  ),
  wrong(
    'settles for the route of another call',
    settlingBy(() => [{ route: 'POST /api/v1/other' }]),
  ),
  wrong(
    'settles for the method of another call',
    settlingBy((_, { route }) => [{ route: `GET ${route.path}` }]),
  ),
  wrong(
    'settles nothing',
    settlingBy(() => []),
    'payment.settled.exactly-once',
  ),
  wrong(
    'settles an amount of zero',
    settlingBy(() => [{ payment: { amount: 0n } }]),
    'payment.settled.exactly-once',
  ),
  wrong(
    'settles the amount twice',
    settlingBy(() => [{}, {}]),
    'payment.settled.exactly-once',
  ),
  wrong(
    'settles the amount in two halves',
    settlingBy((amount) => [{ payment: { amount: amount / 2n } }, { payment: { amount: amount - amount / 2n } }]),
    'payment.settled.exactly-once',
  ),
  wrong(
    'settles image edits twice',
    settlingBy((_, { route }) => (route.operation.id === 'edit-image' ? [{}, {}] : [{}])),
    'payment.settled.exactly-once',
  ),
]);
