import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at } from '../../values/json.ts';
import { openConnection } from './connection.ts';
import { type Disk, openDisk } from './disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'power-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database of two tables that every unit changes together, on many pages. */
const schema =
  'create table one (id integer primary key, data text) strict; create table two (hash text primary key, id integer) strict;';

/** Bytes that a disk writes as a whole. */
const sector = 512;

/** Bytes of the log. */
const longest = 500_000;

interface Files {
  readonly database: Buffer;
  readonly log: Buffer;
}

/** The files when the power failed: as they were on the disk, as they were in memory, and how many units were promised. */
interface Failure {
  readonly onDisk: Files;
  readonly inMemory: Files;
  readonly promised: number;
}

/** Which sectors written since the last sync have reached the disk: those before `sector`, those from there on, or about half. */
interface Reached {
  readonly which: 'before' | 'after' | 'half';
  readonly sector: number;
}

const read = (file: string): Files => ({ database: readFileSync(file), log: readFileSync(`${file}-wal`) });

/** Writes until there have been several checkpoints, and keeps what is where at the waits for the disk in each and after it. */
async function written(file: string): Promise<Failure[]> {
  const failures: Failure[] = [];
  let promised = 0;
  /** Waits since the last checkpoint began. */
  let waits = Number.POSITIVE_INFINITY;

  function diskOf(): Disk {
    let onDisk = read(file);
    async function reached(part: keyof Files): Promise<void> {
      const inMemory = read(file);
      if (part === 'database') waits = 0;
      if (waits < 3) failures.push({ onDisk, inMemory, promised });
      waits += 1;
      await new Promise((resolve) => setImmediate(resolve));
      onDisk = { ...onDisk, [part]: inMemory[part] };
    }
    const disk = openDisk(file, longest);
    return { ...disk, logReached: () => reached('log'), fileReached: () => reached('database') };
  }

  const connection = openConnection(file, [schema], diskOf);
  const one = connection.prepare('insert into one values (?, ?)');
  const two = connection.prepare('insert into two values (hex(randomblob(16)), ?)');
  async function write(id: number): Promise<void> {
    await connection.write(() => [one.run(id, 'x'.repeat(1000)), two.run(id)]);
    promised += 1;
  }
  for (let id = 0; id < 1000; id += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => write(id + index)));
  }
  await connection.close();
  return failures;
}

/** The file that a power failure leaves. */
function left(onDisk: Buffer, inMemory: Buffer, reached: Reached): Buffer {
  const bytes = Buffer.alloc(Math.max(onDisk.length, inMemory.length));
  for (let at = 0; at < bytes.length; at += sector) {
    const source = hasReached(reached, at / sector) ? inMemory : onDisk;
    source.subarray(at, at + sector).copy(bytes, at);
  }
  return bytes;
}

function hasReached({ which, sector: from }: Reached, index: number): boolean {
  if (which === 'half') return Math.imul(index ^ from, 0x9e3779b1) < 0;
  return which === 'before' ? index < from : index >= from;
}

const reached: fc.Arbitrary<Reached> = fc.record({
  which: fc.constantFrom('before', 'after', 'half'),
  sector: fc.nat(200),
});

/** Opens a database after a power failure: whether it is whole, and what is in each table. */
async function contents(file: string) {
  const connection = openConnection(file, [schema]);
  try {
    const [ones, twos] = ['one', 'two'].map((name) => connection.prepare(`select count(*) as n from ${name}`).get()?.n);
    return { check: connection.prepare('pragma integrity_check').get(), ones, twos };
  } finally {
    await connection.close();
  }
}

test('a power failure at a checkpoint loses no unit that was promised, and leaves none half', async () => {
  const failures = await written(join(folder, 'store.db'));
  const copy = join(folder, 'copy.db');
  await fc.assert(
    fc.asyncProperty(fc.nat(failures.length - 1), reached, reached, async (index, database, log) => {
      const { onDisk, inMemory, promised } = at(failures, index);
      writeFileSync(copy, left(onDisk.database, inMemory.database, database));
      writeFileSync(`${copy}-wal`, left(onDisk.log, inMemory.log, log));
      const { check, ones, twos } = await contents(copy);
      expect({ check, ones }).toEqual({ check: { integrity_check: 'ok' }, ones: twos });
      expect(Number(ones)).toBeGreaterThanOrEqual(promised);
    }),
    { numRuns: 40 },
  );
});
