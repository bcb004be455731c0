import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDisk } from './disk.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'));
  file = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('openDisk', () => {
  test('waits for the log of a database', async () => {
    writeFileSync(`${file}-wal`, '');
    const disk = openDisk(file);
    await Promise.all([disk.reached(), disk.reached()]);
    disk.close();
    await expect(disk.reached()).rejects.toThrow('EBADF');
  });

  test('says nothing any more once the disk has failed', async () => {
    // It is on no disk.
    symlinkSync('/dev/null', `${file}-wal`);
    const disk = openDisk(file);
    const waits = [disk.reached(), disk.reached()];
    for (const wait of waits) await expect(wait).rejects.toThrow('EINVAL');
    await expect(disk.reached()).rejects.toThrow('EINVAL');
    disk.close();
  });
});
