import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { readBundle, releaseFile } from '../diff/releases.ts';

const folder = mkdtempSync(join(tmpdir(), 'conform-release-'));
/** A next release in which a search on arc costs a thousandth of a dollar more for each result. */
const next = join(folder, 'next.json.br');
let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway({ host: 'arc', port: 0 });
  const text = readBundle(releaseFile('spec', '1.0.0'));
  const [line = '', hash = ''] = /^"(\w+)": \{"id":"arc-search",.*$/m.exec(text) ?? [];
  // Another object has another hash.
  const changed = text.replace(line, line.replaceAll('0.025', '0.026')).replaceAll(hash, 'arc-search-next');
  writeFileSync(next, brotliCompressSync(changed, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

const conform = (...options: string[]) =>
  tollwright(['conform', gateway.url, '--host', 'arc', '--level', 'free', ...options]);

describe('tollwright conform --release', () => {
  const rule = 'search.price.amount';

  test('judges by a release, and repeats a finding by it', async () => {
    const [kept, broken] = await Promise.all([
      conform('--release', '1.0.0', '--only', rule),
      conform('--release', next, '--only', rule),
    ]);
    expect({ code: kept.code, stdout: kept.stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1 passed') });
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain(
      `npx tollwright conform ${gateway.url} --host arc --level free --release ${next} --seed 1 --only ${rule}`,
    );
  });

  test('says which of two releases is kept, rule by rule, and ends with 0 where one is kept whole', async () => {
    const json = join(folder, 'kept.json');
    const { code, stdout } = await conform('--release', '1.0.0', '--release', next, '--json', json);
    expect({ code, stdout: stdout.replaceAll(folder, '') }).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stdout": "search.price.amount  1.0.0  not /next.json.br: The quote does not match the 0.0283 USD of the formula max(0.026, min(1.25, results * 0.026 * (1 + media_margin) + transaction_fee)) (14 of 15 quotes do not match).

      It keeps 1.0.0 in 1 of 1 rules that differ, /next.json.br in 0, both in 0, neither in 0; 0 could not be tried.
      ",
      }
    `);
  });

  test('refuses a third release, and one that it does not know', async () => {
    const [third, unknown] = await Promise.all([
      conform('--release', '1.0.0', '--release', next, '--release', next),
      conform('--release', '0.0.1'),
    ]);
    expect(third).toMatchObject({ code: 2, stderr: expect.stringContaining('At most two releases') });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('"0.0.1" is neither a folder or file') });
  });
});
