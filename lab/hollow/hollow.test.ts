import { describe, expect, test } from 'vitest';
import type { Level } from '#conformance/check/run.ts';
import type { Operation } from '#conformance/contract/contract.ts';
import { exitCodeOf, type Report, type RuleResult } from '#conformance/report/report.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { type Deviation, startAltered } from '../toolkit/altered-gateway.ts';
import { changeResponses } from '../toolkit/server.ts';
import { startTrial } from '../toolkit/trial.ts';

const json = { 'content-type': 'application/json' };

/** Judges a gateway that serves nothing of use. */
async function judge(
  host: string,
  level: Level,
  { alter, intercept }: Deviation,
  only?: readonly string[],
): Promise<Report> {
  const trial = await startTrial(await contractOf(host), (options, prepare) =>
    startAltered(
      { alter: (parts) => alter?.(prepare(parts)) ?? prepare(parts), ...(intercept && { intercept }) },
      options,
    ),
  );
  try {
    return await trial.judge({ level, target: `generated/targets/${host}.yaml`, ...(only && { only }) });
  } finally {
    await trial.close();
  }
}

function verdictsOf({ results }: Report, verdict: RuleResult['verdict']): readonly string[] {
  return results.flatMap((result) => (result.verdict === verdict ? [result.rule] : []));
}

/** Every rule passed on a response, and what was not judged has its reason. */
function expectNothingUnseen({ results }: Report): void {
  for (const result of results) {
    if (result.verdict === 'pass') expect(result.observed?.requests).toBeGreaterThan(0);
    if (result.verdict === 'not-testable') expect(result.reason).toMatch(/^(open|means|unserved|suite)$/);
  }
}

const alike = [
  ['204', { status: 204, headers: {}, body: '' }],
  ['{}', { status: 200, headers: json, body: '{}' }],
  ['404', { status: 404, headers: json, body: '{"error":"Not found"}' }],
] as const;

const levels = [
  ['base', 'free'],
  ['base', 'controlled'],
  ['account', 'controlled'],
] as const;

describe.each(levels)('a gateway of host %s, judged at level %s,', (host, level) => {
  test.each(alike)('that answers %s to all passes no rule and fails for one cause', async (_, response) => {
    const report = await judge(host, level, { intercept: () => async () => response });
    expect(exitCodeOf(report)).not.toBe(0);
    expect(report.partial).toContain('answers every request alike');
    expect(verdictsOf(report, 'pass')).toEqual([]);
    expect(report.causes.length).toBeLessThanOrEqual(1);
    // Assumptions that are not met (`info`) are no stated rules.
    expect(report.coverage.judged).toBe(report.summary.fail);
    expectNothingUnseen(report);
  });
});

/** Changes the paid responses of some areas. */
async function changed(
  areas: readonly string[],
  response: { status: number; type: string; body: string },
  only?: readonly string[],
) {
  const { operations } = await contractOf('base');
  const isMeant = ({ auth, area }: Operation) => auth === 'payment' && areas.includes(area);
  const ids = new Set(operations.filter(isMeant).map(({ id }) => id));
  const alter = changeResponses((own, { operation }) => {
    if (own.status >= 300 || !ids.has(operation ?? '')) return own;
    const { type, ...rest } = response;
    const kept = Object.entries(own.headers).filter(([name]) => name.toLowerCase() !== 'content-type');
    return { ...own, ...rest, headers: { ...Object.fromEntries(kept), 'Content-Type': type } };
  });
  return { ids, report: await judge('base', 'controlled', { alter }, only) };
}

test.each([
  [['prediction', 'markets'], { status: 500, type: 'application/json', body: '{"error":"Internal server error"}' }],
  [['search'], { status: 200, type: 'text/html', body: '<!doctype html><title>Just a moment</title>' }],
  [['search'], { status: 200, type: 'application/json', body: '{"summary":' }, ['search.*']],
  [['search'], { status: 200, type: 'application/json', body: '' }, ['search.*']],
])(
  'a gateway whose paid calls of %s are answered with %o fails for one cause',
  async (areas, response, only?: readonly string[]) => {
    const { ids, report } = await changed(areas, response, only);
    expect(exitCodeOf(report)).toBe(1);
    expect(report.causes.map(({ finding }) => finding)).toHaveLength(1);
    expect(verdictsOf(report, 'fail')).toEqual(expect.arrayContaining([...ids].map((id) => `${id}.served`)));
    const judged = report.results.filter(({ operation, kind }) => ids.has(operation ?? '') && kind === 'response');
    expect(judged.filter(({ verdict, rule }) => verdict === 'pass' && !rule.includes('.challenge.'))).toEqual([]);
    expectNothingUnseen(report);
  },
);
