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
  test('waits for a database and its log', async () => {
    for (const name of [file, `${file}-wal`]) writeFileSync(name, '');
    const disk = openDisk(file);
    await Promise.all([disk.logReached(), disk.fileReached()]);
    disk.close();
    await expect(disk.logReached()).rejects.toThrow('EBADF');
  });

  test('is silent once the disk has failed', async () => {
    // It is on no disk.
    symlinkSync('/dev/null', `${file}-wal`);
    writeFileSync(file, '');
    const disk = openDisk(file);
    const waits = [disk.logReached(), disk.logReached()];
    await Promise.all(waits.map((wait) => expect(wait).rejects.toThrow('EINVAL')));
    await expect(disk.fileReached()).rejects.toThrow('EINVAL');
    disk.close();
  });
});
