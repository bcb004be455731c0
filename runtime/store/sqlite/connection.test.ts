import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from './connection.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connection-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('openConnection', () => {
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

  test('lets nobody but the owner read a file that it creates', async () => {
    const file = join(folder, 'store.db');
    await openConnection(file, []).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
