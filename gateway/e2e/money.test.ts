import { describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { type Contract, type Operation, readContract } from '#conformance/contract.ts';
import type { Report } from '#conformance/report/report.ts';
import { startGateway } from '../start.ts';

const controlToken = 'a token of this test';

/** What has to be seen of each paid operation, with how a report shows that it was. */
interface Aspect {
  readonly what: string;
  readonly seen: (operation: Operation, report: Report, contract: Contract) => boolean;
}

const holds = ({ results }: Report, rule: string) =>
  results.some((each) => each.rule === rule && each.verdict === 'pass');
const holdsFor = (rule: string, also: (operation: Operation, contract: Contract) => boolean = () => false): Aspect => ({
  what: rule,
  seen: (operation, { results }, contract) =>
    also(operation, contract) ||
    results.some((each) => each.rule === rule && each.verdict === 'pass' && each.operations?.includes(operation.id)),
});

/** A job settles when it is fetched, which is judged by the transitions of its machine. */
const isJob = ({ payment }: Operation) => payment?.settles !== undefined && payment.settles !== 'after-upstream';
/** A story says what becomes of a call whose settlement fails, where the documents say more than of others. */
const hasStory = ({ id }: Operation, { scenarios }: Contract) =>
  scenarios.some(({ steps }) => steps.some((step) => step.settlement) && steps.some(({ call }) => call === id));

const aspects: readonly Aspect[] = [
  { what: 'the quote is the price', seen: ({ id }, report) => holds(report, `${id}.price.amount`) },
  holdsFor('payment.challenge.header-agrees'),
  holdsFor('payment.challenge.amount-equals-price'),
  holdsFor('payment.settled.exactly-once'),
  holdsFor('payment.settled.as-quoted'),
  holdsFor('payment.replay.raced', isJob),
  holdsFor('payment.failure.settles-nothing'),
  holdsFor('payment.settlement.failed', (operation, contract) => isJob(operation) || hasStory(operation, contract)),
  holdsFor('payment.invalid-request.settles-nothing', ({ body }) => body === undefined),
];

async function judge(host: string): Promise<{ readonly report: Report; readonly contract: Contract }> {
  const gateway = await startGateway({ host, port: 0, controlPort: 0, controlToken });
  const contract = await readContract(`generated/contracts/${host}.json`);
  try {
    const report = await conform({
      contract,
      host,
      url: gateway.url,
      target: `generated/targets/${host}.yaml`,
      level: 'controlled',
      control: { url: gateway.controlUrl ?? '', token: controlToken },
      maxSpend: '100',
      env: {},
      only: ['*.price.amount', ...aspects.map(({ what }) => what).filter((what) => what.startsWith('payment.'))],
    });
    return { report, contract };
  } finally {
    await gateway.close();
  }
}

describe('the money of each paid operation', () => {
  test.each(['base', 'arc'])('is judged in every respect on %s', async (host) => {
    const { report, contract } = await judge(host);
    const paid = contract.operations.filter(({ auth }) => auth === 'payment');
    expect(paid.length).toBeGreaterThan(0);
    const gaps = paid.flatMap((operation) =>
      aspects.filter(({ seen }) => !seen(operation, report, contract)).map(({ what }) => `${operation.id}: ${what}`),
    );
    expect(gaps).toEqual([]);
  });
});
