/** Calls that are paid once at level `controlled`: what an operation accepts it serves, and every response is judged. */

import { listedChoices } from '../arbitraries/choices.ts';
import { combined, listable } from '../arbitraries/combinations.ts';
import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { readField } from '../arbitraries/fields.ts';
import { fieldsRead } from '../arbitraries/points.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { watchedPayer } from '../calls/control.ts';
import { addressLimitOf, errorsOf, isRefused } from '../calls/responses.ts';
import { oncePerRun, remembered } from '../check/once-per-run.ts';
import { type Finding, failure } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import type { Operation } from '../contract/contract.ts';
import { callKey, type Exchange, type Invocation } from '../http/exchange.ts';
import { returnResponse, whereItCan } from '../http/interruption.ts';
import type { FieldPath } from '../oracle/reads.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { acceptedChoices, denseCalls, isCatalog } from './pairs.ts';

/**
 * Pays for calls that show each value which the fields of an operation list, alone and beside other fields; once for a run.
 *
 * The finding is a call that was accepted before its payment and refused after it.
 */
export async function payOnce(run: Run, operation: Operation): Promise<Finding> {
  const { auth, closed, payers } = operation;
  if (run.level !== 'controlled' || auth !== 'payment' || closed || payers !== undefined) return undefined;
  // Its calls would use up a limit that the rules need for their own requests.
  if (addressLimitOf(run.contract, operation)) return undefined;
  return remembered(await paidOnce(run), operation.id, async () => {
    // What a call makes, such as a leased number, must not reach into calls of the usual payer.
    const wallet = operation.machine && (await watchedPayer(run));
    if (operation.machine && !wallet) return undefined;
    const calls = await variedCalls(run, operation);
    const findings = await inParallel(calls, concurrency, (call) => findingOn(run, call, wallet));
    return findings.find((each) => each);
  });
}

const paidOnce = oncePerRun(async () => new Map<string, Promise<Finding>>());

/** Payments that are made at the same time. */
const concurrency = 8;

async function findingOn(run: Run, call: Invocation, wallet: Wallet | undefined): Promise<Finding> {
  const payAgain = () => run.pay(call, wallet ? { wallet } : {});
  const refusalOf = async (action: () => Promise<Exchange>) => {
    const exchange = await whereItCan(() => action().catch(returnResponse));
    const isPaid = exchange?.sent.payment !== undefined;
    return isPaid && isRefusal(run, call.operation, exchange) ? exchange : undefined;
  };
  const refused =
    (await refusalOf(wallet ? payAgain : () => answerCacheOf(run).pay(call))) && (await refusalOf(payAgain));
  return refused && failure('A call that is accepted before its payment must be served after it.', '2xx', refused);
}

/** True for a response that is about the request, or a breakdown: a provider may fail, and a resource may be missing. */
function isRefusal(run: Run, operation: Operation, { received }: Exchange): boolean {
  return [500, 501].includes(received.status) || isRefused(received, errorsOf(run.contract, operation), 'body');
}

/** The calls that are paid: each listed value alone, each cell of the tables of its price, and values of many fields together. */
async function variedCalls(run: Run, operation: Operation): Promise<readonly Invocation[]> {
  const context = operationContextOf(run, operation);
  const choices = await acceptedChoices(run, operation);
  const alone = choices.filter(({ field }) => isListed(field, context));
  const calls = [...alone.map(({ call }) => call), ...tablesOf(context), ...(await denseCalls(run, operation))];
  return [...new Map(calls.map((call) => [callKey(call), call])).values()];
}

function isListed(field: FieldPath, context: OperationContext): boolean {
  return listedChoices(field, context.operation, context.material) !== undefined;
}

/** The cells of each table that a price is read from: of a catalog, and of the values that its lines have for a field. */
function tablesOf(context: OperationContext): readonly Invocation[] {
  const { operation, requests } = context;
  if (!operation.price) return [];
  const read = fieldsRead(operation.price, context);
  return read
    .filter((field) => isCatalog(field, context))
    .flatMap((key) =>
      read.flatMap((field) => {
        const { dependent } = domainOf(field, requests.base, context);
        if (field === key || !(dependent || isListed(field, context))) return [];
        const cells = combined([key, field], context, listable).calls.filter(requests.allows);
        const rows = [...Map.groupBy(cells, (call) => readField(call, key)).values()];
        return rows.flatMap((row) => (typeof readField(row[0] ?? requests.base, field) === 'number' ? ends(row) : row));
      }),
    );
}

/** The first and the last of the cells of a row. */
function ends(row: readonly Invocation[]): readonly Invocation[] {
  return row.filter((_, index) => index === 0 || index === row.length - 1);
}
