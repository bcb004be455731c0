/** Webhooks of jobs, over HTTP against the toy service, whose text is the address of the receiver. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Jobs } from '../jobs/jobs.ts';
import { crawl } from '../testing/crawl.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../testing/gateway.ts';
import { accountHost, host as toy } from '../testing/host.ts';
import { startUpstream, type TestUpstream } from '../testing/upstream.ts';

const webhooks = [
  {
    ...{ id: 'ended', operation: 'lend', to: 'text', states: ['done', 'cancelled'] },
    poll: { operation: 'poll', parameter: 'id' },
  },
];

const key = 'sk_of_ours';

let gateway: TestGateway;
let receiver: TestUpstream;
let jobs: Jobs<unknown, string>;
let finish: (result: string | Error) => void;
let closing: Promise<void> | undefined;

beforeEach(async () => {
  receiver = await startUpstream((response) => response.writeHead(302, { location: '/elsewhere' }).end());
  const work = new Promise<string>((resolve, reject) => {
    finish = (result) => (typeof result === 'string' ? resolve(result) : reject(result));
  });
  jobs = new Jobs({ machine: crawl, work: () => work });
});
afterEach(async () => {
  await close();
  await receiver.close();
});

async function open(options: TestGatewayOptions = { control: { token: 'test-token' } }): Promise<void> {
  closing = undefined;
  gateway = await startTestGateway({ host: { ...toy, webhooks }, ...options });
}

/** Closes the gateway, which first ends what it sends. */
function close(): Promise<void> {
  closing ??= gateway.close();
  return closing;
}

/** Orders a job with an address, and returns the answer with the payment. */
async function order(text: string) {
  const header = await gateway.sign('/toy/loans', { text: 'https://receiver.example/' });
  return { ...(await send({ text }, { 'PAYMENT-SIGNATURE': header })), header };
}

/** Sends an order with the headers that pay for it. */
function send(ask: object, headers: Record<string, string>) {
  gateway.script('lend', async (call) => {
    const { id } = await jobs.start(gateway.services, call, call.request);
    return { status: 202, body: { id }, charge: 'later' };
  });
  gateway.script('poll', async (call) => {
    const { id } = Object(call.params);
    const { state, result, receipt } = await jobs.poll(gateway.services, call, id);
    return { status: 200, body: { id, state, result }, ...(receipt && { receipt }) };
  });
  return gateway.send('/toy/loans', ask, headers);
}

test('a job that has ended is polled, settled and sent once, with what its poll answers', async () => {
  await open();
  const { json, header } = await order(`${receiver.url}/hook?key=secret`);
  const { id } = Object(json);
  finish('pages');
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  const body = { id, state: 'done', result: 'pages' };
  expect(receiver.received[0]).toMatchObject({ method: 'POST', url: '/hook?key=secret', body });
  expect(receiver.received[0]?.headers['content-type']).toBe('application/json');
  expect(await gateway.services.store.ledger.transfers()).toHaveLength(1);

  const poll = () => gateway.send(`/toy/loans/${id}`, undefined, { 'PAYMENT-SIGNATURE': header });
  for (const { json } of [await poll(), await poll()]) expect(json).toEqual(body);
  await close();
  // No redirect was followed, and nothing was sent again.
  expect(receiver.received).toHaveLength(1);
});

test('a job of an account is polled as that account', async () => {
  const apiKeys = [{ key, balance: 1_000_000n }];
  await open({ host: { ...accountHost, webhooks }, apiKeys, control: { token: 'test-token' } });
  const { json } = await send({ text: receiver.url }, { Authorization: `Bearer ${key}` });
  finish('pages');
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  expect(receiver.received[0]?.body).toEqual({ id: Object(json).id, state: 'done', result: 'pages' });
});

test('a state that is not listed sends nothing', async () => {
  await open();
  await order(receiver.url);
  finish(new Error('The provider is gone.'));
  const ended = vi.fn();
  gateway.services.jobEvents.on('moved', ended);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  await close();
  expect(ended.mock.calls).toMatchObject([[{ state: 'failed' }]]);
  expect(receiver.received).toEqual([]);
});

test('a job that is cancelled sends its state, and a receiver that is gone changes nothing', async () => {
  await open();
  const { json, header } = await order(receiver.url);
  await receiver.close();
  gateway.script('poll', async (call) => {
    const { state } = await jobs.cancel(gateway.services, call, Object(json).id);
    return { status: 200, body: { state } };
  });
  const cancelled = await gateway.send('/toy/loans/any', undefined, { 'PAYMENT-SIGNATURE': header });
  expect(cancelled.json).toEqual({ state: 'cancelled' });
  await close();
  receiver = await startUpstream(() => undefined);
});

test.each(['http://127.0.0.1:9/', 'http://10.0.0.1/', 'http://metadata.internal/', 'file:///etc/passwd'])(
  'a call that names %s is refused before it is paid for',
  async (address) => {
    await open({});
    const { status, json } = await order(address);
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain('`text` must be a URL of the public internet.');
    expect(gateway.calls.lend).toBeUndefined();
  },
);
