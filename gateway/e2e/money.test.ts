import { describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { type Contract, type Operation, readContract } from '#conformance/contract/contract.ts';
import { paymentKind } from '#conformance/protocol/payable/payment-kinds.ts';
import type { Report } from '#conformance/report/report.ts';
import { startGateway } from '../start.ts';

const controlToken = 'a token of this test';

/** What has to be seen of each paid operation, with how a report shows that it was. */
interface Aspect {
  readonly what: string;
  readonly seen: (operation: Operation, report: Report, contract: Contract) => boolean;
}

const passes = ({ results }: Report, rule: string) =>
  results.some((each) => each.rule === rule && each.verdict === 'pass');
const holdsFor = (rule: string, also: (operation: Operation, contract: Contract) => boolean = () => false): Aspect => ({
  what: rule,
  seen: (operation, { results }, contract) =>
    also(operation, contract) ||
    results.some((each) => each.rule === rule && each.verdict === 'pass' && each.operations?.includes(operation.id)),
});

/** A job settles when it is fetched, which is judged by the transitions of its machine. */
const isJob = ({ payment }: Operation) => payment?.settles !== undefined && payment.settles !== 'after-upstream';
/** A scenario covers a call whose settlement fails, where the documents say more than of other calls. */
const hasStory = ({ id }: Operation, { scenarios }: Contract) =>
  scenarios.some(({ steps }) => steps.some((step) => step.settlement) && steps.some(({ call }) => call === id));

/** An error that the spec says how to bring about, which the suite does behind a key whose balance it watches. */
const provoked = (operation: Operation, { errors }: Contract): readonly string[] =>
  operation.errors.filter((id) => errors[id]?.provoke && errors[id]?.charged === false);

/** What nothing may be charged for: each failure that the suite can bring about, with the ledger or the balance beside it. */
const uncharged: Aspect = {
  what: 'no failure is charged',
  seen: (operation, report, contract) =>
    provoked(operation, contract).every((error) => passes(report, `${operation.id}.errors.${error}`)),
};

const aspects: readonly Aspect[] = [
  { what: 'the quote is the price', seen: ({ id }, report) => passes(report, `${id}.price.amount`) },
  holdsFor('payment.challenge.header'),
  holdsFor('payment.challenge.header-agrees'),
  holdsFor('payment.challenge.www-authenticate'),
  holdsFor('payment.challenge.amount-equals-price'),
  holdsFor('payment.settled.exactly-once'),
  holdsFor('payment.settled.as-quoted'),
  holdsFor('payment.replay.raced'),
  uncharged,
  holdsFor('payment.failure.settles-nothing'),
  holdsFor('payment.settlement.failed', (operation, contract) => isJob(operation) || hasStory(operation, contract)),
  holdsFor(
    'payment.invalid-request.settles-nothing',
    ({ body, conditions }) => !body && conditions.every(({ violation }) => violation === undefined),
  ),
  {
    what: 'payment.rejected.everywhere',
    seen: (operation, { results }, { operations }) =>
      results
        .filter(({ rule, verdict }) => rule === 'payment.rejected.everywhere' && verdict === 'pass')
        .flatMap((result) => operations.filter(({ id }) => result.operations?.includes(id)))
        .some((judged) => paymentKind(judged) === paymentKind(operation)),
  },
];

/** What has to be seen of each operation for which a signature is a name and no money. */
const identity = holdsFor('payment.rejected.identity');

/** What has to be seen of each operation that an account pays for. */
const accountAspects: readonly Aspect[] = [
  {
    what: 'the charge is the price',
    seen: ({ id }, report, { rules }) =>
      passes(report, `${id}.price.amount`) ||
      rules.some((each) => each.id === `${id}.price.amount` && each.tier !== 'must'),
  },
  uncharged,
  holdsFor('account.charge.once'),
  holdsFor('account.charge.own-key'),
  holdsFor('account.balance.empty'),
  holdsFor('account.refused.charges-nothing', ({ body }) => body === undefined),
];

async function judge(
  host: string,
  only: readonly string[],
): Promise<{ readonly report: Report; readonly contract: Contract }> {
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
      only,
    });
    return { report, contract };
  } finally {
    await gateway.close();
  }
}

/** The rules that aspects are named after. */
const rulesOf = (judged: readonly Aspect[]) =>
  judged.map(({ what }) => what).filter((what) => /^(payment|account)\./.test(what));

/** Patterns of the rules of every failure that the spec says how to bring about. */
async function failuresOn(host: string): Promise<readonly string[]> {
  const { errors } = await readContract(`generated/contracts/${host}.json`);
  return Object.values(errors).flatMap(({ id, provoke }) => (provoke ? [`*.errors.${id}`] : []));
}

function gapsOf(judged: readonly Aspect[], operations: readonly Operation[], report: Report, contract: Contract) {
  return operations.flatMap((operation) =>
    judged.filter(({ seen }) => !seen(operation, report, contract)).map(({ what }) => `${operation.id}: ${what}`),
  );
}

describe('the money of each paid operation', () => {
  test.each(['base', 'arc'])('is judged in every respect on %s', async (host) => {
    const { report, contract } = await judge(host, [
      '*.price.amount',
      ...(await failuresOn(host)),
      ...rulesOf([...aspects, identity]),
    ]);
    const paid = contract.operations.filter(({ auth }) => auth === 'payment');
    expect(paid.length).toBeGreaterThan(0);
    expect(gapsOf(aspects, paid, report, contract)).toEqual([]);

    const named = contract.operations.filter(({ auth }) => auth === 'wallet');
    expect(gapsOf([identity], named, report, contract)).toEqual([]);
  });

  test('is judged in every respect on account', async () => {
    const { report, contract } = await judge('account', [
      '*.price.amount',
      ...(await failuresOn('account')),
      ...rulesOf(accountAspects),
    ]);
    const paid = contract.operations.filter(({ auth, price, closed }) => auth === 'key' && price && !closed);
    expect(paid.length).toBeGreaterThan(0);
    expect(gapsOf(accountAspects, paid, report, contract)).toEqual([]);
  });
});
