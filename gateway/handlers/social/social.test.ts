import { at, listAt, textAt } from '@tollwright/runtime/testing/read';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { namesOf } from './index.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const path = (what: string) => `/api/v1/social/users/${what}`;
const call = (what: string, body: object) => gateway.pay('POST', path(what), { body });
const direct = (what: string, outcome: string) =>
  gateway.control('POST', '/upstream', { route: `POST /api/v1/{social}/users/${what}`, outcome });

describe('namesOf', () => {
  test('finds the same names in a list and in the text that joins them', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'B', '@', ' ', '_') });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 150 }), (names) => {
        expect(namesOf(names.join(','))).toEqual(namesOf(names));
      }),
    );
  });
});

describe('look-up-users', () => {
  test('charges for as many names as it looks up', async () => {
    const name = fc.constantFrom(
      'ann',
      '@ann',
      ' Ann ',
      'bob',
      'cid',
      '@dan',
      '',
      ...Array.from({ length: 120 }, (_, n) => `u${n}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 200 }), async (usernames) => {
        const { json } = await gateway.send('POST', path('lookup'), { body: { usernames } });
        const amount = Math.max(namesOf(usernames).length * 2000, 20_000);
        expect(at(json, 'accepts', 0, 'amount')).toBe(String(amount));
      }),
      { numRuns: 30 },
    );
  });

  test('looks up each name once, marked or not', async () => {
    const { json } = await call('lookup', { usernames: '@Ann, ann,no such name' });
    expect(json).toMatchObject({
      users: [{ userName: 'ann' }],
      not_found: ['no such name'],
      total_requested: 2,
      total_found: 1,
    });
    expect(await gateway.settled()).toEqual(['20000']);
  });

  test('looks up no more than a hundred', async () => {
    const { json } = await call('lookup', { usernames: Array.from({ length: 130 }, (_, index) => `u${index}`) });
    expect(json).toMatchObject({ total_requested: 100, total_found: 100 });
    expect(await gateway.settled()).toEqual(['200000']);
  });

  test('charges nothing where no user is found', async () => {
    expect(at((await call('lookup', { usernames: ['no such name'] })).json, 'users')).toEqual([]);
    await direct('lookup', 'empty');
    expect((await call('lookup', { usernames: ['ann'] })).json).toMatchObject({ users: [], not_found: ['ann'] });
    expect(await gateway.settled()).toEqual([]);
  });

  test.each([{}, { usernames: [] }, { usernames: '' }, { usernames: [1] }, { usernames: { a: 1 } }])(
    'refuses %o',
    async (body) => {
      expect((await gateway.send('POST', path('lookup'), { body })).status).toBe(400);
    },
  );
});

describe.each(['followers', 'followings'])('%s', (what) => {
  test('come page by page until the last', async () => {
    const seen = new Set<string>();
    let pages = 0;
    let cursor: string | undefined;
    do {
      const { json } = await call(what, { username: '@Ann', ...(cursor !== undefined && { cursor }) });
      expect(json).toMatchObject({ username: 'ann', total_returned: listAt(json, what).length });
      for (const user of listAt(json, what)) seen.add(textAt(user, 'id'));
      cursor = at(json, 'has_next_page') ? textAt(json, 'next_cursor') : undefined;
      pages += 1;
      expect(seen.size).toBe(cursor === undefined ? seen.size : pages * 200);
    } while (cursor !== undefined);
    expect(await gateway.settled()).toEqual(Array(pages).fill('50000'));
    const { json } = await call('lookup', { usernames: ['ann'] });
    expect(seen.size).toBe(at(json, 'users', 0, what === 'followers' ? 'followers' : 'following'));
  });

  test('of an unknown user, or after an unknown cursor, are an empty page that is free', async () => {
    await direct(what, 'empty');
    for (const body of [{ username: 'ann' }, { username: 'no such name' }, { username: 'ann', cursor: 'x' }]) {
      const { json } = await call(what, body);
      expect(json).toMatchObject({ [what]: [], has_next_page: false, next_cursor: '', total_returned: 0 });
    }
    expect(await gateway.settled()).toEqual([]);
  });
});

test('a wallet has 120 calls an hour for all of them', async () => {
  await gateway.control('POST', '/upstream', {
    route: 'POST /api/v1/{social}/users/lookup',
    outcome: 'fail',
    times: 120,
  });
  for (let made = 0; made < 120; made += 1) expect((await call('lookup', { usernames: ['ann'] })).status).toBe(502);
  const limited = await call('followers', { username: 'ann' });
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
  await gateway.control('POST', '/clock', { advance_seconds: 3601 });
  expect((await call('followers', { username: 'ann' })).status).toBe(200);
});
