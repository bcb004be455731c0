import type { DatabaseSync } from 'node:sqlite';
import type { Disk } from './disk.ts';

/** The commits of a database, each of which many units share. */
export interface Commits {
  /** Begins a transaction unless one is open; resolves once its commit is on the disk. */
  join(): Promise<void>;
  /** The end of the newest transaction, while it is not on the disk. */
  last(): Promise<void> | undefined;
}

/** Creates the commits of one connection. */
export function createCommits(database: DatabaseSync, disk: Disk): Commits {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');

  let open: PromiseWithResolvers<void> | undefined;
  /** The wait for the last commit, while it lasts. */
  let syncing: Promise<void> | undefined;
  let newest: Promise<void> | undefined;

  function sync(): Promise<void> {
    const wait = disk.reached();
    const done = () => {
      syncing = undefined;
      if (open) setImmediate(end);
    };
    syncing = wait;
    wait.then(done, done);
    return wait;
  }

  function end(): void {
    const ending = open;
    if (!ending) return;
    open = undefined;
    try {
      commit.run();
      ending.resolve(sync());
    } catch (error) {
      if (database.isTransaction) rollback.run();
      ending.reject(error);
    }
  }

  return {
    join() {
      if (open) return open.promise;
      begin.run();
      open = Promise.withResolvers();
      if (!syncing) setImmediate(end);
      const { promise } = open;
      const forget = () => {
        if (newest === promise) newest = undefined;
      };
      newest = promise;
      promise.then(forget, forget);
      return promise;
    },
    last: () => newest,
  };
}
