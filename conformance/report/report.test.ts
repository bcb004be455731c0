import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import { labContract } from '../testing/lab-contract.ts';
import { coverageOf } from './coverage.ts';
import { curlOf } from './curl.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { repeatCommand } from './repeat.ts';
import { countVerdicts, type Report, type RuleResult } from './report.ts';
import { Secrets } from './secrets.ts';
import { renderText } from './text.ts';

const base = { kind: 'protocol', summary: 'A rule', area: 'weather', statements: ['lab-1'] } as const;

const results: RuleResult[] = [
  { ...base, rule: 'a.passing', tier: 'must', verdict: 'pass' },
  {
    ...base,
    rule: 'b.failing',
    tier: 'must',
    verdict: 'fail',
    detail: 'The body was </script><b>no\u0000',
    expected: 402,
    actual: { code: 'X' },
    at: '/code',
    curl: "curl -i 'http://127.0.0.1/x'",
    repeat: 'npx tollwright conform http://127.0.0.1 --only b.failing',
  },
  { ...base, rule: 'c.differing', tier: 'info', verdict: 'fail', detail: 'Differs from the assumption.' },
  {
    ...base,
    rule: 'd.untested',
    tier: 'must',
    verdict: 'not-testable',
    reason: 'means',
    detail: 'It needs a wallet (level paid).',
  },
  { ...base, rule: 'e.error', tier: 'must', verdict: 'error', detail: 'The check itself threw an error: x' },
];

const report: Report = {
  report: 1,
  target: { url: 'http://127.0.0.1', host: 'lab' },
  level: 'free',
  seed: 1,
  started: '2026-01-02T03:04:05.000Z',
  summary: { ...countVerdicts(results), requests: 7, spent_usd: '0', seconds: 0.1 },
  coverage: coverageOf(results, labContract.statements),
  results,
  causes: [{ finding: 'The body was </script><b>no\u0000', rules: ['b.failing'] }],
  settlements: [],
};

const { statements } = labContract;

describe('renderText', () => {
  test('shows findings first, then what was not judged and why, then the table', () => {
    expect(renderText(report, { colors: false, statements })).toMatchInlineSnapshot(`
      "fail b.failing  A rule
        The body was </script><b>no\\u0000
        expected   402
        actual     {"code":"X"}
        where      JSON pointer /code
        statement  lab-1: A forecast costs </script><script>alert(1)</script> 0.01 USD a day.
        request    curl -i 'http://127.0.0.1/x'
        repeat     npx tollwright conform http://127.0.0.1 --only b.failing

      error, 1 rule: The check itself threw an error: x
        e.error

      not testable (means), 1 rule: It needs a wallet (level paid).
        d.untested

      info c.differing  A rule
        Differs from the assumption.
        statement  lab-1: A forecast costs </script><script>alert(1)</script> 0.01 USD a day.

      ┌─────────┬──────┬──────┬──────┬──────────────┬───────┬─────────────────────┐
      │ area    │ pass │ fail │ info │ not testable │ error │ stated rules judged │
      ├─────────┼──────┼──────┼──────┼──────────────┼───────┼─────────────────────┤
      │ weather │    1 │    1 │    1 │            1 │     1 │              2 of 4 │
      └─────────┴──────┴──────┴──────┴──────────────┴───────┴─────────────────────┘

      Stated rules judged, by section of the documents (0 others: all)
        Lab: 2 of 4

      ✗ http://127.0.0.1 (lab): 1 failed (1 cause), 1 error, 1 passed, 1 info, 1 not testable

      2 of 4 stated rules judged; 1 not judged for lack of means; 1 with an error

      7 requests, 0 USD spent, 0.1 s, level free, seed 1
      "
    `);
  });
});

describe('renderHtml', () => {
  test('embeds its data so that no text can close the script element', async () => {
    const page = await renderHtml(report, labContract);
    const [, data = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page) ?? [];
    expect(JSON.parse(data)).toMatchObject(JSON.parse(JSON.stringify({ report, statements })));
    expect(page.match(/<\/script>/g)).toHaveLength(2);
  });

  test('is self-contained', async () => {
    const page = await renderHtml(report, labContract);
    expect(page).not.toMatch(/<(link|img|iframe)|src=|@import|url\(/);
  });
});

describe('renderJunit', () => {
  test('counts each verdict and stays well-formed whatever a response contains', () => {
    const parsed = create(renderJunit(report)).end({ format: 'object' });
    expect(parsed).toMatchObject({ testsuites: { '@tests': '5', '@failures': '1', '@errors': '1', '@skipped': '2' } });
  });
});

describe('curlOf', () => {
  test('passes through a shell unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary-ascii' }).filter((text) => !text.includes('\0')),
        (body) => {
          const line = curlOf({ method: 'POST', path: '/x', headers: {}, body }, 'http://127.0.0.1:1', new Secrets());
          const printed = execFileSync('bash', ['-c', line.replace('curl', 'printf "%s\\0"')], { encoding: 'utf8' });
          expect(printed.split('\0').slice(0, -1)).toEqual([
            '-i',
            '-X',
            'POST',
            'http://127.0.0.1:1/x',
            '--data-raw',
            body,
          ]);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('decodes the files of a form in the shell', () => {
    const form = [
      ['prompt', "it's @home"],
      ['image[]', 'data:image/png;base64,AP8='],
    ] as const;
    const line = curlOf({ method: 'POST', path: '/x', headers: {}, form }, 'http://127.0.0.1:1', new Secrets());
    const [text, file] = line.split(' -F ');
    expect(text).toContain(` --form-string 'prompt=it'\\''s @home'`);
    const script = `shell() { sed 's/[^@]*@//; s/;type=.*//' <<< "$1" | xargs cat | base64; }; shell ${file}`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('AP8=\n');
  });

  test('replaces secrets and payments by variables', () => {
    const secrets = new Secrets();
    secrets.add('API_KEY', 'key-123456');
    const headers = { authorization: 'Bearer key-123456', 'x-payment': 'eyJ9', accept: '*/*' };
    const payment = { header: 'x-payment', value: headers['x-payment'] };
    const line = curlOf({ method: 'GET', path: '/x', headers, payment }, 'http://127.0.0.1/mounted', secrets);
    expect(line).toBe(`curl -i 'http://127.0.0.1/x' -H "authorization: Bearer $API_KEY" -H "x-payment: $PAYMENT"`);
  });
});

describe('repeatCommand', () => {
  test('repeats every option of the run, quoted where a shell needs it', () => {
    const parts = {
      url: 'http://127.0.0.1:8402',
      host: 'lab',
      level: 'paid',
      seed: 7,
      target: 'my target.yaml',
    } as const;
    expect(repeatCommand('a.passing', parts)).toBe(
      "npx tollwright conform http://127.0.0.1:8402 --host lab --target 'my target.yaml' --level paid --seed 7 --only a.passing",
    );
  });
});
