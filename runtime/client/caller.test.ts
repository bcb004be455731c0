import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host } from '../testing/host.ts';
import { BudgetExceeded } from './budget.ts';
import { type ClientOptions, createCaller } from './caller.ts';
import { CallFailed, InvalidCall, PaymentRefused, StreamFailed } from './failures.ts';
import { callAndWait, type Polling, pollUntilEnded } from './wait.ts';
import type { Wallet } from './wallet.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

let signed = 0;
beforeEach(() => {
  signed = 0;
});

/** A wallet that counts what it is asked to sign. */
function wallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey());
  return {
    address: account.address,
    sign: (data) => {
      signed += 1;
      return account.signTypedData(data);
    },
  };
}

function caller(options: Partial<ClientOptions> = {}) {
  return createCaller({ host, baseUrl: gateway.url, wallet: wallet(), ...options });
}

/** The host as a client knows it whose gateway asks for something else. */
function knowing(change: (host: HostDefinition) => Partial<HostDefinition>): HostDefinition {
  return { ...host, ...change(host) };
}

const echo = { body: { text: 'hello', count: 2 } };

describe('a call', () => {
  test('is paid and comes with its receipt', async () => {
    const client = caller({ budget: '1' });
    const { data, receipt } = await client.call<{ echo: string }>('echo', echo);
    expect(data.echo).toBe('hello');
    expect(receipt?.transaction).toMatch(/^0x/);
    expect(client.budget.spent).toBe('0.002');
  });

  test('that is free signs nothing and puts parameters into the path', async () => {
    const { data } = await caller().call('deep', { params: { path: 'a/b c' } });
    expect([data, signed]).toEqual([{ path: 'a/b c' }, 0]);
  });

  test('goes as a form only where the operation takes one', async () => {
    await expect(caller().call('echo', echo, { form: true })).rejects.toThrow('echo does not accept forms.');
    expect(signed).toBe(0);
  });

  test.each([
    ['reusable', { data: { late: true } }],
    ['used', { status: 502, charged: false }],
  ] as const)('that failed sends its payment again only where that is reusable: %s', async (uncharged, expected) => {
    const own = knowing(({ payment }) => ({
      ...(payment && {
        payment: { ...payment, transport: { ...payment.transport, claim: { uncharged, unanswered: 'reusable' } } },
      }),
    }));
    const selling = await startTestGateway({ host: own });
    let calls = 0;
    selling.script('echo', () => {
      calls += 1;
      if (calls === 1) throw new Problem('out-of-paper');
      return { status: 200, body: { late: true } };
    });
    const client = caller({ host: own, baseUrl: selling.url, budget: '1' });
    expect(await client.call('echo', echo).catch((error: unknown) => error)).toMatchObject(expected);
    expect([calls, signed, client.budget.spent]).toEqual(uncharged === 'used' ? [1, 1, '0'] : [2, 1, '0.002']);
    await selling.close();
  });

  test('that the spec refuses is not sent', async () => {
    const before = gateway.calls.echo ?? 0;
    await expect(caller().call('echo', { body: { text: 3 } })).rejects.toThrow(InvalidCall);
    await expect(caller().call('echo', { body: { text: 'x', count: 13 } })).rejects.toThrow('nobody sells thirteen');
    expect([gateway.calls.echo ?? 0, signed]).toEqual([before, 0]);
  });

  test('that fails tells status and body, and costs nothing', async () => {
    gateway.script('shout', () => ({ status: 418, body: { error: 'teapot' }, charge: 'free' }));
    const client = caller({ budget: '0.001' });
    const failure = await client.call('shout', { body: { text: 'x' } }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallFailed);
    expect(failure).toMatchObject({ status: 418, body: { error: 'teapot' } });
    expect(client.budget.spent).toBe('0');
    // The payment may settle later, so its money stays reserved.
    await expect(client.call('shout', { body: { text: 'x' } })).rejects.toThrow('Nothing was signed');
  });

  test('that may pass is sent again with the same payment, and charged once', async () => {
    const headers = { 'retry-after-ms': '1' };
    const busy = (status: number) => ({ status, body: { error: { code: 'busy' } }, headers, charge: 'free' as const });
    const answers = [busy(503), { status: 200, body: {} }, busy(429)];
    gateway.script('shout', () => answers.shift() ?? { status: 200, body: {} });
    const payments = new Set<string | null>();
    const watching: typeof fetch = (url, init) => {
      payments.add(new Headers(init?.headers).get('payment-signature'));
      return fetch(url, init);
    };
    const client = caller({ fetch: watching });
    const { receipt } = await client.call('shout', { body: { text: 'x' } });
    expect([receipt?.transaction.slice(0, 2), signed, payments.size, client.budget.spent]).toEqual([
      '0x',
      1,
      2,
      '0.001',
    ]);

    const failure = await client.call('shout', { body: { text: 'y' } }, { maxRetries: 0 }).catch((error) => error);
    expect(failure).toMatchObject({ name: 'CallFailed', code: 'busy', status: 429, charged: false });
  });

  test('of a payment whose first call has not ended is sent again with that payment', async () => {
    const early = { status: 402, headers: { 'Retry-After': '0' } };
    const answers = [new Response('{"code":"PAYMENT_REPLAY"}', early)];
    const busy: typeof fetch = async (url, init) => {
      const isPaid = new Headers(init?.headers).has('payment-signature');
      return (isPaid && answers.shift()) || fetch(url, init);
    };
    const before = signed;
    const client = caller({ fetch: busy, budget: '0.001' });
    expect((await client.call('shout', { body: { text: 'x' } })).receipt?.transaction).toContain('0x');
    expect([signed - before, answers.length]).toEqual([1, 0]);
  });

  test('whose response is lost is never paid twice', async () => {
    let losses = 0;
    const losing: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (!new Headers(init?.headers).has('payment-signature') || losses > 0) return response;
      losses += 1;
      throw new TypeError('fetch failed');
    };
    const client = caller({ fetch: losing, budget: '0.001' });
    // The gateway has settled the payment, and says so when it comes again.
    await expect(client.call('shout', { body: { text: 'x' } })).rejects.toMatchObject({
      code: 'PAYMENT_REPLAY',
      charged: undefined,
    });
    await expect(client.call('shout', { body: { text: 'x' } })).rejects.toThrow(BudgetExceeded);
    expect([signed, losses]).toEqual([1, 1]);
  });

  test('that gets no response says whether it may be charged', async () => {
    const failing =
      (paid: boolean): typeof fetch =>
      async (url, init) => {
        if (new Headers(init?.headers).has('payment-signature') === paid) throw new TypeError('fetch failed');
        return fetch(url, init);
      };
    const call = (paid: boolean) => caller({ fetch: failing(paid), maxRetries: 0 }).call('echo', echo);
    const failed = { name: 'ConnectionFailed', code: 'connection_failed' };
    await expect(call(false)).rejects.toMatchObject({ ...failed, charged: false });
    await expect(call(true)).rejects.toMatchObject({ ...failed, charged: undefined });
    expect(signed).toBe(1);
  });

  test('ends with its signal or its timeout', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const client = caller({ fetch: never });
    await expect(client.call('echo', echo, { timeout: 5 })).rejects.toMatchObject({ code: 'timeout', charged: false });
    const stop = new AbortController();
    const call = client.call('echo', echo, { signal: stop.signal });
    stop.abort(new Error('no longer wanted'));
    await expect(call).rejects.toThrow('no longer wanted');
  });

  test('of an operation that the host does not serve says so', async () => {
    await expect(caller().call('sing', {})).rejects.toThrow('The host toy does not serve sing.');
  });
});

