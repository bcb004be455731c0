import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadFiles } from './load.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes specifications, each of which extends another one. */
function write(bases: Readonly<Record<string, string>>): void {
  for (const [name, base] of Object.entries(bases)) {
    mkdirSync(join(folder, name, 'hosts'), { recursive: true });
    writeFileSync(join(folder, name, 'hosts', `${name}.yaml`), `host: ${name}\n`);
    if (base !== '') writeFileSync(join(folder, name, 'extends.yaml'), `extends: ../${base}\n`);
  }
}

test('a specification has the files of those that it extends', async () => {
  write({ a: 'b', b: 'c', c: '' });
  const files = await loadFiles(join(folder, 'a'));
  expect(files?.map(({ name, depth }) => [name, depth])).toEqual([
    ['hosts/a.yaml', 0],
    ['hosts/b.yaml', 1],
    ['hosts/c.yaml', 2],
  ]);
});

test.each([{ a: 'a' }, { a: 'b', b: 'a' }, { a: 'b', b: 'c', c: 'b' }])(
  'one that extends itself ends: %j',
  async (bases) => {
    write(bases);
    await expect(loadFiles(join(folder, 'a'))).rejects.toThrow('extends itself');
  },
);

test('a link stays in its folder', async () => {
  write({ a: '', b: '' });
  const hosts = join(folder, 'a', 'hosts');
  symlinkSync(join(hosts, 'a.yaml'), join(hosts, 'again.yaml'));
  expect((await loadFiles(join(folder, 'a')))?.map(({ name }) => name)).toEqual(['hosts/a.yaml', 'hosts/again.yaml']);
  symlinkSync(join(folder, 'b', 'hosts', 'b.yaml'), join(hosts, 'b.yaml'));
  await expect(loadFiles(join(folder, 'a'))).rejects.toThrow('hosts/b.yaml is a link that leads out of');
});
