import { closeSync, fdatasync, openSync } from 'node:fs';

/** Says when what was written to a database is on the disk. */
export interface Disk {
  /** Resolves once everything that was committed before is on the disk; rejects, and so does all that follows, if the disk fails. */
  reached(): Promise<void>;
  close(): void;
}

/**
 * Watches over the log of a database, to which every commit is appended (`-wal`).
 *
 * SQLite itself would wait for the disk in each commit, and the event loop with it. A log that ends early after a power
 * failure loses its last commits as a whole, those of calls that have no response yet. After a failure of the disk nothing
 * says any more what is on it, so nothing is written until a restart has read it.
 */
export function openDisk(file: string): Disk {
  if (file === ':memory:') return { reached: () => Promise.resolve(), close: () => undefined };
  const log = openSync(`${file}-wal`, 'r+');
  let failure: Error | undefined;
  return {
    reached: () =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        fdatasync(log, (error) => {
          failure ??= error ?? undefined;
          if (failure) reject(failure);
          else resolve();
        });
      }),
    close: () => closeSync(log),
  };
}
