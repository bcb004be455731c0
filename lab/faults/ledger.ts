import type { Alteration } from '#gateway/start.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { settlingBy } from './settling.ts';

const elsewhere = `0x${'e'.repeat(40)}`;

/** Funds that move otherwise than was signed. */
const wrong = (name: string, alter: Alteration, rule = 'payment.settled.as-quoted'): FaultDefinition => ({
  name,
  rule,
  level: 'controlled',
  only: ['payment.settled.*'],
  alter,
});

/** Settlements that are not what was signed. */
export const ledger = defineFaults('ledger', [
  wrong(
    'a micro-USDC too little',
    settlingBy((amount) => [{ payment: { amount: amount - 1n } }]),
  ),
  wrong(
    'a micro-USDC too much',
    settlingBy((amount) => [{ payment: { amount: amount + 1n } }]),
  ),
  wrong(
    'a sum that is rounded to cents',
    settlingBy((amount) => [{ payment: { amount: ((amount + 5000n) / 10_000n) * 10_000n } }]),
  ),
  wrong(
    'a fee that is taken beside the sum',
    settlingBy((amount) => [{}, { payment: { amount: 1000n } }, { payment: { amount } }].slice(0, 2)),
  ),
  wrong(
    'a fee that goes to another payee',
    settlingBy((amount) => [{ payment: { amount: amount - 1000n } }, { payment: { amount: 1000n, payTo: elsewhere } }]),
  ),
  wrong(
    'another payee',
    settlingBy(() => [{ payment: { payTo: elsewhere } }]),
  ),
  wrong(
    'another payer',
    settlingBy(() => [{ payment: { payer: elsewhere } }]),
    'payment.settled.exactly-once',
  ),
  wrong(
    'another asset',
    settlingBy(() => [{ payment: { asset: elsewhere } }]),
  ),
  wrong(
    'another network',
    settlingBy(() => [{ payment: { network: 'eip155:1' } }]),
  ),
  wrong(
    'the route of another call',
    settlingBy(() => [{ route: 'POST /api/v1/other' }]),
  ),
  wrong(
    'the method of another call',
    settlingBy((_, { route }) => [{ route: `GET ${route.path}` }]),
  ),
  wrong(
    'nothing at all',
    settlingBy(() => []),
    'payment.settled.exactly-once',
  ),
  wrong(
    'a sum of nothing',
    settlingBy(() => [{ payment: { amount: 0n } }]),
    'payment.settled.exactly-once',
  ),
  wrong(
    'the sum twice',
    settlingBy(() => [{}, {}]),
    'payment.settled.exactly-once',
  ),
  wrong(
    'the sum in two halves',
    settlingBy((amount) => [{ payment: { amount: amount / 2n } }, { payment: { amount: amount - amount / 2n } }]),
    'payment.settled.exactly-once',
  ),
  wrong(
    'the sum once more on edits alone',
    settlingBy((_, { route }) => (route.operation.id === 'edit-image' ? [{}, {}] : [{}])),
    'payment.settled.exactly-once',
  ),
]);
