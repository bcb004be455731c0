import { expect, test } from 'vitest';
import { startGateway } from '#gateway/start.ts';
import { sampleCalls } from '#generated/hostile/sample-calls.ts';
import { hosts } from '#generated/hosts/index.ts';
import { attacks } from '../hostile/index.ts';
import { startHostile } from '../hostile/start.ts';
import { tryClient } from './try-client.ts';
import { unsafeClient } from './unsafe-client.ts';

/** Attacks that get through to no client: there is nothing to sign, or the wallet cannot sign on the network. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  base: ['challenge-without-offers', 'network-of-solana'],
  account: [],
};

test.each(['base', 'account'])('the unsafe client makes honest calls and falls for each attack on %s', async (id) => {
  const host = hosts[id];
  if (!host) throw new Error(`There is no host ${id}.`);
  const way = host.auth === 'x402' ? 'x402' : 'bearer';
  const own = attacks.filter(({ pays }) => pays.includes(way));
  const gateway = await startHostile({ host, sampleCalls, start: startGateway });
  const safe: string[] = [];
  const paid = new Map<string, number>();
  try {
    for await (const { attack, verdict, settlements = 0 } of tryClient({
      gateway,
      attacks: own,
      client: unsafeClient,
    })) {
      expect(verdict).not.toBe('error');
      if (verdict === 'refused') safe.push(attack);
      paid.set(attack, settlements);
    }
  } finally {
    await gateway.close();
  }
  expect(safe.toSorted()).toEqual((harmless[id] ?? []).toSorted());
  // These settle each payment: the ledger shows that the caller has paid more than once.
  const settling = ['answer-lost', 'challenge-after-settlement'].filter((name) => paid.has(name));
  expect(settling.filter((name) => (paid.get(name) ?? 0) < 2)).toEqual([]);
});
