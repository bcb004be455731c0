import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { paymentOf } from './payment.ts';

/** Tests of claims and ledger of a store together. `open` returns an empty store with default balance 100. */
export function describePay(name: string, open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  const claim = (nonce: number, amount?: bigint) =>
    store.claims.claim({ id: `${nonce}`, payment: paymentOf(nonce, amount), fingerprint: 'a', reusable: [], now: 1 });

  describe(`payments out of the ledger of ${name}`, () => {
    test('are claimed as far as the ledger covers them and what is under way', async () => {
      expect((await claim(1, 60n)).outcome).toBe('claimed');
      expect((await claim(2, 41n)).outcome).toBe('underfunded');
      await store.ledger.fund('0xb', 101n);
      expect((await claim(2, 41n)).outcome).toBe('claimed');
      expect((await claim(3, 1n)).outcome).toBe('underfunded');
    });

    test('move a claim with its funds, or change nothing', async () => {
      const obstacle = fc.constantFrom('none', 'state', 'held', 'payment', 'funds', 'moved');
      const wanted = fc.record({ obstacle, amount: fc.bigInt({ min: 1n, max: 100n }) });
      await fc.assert(
        fc.asyncProperty(wanted, async ({ obstacle, amount }) => {
          await store.reset();
          await claim(1, amount);
          const payment = paymentOf(1, amount);
          if (obstacle === 'state') await store.claims.move('1', ['claimed'], 'released');
          if (obstacle === 'held') await store.claims.hold('1');
          if (obstacle === 'funds') await store.ledger.fund('0xb', amount - 1n);
          if (obstacle === 'moved') await store.ledger.record(payment, '0xearlier', 'POST /a', 7);
          const paid = obstacle === 'payment' ? paymentOf(2, amount) : payment;
          const before = await stateOf(store);

          const isPaid = await store.pay({ id: '1', from: 'claimed', to: 'owed' }, paid, '0xt', 'POST /a', 7);
          expect(isPaid).toBe(obstacle === 'none');
          if (!isPaid) {
            expect(await stateOf(store)).toEqual(before);
            return;
          }
          expect(await store.claims.find('1')).toMatchObject({ state: 'owed', txHash: '0xt', payment: { proof: {} } });
          expect(await store.ledger.transferOf(payment)).toMatchObject({
            amount,
            txHash: '0xt',
            route: 'POST /a',
            at: 7,
          });
          expect([await store.ledger.balance('0xb'), await store.ledger.balance('0xc')]).toEqual([
            100n - amount,
            100n + amount,
          ]);
        }),
        { numRuns: 60 },
      );
    });

    test('settle the records that a claim pays for', async () => {
      await claim(1);
      await store.records.put({ kind: 'lease', id: 'l', owner: '0xb', data: {}, claim: '1' });
      expect(await store.records.find('lease', 'l')).toBeUndefined();
      await store.pay({ id: '1', from: 'claimed', to: 'owed' }, paymentOf(1), '0xt', 'POST /a', 7);
      expect(await store.records.find('lease', 'l')).toMatchObject({ txHash: '0xt' });
    });

    test('are paid once, however many pay them at the same time', async () => {
      await claim(1);
      const pay = () => store.pay({ id: '1', from: 'claimed', to: 'owed' }, paymentOf(1), '0xt', 'POST /a', 7);
      expect((await Promise.all(Array.from({ length: 10 }, pay))).filter(Boolean)).toHaveLength(1);
      expect(await store.ledger.balance('0xb')).toBe(90n);
    });
  });
}

async function stateOf({ claims, ledger }: Store) {
  return [await claims.find('1'), await ledger.transfers(), await ledger.balance('0xb'), await ledger.balance('0xc')];
}
