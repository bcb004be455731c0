import { type CrashGateway, type SettlingChain, startCrashGateway } from '#gateway/testing/crash-gateway.ts';
import type { Random } from '#gateway/upstream/seeded-random.ts';

/** Ids of the hosts that are disturbed. */
export type CrashHost = 'base' | 'account';

/** A gateway that is disturbed again and again, with the store that survives it. */
export interface World {
  readonly host: CrashHost;
  /** Does something with the gateway that runs, again where it was disturbed meanwhile. */
  persist<T>(work: (gateway: CrashGateway) => Promise<T>): Promise<T>;
  /** Disturbs the gateway at a random moment; resolves once it has. */
  disturb(random: Random): Promise<void>;
  close(): Promise<void>;
}

/** Most writes between a start and the next kill: about those of twenty calls. */
const maxWrites = 120;

/** Longest delay of a kill after a write, in milliseconds: the call may be half done, done, or answered by then. */
const maxDelay = 6;

/** Starts a world on an empty store, in which gateways kill themselves and others follow. With a chain, a facilitator settles there. */
export async function startKills(store: string, host: CrashHost, chain?: SettlingChain): Promise<World> {
  let gateway = await startCrashGateway(store, host, chain);
  let next = Promise.withResolvers<void>();
  return {
    host,
    async persist(work) {
      for (;;) {
        const [current, replaced] = [gateway, next.promise];
        const killed = replaced.then(() => 'killed' as const);
        const done = work(current).then((result) => ({ result }));
        const ended = await Promise.race([done.catch(() => killed), killed]);
        if (ended !== 'killed') return ended.result;
        // What was interrupted may still fail, to no one's surprise.
        done.catch(() => undefined);
      }
    },
    async disturb(random) {
      await gateway.killedAfter(random.integer(1, maxWrites), random.integer(0, maxDelay));
      gateway = await startCrashGateway(store, host, chain);
      const { resolve } = next;
      next = Promise.withResolvers();
      resolve();
    },
    close: () => gateway.kill(),
  };
}
