import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from './connection.ts';
import { type Disk, openDisk } from './disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connection-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database of two tables that every unit changes together. */
const pairs = 'create table one (id integer primary key) strict; create table two (id integer primary key) strict;';

/** Bytes of a log in these tests. */
const longest = 100_000;

/** A database on a disk of which some is replaced. */
function openSmall(file: string, replaced: Partial<Disk> = {}) {
  const connection = openConnection(file, [pairs], (name) => ({ ...openDisk(name, longest), ...replaced }));
  const insert = connection.prepare('insert into one values (?)');
  const all = connection.prepare('select count(*) as n from one');
  return {
    connection,
    write: (id: number) => connection.write(() => insert.run(id)),
    count: () => connection.read(() => all.get()?.n),
  };
}

const contents = (file: string) => [file, `${file}-wal`].map((name) => readFileSync(name).toString('latin1'));

describe('openConnection', () => {
  test('says of no write that it is done, and shows none, before the disk has it', async () => {
    const disk = Promise.withResolvers<void>();
    const slow = openConnection(join(folder, 'store.db'), [pairs], (file) => ({
      ...openDisk(file),
      logReached: () => disk.promise,
    }));
    const insert = slow.prepare('insert into one values (1)');
    const count = slow.prepare('select count(*) as n from one');
    const said: string[] = [];
    const written = slow.write(() => insert.run()).then(() => said.push('written'));
    // By then the commit has been made.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const seen = slow.read(() => count.get()?.n).then((n) => said.push(`seen ${n}`));
    await new Promise((resolve) => setImmediate(resolve));
    expect(said).toEqual([]);
    disk.resolve();
    await Promise.all([written, seen]);
    expect(said.sort()).toEqual(['seen 1', 'written']);
    await slow.close();
  });

  test('lets SQLite itself wait for no disk', async () => {
    const connection = openConnection(join(folder, 'store.db'), [pairs]);
    const value = (pragma: string) => Object.values(connection.prepare(`pragma ${pragma}`).get() ?? {});
    expect([value('synchronous'), value('wal_autocheckpoint')]).toEqual([[0n], [0n]]);
    await connection.close();
  });

  test('starts its log again once it is long, and keeps what was in it', async () => {
    const file = join(folder, 'store.db');
    const { connection, write, count } = openSmall(file);
    const sizes: number[] = [];
    for (let id = 1; id <= 100; id += 1) {
      await write(id);
      sizes.push(statSync(`${file}-wal`).size);
    }
    // Each commit is of a page, and the first that is too much starts it again.
    expect(Math.max(...sizes)).toBeLessThan(longest + 5000);
    expect(sizes.filter((size) => size > longest).length).toBeGreaterThan(2);
    expect(await count()).toBe(100n);
    await connection.close();
  });

  test.each([
    ['in a commit', 'logReached'],
    ['at a checkpoint', 'fileReached'],
  ] as const)('writes nothing any more once the disk has failed %s', async (_, part) => {
    let works = true;
    const reached = () => (works ? Promise.resolve() : Promise.reject(new Error('The disk failed.')));
    const file = join(folder, 'store.db');
    const { connection, write, count } = openSmall(file, { [part]: reached });
    await write(0);
    works = false;
    let written = 1;
    async function writeAll(): Promise<void> {
      for (; written < 100; written += 1) await write(written);
    }
    await expect(writeAll()).rejects.toThrow('The disk failed.');
    const [rows, files] = [await count(), contents(file)];
    await expect(write(100)).rejects.toThrow('The disk failed.');
    await expect(connection.close()).rejects.toThrow('The disk failed.');
    expect([await count(), contents(file)]).toEqual([rows, files]);
  });

  test('writes a copy while writers go on, in which no unit is half', async () => {
    const source = openConnection(join(folder, 'store.db'), [pairs]);
    const writes = [source.prepare('insert into one values (?)'), source.prepare('insert into two values (?)')];
    const write = (id: number) => source.write(() => writes.map((statement) => statement.run(id)));
    for (let id = 0; id < 2000; id += 1) void write(id);
    const copied = source.backup(join(folder, 'copy.db'));
    for (let id = 2000; id < 2100; id += 1) await write(id);
    await copied;
    await source.close();

    const copy = openConnection(join(folder, 'copy.db'), [pairs]);
    const [one, two] = ['one', 'two'].map((table) => copy.prepare(`select count(*) as n from ${table}`).get()?.n);
    expect(one).toEqual(two);
    expect(Number(one)).toBeGreaterThanOrEqual(2000);
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    await copy.close();
    expect(statSync(join(folder, 'copy.db')).mode & 0o077).toBe(0);
  });

  test('refuses a file that another process has open, and takes it once that one has closed it', async () => {
    const file = join(folder, 'store.db');
    const schema = 'create table if not exists things (id integer primary key) strict;';
    const first = openConnection(file, [schema]);
    await first.write(() => first.prepare('insert into things values (1)').run());

    const module = new URL('./connection.ts', import.meta.url).href;
    const program = `
      import { openConnection } from '${module}';
      try {
        const { prepare, close } = openConnection(${JSON.stringify(file)}, ['${schema}']);
        console.log(prepare('select id from things').all().length);
        await close();
      } catch (error) {
        console.log(error.message);
      }`;
    const other = () => execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(other()).toContain('another process has it open');

    await first.close();
    expect(other()).toBe('1\n');
  });

  test('lets only the owner read a file that it creates', async () => {
    const file = join(folder, 'store.db');
    await openConnection(file, []).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
