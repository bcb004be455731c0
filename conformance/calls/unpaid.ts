import { isObject } from '@tollwright/runtime/values/json';
import { domainOf, type OperationContext } from '../arbitraries/domain.ts';
import { readField, rootOf, writeField } from '../arbitraries/fields.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { oncePerRun } from '../check/once-per-run.ts';
import type { Run } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import { spread } from '../common/spread.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, whereItCan } from '../http/interruption.ts';
import { requirementsIn, transportOf } from '../http/payment-headers.ts';
import { sampleOf } from '../http/sample.ts';
import { type FieldPath, readsOf, writtenOut } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { answerCacheOf } from './answer-cache.ts';
import { isShown, isStateRefusal } from './responses.ts';

/** The response of a paid operation to a call without payment. */
export interface UnpaidResponse {
  readonly operation: Operation;
  readonly invocation: Invocation;
  readonly exchange: Exchange;
}

/** A challenge with its requirements, which are its body or stand in a header, and their offers. */
export interface UnpaidChallenge extends UnpaidResponse {
  readonly run: Run;
  readonly body: Readonly<Record<string, unknown>>;
  readonly offers: readonly Readonly<Record<string, unknown>>[];
}

/** Operations called at the same time. */
const concurrency = 8;

/** Operations that are called for each sample of a run with a budget. */
const operationsPerSample = 6;

/** Calls every paid operation once without payment, except those that this target cannot be called for. */
const allResponses = oncePerRun(async (run): Promise<readonly UnpaidResponse[]> => {
  const paid = spread(
    run.contract.operations.filter(({ auth }) => auth === 'payment'),
    operationsPerSample * run.samples,
  );
  const tried = await inParallel(paid, concurrency, async (operation): Promise<UnpaidResponse | NotTestable> => {
    const invocation = sampleOf(operation);
    try {
      return { operation, invocation, exchange: await answerCacheOf(run).send(invocation) };
    } catch (error) {
      if (error instanceof NotTestable) return error;
      throw error;
    }
  });
  const responses = tried.flatMap((each) => (each instanceof NotTestable || costsNothing(run, each) ? [] : [each]));
  const [reason] = tried.flatMap((each) => (each instanceof NotTestable ? [each.message] : []));
  if (responses.length === 0)
    throw new NotTestable(
      reason ? 'unserved' : 'open',
      reason ?? 'This host has no paid operation whose example costs something.',
    );
  return responses;
});

/** True for a call that costs nothing by the specification and was served: a signature over nothing would pay nothing. */
function costsNothing(run: Run, { operation, invocation, exchange }: UnpaidResponse): boolean {
  const { price } = operation;
  if (!price || exchange.received.status >= 300) return false;
  const { evaluator, requests } = operationContextOf(run, operation);
  const environment = requests.environment(invocation);
  return evaluator.isPriceStated(price, environment) && evaluator.micro(price, environment) === 0n;
}

/**
 * The responses of paid operations for which the documents show a valid request.
 *
 * A target may look for the resource of the example first, which does not exist.
 */
export async function unpaidResponses(run: Run): Promise<readonly UnpaidResponse[]> {
  return (await allResponses(run)).filter((response) => isDue(run, response));
}

/** True for the response to a call that the documents show as valid, and that costs something. */
export function isDue(run: Run, response: UnpaidResponse): boolean {
  const { operation, exchange } = response;
  return (
    isShown(operation) && !isStateRefusal(run.contract, operation, exchange.received) && !costsNothing(run, response)
  );
}

/** The challenges of these operations; another rule judges operations that returned none. */
export async function challengesOf(run: Run): Promise<readonly UnpaidChallenge[]> {
  return challengesIn(run, await unpaidResponses(run));
}

/** The challenges of all paid operations, including those that may refuse their examples, and of calls that differ from these. */
export async function allChallengesOf(run: Run): Promise<readonly UnpaidChallenge[]> {
  return challengesIn(run, [...(await allResponses(run)), ...(await variedResponses(run))]);
}

/** All challenges that the run has seen so far: those of `allChallengesOf`, and those of the calls of other checks. */
export async function seenChallengesOf(run: Run): Promise<readonly UnpaidChallenge[]> {
  await allChallengesOf(run);
  const unpaid = run.exchanges.filter(
    ({ invocation, exchange }) =>
      invocation.operation.auth === 'payment' &&
      invocation.method === undefined &&
      !exchange.sent.payment &&
      // An API key stands for the payment.
      exchange.sent.headers.authorization === undefined,
  );
  return challengesIn(
    run,
    unpaid.map(({ invocation, exchange }) => ({ operation: invocation.operation, invocation, exchange })),
  );
}

/** The responses of paid operations to varied calls, some of which get a challenge of their own. */
const variedResponses = oncePerRun(async (run): Promise<readonly UnpaidResponse[]> => {
  const paid = run.contract.operations.filter(({ auth }) => auth === 'payment');
  const varied = paid.flatMap((operation) => variedCalls(operationContextOf(run, operation)));
  const calls = run.samples > 1 ? varied : [];
  const responses = await inParallel(calls, concurrency, (call) => whereItCan(() => answerCacheOf(run).send(call)));
  return responses.flatMap((exchange, index) => {
    const invocation = calls[index];
    return exchange && invocation ? [{ operation: invocation.operation, invocation, exchange }] : [];
  });
});

function challengesIn(run: Run, responses: readonly UnpaidResponse[]): readonly UnpaidChallenge[] {
  const transport = transportOf(run.contract);
  return responses
    .filter(({ exchange }) => exchange.received.status === 402)
    .map((response) => {
      const { json, headers } = response.exchange.received;
      const body = requirementsIn(transport, json, headers);
      return { ...response, run, body, offers: Array.isArray(body.accepts) ? body.accepts.filter(isObject) : [] };
    });
}

/** The example of an operation with each flag set, such as `background`, and with another value of each field that its price reads. */
export function variedCalls(context: OperationContext): readonly Invocation[] {
  const { base } = context.requests;
  const flagged = flagsOf(context).map((name) => writeField(base, [rootOf.body, name], true));
  const priced = fieldsOfPrice(context).flatMap((field) => {
    const others = domainOf(field, base, context).values.filter((value) => value !== readField(base, field));
    const other = others.map((value) => writeField(base, field, value)).find(context.requests.allows);
    return other ? [other] : [];
  });
  return [...flagged, ...priced];
}

function flagsOf({ operation, material }: OperationContext): readonly string[] {
  const shapes = operation.body ? material.validator.shapes(operation.body.schema) : [];
  const flags = shapes.flatMap((shape) =>
    Object.entries(propertiesOf(shape)).filter(([, { type }]) => type === 'boolean'),
  );
  return [...new Set(flags.map(([name]) => name))];
}

function fieldsOfPrice({ operation: { price: use }, evaluator }: OperationContext): readonly FieldPath[] {
  if (!use) return [];
  return readsOf(writtenOut(evaluator.price(use), use)).filter((field) => field.length === 2);
}
