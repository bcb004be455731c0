import { type CrashGateway, startCrashGateway } from '#gateway/testing/crash-gateway.ts';

/** A gateway that is killed again and again, with the store that survives it. */
export interface World {
  readonly prefix: string;
  readonly isAccount: boolean;
  /** Does something with the gateway that runs, again with the next one where it was killed meanwhile. */
  persist<T>(work: (gateway: CrashGateway) => Promise<T>): Promise<T>;
  /** Lets the gateway kill itself so many milliseconds after so many writes, and starts the next. */
  crash(writes: number, milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a world on an empty store. */
export async function startWorld(store: string, host: 'base' | 'account'): Promise<World> {
  let gateway = await startCrashGateway(store, host);
  let next = Promise.withResolvers<void>();
  return {
    prefix: host === 'base' ? '/api/v1' : '/v1',
    isAccount: host === 'account',
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
    async crash(writes, milliseconds) {
      await gateway.killedAfter(writes, milliseconds);
      gateway = await startCrashGateway(store, host);
      const { resolve } = next;
      next = Promise.withResolvers();
      resolve();
    },
    close: () => gateway.kill(),
  };
}