describe('a budget', () => {
  test('is never passed, however many calls run at once', async () => {
    const client = caller({ budget: '0.005' });
    const calls = Array.from({ length: 20 }, () => client.call('echo', { body: { text: 'x', count: 1 } }));
    const results = await Promise.allSettled(calls);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused.every((reason) => reason instanceof BudgetExceeded)).toBe(true);
    expect([refused.length, signed, client.budget.spent]).toEqual([15, 5, '0.005']);
  });
});

describe('a challenge', () => {
  const route = (own: HostDefinition, id: string): Route => {
    const found = own.routes.find(({ operation }) => operation.id === id);
    if (!found) throw new Error(`No route ${id}.`);
    return found;
  };
  const payment = host.payment;
  if (!payment) throw new Error('The toy host is not paid.');

  test.each<[string, Partial<ClientOptions>]>([
    [
      'amount',
      {
        host: knowing((own) => ({
          routes: [{ ...route(own, 'echo'), quote: () => ({ amount: 1999n, breakdown: {} }) }],
        })),
      },
    ],
    ['network', { host: knowing(() => ({ payment: { ...payment, network: 'eip155:1' } })) }],
    [
      'asset',
      { host: knowing(() => ({ payment: { ...payment, asset: '0x0000000000000000000000000000000000000001' } })) },
    ],
    ['domain name', { host: knowing(() => ({ payment: { ...payment, domain: { name: 'Other', version: '2' } } })) }],
    [
      'domain version',
      { host: knowing(() => ({ payment: { ...payment, domain: { name: 'USD Coin', version: '1' } } })) },
    ],
    ['window', { host: knowing(() => ({ payment: { ...payment, window: 299 } })) }],
    ['payee', { payTo: '0x0000000000000000000000000000000000000001' }],
  ])('with another %s than expected is never signed', async (field, options) => {
    const client = caller(options);
    const refusal = await client.call('echo', echo).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PaymentRefused);
    expect(refusal).toMatchObject({ field });
    expect([signed, client.budget.spent]).toEqual([0, '0']);
  });
});

