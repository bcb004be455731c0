import { describe, expect, test } from 'vitest';
import { scaledBy } from '../money/catalog.ts';
import { estimated, quoted } from '../money/formula.ts';
import type { Input, Route } from '../operation/operation.ts';
import type { Issue } from '../validation/issue.ts';
import { report, validator } from '../validation/validator.ts';
import { isObject } from '../values/json.ts';
import { estimateOf } from './estimate.ts';
import { InvalidCall } from './failures.ts';

interface Ask {
  readonly model: string;
  readonly size: string;
  readonly count: number;
}

const models = scaledBy<{ readonly rates: Readonly<Record<string, number>> }>(
  [{ id: 'known', rates: { small: '2' } }],
  'id',
  { rates: { '*': 0 } },
);

const check = (value: unknown, issues: Issue[]) => {
  if (!isObject(value)) return report(issues, [], 'type', 'object');
  if (!models.has(String(value.model))) report(issues, 'model', 'catalog', 'GET /models', 'unknown-model');
  if (value.count !== undefined && typeof value.count !== 'number') report(issues, 'count', 'type', 'integer');
  for (const key in value)
    if (!['model', 'size', 'count'].includes(key)) report(issues, { path: [key], rule: '' }, 'unknownKeys');
  return { ...value, count: value.count ?? 1 };
};

const price = ({ request }: Input<Ask>) => (models.get(request.model)?.rates[request.size] ?? 0) * request.count;
const route: Route = {
  operation: {
    id: 'draw',
    summary: 'Draw',
    method: 'POST',
    contentTypes: ['application/json'],
    settles: 'after-upstream',
    body: validator(check, 'draw'),
  },
  path: '/draw',
  auth: 'payment',
  limits: [],
  errors: {},
  conditions: [
    {
      id: 'draw.size',
      message: 'The size is offered.',
      error: 'invalid-body',
      holds: ({ request }: Input<Ask>) => Object.hasOwn(models.get(request.model)?.rates ?? {}, request.size),
    },
    {
      id: 'draw.lucky',
      message: 'Thirteen is not sold.',
      error: 'invalid-body',
      holds: ({ request }: Input<Ask>) => request.count !== 13,
    },
  ],
  quote: (input: Input<Ask>) => quoted(price(input), () => ({ breakdown: {} })),
};
const call = { model: 'known', size: 'small', count: 3 };
const amountOf = (body: unknown) => estimateOf(route, { body }, 'send').quote?.amount;

describe('estimateOf', () => {
  test('is the price of the specification, whatever unknown fields come with the call', () => {
    expect([amountOf(call), amountOf({ ...call, style: 'vivid' })]).toEqual([6n, 6n]);
    expect(() => estimateOf(route, { body: { ...call, style: 'vivid' } }, 'refuse')).toThrow(InvalidCall);
  });

  test.each([
    ['a model', { ...call, model: 'of-tomorrow' }],
    ['an option', { ...call, size: 'huge' }],
  ])('leaves the price of %s that the specification does not have to the gateway', (_, body) => {
    expect(estimateOf(route, { body }, 'send')).toEqual({ isOpen: true });
    expect(() => estimateOf(route, { body }, 'refuse')).toThrow(InvalidCall);
  });

  test.each([
    ['a type', { ...call, count: 'three' }],
    ['a rule that reads no catalog', { ...call, count: 13 }],
    ['a type of a call with an unknown model', { model: 'of-tomorrow', count: 'three' }],
  ])('refuses a call that breaks %s', (_, body) => {
    expect(() => estimateOf(route, { body }, 'send')).toThrow(InvalidCall);
  });

  test('is open where a default of the gateway may bound an estimate', () => {
    const guessed: Route = {
      ...route,
      quote: (input: Input<Ask>) => estimated(price(input), () => ({ breakdown: {} })),
    };
    const { count: _, ...unbounded } = call;
    expect(estimateOf(guessed, { body: unbounded }, 'send').isOpen).toBe(true);
    expect([estimateOf(guessed, { body: call }, 'send').isOpen, amountOf(unbounded)]).toEqual([false, 2n]);
  });
});
