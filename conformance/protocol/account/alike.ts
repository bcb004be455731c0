import Fraction from 'fraction.js';
import { openAccount } from '../../account/account.ts';
import type { Charge } from '../../account/charge.ts';
import { variedCalls } from '../../account/varied-calls.ts';
import type { OperationContext } from '../../arbitraries/domain.ts';
import { pointsOf } from '../../arbitraries/points.ts';
import { operationContextOf } from '../../arbitraries/request-source.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { spread } from '../../common/spread.ts';
import type { Operation, PriceUse } from '../../contract/operation.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { writtenOut } from '../../oracle/reads.ts';
import { catalogRead } from '../../rates/catalog-bodies.ts';
import { isSame } from '../../record/amounts.ts';

/** Calls of each kind that are charged for one operation. */
const maxCalls = 3;

/** Operations that are called at the same time, each with a key of its own. */
const concurrency = 8;

/**
 * Under any prices, two calls with the same price inputs cost the same, and a call for more of what its price counts
 * does not cost less.
 */
export const chargeAlike: ProtocolCheck = {
  id: 'account.charge.alike',
  async check(run) {
    const judged: string[] = [];
    const priced = run.contract.operations.flatMap((operation) => {
      const { auth, price: use, closed, machine, irreversible } = operation;
      if (auth !== 'key' || !use || closed || machine || irreversible) return [];
      const price = run.evaluator.price(use);
      // Rates of models and the usage of a call have rules of their own.
      const isElsewhere = price.kind === 'metered' || price.sides.length > 0 || catalogRead(writtenOut(price, use));
      return isElsewhere ? [] : [{ operation, use }];
    });
    const outcomes = await inParallel(priced, concurrency, async ({ operation, use }) => {
      const outcome = await whereItCan(() => judge(run, operation, use));
      if (outcome) judged.push(operation.id);
      return outcome;
    });
    const wrong = outcomes.find((outcome) => outcome?.verdict === 'fail');
    if (wrong) return wrong;
    if (judged.length === 0) throw new NotTestable('unserved', 'Too few calls were served to compare their charges.');
    return { verdict: 'pass', operations: judged };
  },
};

async function judge(run: Run, operation: Operation, use: PriceUse): Promise<Outcome | undefined> {
  const context = operationContextOf(run, operation);
  const charges = await chargesOf(run, context, [
    ...spread(pointsOf(use, context, [], run.seed).calls, maxCalls),
    ...spread(variedCalls(use, context, run.seed), maxCalls),
  ]);
  const due = charges
    .map((charge) => ({ charge, usd: run.evaluator.usd(use, charge.environment) }))
    .toSorted((one, other) => one.usd.compare(other.usd));
  for (const [index, next] of due.entries()) {
    const before = due[index - 1];
    if (!before) continue;
    const isAlike = next.usd.equals(before.usd);
    const more = next.charge.usd.sub(before.charge.usd);
    if (isAlike ? !isSame(more, new Fraction(0)) : more.lt(0))
      return wrong(operation, before.charge, next.charge, isAlike);
  }
  const [least, greatest] = [due[0], due.at(-1)];
  if (!least || !greatest || due.length < 2) return undefined;
  // A price may have a minimum and a maximum, but the smallest and the largest request do not share one.
  const isFlat = !least.usd.equals(greatest.usd) && greatest.charge.usd.equals(least.charge.usd);
  return isFlat ? wrong(operation, least.charge, greatest.charge, false) : { verdict: 'pass' };
}

/** The charges of calls with one key; a call that finds nothing may be free. */
async function chargesOf(run: Run, { requests }: OperationContext, calls: readonly Invocation[]): Promise<Charge[]> {
  const account = await openAccount(run);
  const charges: Charge[] = [];
  let before = await account.spent();
  for (const call of calls) {
    const exchange = await account.send(call);
    const { status, json: response, headers } = exchange.received;
    if (status !== 200) continue;
    const spent = await account.spent();
    const usd = spent.sub(before);
    before = spent;
    if (usd.gt(0))
      charges.push({ exchange, environment: { ...requests.environment(call), response, status, headers }, usd });
  }
  return charges;
}

function wrong({ id }: Operation, before: Charge, next: Charge, isAlike: boolean): Outcome {
  const cost = `${decimalText(before.usd)} USD`;
  const requests = [before, next].map(({ environment }) => JSON.stringify(environment.request ?? environment.query));
  const [one, other] = requests.map((text) => (text.length > 200 ? `${text.slice(0, 200)} …` : text));
  const detail = isAlike
    ? `Calls of ${id} that differ in nothing that their price counts are charged differently: ${one} costs ${cost}, ${other} does not.`
    : `A call of ${id} for more of what its price counts is not charged more: ${one} costs ${cost}, ${other} asks for more.`;
  return failure(detail, isAlike ? cost : `more than ${cost}`, next.exchange, `${decimalText(next.usd)} USD`);
}
