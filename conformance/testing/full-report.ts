import type { Contract, Machine } from '../contract/contract.ts';
import { causesOf } from '../report/causes.ts';
import { coverageOf } from '../report/coverage.ts';
import { countVerdicts, type Report, type RuleResult, reportVerdict } from '../report/report.ts';
import { labContract } from './lab-contract.ts';

const stated = { from: ['lab-1'], status: 'stated' } as const;

const machine: Machine = {
  ...stated,
  id: 'forecast-job',
  summary: 'A forecast that is computed in the background',
  initial: 'queued',
  states: {
    queued: { final: false, summary: 'Accepted' },
    ready: { final: true, summary: 'Available' },
    failed: { final: true, summary: 'Not available' },
  },
  transitions: (
    [
      ['job.finished', 'poll', 'ready'],
      ['job.failed', 'upstream.failed', 'failed'],
      ['job.late', 'after(60s)', 'failed'],
    ] as const
  ).map(([id, on, to]) => ({ id, from: ['queued'], on, to, effects: [], statements: ['lab-1'], status: 'stated' })),
  always: [],
  reads: {},
};

/** The contract of the fake gateway with a machine, for a report with every section. */
export const fullContract: Contract = { ...labContract, machines: { 'forecast-job': machine } };

const base = { kind: 'protocol', area: 'weather', statements: ['lab-1'], tier: 'must' } as const;
const exchange = {
  request: {
    method: 'POST',
    url: 'http://127.0.0.1/x?days=2',
    headers: { 'content-type': 'application/json', 'payment-signature': '$PAYMENT' },
    body: '{"days":2}',
  },
  answer: { status: 200, headers: { 'content-type': 'text/plain' }, body: '<script>alert(1)</script>' },
};

const results: readonly RuleResult[] = [
  {
    ...base,
    rule: 'b.failing',
    summary: 'The price is as quoted',
    operation: 'make-forecast',
    verdict: 'fail',
    detail: 'The body was </script><b>no | `\u0000`',
    expected: 402,
    actual: { code: 'X' },
    at: '/code',
    curl: "curl -i 'http://127.0.0.1/x'",
    repeat: 'npx tollwright conform http://127.0.0.1 --only b.failing',
    exchange,
  },
  {
    ...base,
    rule: 'b.known',
    summary: 'An old failure',
    verdict: 'fail',
    detail: 'Fails as before.',
    known: 'ticket 7',
  },
  {
    ...base,
    rule: 'c.differing',
    summary: 'An assumption',
    verdict: 'fail',
    tier: 'info',
    detail: 'Differs from the assumption.',
  },
  {
    ...base,
    rule: 'a.passing',
    summary: 'Stations are listed',
    area: 'stations',
    verdict: 'pass',
    observed: { requests: 2, responses: { 200: 2 } },
  },
  {
    ...base,
    rule: 'd.untested',
    summary: 'Needs money',
    verdict: 'not-testable',
    reason: 'means',
    detail: 'It needs a wallet.',
  },
  {
    ...base,
    rule: 'e.error',
    summary: 'Its check fails',
    verdict: 'error',
    detail: 'The check itself threw an error: x',
  },
  { ...base, kind: 'transition', rule: 'job.finished', summary: 'Ready on poll', area: 'transition', verdict: 'pass' },
  {
    ...base,
    kind: 'transition',
    rule: 'job.failed',
    summary: 'Failed',
    area: 'transition',
    verdict: 'fail',
    sequence: [
      "1. curl -i -X POST 'http://127.0.0.1/jobs'  # 202",
      "2. curl -i 'http://127.0.0.1/jobs/1'  # 20 concurrent requests: 200",
    ],
  },
];

/** A report with every section and every verdict. */
export const fullReport: Report = {
  report: 1,
  target: { url: 'http://127.0.0.1', host: 'lab' },
  level: 'paid',
  seed: 1,
  started: '2026-01-03T00:00:00.000Z',
  partial: 'The run is incomplete: the target stopped responding.',
  summary: { ...countVerdicts(results), requests: 7, spent_usd: '0.03', seconds: 0.1 },
  coverage: coverageOf(results, {}),
  results,
  causes: causesOf(results.filter((result) => reportVerdict(result) === 'fail')),
  settlements: [1, 2].map((count) => ({
    operation: 'make-forecast',
    usd: `0.0${count}`,
    payer: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
    transaction: `0x${String(count).repeat(64)}`,
    time: `2026-01-03T00:00:0${count}.000Z`,
    state: 'settled',
  })),
  stale: ['a.passing'],
  history: {
    since: '2026-01-01T00:00:00.000Z',
    runs: 3,
    changes: [{ rule: 'b.failing', from: 'pass', to: 'fail', at: '2026-01-03T00:00:00.000Z' }],
  },
};
