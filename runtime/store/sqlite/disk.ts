import { closeSync, fdatasync, openSync } from 'node:fs';

/**
 * Says when what was written to a database is on the disk.
 *
 * Each promise rejects, and so do all that follow, if the disk fails.
 */
export interface Disk {
  /** Resolves once everything that was committed before is on the disk. */
  logReached(): Promise<void>;
  /** Resolves once everything that was copied from the log before is on the disk. */
  fileReached(): Promise<void>;
  /** Call it after the database was closed: by POSIX, closing a file ends all locks that the process has on it. */
  close(): void;
}

/**
 * Watches over a database and its log, to which every commit is appended (`-wal`).
 *
 * SQLite itself would wait for the disk, and the event loop with it. A log that ends early after a power failure loses its
 * last commits as a whole, those of calls that have no response yet. After a failure of the disk nothing says any more
 * what is on it, so nothing is written until a restart has read it.
 */
export function openDisk(file: string): Disk {
  if (file === ':memory:') {
    const reached = () => Promise.resolve();
    return { logReached: reached, fileReached: reached, close: () => undefined };
  }
  const log = openSync(`${file}-wal`, 'r+');
  const database = openSync(file, 'r+');
  let failure: Error | undefined;

  function reached(descriptor: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (failure) return reject(failure);
      fdatasync(descriptor, (error) => {
        failure ??= error ?? undefined;
        if (failure) reject(failure);
        else resolve();
      });
    });
  }

  return {
    logReached: () => reached(log),
    fileReached: () => reached(database),
    close() {
      closeSync(log);
      closeSync(database);
    },
  };
}
