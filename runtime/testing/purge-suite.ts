import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Payment } from '../operation/payment.ts';
import { keptAnswer } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { paymentOf } from './payment.ts';

/** Tests of the purge that every store must pass. `open` returns an empty store with default balance 100. */
export function describePurge(name: string, open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const claim = (request: { readonly id: string; readonly payment: Payment }) =>
    store.claims.claim({ fingerprint: 'a', balance: 100n, reusable: [], now: 1, ...request });

  describe(`the purge of ${name}`, () => {
    test('removes what has expired and moved nothing, and nothing else', async () => {
      const now = 10_000;
      const wanted = fc.record({
        validBefore: fc.constantFrom(now - 1, now),
        amount: fc.constantFrom(0n, 1n),
        state: fc.constantFrom('claimed', 'held', 'settling', 'owed', 'settled', 'released'),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(wanted, { maxLength: 12 }), fc.integer({ min: 1, max: 3 }), async (claims, limit) => {
          await store.reset();
          for (const [index, { validBefore, amount, state }] of claims.entries()) {
            await claim({ id: `${index}`, payment: { ...paymentOf(index, amount), validBefore } });
            if (state === 'held') await store.claims.hold(`${index}`);
            else if (state !== 'claimed') await store.claims.move(`${index}`, ['claimed'], state);
          }
          while ((await store.purge({ validBefore: now, chargedBefore: 0, keptBefore: 0, limit })) > 0);
          for (const [index, { validBefore, amount, state }] of claims.entries()) {
            const isOver = validBefore < now && (amount === 0n || state === 'released');
            expect(await store.claims.find(`${index}`).then((claim) => claim === undefined)).toBe(isOver);
          }
        }),
        { numRuns: 30 },
      );
    });

    test('leaves no row of wallets that have paid nothing, and forgets answers that are owed for too long', async () => {
      const expired = { validBefore: 100, chargedBefore: 7, keptBefore: 7, limit: 10 };
      for (let wallet = 0; wallet < 25; wallet += 1)
        await claim({
          id: `${wallet}`,
          payment: { ...paymentOf(wallet, 0n), payer: `0x${wallet}`, validBefore: 99 },
        });
      await store.accounts.create({ id: 'alice', key: 'k', balance: 10n });
      const call = { account: 'alice', amount: 1n, route: 'POST /a', operation: 'a', expiresAt: 9, fingerprint: 'f' };
      for (const at of [6, 7]) {
        await store.accounts.reserve({ ...call, id: `r${at}` }, 0);
        await store.accounts.charge(`r${at}`, { ...call, id: `row ${at}`, at, data: {} });
        await store.accounts.answered(`r${at}`, false);
      }
      let removed = 0;
      for (let rows = 1; rows > 0; removed += rows) rows = await store.purge(expired);
      // A payer may have a row of its own.
      expect([26, 51]).toContain(removed);
      const owed = { account: 'alice', fingerprint: 'f', since: 0, repeats: 9 };
      expect([await store.accounts.retake(owed), await store.accounts.retake(owed)]).toEqual(['r7', undefined]);
    });

    test('removes kept answers that are older than a time, and no record of another kind', async () => {
      const record = (kind: string, id: string, at: unknown) => ({ kind, id, owner: '0xb', data: { at } });
      for (const at of [5, 6, 7, 8]) await store.records.put(record(keptAnswer, `k${at}`, at));
      const others = [record('clip', 'old', 5), record('clip', 'dated', 'yesterday')];
      for (const other of others) await store.records.put(other);
      const over = { validBefore: 0, chargedBefore: 0, keptBefore: 7 };
      // A statement removes no more rows than it may.
      expect(await store.purge({ ...over, limit: 1 })).toBe(1);
      expect(await store.records.list(keptAnswer)).toHaveLength(3);
      while ((await store.purge({ ...over, limit: 10 })) > 0);
      expect((await store.records.list(keptAnswer)).map(({ id }) => id)).toEqual(['k7', 'k8']);
      expect(await store.records.list('clip')).toMatchObject(others);
    });
  });
}
