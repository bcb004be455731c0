import type { Contract, Operation } from '#conformance/contract/contract.ts';
import { paymentKind } from '#conformance/contract/payment-kind.ts';
import type { Report } from '#conformance/report/report.ts';

/** Observations that each paid operation needs, with their proof in a report. */
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
const hasScenario = ({ id }: Operation, { scenarios }: Contract) =>
  scenarios.some(({ steps }) => steps.some((step) => step.settlement) && steps.some(({ call }) => call === id));

/** An error that the spec says how to bring about, which the suite does behind a key whose balance it watches. */
const provoked = (operation: Operation, { errors }: Contract): readonly string[] =>
  operation.errors.filter((id) => errors[id]?.provoke && errors[id]?.charged === false);

/** Failures that must not be charged, each with the ledger or the balance beside it. */
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
  holdsFor('payment.settlement.failed', (operation, contract) => isJob(operation) || hasScenario(operation, contract)),
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

/** Observations that each operation needs whose signature only identifies the caller. */
const identity = holdsFor('payment.rejected.identity');

/** Observations that each operation needs that an account pays for. */
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

/** Operations that are paid for with what no check of a report has judged of their money; a whole run leaves none. */
export function moneyGaps(report: Report, contract: Contract): readonly string[] {
  const { operations } = contract;
  const paid = operations.filter(({ auth }) => auth === 'payment');
  const identified = operations.filter(({ auth }) => auth === 'wallet');
  const charged = operations.filter(({ auth, price, closed }) => auth === 'key' && price && !closed);
  return [
    ...gapsOf(aspects, paid, report, contract),
    ...gapsOf([identity], identified, report, contract),
    ...gapsOf(accountAspects, charged, report, contract),
  ];
}

function gapsOf(judged: readonly Aspect[], operations: readonly Operation[], report: Report, contract: Contract) {
  return operations.flatMap((operation) =>
    judged.filter(({ seen }) => !seen(operation, report, contract)).map(({ what }) => `${operation.id}: ${what}`),
  );
}
