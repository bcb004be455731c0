import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from '../store/sqlite/connection.ts';
import { type Disk, openDisk } from '../store/sqlite/disk.ts';
import { createRecordStore } from '../store/sqlite/records.ts';
import { migrations } from '../store/sqlite/schema.ts';
import { faultOf, serveAdmin } from './admin.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readiness-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('serveAdmin', () => {
  const serve = serveAdmin({
    metrics: { contentType: 'text/plain', text: async () => 'metrics' },
    unready: async () => undefined,
  });
  const ask = async (ip: string, host: string) => {
    const body = async () => Buffer.alloc(0);
    const { signal } = new AbortController();
    const call = { method: 'GET', path: '/metrics', query: '', headers: { host }, ip, baseUrl: `http://${host}` };
    return (await serve({ ...call, body, signal, hasPaid: () => undefined })).status;
  };

  test.each([
    ['127.0.0.1', 'attacker.example', 421],
    ['::1', 'attacker.example:9090', 421],
    ['127.0.0.1', '', 421],
    ['127.0.0.1', 'localhost:9090', 200],
    ['127.0.0.1', '127.0.0.1:9090', 200],
    ['::1', '[::1]:9090', 200],
    ['10.0.0.7', 'gateway.internal:9090', 200],
  ])('answers a call from %s for the host "%s" with %i', async (ip, host, status) => {
    expect(await ask(ip, host)).toBe(status);
  });
});

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
