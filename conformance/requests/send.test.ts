import { describe, expect, test } from 'vitest';
import { operationContextOf } from '../arbitraries/request-source.ts';
import type { Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { createShopRun } from '../testing/shop-run.ts';
import { planValid } from './planned.ts';
import { firstFindingOf } from './send.ts';

const params = (names: readonly string[]) => ({
  type: 'object',
  required: [...names],
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

/** Checks a valid request whose path has no resource once `shelf` differs from the example. */
async function judge(names: readonly string[]) {
  const [sold] = shopContract.operations;
  const [rule] = shopContract.rules;
  const missing = shopContract.errors['no-such-size'];
  if (!sold || !rule || !missing) throw new Error('The shop sells nothing.');
  const { body: _, price: __, ...first } = sold;
  const operation: Operation = {
    ...first,
    id: 'find-book',
    method: 'GET',
    auth: 'none',
    params: params(names),
    errors: ['no-such-size'],
    conditions: [],
    example: { params: Object.fromEntries(names.map((name) => [name, 'a'])) },
  };
  const errors = { ...shopContract.errors, 'no-such-size': { ...missing, http: 404 } };
  const contract = { ...shopContract, operations: [operation], errors };
  const run = createShopRun({ contract });
  const answer = (status: number) => ({
    status,
    headers: {},
    rawHeaders: [],
    text: '{}',
    json: {},
    events: [],
    cut: false,
  });
  const send = async (invocation: Invocation) => ({
    sent: { method: 'GET', path: '/', headers: {} },
    received: answer(invocation.params?.shelf === 'a' ? 200 : 404),
  });
  const other = sampleOf(operation, { params: { shelf: 'b' } });
  const planned = planValid(run, rule, operationContextOf(run, operation), {
    invocation: other,
    because: '`shelf` may have any value',
  });
  return firstFindingOf({ ...run, send }, [planned]);
}

describe('a valid request', () => {
  test('fails a 404 to the only parameter of a path', async () => {
    expect(await judge(['shelf'])).toMatchObject({ verdict: 'fail' });
  });

  test('accepts a 404 where several parameters identify a resource together', async () => {
    expect(await judge(['shelf', 'book'])).toBeUndefined();
  });
});
