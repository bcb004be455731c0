import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { print } from '../diff/formats/print.ts';
import { openSide } from '../diff/open.ts';
import { readers, reportOf } from '../diff/report.ts';

const folder = mkdtempSync(join(tmpdir(), 'diff-'));
const [older, newer] = [join(folder, 'older'), join(folder, 'newer')];

beforeAll(() => {
  for (const each of [older, newer]) cpSync('generators/fixtures/tiny', each, { recursive: true });
  edit(join(newer, 'limits/reads.yaml'), 'count: 5', 'count: 4');
  edit(join(newer, 'service.yaml'), 'version: 0.3.0', 'version: 0.4.0');
});
afterAll(() => rmSync(folder, { recursive: true }));

function edit(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

async function reported() {
  const sides = [await openSide(older, 'spec'), await openSide(newer, 'spec')] as const;
  return { sides, report: await reportOf(...sides, readers, []) };
}

describe('tollwright diff', () => {
  test('exits 1 for what is breaking, 0 where a baseline accepts it, 2 for what it cannot open', async () => {
    const baseline = join(folder, 'accepted.yaml');
    const found = await tollwright(['diff', older, newer]);
    expect(found.stdout).toContain('breaking limit-tightened');
    expect(found.stdout).toContain('limits/reads.yaml:5');
    expect(found.code).toBe(1);
    writeFileSync(baseline, '- limit-tightened limit/language-reads\n');
    expect((await tollwright(['diff', older, newer, '--baseline', baseline])).code).toBe(0);
    writeFileSync(baseline, '- limit-tightened limit/language-reads\n- limit-added limit/none\n');
    expect(await tollwright(['diff', older, newer, '--baseline', baseline])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('The baseline accepts "limit-added limit/none", which is no change any more.'),
    });
    expect(await tollwright(['diff', older, 'no-such-release'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"no-such-release" is neither a folder or file, nor a release'),
    });
  });

  test('compares with a release that was frozen, and refuses to freeze another content under its version', async () => {
    const freeze = (version: string, spec: string) => tollwright(['release', version, '--spec', spec]);
    expect(await freeze('0.3.0', older)).toMatchObject({ code: 0, stdout: expect.stringContaining('Wrote') });
    cpSync(join(older, 'releases'), join(newer, 'releases'), { recursive: true });
    expect(await freeze('0.3.0', newer)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has the version 0.4.0'),
    });
    const draft = await tollwright(['release', '0.4.0', '--draft', '--spec', newer]);
    expect(draft.stdout).toContain('## 0.4.0 (since 0.3.0)');
    expect(draft.stdout).toContain('`language-reads` allows 4 calls in 60 seconds instead of 5 in 60 (counter, quay)');
    const frozen = await openSide('0.3.0', newer);
    expect((await reportOf(await openSide(older, newer), frozen, readers, [])).changes).toEqual([]);
  });

  test('prints JSON, Markdown, annotations and a page', async () => {
    const { sides, report } = await reported();
    const at = { sides, folder: 'spec' };
    expect(JSON.parse(await print('json', report, readers, at))).toMatchObject({
      diff: 1,
      summary: { callers: { breaking: 1 }, operators: { breaking: 1 } },
      changes: [
        { kind: 'limit-tightened', after: { file: 'limits/reads.yaml', line: 5 } },
        { kind: 'service-version-changed' },
      ],
    });
    expect(await print('markdown', report, readers, at)).toContain('| callers | 1 | 0 | 1 |');
    expect(await print('github', report, readers, at)).toMatch(
      /^::error file=spec\/limits\/reads\.yaml,line=5,title=limit-tightened::/,
    );
    expect(await print('html', report, readers, at)).toContain('<article class="breaking">');
  });
});

test('a git revision is compared as it was committed', async () => {
  const side = await openSide('HEAD', 'spec');
  expect(side.release.hosts.length).toBeGreaterThan(0);
  expect(side.place('service/ai-gateway')?.file).toBe('service.yaml');
});
