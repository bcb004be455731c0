import { describe, expect, test } from 'vitest';
import type { Expression, Formula, HostView, Price } from '../../model/types.ts';
import { tides } from '../testing/model.ts';
import { paymentInfo } from './payment-info.ts';

const number = (value: string): Expression => ({ op: 'number', value });
const name = (value: string): Expression => ({ op: 'variable', name: value });
const field = (of: Expression, value: string): Expression => ({ op: 'field', of, name: value });
const call = (value: string, ...args: Expression[]): Expression => ({ op: 'call', name: value, args });
const binary = (left: Expression, operator: '+' | '-' | '*' | '/', right: Expression): Expression => ({
  op: 'binary',
  name: operator,
  left,
  right,
});
const days = field(name('request'), 'days');

const given: [string, { formula: Expression; inputs?: Record<string, Expression> }, object][] = [
  ['an amount that no request changes', { formula: binary(number('0.25'), '+', name('fee')) }, { amount: '0.251' }],
  ['the bounds of a field', { formula: binary(days, '*', number('0.01')) }, { min: '0.01', max: '0.3' }],
  ['a quotient', { formula: binary(number('1'), '/', days) }, { min: '0.033333', max: '1' }],
  [
    'a minimum',
    { formula: call('max', number('0.05'), binary(days, '*', number('0.01'))) },
    { min: '0.05', max: '0.3' },
  ],
  [
    'a difference',
    { formula: binary(number('1'), '-', binary(days, '*', number('0.01'))) },
    { min: '0.7', max: '0.99' },
  ],
  ['a text without an end', { formula: call('prompt_bytes', name('request')) }, { min: '0' }],
  ['an amount that is known only after the call', { formula: field(name('response'), 'cost') }, {}],
  [
    'the rates of one catalog entry at a time',
    {
      inputs: { station: call('catalog', { op: 'string', value: 'stations' }, name('key')) },
      formula: binary(field(name('station'), 'rate'), '-', field(name('station'), 'rate')),
    },
    { amount: '0' },
  ],
  [
    'either branch',
    // biome-ignore lint/suspicious/noThenProperty: `then` is the branch of a formula.
    { formula: { op: 'if', test: { op: 'bool', value: true }, then: number('1'), otherwise: number('2') } },
    { min: '1', max: '2' },
  ],
];

describe('paymentInfo', () => {
  test.each(given)('tells %s', (_, { formula, inputs = {} }, amounts) => {
    const info = paymentInfo(...pricedAt(formula, inputs));
    const mode = 'amount' in amounts ? 'fixed' : 'dynamic';
    expect(info).toEqual({ price: { mode, currency: 'USD', ...amounts }, protocols: [{ x402: {} }] });
  });

  test('is absent where calls are not paid one by one', () => {
    const [operation, view] = pricedAt(number('1'), {});
    expect(paymentInfo({ ...operation, auth: 'key' }, view)).toBeUndefined();
  });
});

function pricedAt(formula: Expression, inputs: Record<string, Expression>) {
  const [view] = tides.hosts;
  const [operation] = view?.operations ?? [];
  const known = view?.prices.forecast;
  if (!view || !operation || !known) throw new Error('The fixture has lost its first operation.');
  const price: Price = {
    ...known,
    formula: asFormula(formula),
    inputs: Object.fromEntries(Object.entries(inputs).map(([input, tree]) => [input, asFormula(tree)])),
  };
  const priced: HostView = { ...view, prices: { forecast: price } };
  return [operation, priced] as const;
}

function asFormula(tree: Expression): Formula {
  return { text: '', tree };
}
