import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from '../store/sqlite/connection.ts';
import { type Disk, openDisk } from '../store/sqlite/disk.ts';
import { createRecordStore } from '../store/sqlite/records.ts';
import { migrations } from '../store/sqlite/schema.ts';
import { faultOf } from './admin.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readiness-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('faultOf', () => {
  test.each([
    ['works', () => Promise.resolve(), undefined],
    ['has failed', () => Promise.reject(new Error('The disk failed.')), 'the store does not write'],
  ])('judges a store whose disk %s', async (_, logReached, fault) => {
    const disk = (file: string): Disk => ({ ...openDisk(file), logReached });
    const connection = openConnection(join(folder, 'store.db'), migrations, disk);
    expect(await faultOf({ records: createRecordStore(connection) })).toBe(fault);
    await connection.close().catch(() => undefined);
  });
});