describe('a stream', () => {
  test('hands its events over one by one', async () => {
    const words: unknown[] = [];
    const client = caller();
    for await (const { data } of client.stream('story', { body: { text: 'once upon a time' } }, '[DONE]').raw())
      words.push(data);
    expect(words).toEqual([{ word: 'once' }, { word: 'upon' }, { word: 'a' }, { word: 'time' }]);
    expect(client.budget.spent).toBe('0.001');
  });

  test('that breaks throws', async () => {
    const read = async () => {
      for await (const _ of caller()
        .stream('story', { body: { text: 'once CUT upon' } }, '[DONE]')
        .raw());
    };
    await expect(read()).rejects.toThrow(StreamFailed);
  });
});

describe('waiting for a job', () => {
  const polling: Polling = {
    operation: 'poll',
    part: 'params',
    name: 'id',
    state: ['state'],
    id: ['id'],
    ends: ['back'],
    follows: { out: ['out', 'back'], back: ['back'] },
    free: [],
    patience: 1000,
  };

  /** Lets the next order create a job. */
  function lend(id: string): void {
    gateway.script('lend', async (call) => {
      await gateway.services.payments.hold(call.claim ?? '');
      const job = { machine: 'loan', state: 'out', owner: call.payer ?? '', createdAt: 0, data: {} };
      await gateway.services.store.jobs.insert({ ...job, id, claim: call.claim ?? '' });
      return { status: 202, body: { id, state: 'out' }, charge: 'later' };
    });
  }

  test('polls with the same wallet, tells the progress and pays once', async () => {
    const client = caller({ budget: '0.001' });
    const states: string[] = [];
    let polls = 0;
    lend('waited');
    const answer = await callAndWait<{ tx: string }>(client, 'lend', { body: { text: 'x' } }, polling, {
      interval: 0,
      onProgress: (state) => {
        states.push(state);
        polls += 1;
      },
    });
    expect(answer.data.tx).toMatch(/^0x/);
    // The order's own signature fetches the result: a second one could be settled as well.
    expect([states, polls, signed, client.budget.spent]).toEqual([['out'], 1, 1, '0.001']);
  });

  test('counts a payment that has expired, since it may have settled before', async () => {
    let now = Math.floor(Date.now() / 1000);
    const client = caller({ budget: '0.001', now: () => now });
    lend('late');
    const waited = callAndWait(client, 'lend', { body: { text: 'x' } }, polling, {
      interval: 0,
      onProgress: () => {
        now += 1000;
      },
    });
    await expect(waited).rejects.toThrow(BudgetExceeded);
    expect(signed).toBe(1);
  });

  test('ends after its patience, also where the clock is set back meanwhile', async () => {
    gateway.script('poll', () => ({ status: 200, body: { id: 'late', state: 'out' } }));
    const clock = vi.spyOn(Date, 'now');
    const start = Date.now();
    const wait = pollUntilEnded(
      caller(),
      { params: { id: 'late' } },
      { ...polling, patience: 20 },
      {
        interval: 1,
        onProgress: () => clock.mockReturnValue(start - 3_600_000),
      },
    );
    await expect(wait).rejects.toThrow('has not ended within');
    clock.mockRestore();
  });
});
