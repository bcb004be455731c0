/**
 * A gateway in a process of its own, which a test kills.
 *
 * `node crash.ts <store> <host> [<node> <facilitator>]`. A call with the headers `x-call: <id>` and `x-stop-at: <n>` stops right before the nth
 * write that it makes to the store, and `{ stopped: id }` is sent: to kill the process then is to kill it before that write.
 * `{ ask, look }` and `{ ask, writesOf }` are answered with `{ ask, answer }`. `{ killAfter }` makes the process kill itself.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Serve } from '@tollwright/runtime/http/server';
import { createFacilitatorSettler } from '@tollwright/runtime/settle/facilitator';
import type { Store } from '@tollwright/runtime/store/store';
import { baseHost } from '#generated/hosts/base.ts';
import { startGateway } from '../start.ts';
import type { CallWrites, SentRequest } from './crash-gateway.ts';
import { firstBalance, key, look } from './look.ts';

interface Counted {
  readonly id: string;
  readonly stopAt: number;
  readonly writes: string[];
}

const [, , file = '', host = '', rpc, facilitator] = process.argv;
const reading = /^(find|list|of|unsettled|unfinished|balance|hasUsage|transferOf|transfers|usage)/;
const calls = new AsyncLocalStorage<Counted>();
const ended = new Map<string, Promise<CallWrites>>();
let opened: Store | undefined;
let killAfter: SentRequest['killAfter'];
let total = 0;

function watch(store: Store): void {
  opened = store;
  for (const part of [store.claims, store.ledger, store.accounts, store.jobs, store.records]) {
    for (const [name, method] of Object.entries(part)) {
      if (reading.test(name)) continue;
      Object.assign(part, { [name]: (...args: readonly unknown[]) => counted(name, args, () => method(...args)) });
    }
  }
}

/** Runs a write, or stops for good where the call that makes it is to stop before it. */
function counted(name: string, args: readonly unknown[], run: () => Promise<unknown>): Promise<unknown> {
  total += 1;
  if (total === killAfter?.writes) setTimeout(() => process.kill(process.pid, 'SIGKILL'), killAfter.milliseconds);
  const call = calls.getStore();
  if (!call) return run();
  const text = JSON.stringify(args, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  call.writes.push(`${name} ${text}`);
  if (call.writes.length !== call.stopAt) return run();
  process.send?.({ stopped: call.id });
  return new Promise(() => undefined);
}

/** Counts the writes of each call that has an id. */
function counting(serve: Serve): Serve {
  return async (incoming) => {
    const id = incoming.headers['x-call'];
    if (id === undefined) return serve(incoming);
    const call = { id, stopAt: Number(incoming.headers['x-stop-at']), writes: [] };
    const { promise, resolve } = Promise.withResolvers<CallWrites>();
    ended.set(id, promise);
    const answer = await calls.run(call, () => serve(incoming));
    const writes = { all: call.writes, answeredAfter: call.writes.length };
    const { sent } = answer;
    if (!sent) resolve(writes);
    // What follows a response is done for its connection, not for its call.
    return sent
      ? { ...answer, sent: (whole) => calls.run(call, () => sent(whole)).then(() => resolve(writes)) }
      : answer;
  };
}

process.on('message', async ({ ask, look: owner, writesOf: id, killAfter: moment }: SentRequest) => {
  if (moment) {
    killAfter = moment;
    total = 0;
  }
  if (owner !== undefined && opened) process.send?.({ ask, answer: await look(opened, owner) });
  if (id !== undefined) process.send?.({ ask, answer: await ended.get(id) });
});

const options = {
  host,
  store: file,
  port: 0,
  defaultBalance: BigInt(firstBalance),
  controlToken: 'token',
  // Callers say from where they call, so that a test is more of them than it has addresses.
  trustedProxies: ['127.0.0.1'],
};
const network = baseHost.payment;
const settler =
  network && rpc !== undefined && facilitator !== undefined
    ? await createFacilitatorSettler({ network, rpc, facilitator, poll: 5 })
    : undefined;
const apiKeys = [{ key, balance: options.defaultBalance }];
const gateway = await startGateway(
  { ...options, ...(settler && { settler }), ...(host === 'account' && { apiKeys }) },
  (parts) => {
    watch(parts.services.store);
    const { wrap = (serve) => serve } = parts;
    return { ...parts, wrap: (serve) => counting(wrap(serve)) };
  },
);
process.send?.({ url: gateway.url, controlUrl: gateway.controlUrl, payTo: gateway.payTo });
