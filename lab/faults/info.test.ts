/** Rules that the documents do not state: what they see is reported, and fails no deployment. */

import { describe, expect, test } from 'vitest';
import type { RuleResult } from '#conformance/report/report.ts';
import { interceptHeaders, interceptRequests, interceptResponses } from '../toolkit/interceptors.ts';
import { jsonBody, parseBody } from '../toolkit/messages.ts';
import { overdrawing } from './accounts.ts';
import { acceptRejected } from './lenient.ts';
import { failing, type GatewayUnderTest, judge } from './testing/judge.ts';

const free = ['http.bounded.*', 'quote.tokens.other-name', 'characters.image-public'];
const paid = ['payment.receipt.not-shared', 'payment.rejected.wrapped'];

/** Every rule that a run of a host names, with its verdict. */
async function verdicts(judged: GatewayUnderTest): Promise<ReadonlyMap<string, RuleResult['verdict']>> {
  const report = await judge(judged);
  expect(failing(report)).toEqual([]);
  return new Map(report.results.map(({ rule, verdict }) => [rule, verdict]));
}

/** A gateway that fails by a request of so many characters. */
const failingFrom = (characters: number) =>
  interceptResponses((response, { url, body }) =>
    url.length + body.length < characters ? response : { ...response, status: 500 },
  );

describe('our gateway', () => {
  test.each([
    ['base', 'free', free, 5],
    ['base', 'paid', paid, 2],
    ['solana', 'free', free, 5],
    ['account', 'controlled', free, 3],
  ] as const)('%s passes at level %s', async (host, level, only, count) => {
    const found = [...(await verdicts({ host, level, only }))].filter(([, verdict]) => verdict !== 'not-testable');
    expect(found.map(([, verdict]) => verdict)).toEqual(Array.from({ length: count }, () => 'pass'));
  });
});

describe('conform', () => {
  test.each<[what: string, rule: string, judged: Pick<GatewayUnderTest, 'alter' | 'intercept'>]>([
    ['fails by deep bodies', 'http.bounded.depth', { intercept: failingFrom(50_000) }],
    ['fails by long lists', 'http.bounded.list', { intercept: failingFrom(90_000) }],
    ['fails by long queries', 'http.bounded.query', { intercept: failingFrom(10_000) }],
    [
      'reads a bound of a second name as no tokens',
      'quote.tokens.other-name',
      {
        intercept: interceptRequests((request) => {
          const body = parseBody(request);
          return body && 'max_completion_tokens' in body
            ? { ...request, body: jsonBody({ ...body, max_tokens: 1 }) }
            : request;
        }),
      },
    ],
    [
      'overlooks decimal addresses',
      'characters.image-public',
      {
        intercept: interceptRequests((request) => ({
          ...request,
          body: request.body.replace('https://2130706433/', 'https://media.example/'),
        })),
      },
    ],
    [
      'lets caches store paid responses',
      'payment.receipt.not-shared',
      {
        intercept: interceptHeaders((headers, { status }) => {
          if (status === 200) headers['cache-control'] = 'max-age=60';
        }),
      },
    ],
    [
      'makes wallets of wrapped signatures',
      'payment.rejected.wrapped',
      { intercept: acceptRejected(({ payment }) => payment.payload?.signature?.endsWith('6492') === true) },
    ],
  ])('sees a gateway that %s', async (_, rule, judged) => {
    const found = await verdicts({ host: 'base', level: 'paid', only: [rule], ...judged });
    expect([...found]).toEqual([[rule, 'fail']]);
  });
});

/** The documents do not state the response of an exhausted balance, so the finding is only information. */
test('an overdraft by parallel calls is reported as information, not as a failure', async () => {
  const report = await judge({
    host: 'account',
    level: 'controlled',
    only: ['account.balance.*'],
    alter: overdrawing(({ balance }) => balance > 0n),
  });
  const verdicts = report.results.map(({ rule, tier, verdict }) => ({ rule, tier, verdict }));
  expect(verdicts).toContainEqual({ rule: 'account.balance.covers', tier: 'info', verdict: 'fail' });
  expect(verdicts).toContainEqual({ rule: 'account.balance.empty', tier: 'must', verdict: 'pass' });
});
