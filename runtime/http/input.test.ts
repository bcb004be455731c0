import { describe, expect, test } from 'vitest';
import type { Input, Route } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import type { Issue } from '../validation/issue.ts';
import { readInput } from './input.ts';
import type { IncomingCall } from './request.ts';

const sizes = ['small', 'large'];
const issue: Issue = { path: ['size'], rule: 'order.size.in-stock', message: 'size is sold out', error: 'sold-out' };

const order: Route = {
  operation: {
    id: 'order',
    summary: 'Order a shirt',
    method: 'POST',
    contentTypes: ['application/json'],
    settles: 'never',
    body: (value) => ({ ok: true, value }),
  },
  path: '/order',
  auth: 'none',
  conditions: [
    {
      id: 'order.size-offered',
      message: 'The size is one of the shop.',
      error: 'invalid-body',
      names: 'size',
      accepted: () => sizes,
      fields: ({ request }: Input<{ readonly size: string }>) => ({ received: request.size }),
      holds: ({ request }: Input<{ readonly size: string }>) => sizes.includes(request.size),
    },
  ],
  limits: [],
  errors: {},
};

const call = (body: unknown): IncomingCall => ({
  method: 'POST',
  path: '/order',
  query: '',
  headers: {},
  ip: '127.0.0.1',
  baseUrl: 'http://localhost',
  body: async () => Buffer.from(JSON.stringify(body)),
  hasPaid: () => undefined,
  signal: new AbortController().signal,
});

const refusal = (size: string, check?: () => readonly Issue[]) =>
  readInput(order, call({ size }), {}, check).catch((error: unknown) => (error instanceof Problem ? error : undefined));

describe('readInput', () => {
  test('lists the accepted values of a broken rule and adds its fields', async () => {
    const message = 'The size is one of the shop: small, large.';
    expect(await refusal('huge')).toMatchObject({
      id: 'invalid-body',
      fields: { message, details: [{ field: 'size', message }], received: 'huge' },
    });
  });

  test('refuses a valid request for which the check of the gateway finds an issue', async () => {
    expect(await refusal('small', () => [issue])).toMatchObject({ id: 'sold-out', fields: { message: issue.message } });
    expect(await refusal('small', () => [])).toMatchObject({ input: { request: { size: 'small' } } });
  });

  test('runs the check of the gateway only on requests that break no rule', async () => {
    const check = () => {
      throw new Error('The check ran.');
    };
    expect(await refusal('huge', check)).toMatchObject({ id: 'invalid-body' });
  });
});
