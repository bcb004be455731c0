import { isObject } from '@tollwright/runtime/values/json';
import type Fraction from 'fraction.js';
import { openAccount } from '../../account/account.ts';
import { type Charge, chargesOf } from '../../account/charge.ts';
import { ended } from '../../account/ended.ts';
import { proportionCalls, wrongProportion } from '../../account/proportion.ts';
import { listedChoices } from '../../arbitraries/choices.ts';
import { writeField } from '../../arbitraries/fields.ts';
import { integerFieldsOf } from '../../arbitraries/metered-calls.ts';
import { operationContextOf } from '../../arbitraries/request-source.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { isServed } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { valueAt } from '../../common/json.ts';
import { spread } from '../../common/spread.ts';
import type { Operation, PriceUse } from '../../contract/operation.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText, fromNumber, fromText } from '../../oracle/exact.ts';
import { propertiesOf } from '../../oracle/shapes.ts';
import { EvaluationError } from '../../oracle/value.ts';

/** The operations whose prices encode a statement that a rule rests on; throws `NotTestable` where this host has none. */
function operationsEncoding(
  run: Run,
  rule: string,
): readonly { readonly operation: Operation; readonly use: PriceUse }[] {
  const { rules, operations } = run.contract;
  const statements = rules.find(({ id }) => id === rule)?.from ?? [];
  const found = operations.flatMap((operation) => {
    const use = operation.price;
    if (!use || operation.closed || operation.auth !== 'key') return [];
    const encodes = run.evaluator.price(use).from.some((statement) => statements.includes(statement));
    return encodes ? [{ operation, use }] : [];
  });
  if (found.length === 0) throw new NotTestable('open', 'No operation of this host is priced so.');
  return found;
}

/** A call costs exactly the price that its response states: that of an accepted job, or of a result. */
const chargeAsQuoted: ProtocolCheck = {
  id: 'account.charge.as-quoted',
  async check(run) {
    const judged: string[] = [];
    for (const { operation } of operationsEncoding(run, 'account.charge.as-quoted')) {
      for (const call of callsOf(run, operation)) {
        const outcome = await whereItCan(() => judgeStated(run, call));
        if (outcome?.verdict === 'fail') return outcome;
        if (outcome) judged.push(operation.id);
      }
    }
    if (judged.length === 0) throw new NotTestable('open', 'No response to a call that was charged states a price.');
    return { verdict: 'pass', operations: [...new Set(judged)] };
  },
};

/** The number that each integer field is tried with beside the example. */
const triedCount = 3;

function callsOf(run: Run, operation: Operation): readonly Invocation[] {
  const context = operationContextOf(run, operation);
  const { base, allows } = context.requests;
  return [
    base,
    ...integerFieldsOf(context)
      .map((field) => writeField(base, field, triedCount))
      .filter(allows),
  ];
}

async function judgeStated(run: Run, call: Invocation): Promise<Outcome | undefined> {
  const { operation } = call;
  const account = await openAccount(run);
  const exchange = await account.send(call);
  const { status, json } = exchange.received;
  const amount = valueAt(json, '/price/amount');
  const stated = typeof amount === 'number' ? fromNumber(amount) : fromText(String(amount));
  if (!isServed(exchange) || !stated) return undefined;
  const end = await ended(run, account, operation, exchange);
  if (end.received.status !== 200) return undefined;
  const spent = await account.spent();
  if (spent.equals(stated)) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `The charge of ${operation.id} does not match the price that its ${status} response states.`,
    expected: `${decimalText(stated)} USD`,
    actual: `${decimalText(spent)} USD`,
    exchange,
  };
}

/** Charges are proportional to the stated units, without a fee for each call. */
const inProportion: ProtocolCheck = {
  id: 'account.charge.in-proportion',
  async check(run) {
    const judged: string[] = [];
    for (const { operation, use } of operationsEncoding(run, 'account.charge.in-proportion')) {
      const charges = await chargesOf(run, proportionCalls(run, operation, use));
      if (charges.length < 2) continue;
      const wrong = unlessUnknown(() => wrongProportion(run, use, charges));
      if (wrong) {
        const [first, other] = [wrong.first, wrong.other];
        return {
          verdict: 'fail',
          detail: `The charges of ${operation.id} are not in proportion to ${run.evaluator.price(use).formula.text}: ${shortened(first.environment.request)} cost ${decimalText(first.usd)} USD.`,
          expected: `${decimalText(wrong.expected)} USD`,
          actual: `${decimalText(other.usd)} USD`,
          exchange: other.exchange,
        };
      }
      judged.push(operation.id);
    }
    if (judged.length === 0) throw new NotTestable('unserved', 'Too few calls were served to compare their charges.');
    return { verdict: 'pass', operations: judged };
  },
};

