import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { createCheckpoint } from './checkpoint.ts';
import { Commits } from './commits.ts';
import { type Disk, openDisk } from './disk.ts';

/** A database whose writers share commits. */
export interface Connection {
  prepare(sql: string): StatementSync;
  /** Runs `work` as one unit; resolves once it is durable, rejects with nothing of it kept. */
  write<Result>(work: () => Result): Promise<Result>;
  /** Runs `work`, which writes by one statement at most and so is a unit by itself; resolves once that is durable. */
  writeOnce<Result>(work: () => Result): Promise<Result>;
  /** Runs one statement, which is a unit by itself; resolves to the rows it changed once they are durable. */
  run(statement: StatementSync, ...values: readonly SQLInputValue[]): Promise<number | bigint>;
  /** Runs `work`; resolves once everything it can have seen is durable. */
  read<Result>(work: () => Result): Promise<Result>;
  /** Writes everything to a new file. Writers wait for its end, readers do not. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

/** Brings a database from one version to the next: SQL, or what runs it. */
export type Migration = string | ((database: DatabaseSync) => void);

/** Pages that are copied while readers wait: a few milliseconds' worth. */
const pagesAtOnce = 1000;

/**
 * Opens a database file and commits once per event-loop turn, or once per wait for the disk where that is slower.
 *
 * A write resolves, and so does a read that has seen it, only once its commit is on the disk. The event loop goes on
 * meanwhile, and whatever is written until then shares the next commit: to write to a file that is being synced would wait.
 */
export function openConnection(
  file: string,
  migrations: readonly Migration[],
  diskOf: (file: string) => Disk = openDisk,
): Connection {
  const database = openMigrated(file, migrations);
  const disk = diskOf(file);
  const commits = new Commits(database, disk, createCheckpoint(database, disk, migrations.length));
  const whole = createUnits(database);

  /** Runs what keeps nothing when it throws; resolves once it is durable. */
  async function durably<Result>(work: () => Result): Promise<Result> {
    while (commits.pause()) await commits.pause();
    const durable = commits.join();
    let result: Result;
    try {
      result = work();
    } catch (error) {
      durable.catch(() => undefined);
      throw error;
    }
    await durable;
    return result;
  }

  return {
    prepare(sql) {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      return statement;
    },
    write: (work) => durably(() => whole(work)),
    writeOnce: durably,
    run: (statement, ...values) => durably(() => statement.run(...values).changes),
    async read(work) {
      const result = work();
      await commits.last();
      return result;
    },
    // SQLite copies no page while its own connection writes, so a busy gateway would never be done.
    backup: (copy) => commits.paused(() => copyTo(database, copy)),
    close: () =>
      commits.paused(async () => {
        // What closing copies has to be on the disk before SQLite deletes the log.
        database.exec('pragma synchronous = normal');
        database.close();
        disk.close();
      }),
  };
}

/** Creates a function that runs all of `work` within a transaction, or keeps nothing of it. */
function createUnits(database: DatabaseSync): <Result>(work: () => Result) => Result {
  const save = database.prepare('savepoint unit');
  const release = database.prepare('release unit');
  const undo = database.prepare('rollback to unit');
  return (work) => {
    save.run();
    try {
      const result = work();
      release.run();
      return result;
    } catch (error) {
      undo.run();
      release.run();
      throw error;
    }
  };
}

function openMigrated(file: string, migrations: readonly Migration[]): DatabaseSync {
  const database = openAlone(file);
  try {
    migrate(database, migrations);
    waitForNoDisk(database, migrations.length);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Brings a database to the newest version, in one unit; throws for one that a later release has written. */
function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  if (version > migrations.length) throw new Error(`it was written by a later release (version ${version})`);
  if (version === migrations.length) return;
  database.exec('begin');
  for (const step of migrations.slice(version)) {
    if (typeof step === 'string') database.exec(step);
    else step(database);
  }
  database.exec(`pragma user_version = ${migrations.length}; commit`);
}

/** Writes everything to the disk and begins an empty log; from here on `openDisk` writes to the disk. */
function waitForNoDisk(database: DatabaseSync, version: number): void {
  database.exec(`pragma wal_checkpoint(truncate); pragma user_version = ${version}`);
  database.exec('pragma wal_autocheckpoint = 0; pragma synchronous = off');
  // The pages that savepoints would bring back: in a file, they were written more often than the log.
  database.exec('pragma temp_store = memory');
}

/**
 * Opens a database that no other process can open until this one closes it or ends, however it ends.
 *
 * Two processes on one file would each undo what the other has under way. Throws where another has it open. A file that
 * is created can be read by its owner alone: it names payers and holds their authorizations.
 */
function openAlone(file: string): DatabaseSync {
  if (file !== ':memory:') createPrivate(file);
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal');
    // The lock is taken by the first that writes.
    database.exec('pragma foreign_keys = on; begin exclusive; commit');
    return database;
  } catch (error) {
    database.close();
    const isLocked = error instanceof Error && error.message.includes('locked');
    throw isLocked ? new Error('another process has it open; each process needs a file of its own') : error;
  }
}

/** Copies a database to a file that appears when it is whole. */
async function copyTo(database: DatabaseSync, file: string): Promise<void> {
  const part = `${file}.part`;
  createPrivate(part);
  await backup(database, part, { rate: pagesAtOnce });
  renameSync(part, file);
}

/** Creates a file that its owner alone can read. One that is there is not touched: closing it would end the locks on it. */
function createPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
}
