import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Disk } from './disk.ts';

/** The commits of a database, each of which many units share, with a checkpoint now and then. */
export class Commits {
  readonly #database: DatabaseSync;
  readonly #disk: Disk;
  readonly #checkpoint: () => Promise<void>;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  /** The transaction that writers join. */
  #open: PromiseWithResolvers<void> | undefined;
  /** True while the last commit is on its way to the disk. */
  #isSyncing = false;
  #newest: Promise<void> | undefined;
  #pause: Promise<void> | undefined;

  constructor(database: DatabaseSync, disk: Disk, checkpoint: () => Promise<void>) {
    this.#database = database;
    this.#disk = disk;
    this.#checkpoint = checkpoint;
    this.#begin = database.prepare('begin immediate');
    this.#commit = database.prepare('commit');
    this.#rollback = database.prepare('rollback');
  }

  /** Begins a transaction unless one is open; resolves once its commit is on the disk. Not while there is a pause. */
  join(): Promise<void> {
    if (this.#open) return this.#open.promise;
    this.#begin.run();
    this.#open = Promise.withResolvers();
    if (!this.#isSyncing) this.#endSoon();
    const { promise } = this.#open;
    const forget = () => {
      if (this.#newest === promise) this.#newest = undefined;
    };
    this.#newest = promise;
    promise.then(forget, forget);
    return promise;
  }

  /** The end of the newest transaction, while it is not on the disk. */
  last(): Promise<void> | undefined {
    return this.#newest;
  }

  /** The end of a time in which nothing may be written; it rejects where nothing may be written any more. */
  pause(): Promise<void> | undefined {
    return this.#pause;
  }

  /** Runs `work` while all commits are on the disk and none is made. */
  async paused(work: () => Promise<void>): Promise<void> {
    while (this.#pause) await this.#pause;
    const done = this.#quiet().then(work);
    const own: Promise<void> = done.catch(() => undefined).then(() => this.#resume(own));
    this.#pause = own;
    await done;
  }

  #endSoon(): void {
    setImmediate(() => this.#end());
  }

  #end(): void {
    const ending = this.#open;
    if (!ending) return;
    this.#open = undefined;
    try {
      this.#commit.run();
      ending.resolve(this.#sync());
    } catch (error) {
      if (this.#database.isTransaction) this.#rollback.run();
      ending.reject(error);
    }
    if (this.#pause || !this.#disk.isLogLong()) return;
    const own = this.#quiet().then(this.#checkpoint);
    this.#pause = own;
    // A failed commit stays, and its writers get the error.
    own.then(() => this.#resume(own)).catch(() => undefined);
  }

  #sync(): Promise<void> {
    const wait = this.#disk.logReached();
    const done = () => {
      this.#isSyncing = false;
      if (this.#open) this.#endSoon();
    };
    this.#isSyncing = true;
    wait.then(done, () => {
      // What was written is on no disk, so nothing that builds on it may be written.
      this.#pause = wait;
      done();
    });
    return wait;
  }

  /** Waits until all commits are on the disk; their own writers hear of those that fail. */
  async #quiet(): Promise<void> {
    while (this.#newest) await this.#newest.catch(() => undefined);
  }

  /** Ends a pause, unless the disk has failed meanwhile. */
  #resume(own: Promise<void>): void {
    if (this.#pause === own) this.#pause = undefined;
  }
}
