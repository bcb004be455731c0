import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serving } from '#gateway/testing/serving.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { starterOf } from '../../cli/hosts.ts';

const spec = 'generators/fixtures/tiny';
let folder = '';
let generated = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollwright-tiny-'));
  generated = join(folder, 'generated');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a second specification goes the same way', () => {
  test('it is checked', async () => {
    expect(await tollwright(['check', '--spec', spec])).toMatchObject({ code: 0 });
  });

  test('it is generated, the second time without a change', async () => {
    expect(await tollwright(['generate', '--spec', spec, '--out', generated])).toMatchObject({ code: 0 });
    expect(await tollwright(['generate', '--spec', spec, '--out', generated, '--check'])).toMatchObject({ code: 0 });
  });

  test('its two hosts are served and judged from the specification alone, with made-up answers', async () => {
    const options = ['--once', '--port', '0', '--report', join(folder, 'report')];
    await cp(spec, join(folder, 'spec'), { recursive: true });
    const { code, stdout } = await tollwright(['start', '--spec', join(folder, 'spec'), ...options]);
    expect({ code, broken: stdout.match(/^fail .*/gm) }).toEqual({ code: 0, broken: null });
    expect(stdout).toContain('made up for');
  });

  test('nothing made up is sold for money of a chain', async () => {
    const settler = {
      settle: async () => ({ outcome: 'failed', reason: 'This test settles nothing.' }) as const,
      lookup: async () => ({ outcome: 'failed', reason: 'This test settles nothing.' }) as const,
      balance: async () => 0n,
    };
    const start = await starterOf(generated);
    const gateway = await start({ host: 'quay', port: 0, settler });
    try {
      expect(gateway.simulated).toBeUndefined();
      expect((await fetch(`${gateway.url}/v2/languages`)).status).toBe(501);
    } finally {
      await gateway.close();
    }
  });

  test('it is served with stubs that answer 501, and its challenges, refusals and prices conform', async () => {
    const { url, stop } = await serving(['--generated', generated, '--host', 'quay', '--strict']);
    try {
      const contract = join(generated, 'contracts/quay.json');
      const target = join(generated, 'targets/quay.yaml');
      const options = ['--target', target, '--contract', contract, '--level', 'free', '--json', '-'];
      const judged = await tollwright(['conform', url, ...options]);
      const { summary, results, causes } = JSON.parse(judged.stdout);
      expect(summary.pass).toBeGreaterThan(30);
      // What free operations lack is found once for each, by one cause; nothing is judged by its consequences.
      const failed = results.filter(({ verdict }: { verdict: string }) => verdict === 'fail');
      expect(failed.map(({ rule }: { rule: string }) => rule)).toEqual([
        'get-transcription.exists',
        'list-languages.exists',
      ]);
      expect(failed.every(({ actual }: { actual: number }) => actual === 501)).toBe(true);
      expect([causes.length, summary.error]).toEqual([1, 0]);

      const answer = await fetch(`${url}/v2/languages`);
      expect(answer.status).toBe(501);
    } finally {
      await stop();
    }
  });
});
