import { privateKeyToAddress } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { checkContext } from '../check/context.ts';
import { type Client, createClient } from '../http/client.ts';
import { CapReached, NoResponse, NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { labContract } from '../testing/lab-contract.ts';
import { type LabGateway, type LabOptions, startLabGateway } from '../testing/lab-gateway.ts';
import { createLabRun, labKey } from '../testing/lab-run.ts';

let gateway: LabGateway;
afterEach(() => gateway.close());

async function start(cap: bigint, options: LabOptions = {}) {
  const balances = new Map([[privateKeyToAddress(labKey).toLowerCase(), 1_000_000n]]);
  gateway = await startLabGateway({ balances, ...options });
  const run = createLabRun(gateway.url, cap);
  return {
    run,
    forecast: sampleOf(run.operation('make-forecast')),
    stations: sampleOf(run.operation('list-stations')),
  };
}

const charged = () => gateway.settled.reduce((sum, { amount }) => sum + amount, 0n);

describe('pay', () => {
  test.each([0n, 19_999n, 20_000n, 99_999n, 100_000n])(
    'keeps under a cap of %s micro-USDC with twenty calls in flight',
    async (cap) => {
      const { run, forecast } = await start(cap);
      const calls = await Promise.allSettled(Array.from({ length: 20 }, () => run.pay(forecast)));
      const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
      expect(refused.every((reason) => reason instanceof CapReached)).toBe(true);
      expect(charged() <= cap).toBe(true);
      expect(gateway.settled).toHaveLength(Number(cap / 20_000n));
      expect(run.budget).toMatchObject({ spent: charged(), held: 0n });
    },
  );

  test('pays once for a payment that is sent twenty times at once', async () => {
    const { run, forecast } = await start(1_000_000n);
    const { all, received } = await run.pay(forecast, { concurrent: 20 });
    expect(all).toHaveLength(20);
    expect(received.status).toBe(200);
    expect(run.budget).toMatchObject({ spent: 20_000n, held: 0n });
  });

  test('gives a refused payment back, and holds it again when it is sent again', async () => {
    const { run, forecast } = await start(20_000n, { fault: 'refuses-everybody' });
    const { header, received } = await run.pay(forecast);
    expect(received.status).toBe(402);
    expect(run.budget).toMatchObject({ spent: 0n, held: 0n });

    run.budget.hold(1n);
    await expect(run.send({ ...forecast, headers: { 'X-Payment': header } })).rejects.toThrow(CapReached);
  });

  test('keeps a payment held that got no answer', async () => {
    const { run, forecast } = await start(50_000n, { diesAfter: 1 });
    await expect(run.pay(forecast)).rejects.toThrow(NoResponse);
    expect(run.budget).toMatchObject({ spent: 0n, held: 20_000n });
  });

  test.each(['challenge', 'payment'])(
    'signs again where a caller that waits for a limit moves the clock by its %s',
    async (moment) => {
      const { stations, forecast } = await start(20_000n);
      const target = createClient(gateway.url, { timeout: 2000, maxBytes: 4000 });
      const { signal } = new AbortController();
      let moves = 0;
      let challenged = 0;
      const client: Client = {
        ...target,
        async exchange(sent) {
          const { 'payment-signature': payment, ...headers } = sent.headers;
          const received = () => target.exchange(sent, signal);
          if (sent.path.endsWith('/stations'))
            return moves > 0 ? received() : { ...(await received()), status: 429, headers: { 'retry-after': '3600' } };
          if (payment === undefined) challenged = moves;
          if (moves === 0 && moment === (payment === undefined ? 'challenge' : 'payment')) await run.send(stations);
          // A payment whose challenge is of before the move has expired.
          return payment === undefined || challenged === moves
            ? received()
            : target.exchange({ ...sent, headers }, signal);
        },
      };
      const skip = async () => {
        moves += 1;
      };
      const run = createLabRun(gateway.url, 20_000n, { client, skip });
      const { received } = await checkContext.run({ signal, patient: true }, () => run.pay(forecast));
      expect(received.status).toBe(200);
      expect(moves).toBe(1);
      expect(gateway.settled).toHaveLength(1);
    },
  );

  test('does not count the wallet that owns nothing, and accuses no target of its refusal', async () => {
    const { run, forecast } = await start(0n);
    await expect(run.pay(forecast, { wallet: run.unfundedWallet })).rejects.toThrow(NotTestable);
    expect(run.budget.spent).toBe(0n);
  });
});

describe('send', () => {
  test('holds what an account call may cost before it is sent', async () => {
    const { forecast } = await start(0n);
    // No price of that name can be computed, so that more is held than any call comes to.
    const priced = { ...forecast, operation: { ...forecast.operation, price: { id: 'metered', inputs: {} } } };
    const contract = { ...labContract, host: { ...labContract.host, auth: 'bearer' as const } };
    const run = createLabRun(gateway.url, 600_000n, { contract, apiKey: () => 'key-of-the-tests' });
    const calls = await Promise.allSettled([run.send(priced), run.send(priced)]);
    expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(calls[1]).toMatchObject({ reason: expect.any(CapReached) });
    expect(run.transport.requests).toBe(1);
  });

  test('reads an answer that breaks off as cut, with the events that came', async () => {
    const { run, stations } = await start(0n, { fault: 'cut' });
    const { received } = await run.send(stations);
    expect(received).toMatchObject({ cut: true, events: [{ data: '{}', json: {} }] });
  });

  test('takes an answer longer than it reads for none', async () => {
    const { run, stations } = await start(0n, { fault: 'flood' });
    await expect(run.send(stations)).rejects.toThrow(/longer than 4000 bytes/);
  });

  test('records every exchange with what it was for', async () => {
    const { run, stations } = await start(0n);
    const exchange = await run.send(stations);
    expect(run.exchanges).toEqual([{ operation: 'list-stations', invocation: stations, exchange }]);
  });
});

describe('challenge', () => {
  test('refuses to read an answer that is no challenge', async () => {
    const { run, stations } = await start(0n);
    await expect(run.challenge(stations)).rejects.toThrow(UnexpectedResponse);
  });
});

describe('freshPayer', () => {
  test('is not testable without a control API', async () => {
    const { run } = await start(0n);
    await expect(run.freshPayer()).rejects.toThrow(NotTestable);
  });
});
