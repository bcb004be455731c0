import { createGateway, type Gateway, type GatewayOptions } from '../gateway/create.ts';
import type { Quote } from '../money/formula.ts';
import type { Call, Handler, Reply, StreamEvent } from '../operation/handler.ts';
import { Problem } from '../operation/problem.ts';
import type { Services } from '../pipeline/services.ts';
import { PaymentRequired } from '../x402/challenge.ts';
import { type Ask, host as toy } from './host.ts';
import { createWallet, offerIn, type Tampering, type Wallet } from './wallet.ts';

/** An answer as a test reads it. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** A running test gateway with a client beside it. */
export interface TestGateway {
  readonly url: string;
  readonly services: Services;
  readonly server: Gateway;
  readonly wallet: Wallet;
  /** Number of calls of each operation's handler. */
  readonly calls: Record<string, number>;
  /** Replaces the work of the next call of a handler. */
  script(operation: string, work: (call: Call<Ask>) => Promise<Reply> | Reply): void;
  send(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  /** Asks for a challenge and signs it. */
  sign(path: string, body: unknown, tampering?: Tampering, wallet?: Wallet): Promise<string>;
  /** Asks, signs and sends. */
  pay(path: string, body: unknown, tampering?: Tampering, wallet?: Wallet): Promise<TestResponse>;
  close(): Promise<void>;
}

const payTo = '0x209693bc6afc0c5328ba36faf03c514ef312287c';

export interface TestGatewayOptions extends Partial<Omit<GatewayOptions, 'handlers'>> {}

/** Starts a gateway for the toy service on a port of its own. */
export async function startTestGateway({ host = toy, ...options }: TestGatewayOptions = {}): Promise<TestGateway> {
  const scripted = new Map<string, (call: Call<Ask>) => Promise<Reply> | Reply>();
  const calls: Record<string, number> = {};
  const server = await createGateway({
    host,
    handlers: (services) => createHandlers(services, scripted, calls),
    payTo,
    defaultBalance: 1_000_000n,
    ...options,
  });
  const { services } = server;
  const { url } = await server.listen(0);
  const payer = createWallet();

  const gateway: TestGateway = {
    url,
    services,
    server,
    wallet: payer,
    calls,
    script: (operation, work) => void scripted.set(operation, work),
    async send(path, body, headers = {}) {
      const sent =
        body === undefined
          ? { headers }
          : { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } };
      const response = await fetch(`${url}${path}`, sent);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    },
    async sign(path, body, tampering, wallet = payer) {
      const { json } = await gateway.send(path, body);
      const offer = offerIn(json);
      return wallet.sign(offer, Math.floor(services.clock.now() / 1000), tampering);
    },
    async pay(path, body, tampering, wallet) {
      const header = await gateway.sign(path, body, tampering, wallet);
      return gateway.send(path, body, { 'PAYMENT-SIGNATURE': header });
    },
    close: server.close,
  };
  return gateway;
}

function createHandlers(
  { payments, store }: Services,
  scripted: Map<string, (call: Call<Ask>) => Promise<Reply> | Reply>,
  calls: Record<string, number>,
): Record<string, Handler> {
  const price: Quote = { amount: 1000n, breakdown: {} };
  const handlers: Record<string, (call: Call<Ask>) => Promise<Reply> | Reply> = {
    echo: ({ request, payer, account }) => ({ status: 200, body: { echo: request.text, payer, account } }),
    shout: ({ request }) => ({ status: 200, body: { shout: request.text.toUpperCase() } }),
    async lend(call) {
      const id = `loan-${calls.lend}`;
      const claim = call.claim ?? '';
      await payments.hold(claim);
      await payments.setReplay(claim, { job_id: id });
      const owner = call.payer ?? call.account ?? '';
      await store.jobs.insert({ id, machine: 'loan', state: 'out', owner, claim, createdAt: 0, data: {} });
      return { status: 202, body: { id }, charge: 'later' };
    },
    async poll(call) {
      const job = await store.jobs.find(String(Reflect.get(call.params ?? {}, 'id')));
      if (!job) throw new Problem('not-found');
      if (!call.payer && !call.account) throw new PaymentRequired(price, { job_id: job.id });
      const receipt = await payments.settle(job.claim ?? '', call);
      return { status: 200, body: { first: receipt.first, tx: receipt.txHash }, receipt };
    },
    story: ({ request }) => ({
      status: 200,
      stream: tell(request.text),
      metered: () => ({ response: { words: request.text.split(' ').length }, usage: { tier: 'plain' } }),
    }),
    free: () => ({ status: 200, body: { free: true } }),
    deep: ({ params }) => ({ status: 200, body: params }),
    'deep-end': ({ params }) => ({ status: 200, body: { end: params } }),
    lid: ({ params }) => ({ status: 200, body: { lid: params } }),
    'blue-part': ({ params }) => ({ status: 200, body: { blue: params } }),
    box: ({ params }) => ({ status: 200, body: { box: params } }),
    weigh: ({ params }) => ({ status: 200, body: params }),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([operation, own]) => [
      operation,
      (call: Call<Ask>) => {
        calls[operation] = (calls[operation] ?? 0) + 1;
        const work = scripted.get(operation) ?? own;
        return work(call);
      },
    ]),
  );
}

async function* tell(text: string): AsyncGenerator<StreamEvent> {
  for (const word of text.split(' ')) {
    if (word === 'CUT') throw new Problem('out-of-paper');
    yield { data: { word } };
  }
  yield { data: '[DONE]' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
