import { closeSync, fdatasync, fstatSync, ftruncate, openSync } from 'node:fs';
import { promisify } from 'node:util';

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
  /** True if the log is so long that it must start again. */
  isLogLong(): boolean;
  /** Cuts a log that has started again, which would keep its length. The part that is cut off no longer counts once the start is on the disk. */
  cutLog(): Promise<void>;
  /** Call it after the database was closed: by POSIX, closing a file ends all locks that the process has on it. */
  close(): void;
}

/** Bytes of a log that is copied in some milliseconds: 2,000 pages. */
const maxLogBytes = 8 * 1024 * 1024;

/**
 * Watches over a database and its log, to which every commit is appended (`-wal`).
 *
 * SQLite itself would wait for the disk, and the event loop with it. A log that ends early after a power failure loses its
 * last commits as a whole, those of calls that have no response yet. After a failure of the disk nothing says any more
 * what is on it, so nothing is written until a restart has read it.
 */
export function openDisk(file: string, longest = maxLogBytes): Disk {
  if (file === ':memory:') {
    const reached = () => Promise.resolve();
    return {
      logReached: reached,
      fileReached: reached,
      isLogLong: () => false,
      cutLog: reached,
      close: () => undefined,
    };
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
    isLogLong: () => fstatSync(log).size > longest,
    cutLog: () => promisify(ftruncate)(log, longest),
    close() {
      closeSync(log);
      closeSync(database);
    },
  };
}
