/**
 * A gateway in a process of its own, which kills itself at a write of its store.
 *
 * `node crash.ts <file> <host>`. It gets `{ killAt: n }`, counts the writes from then on and ends itself right before
 * the nth. `{ look: owner }` is answered with what the store has.
 */

import type { Store } from '@tollwright/runtime/store/store';
import { voiceCall } from '#generated/machines/voice-call.ts';
import { startGateway } from '../start.ts';

/** What a test reads of a store. */
export interface Look {
  /** Writes since the last `killAt`, by method and arguments. */
  readonly writes: readonly string[];
  /** Leases, renewals and assets that can be used, and calls that were dialed. */
  readonly goods: number;
  /** Routes of the calls that were paid for. */
  readonly paid: readonly string[];
  /** Micro-USDC that the account has reserved and spent; 0 on other hosts. */
  readonly reserved: number;
  readonly spent: number;
}

export const key = 'key-of-crashes';

const [, , file = '', host = ''] = process.argv;
const goodsKinds = ['phone-lease', 'phone-renewal', 'portrait-asset', 'face-asset'];
const reading = /^(find|list|of|unsettled|unfinished|balance|transferOf|transfers|usage)/;

let writes: string[] = [];
let killAt = Number.POSITIVE_INFINITY;
let opened: Store | undefined;

function watch(store: Store): void {
  opened = store;
  for (const part of [store.claims, store.ledger, store.accounts, store.jobs, store.records]) {
    for (const [name, method] of Object.entries(part)) {
      if (reading.test(name)) continue;
      Object.assign(part, {
        [name]: (...args: readonly unknown[]) => {
          writes.push(
            `${name} ${JSON.stringify(args, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
          );
          if (writes.length === killAt) process.kill(process.pid, 'SIGKILL');
          return method(...args);
        },
      });
    }
  }
}

async function look(store: Store, owner: string): Promise<Look> {
  const kinds = await Promise.all(goodsKinds.map((kind) => store.records.list(kind)));
  const account = await store.accounts.findByKey(key);
  const [calls, transfers, usage] = await Promise.all([
    store.jobs.ofOwner(voiceCall.id, account?.id ?? owner),
    store.ledger.transfers(),
    account ? store.accounts.usage(account.id, 0, Number.MAX_SAFE_INTEGER) : [],
  ]);
  return {
    writes,
    goods: kinds.flat().length + calls.length,
    paid: [...transfers, ...usage].filter(({ amount }) => amount > 0n).map(({ route }) => route),
    reserved: Number(account?.reserved ?? 0),
    spent: Number(account?.spent ?? 0),
  };
}

process.on('message', async (message: { readonly look: string } | { readonly killAt: number }) => {
  if ('look' in message && opened) process.send?.(await look(opened, message.look));
  if (!('killAt' in message)) return;
  writes = [];
  killAt = message.killAt;
  process.send?.('ready');
});

const options = { host, store: file, port: 0, defaultBalance: 1_000_000_000n, controlToken: 'token' };
const apiKeys = [{ key, balance: 1_000_000_000n }];
const gateway = await startGateway({ ...options, ...(host === 'account' && { apiKeys }) }, (parts) => {
  watch(parts.services.store);
  return parts;
});
process.send?.({ url: gateway.url, controlUrl: gateway.controlUrl });
