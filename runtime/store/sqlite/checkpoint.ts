import type { DatabaseSync } from 'node:sqlite';
import type { Disk } from './disk.ts';

/**
 * Creates what copies the log to the database and starts it again, so that the connection itself never waits for the disk.
 *
 * Call it while nothing is being written, and write nothing until it resolves; where it rejects, nothing at all. The event loop is held only by the copying, which is into memory of the system. `version` is
 * the database's, which stays as it is.
 */
export function createCheckpoint(database: DatabaseSync, disk: Disk, version: number): () => Promise<void> {
  const copy = database.prepare('pragma wal_checkpoint(passive)');
  const beginLog = database.prepare(`pragma user_version = ${version}`);
  return async () => {
    // The database takes nothing that the log may lose: the disk may have failed since it was last waited for.
    await disk.logReached();
    try {
      copy.get();
    } catch {
      // The log still has everything, and is copied the next time: the disk may only have been full.
      return;
    }
    await disk.fileReached();
    // The first page alone begins the log. If more were written, a power failure could leave the old header and some of
    // the old pages before new ones, and those old pages would count.
    beginLog.run();
    await disk.logReached();
    await disk.cutLog();
  };
}
