import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { create } from 'xmlbuilder2';
import { fullContract, fullReport } from '../testing/full-report.ts';
import { badgeOf, renderBadge } from './badge.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { Report } from './report.ts';
import { renderSarif } from './sarif.ts';
import { renderText } from './text.ts';

const load = createRequire(import.meta.url);
const addFormats = addFormatsModule.default;

/** The report with a text of any kind wherever a target can put one. */
const reports = fc.string({ unit: 'grapheme' }).map((text): Report => ({
  ...fullReport,
  results: fullReport.results.map((result) => ({ ...result, detail: text, actual: { [text]: text } })),
}));

describe('renderSarif', () => {
  // Of draft 4, of which Ajv does not know how it names itself; its keywords mean the same.
  const { id: _, $schema: __, ...schema } = load('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(ajv);
  const validate = ajv.compile(schema);

  test('is valid by the public schema, whatever a response contains', () => {
    fc.assert(
      fc.property(reports, (report) => {
        validate(JSON.parse(renderSarif(report, fullContract)));
        expect(validate.errors ?? []).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test('reports failures, known failures and informational failures', () => {
    const [run] = JSON.parse(renderSarif(fullReport, fullContract)).runs;
    const found = run.results.map((result: Record<string, unknown>) => [
      result.ruleId,
      result.level,
      'suppressions' in result,
    ]);
    expect(found).toEqual([
      ['b.failing', 'error', false],
      ['b.known', 'error', true],
      ['c.differing', 'note', false],
      ['job.failed', 'error', false],
    ]);
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('api/north/forecasts');
    expect(run.invocations[0].executionSuccessful).toBe(false);
  });
});

describe('renderHar', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addMetaSchema(load('ajv/dist/refs/json-schema-draft-06.json'));
  const parts: Record<string, object> = load('har-schema');
  for (const part of Object.values(parts)) ajv.addSchema(part);

  test('is valid by the public schema and contains the exchanges of findings', () => {
    const har = JSON.parse(renderHar(fullReport));
    const validate = ajv.getSchema('har.json#');
    validate?.(har);
    expect(validate?.errors).toBeNull();
    expect(har.log.entries).toHaveLength(1);
    expect(har.log.entries[0].request.queryString).toEqual([{ name: 'days', value: '2' }]);
    expect(har.log.entries[0].comment).toContain('b.failing');
  });
});

describe('renderMarkdown', () => {
  test('keeps every row of a table on one line, whatever a response contains', () => {
    fc.assert(
      fc.property(reports, (report) => {
        const text = renderMarkdown(report);
        for (const row of text.split('\n').filter((line) => line.startsWith('| <code>b.failing'))) {
          expect([5, 4]).toContain(row.split('|').length - 1);
        }
        expect(text).not.toMatch(/<(?!\/?code>)/);
      }),
    );
  });

  test('lists failures, known failures, changes and payments', () => {
    const text = renderMarkdown(fullReport);
    for (const title of ['Failed rules', 'Known failures', 'Known failures that pass', 'Changed since', 'Payments']) {
      expect(text).toContain(`### ${title}`);
    }
  });
});

describe('renderJunit', () => {
  test('skips known failures and fails those that pass', () => {
    const { testsuites } = create(renderJunit(fullReport)).end({ format: 'object' }) as Record<string, unknown>;
    expect(testsuites).toMatchObject({ '@failures': '3', '@skipped': '3', '@errors': '1' });
  });
});

describe('renderText', () => {
  test('lists every payment, known failures apart from failures, and what to remove from the baseline', () => {
    const text = renderText(fullReport, { colors: false, statements: fullContract.statements });
    expect(text).toContain('2 payments, 0.03 USD');
    for (const { payer, transaction, time } of fullReport.settlements) {
      for (const part of [payer, transaction ?? '', time]) expect(text).toContain(part);
    }
    expect(text).toContain('fixed a.passing  Listed in the baseline, but passes: remove it from the baseline.');
    expect(text).toContain('known failure, 1 rule: ticket 7');
  });
});

describe('a sequence of calls', () => {
  const lines = fullReport.results.flatMap(({ sequence }) => sequence ?? []);

  test('is part of every format that shows requests, one line for each call', async () => {
    expect(lines).toHaveLength(2);
    const [sarif] = JSON.parse(renderSarif(fullReport, fullContract)).runs[0].results.filter(
      ({ ruleId }: { ruleId: string }) => ruleId === 'job.failed',
    );
    expect(sarif.message.text).toContain(`sequence: ${lines.join('\n')}`);
    const text = renderText(fullReport, { colors: false, statements: fullContract.statements });
    expect(text).toContain(`  sequence   ${lines.join(`\n${' '.repeat(13)}`)}`);
    expect(renderJunit(fullReport)).toContain(lines.join('\n'));
    expect(await renderHtml(fullReport, fullContract)).toContain(JSON.stringify(lines));
  });
});

describe('renderBadge', () => {
  const { partial: _, stale: __, ...whole } = fullReport;
  const calm = { ...whole.summary, fail: 0, known: 0, error: 0 };
  test.each([
    [fullReport, 'red', '2 failed'],
    [{ ...whole, summary: calm, stale: ['a'] }, 'red', 'baseline out of date'],
    [{ ...whole, summary: calm, partial: 'Gone.' }, 'yellow', 'incomplete'],
    [{ ...whole, summary: { ...calm, pass: 0 } }, 'lightgrey', 'nothing tested'],
    [{ ...whole, summary: { ...calm, known: 1 } }, 'yellow', '2 of 7 stated rules pass'],
    [{ ...whole, summary: calm }, 'brightgreen', '2 of 7 stated rules pass'],
  ] as const)('is %#: %s', (report, color, message) => {
    expect(badgeOf(report)).toEqual({ schemaVersion: 1, label: 'conformance', message, color });
    expect(renderBadge(report)).toMatch(new RegExp(`^<svg.*${message}.*</svg>$`, 's'));
  });
});
