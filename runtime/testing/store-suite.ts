import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { paymentOf } from './payment.ts';

/** States in which a claim may be taken again. */
export const reusable = ['released', 'owed'] as const;

/** Tests that every store must pass. `open` returns an empty store with default balance 100. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  type Request = Parameters<Store['claims']['claim']>[0];
  /** Claims a payment as a call does that its wallet can pay. */
  const claimOf = (request: Pick<Request, 'id' | 'payment'> & Partial<Request>) =>
    store.claims.claim({ fingerprint: 'a', balance: 100n, reusable, now: 1, ...request });

  describe(`claims of ${name}`, () => {
    test('behave like their model in every sequence of claims and moves', async () => {
      const step = fc.oneof(
        fc.record({ do: fc.constant('claim' as const), nonce: fc.nat(2), fingerprint: fc.constantFrom('a', 'b') }),
        fc.record({
          do: fc.constant('move' as const),
          nonce: fc.nat(2),
          to: fc.constantFrom('settling', 'settled', 'owed', 'released'),
        }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          await store.reset();
          const model = new Map<number, { id: string; state: string; fingerprint: string }>();
          for (const [index, { nonce, ...what }] of steps.entries()) {
            const known = model.get(nonce);
            if (what.do === 'move') {
              if (!known) continue;
              expect(await store.claims.move(known.id, ['claimed', 'settling'], what.to)).toBe(
                ['claimed', 'settling'].includes(known.state),
              );
              if (['claimed', 'settling'].includes(known.state)) known.state = what.to;
              continue;
            }
            // A payment keeps the claim that it got first.
            const id = known ? `claim-${index}` : `first-${nonce}`;
            const { fingerprint } = what;
            const taken = await claimOf({ id, payment: paymentOf(nonce), fingerprint });
            const free = !known || (known.fingerprint === fingerprint && known.state === 'released');
            const owed = known?.state === 'owed' && known.fingerprint === fingerprint;
            expect(taken.outcome).toBe(free ? 'claimed' : owed ? 'owed' : 'replayed');
            if (free) model.set(nonce, { id: `first-${nonce}`, state: 'claimed', fingerprint });
          }
        }),
        { numRuns: 50 },
      );
    });

    test('have one winner for each of 50 payments under 40 racers', async () => {
      const races = Array.from({ length: 50 }, (_, nonce) =>
        Promise.all(
          Array.from({ length: 40 }, (_, racer) => claimOf({ id: `${nonce}/${racer}`, payment: paymentOf(nonce, 1n) })),
        ),
      );
      for (const outcomes of await Promise.all(races)) {
        expect(outcomes.filter(({ outcome }) => outcome === 'claimed')).toHaveLength(1);
      }
    });

    test('speak for their amount until they end or expire', async () => {
      const claim = (nonce: number, now: number) =>
        claimOf({ id: `${nonce}`, payment: paymentOf(nonce), balance: 15n, now });
      expect((await claim(1, 1)).outcome).toBe('claimed');
      expect((await claim(2, 1)).outcome).toBe('underfunded');
      expect((await claim(2, 100)).outcome).toBe('claimed');
      await store.claims.move('1', ['claimed'], 'released');
      await store.claims.move('2', ['claimed'], 'released');
      expect((await claim(3, 1)).outcome).toBe('claimed');
    });

    test('speak for what is on their own network only, where the balance is of one', async () => {
      const claim = (nonce: number, network: string, fundsOn?: string) =>
        claimOf({
          id: `${nonce}`,
          payment: { ...paymentOf(nonce), network },
          balance: 15n,
          ...(fundsOn !== undefined && { fundsOn }),
        });
      expect((await claim(1, 'eip155:1', 'eip155:1')).outcome).toBe('claimed');
      expect((await claim(2, 'eip155:1', 'eip155:1')).outcome).toBe('underfunded');
      expect((await claim(3, 'eip155:2')).outcome).toBe('underfunded');
      expect((await claim(3, 'eip155:2', 'eip155:2')).outcome).toBe('claimed');
    });

    test('keep no signature once they have settled', async () => {
      const payment = paymentOf(1);
      await claimOf({ id: 'c', payment });
      await store.claims.move('c', ['claimed'], 'settling');
      expect(await store.claims.find('c')).toMatchObject({ payment });
      await store.claims.move('c', ['settling'], 'owed', '0xt');
      expect((await store.claims.find('c'))?.payment).toEqual({ ...payment, proof: {} });
    });

    test('take another payment only while that one is unused', async () => {
      for (const nonce of [1, 2]) {
        const payment = paymentOf(nonce);
        await claimOf({ id: `${nonce}`, payment });
      }
      expect(await store.claims.replacePayment('1', paymentOf(2))).toBe(false);
      expect(await store.claims.replacePayment('1', paymentOf(3))).toBe(true);
      expect(await store.claims.find('1')).toMatchObject({ payment: paymentOf(3) });
    });
  });

  describe(`accounts of ${name}`, () => {
    test('set aside no more than they have, until what is set aside ends or expires', async () => {
      await store.accounts.create({ id: 'alice', key: 'k', balance: 10n });
      const terms = { account: 'alice', amount: 4n, route: '', operation: '' };
      const reserve = (id: string, now: number) => store.accounts.reserve({ ...terms, id, expiresAt: now + 10 }, now);
      expect([await reserve('a', 0), await reserve('b', 5), await reserve('c', 9)]).toEqual([true, true, false]);
      expect([await reserve('d', 10), await reserve('e', 10)]).toEqual([true, false]);
      expect(await store.accounts.findReservation('a')).toBeUndefined();
      await store.accounts.release('b');
      expect(await reserve('e', 10)).toBe(true);
      expect(await store.accounts.find('alice')).toMatchObject({ balance: 10n, reserved: 8n });
    });

    test('have one balance for each key, however often they are created', async () => {
      const create = (id: string, balance: bigint) => store.accounts.create({ id, key: 'k', balance });
      const [first, ...others] = await Promise.all([create('a', 10n), create('b', 20n), create('c', 30n)]);
      expect(others).toEqual([first, first]);
      expect(await store.accounts.findByKey('k')).toEqual(first);
    });

    test('set aside no more than they have, and spend what is charged', async () => {
      const calls = fc.array(fc.record({ most: fc.bigInt(1n, 60n), cost: fc.option(fc.bigInt(0n, 60n)) }));
      await fc.assert(
        fc.asyncProperty(calls, async (wanted) => {
          await store.reset();
          await store.accounts.create({ id: 'alice', key: 'k', balance: 100n });
          const call = { account: 'alice', route: 'POST /a', operation: 'a', expiresAt: 9 };
          const spent = await Promise.all(
            wanted.map(async ({ most, cost }, index) => {
              const id = `r${index}`;
              if (!(await store.accounts.reserve({ ...call, id, amount: most }, 0))) return 0n;
              const { balance, reserved } = (await store.accounts.find('alice')) ?? { balance: 0n, reserved: 0n };
              expect(balance - reserved).toBeGreaterThanOrEqual(0n);
              if (cost === null) await store.accounts.release(id);
              const amount = cost === null || cost > most ? most : cost;
              const isCharged = await store.accounts.charge(id, { ...call, id, at: index, amount, data: {} });
              expect(isCharged).toBe(cost !== null);
              return isCharged ? amount : 0n;
            }),
          );
          const sum = spent.reduce((total, amount) => total + amount, 0n);
          expect(await store.accounts.find('alice')).toMatchObject({ balance: 100n - sum, reserved: 0n, spent: sum });
          const rows = await store.accounts.usage('alice', 0, wanted.length);
          expect(rows.reduce((total, { amount }) => total + amount, 0n)).toBe(sum);
        }),
        { numRuns: 30 },
      );
    });

    test('are owed the answer of a charged call until it has arrived, so many times and not for ever', async () => {
      await store.accounts.create({ id: 'alice', key: 'k', balance: 10n });
      const call = { account: 'alice', amount: 1n, route: 'POST /a', operation: 'a', expiresAt: 9, fingerprint: 'f' };
      const owed = { account: 'alice', fingerprint: 'f', since: 5, repeats: 2 };
      const chargeOf = async (id: string) => {
        await store.accounts.reserve({ ...call, id }, 0);
        await store.accounts.charge(id, { ...call, id: `row ${id}`, at: 5, data: {} });
      };
      await chargeOf('r');
      // While it is being sent, nothing is owed.
      expect(await store.accounts.retake(owed)).toBeUndefined();
      await store.accounts.answered('r', false);
      expect(await store.accounts.retake({ ...owed, since: 6 })).toBeUndefined();
      expect(await store.accounts.retake({ ...owed, fingerprint: 'g' })).toBeUndefined();
      for (let repeat = 0; repeat < 2; repeat += 1) {
        const racers = await Promise.all([1, 2, 3].map(() => store.accounts.retake(owed)));
        expect(racers.filter((id) => id === 'r')).toHaveLength(1);
        // A call that fails does not count.
        await store.accounts.release('r');
        expect(await store.accounts.retake(owed)).toBe('r');
        await store.accounts.answered('r', false);
      }
      expect(await store.accounts.retake(owed)).toBeUndefined();

      await chargeOf('s');
      await store.accounts.answered('s', true);
      await store.accounts.reserve({ ...call, id: 'job' }, 0);
      await store.accounts.hold('job');
      await store.accounts.charge('job', { ...call, id: 'row job', at: 5, data: {} });
      await store.accounts.answered('job', false);
      expect(await store.accounts.retake(owed)).toBeUndefined();
      expect(await store.accounts.find('alice')).toMatchObject({ spent: 3n, reserved: 0n });
    });

    test('keep what a job holds set aside until it ends', async () => {
      await store.accounts.create({ id: 'alice', key: 'k', balance: 10n });
      const call = { account: 'alice', amount: 4n, route: 'POST /a', operation: 'a', expiresAt: 9 };
      for (const id of ['r', 's']) expect(await store.accounts.reserve({ ...call, id }, 0)).toBe(true);
      expect(await store.accounts.reserve({ ...call, id: 't' }, 0)).toBe(false);
      await store.accounts.hold('s');
      expect(await store.accounts.findReservation('s')).toEqual({ ...call, id: 's', left: true });
      await store.accounts.release('r');
      expect(await store.accounts.findReservation('r')).toBeUndefined();
      expect(await store.accounts.find('alice')).toMatchObject({ balance: 10n, reserved: 4n });
    });
  });

  describe(`the ledger of ${name}`, () => {
    test('neither makes nor loses money, and moves each payment once', async () => {
      const transfers = fc.array(fc.record({ nonce: fc.nat(5), amount: fc.bigInt({ min: 1n, max: 60n }) }));
      await fc.assert(
        fc.asyncProperty(transfers, async (wanted) => {
          await store.reset();
          const moves = wanted.map(({ nonce, amount }) =>
            store.ledger.transfer(paymentOf(nonce, amount), `0x${nonce}`, 'POST /a', 0),
          );
          await Promise.all(moves);
          const made = await store.ledger.transfers();
          const moved = made.reduce((sum, { amount }) => sum + amount, 0n);
          expect(new Set(made.map(({ txHash }) => txHash)).size).toBe(made.length);
          expect(await store.ledger.balance('0xB')).toBe(100n - moved);
          expect(await store.ledger.balance('0xC')).toBe(100n + moved);
          expect(moved).toBeLessThanOrEqual(100n);
        }),
        { numRuns: 50 },
      );
    });

    test('keeps each payment that was moved elsewhere once, and leaves balances as they are', async () => {
      const moved = fc.array(fc.record({ nonce: fc.nat(5), elsewhere: fc.boolean() }), { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(moved, async (wanted) => {
          await store.reset();
          const first = new Map<number, string>();
          for (const [index, { nonce, elsewhere }] of wanted.entries()) {
            const [payment, hash] = [paymentOf(nonce, 1n), `0x${index}`];
            if (elsewhere) await store.ledger.record(payment, hash, 'POST /a', 7);
            else await store.ledger.transfer(payment, hash, 'POST /a', 7);
            if (!first.has(nonce)) first.set(nonce, hash);
            const { payer, payTo, amount, asset, network } = payment;
            const kept = { payer, payTo, amount, asset, network, txHash: first.get(nonce), route: 'POST /a', at: 7 };
            expect(await store.ledger.transferOf(payment)).toEqual(kept);
          }
          expect((await store.ledger.transfers()).map(({ txHash }) => txHash)).toEqual([...first.values()]);
          const paid = wanted.filter(
            ({ nonce, elsewhere }, index) => !elsewhere && first.get(nonce) === `0x${index}`,
          ).length;
          expect(await store.ledger.balance('0xB')).toBe(100n - BigInt(paid));
          expect(await store.ledger.balance('0xC')).toBe(100n + BigInt(paid));
        }),
        { numRuns: 30 },
      );
    });
  });

  describe(`jobs and records of ${name}`, () => {
    test('move from the state they are in, once', async () => {
      const job = { id: 'j', machine: 'm', state: 'queued', owner: '0xb', createdAt: 5, data: { n: 1 } };
      await store.jobs.insert(job);
      const moved = await Promise.all([1, 2, 3].map(() => store.jobs.move('j', ['queued'], 'done', { n: 2 })));
      expect(moved.filter(Boolean)).toHaveLength(1);
      expect(await store.jobs.find('j')).toEqual({ ...job, state: 'done', data: { n: 2 } });
      expect(await store.jobs.ofOwner('m', '0xb')).toHaveLength(1);
    });

    test('are written, listed by owner and removed', async () => {
      const record = { kind: 'k', id: 'r', owner: '0xb', data: { deep: [1] } };
      expect(await store.records.insert(record)).toBe(true);
      expect(await store.records.insert({ ...record, data: {} })).toBe(false);
      await store.records.put({ ...record, id: 's', owner: '0xd' });
      expect(await store.records.list('k', '0xb')).toEqual([record]);
      expect(await store.records.list('k')).toHaveLength(2);
      expect(await store.records.remove('k', 'r', { other: true })).toBe(false);
      expect(await store.records.remove('k', 'r', record.data)).toBe(true);
      expect(await store.records.find('k', 'r')).toBeUndefined();
    });

    test('are given once the claim that pays for them has settled, and held by none that is not', async () => {
      const claim = 'c';
      const payment = paymentOf(1);
      await claimOf({ id: claim, payment });
      await store.accounts.create({ id: 'alice', key: 'k', balance: 10n });
      const reservation = { id: 'r', account: 'alice', amount: 4n, route: 'POST /a', operation: 'a', expiresAt: 9 };
      await store.accounts.reserve(reservation, 0);
      const record = { kind: 'k', owner: '0xb', data: {} };
      const waiting = ['c', 'r', 'x'].map((id) => ({ ...record, id, claim: id }));
      for (const each of waiting) expect(await store.records.insert(each)).toBe(true);

      expect(await store.records.insert({ ...record, id: 'c' })).toBe(false);
      expect([await store.records.list('k'), await store.records.find('k', 'c')]).toEqual([[], undefined]);
      expect(await store.records.unsettled()).toEqual(waiting);
      expect(await store.records.ofClaim('r')).toEqual(waiting.slice(1, 2));

      await store.claims.move(claim, ['claimed'], 'settling');
      expect(await store.records.find('k', 'c')).toBeUndefined();
      await store.claims.move(claim, ['settling'], 'owed', '0xt');
      expect(await store.records.find('k', 'c')).toEqual({ ...waiting[0], txHash: '0xt' });
      await store.accounts.charge('r', { ...reservation, id: 'u', at: 0, data: {} });
      expect(await store.records.list('k', '0xb')).toEqual([{ ...waiting[0], txHash: '0xt' }, waiting[1]]);
      expect(await store.records.unsettled()).toEqual(waiting.slice(2));

      const later = { ...record, id: 'later', claim };
      await store.records.insert(later);
      await store.records.put({ ...later, data: { again: true } });
      expect(await store.records.find('k', 'later')).toEqual({ ...later, data: { again: true }, txHash: '0xt' });
    });

    test('are taken from a claim that has not paid for them and never will', async () => {
      const states = ['claimed', 'settling', 'owed', 'settled', 'released', undefined] as const;
      for (const [index, state] of states.entries()) {
        const claim = state ?? 'gone';
        const record = { kind: 'k', id: claim, owner: '0xb', data: {}, claim };
        if (state) await claimOf({ id: claim, payment: paymentOf(index) });
        await store.records.insert(record);
        if (state && state !== 'claimed') await store.claims.move(claim, ['claimed'], state);
        const isUnbound = state === 'released' || state === undefined;
        expect([claim, await store.records.unbind(record)]).toEqual([claim, isUnbound]);
        expect((await store.records.ofClaim(claim)).length).toBe(isUnbound ? 0 : 1);
        expect(await store.records.insert(record)).toBe(false);
      }
    });

    test('hold the claim that pays for a job with the job', async () => {
      const job = { machine: 'm', state: 'queued', owner: '0xb', createdAt: 5, data: {} };
      for (const nonce of [1, 2]) {
        const payment = paymentOf(nonce);
        await claimOf({ id: `${nonce}`, payment });
      }
      await store.jobs.insert({ ...job, id: 'i', claim: '1' });
      await store.jobs.insert({ ...job, id: 'j', claim: '2' }, { holds: true });
      for (const claim of ['1', '2']) await store.claims.leave(claim);
      expect((await store.claims.unfinished()).map(({ id }) => id)).toEqual(['1']);
      expect(await store.jobs.ofClaim('2')).toEqual({ ...job, id: 'j', claim: '2' });

      // Only a settlement of unknown outcome ends the hold.
      await store.claims.unhold('2');
      expect(await store.claims.find('2')).toMatchObject({ held: true });
      await store.claims.move('2', ['claimed'], 'settling');
      await store.claims.unhold('2');
      expect(await store.claims.find('2')).toMatchObject({ state: 'settling', held: false });
    });
  });
}