/** Where the catalog of a target leaves a rate open, no proportion is known. */
function unlessUnknown<T>(judge: () => T): T | undefined {
  try {
    return judge();
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** Shortens long texts in messages. */
function shortened(request: unknown): string {
  return JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'string' && value.length > 40 ? `${value.slice(0, 20)}… (${value.length})` : value,
  );
}

/** Elements of the batches that are compared. */
const batchSizes = [1, 2, 3, 7];

/** Each element of a batch adds the same charge. */
const perElement: ProtocolCheck = {
  id: 'account.charge.per-element',
  async check(run) {
    const judged: string[] = [];
    for (const { operation } of operationsEncoding(run, 'account.charge.per-element')) {
      const { base, allows } = answerCacheOf(run).requests(operation);
      const element = Array.isArray(base.body) ? base.body[0] : base.body;
      if (!isObject(element)) continue;
      const calls = batchSizes.map((size) => ({ ...base, body: Array.from({ length: size }, () => element) }));
      const charges = await chargesOf(run, calls.filter(allows));
      const [one, two, ...more] = charges;
      if (!one || !two || more.length === 0) continue;
      const each = two.usd.sub(one.usd);
      const due = (charge: Charge): Fraction => one.usd.add(each.mul(sizeOf(charge) - sizeOf(one)));
      // An element without one of its optional fields is an element too.
      const others = Object.keys(element).map((name) => [element, without(element, name)]);
      const mixed = await chargesOf(run, others.map((body) => ({ ...base, body })).filter(allows));
      const wrong = each.gt(0) ? [...more, ...mixed].find((charge) => !charge.usd.equals(due(charge))) : two;
      if (wrong) {
        return failure(
          `A batch of ${sizeOf(wrong)} calls to ${operation.id} is not charged for each of them: one costs ${decimalText(one.usd)} USD.`,
          each.gt(0) ? `${decimalText(due(wrong))} USD` : `more than ${decimalText(one.usd)} USD`,
          wrong.exchange,
          `${decimalText(wrong.usd)} USD`,
        );
      }
      judged.push(operation.id);
    }
    if (judged.length === 0) throw new NotTestable('unserved', 'Too few batches were served to compare their charges.');
    return { verdict: 'pass', operations: judged };
  },
};

function without(element: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.fromEntries(Object.entries(element).filter(([key]) => key !== name));
}

function sizeOf({ environment: { request } }: Charge): number {
  return Array.isArray(request) ? request.length : 1;
}

/** Operations that are called at the same time, each with a key of its own. */
const concurrency = 8;

/** Queries of one free operation beside its example. */
const maxQueries = 6;

/** The example of an operation with each value that a field of its query lists. */
function listedQueries(run: Run, operation: Operation): readonly Invocation[] {
  const { requests, material } = operationContextOf(run, operation);
  const names = material.validator.shapes(operation.query ?? {}).flatMap((shape) => Object.keys(propertiesOf(shape)));
  const calls = names.flatMap((name) =>
    (listedChoices(['query', name], operation, material) ?? []).map((value) =>
      writeField(requests.base, ['query', name], value),
    ),
  );
  return spread(calls.filter(requests.allows), maxQueries);
}

/** A free operation is not charged. */
const chargeFree: ProtocolCheck = {
  id: 'account.charge.free',
  async check(run) {
    const free = run.contract.operations.filter(
      ({ auth, price, closed, machine, presence }) =>
        auth !== 'payment' && !price && !closed && !machine && presence === undefined,
    );
    const charged = await inParallel(free, concurrency, (operation) =>
      whereItCan(async () => {
        const account = await openAccount(run);
        const call = sampleOf(operation);
        for (const other of [call, ...listedQueries(run, operation)]) await account.send(other);
        // Only the first call of a key may have been free.
        const exchange = await account.send(call);
        return exchange.received.status < 300 ? { operation, exchange, usd: await account.spent() } : undefined;
      }),
    );
    const served = charged.filter((each) => each !== undefined);
    const wrong = served.find(({ usd }) => usd.gt(0));
    if (wrong) {
      const { operation, exchange, usd } = wrong;
      return failure(`${operation.id}, which is free, was charged.`, '0 USD', exchange, `${decimalText(usd)} USD`);
    }
    if (served.length === 0) throw new NotTestable('unserved', 'No free operation was served.');
    return { verdict: 'pass', operations: served.map(({ operation }) => operation.id) };
  },
};

/** The checks of charges whose amount or shape the documents state. */
export const statedChargeChecks: readonly ProtocolCheck[] = [chargeAsQuoted, inProportion, perElement, chargeFree];
