import type { DatabaseSync } from 'node:sqlite';
import type { Disk } from './disk.ts';

/** The commits of a database, each of which many units share. */
export interface Commits {
  /** Begins a transaction unless one is open; resolves once its commit is on the disk. Not while there is a pause. */
  join(): Promise<void>;
  /** The end of the newest transaction, while it is not on the disk. */
  last(): Promise<void> | undefined;
  /** The end of a time in which nothing may be written; it rejects where nothing may be written any more. */
  pause(): Promise<void> | undefined;
  /** Runs `work` while all commits are on the disk and none is made. */
  paused(work: () => Promise<void>): Promise<void>;
}

/** Creates the commits of one connection, with a checkpoint now and then. */
export function createCommits(database: DatabaseSync, disk: Disk, checkpoint: () => Promise<void>): Commits {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');

  let open: PromiseWithResolvers<void> | undefined;
  /** The wait for the last commit, while it lasts. */
  let syncing: Promise<void> | undefined;
  let newest: Promise<void> | undefined;
  let pause: Promise<void> | undefined;
  /** Ends a pause, unless the disk has failed meanwhile. */
  function resume(own: Promise<void>): void {
    if (pause === own) pause = undefined;
  }

  function sync(): Promise<void> {
    const wait = disk.logReached();
    const done = () => {
      syncing = undefined;
      if (open) setImmediate(end);
    };
    syncing = wait;
    wait.then(done, () => {
      // What was written is on no disk, so nothing that builds on it may be written.
      pause = wait;
      done();
    });
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
    if (pause || !disk.isLogLong()) return;
    const own = quiet().then(checkpoint);
    pause = own;
    // A failed commit stays, and its writers get the error.
    own.then(() => resume(own)).catch(() => undefined);
  }

  /** Waits until all commits are on the disk; their own writers hear of those that fail. */
  async function quiet(): Promise<void> {
    while (newest) await newest.catch(() => undefined);
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
    pause: () => pause,
    async paused(work) {
      while (pause) await pause;
      const done = quiet().then(work);
      const own: Promise<void> = done.catch(() => undefined).then(() => resume(own));
      pause = own;
      await done;
    },
  };
}
