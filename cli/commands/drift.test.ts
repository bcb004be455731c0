import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';

describe('drift', () => {
  let gateway: Gateway;
  let folder = '';
  beforeAll(async () => {
    gateway = await startGateway({ host: 'arc', port: 0 });
    folder = await mkdtemp(join(tmpdir(), 'tollwright-drift-'));
  });
  afterAll(async () => {
    await gateway.close();
    await rm(folder, { recursive: true });
  });

  test('ends with 0 and says what was compared where nothing moved', async () => {
    const [history, json] = [join(folder, 'drift.jsonl'), join(folder, 'drift.json')];
    const run = await tollwright([
      'drift',
      gateway.url,
      '--host',
      'arc',
      '--release',
      '1.0.0',
      '--history',
      history,
      '--json',
      json,
    ]);
    expect({ code: run.code, first: run.stdout.split('\n')[0] }).toEqual({
      code: 0,
      first: `arc at ${gateway.url}: as in the release`,
    });
    expect(run.stdout).toMatch(/^Compared \d+ quotes, .* nothing was paid\.$/m);
    expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ drift: 1, moved: [] });
    expect(JSON.parse(await readFile(history, 'utf8'))).toMatchObject({ host: 'arc', moved: [] });
  });

  test('ends with 2 where no deployment answers', async () => {
    const { code, stderr } = await tollwright(['drift', 'http://127.0.0.1:9', '--host', 'arc']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('http://127.0.0.1:9 cannot be tested'),
    });
  });
});
