/** Calls of one new API key whose charges are known, and the record that the target has of them. */

import type Fraction from 'fraction.js';
import { openAccount } from '../account/account.ts';
import { ended } from '../account/ended.ts';
import type { OperationContext } from '../arbitraries/domain.ts';
import { writeField } from '../arbitraries/fields.ts';
import { lengthened, meteredCalls } from '../arbitraries/metered-calls.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { oncePerRun } from '../check/once-per-run.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, whereItCan } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { catalogsOf } from '../oracle/catalogs.ts';
import { writtenOut } from '../oracle/reads.ts';
import { catalogRead, publishedLists } from '../rates/catalog-bodies.ts';
import { type RecordReads, readRecord, recordReads } from './reads.ts';

/** A call that was served and charged. */
export interface RecordedCall {
  readonly operation: Operation;
  /** The model that it named. */
  readonly model?: string;
  /** The model that its response names. */
  readonly servedBy?: string;
  readonly usd: Fraction;
  /** True where the response reports the tier flex. */
  readonly flex: boolean;
  /** Unix time in seconds by the target's clock, before it was made. */
  readonly at: number;
}

/** The calls of one key, and the responses of the record. */
export interface Activity {
  readonly key: string;
  readonly calls: readonly RecordedCall[];
  readonly reads: RecordReads;
  readonly send: (invocation: Invocation) => Promise<Exchange>;
  readonly list: Exchange;
  readonly csv: Exchange;
  readonly summary?: Exchange | undefined;
}

/** Lengths of texts, so that no two calls of an operation cost the same. */
const lengths = [40, 400, 1600, 4000];

/** Makes calls of several operations and models one after another, and reads the record of the last day. */
export const activityOf = oncePerRun(async (run): Promise<Activity> => {
  const reads = recordReads(run);
  const account = await openAccount(run);
  const calls: RecordedCall[] = [];
  let before = await account.spent();
  for (const call of await variedCalls(run)) {
    const at = await run.now();
    const exchange = await whereItCan(() => account.send(call));
    if (!exchange || exchange.received.status >= 300) continue;
    const end = await ended(run, account, call.operation, exchange);
    const after = await account.spent();
    const usd = after.sub(before);
    before = after;
    const { service_tier: tier, model: servedBy } = fieldsOf(end.received.json);
    const model = modelOf(run, call);
    const models = { ...(model !== undefined && { model }), ...(typeof servedBy === 'string' && { servedBy }) };
    const flex = tier === 'flex';
    if (usd.gt(0)) calls.push({ operation: call.operation, ...models, usd, flex, at });
  }
  if (calls.length < 3)
    throw new NotTestable('unserved', 'Too few calls were charged to recognize them in the usage record.');
  const read = (operation: Operation) => readRecord(account.send, operation, { window: '24h' });
  return {
    ...{ key: account.key, calls, reads, send: account.send },
    list: await read(reads.list),
    csv: await read(reads.csv),
    summary: reads.summary && (await read(reads.summary)),
  };
});

/** The whole id of a model: a request may name one that the documents know without its provider. */
function modelOf(run: Run, call: Invocation): string | undefined {
  const { contract } = run;
  const { request } = answerCacheOf(run).requests(call.operation).environment(call);
  const { model: named } = fieldsOf(request);
  if (typeof named !== 'string') return undefined;
  const catalogs = catalogsOf(contract);
  const whole = Object.keys(contract.catalogs).flatMap((catalog) => catalogs.wholeKey(catalog, named) ?? []);
  return whole[0] ?? (named.includes('/') ? named : undefined);
}

/** Calls of operations that an account pays for: metered ones with texts of several lengths, others once for each area. */
async function variedCalls(run: Run): Promise<readonly Invocation[]> {
  const priced = run.contract.operations.filter(
    ({ auth, price, closed, irreversible, presence }) =>
      auth === 'key' && price && !closed && !irreversible && presence === undefined,
  );
  const metered = priced.filter(({ price }) => price && run.evaluator.price(price).kind === 'metered');
  const varied = metered.flatMap((operation) => {
    const context = operationContextOf(run, operation);
    const own = operation.price ? meteredCalls(operation.price, context).flatMap((group) => group.slice(0, 2)) : [];
    return [context.requests.base, ...own].slice(0, maxKinds).flatMap((call, index) => {
      const streamed = { ...call, body: { ...fieldsOf(call.body), stream: true } };
      const calls = lengthened(call, lengths[index % lengths.length] ?? 0, context);
      return operation.stream && index === 0 ? [calls, lengthenedStream(streamed, context)] : [calls];
    });
  });
  const siblings = await Promise.all(metered.map((operation) => siblingCalls(run, operation)));
  const others = priced.filter((operation) => !metered.includes(operation));
  const once = [...Map.groupBy(others, ({ area }) => area).values()].flatMap((own) => own.slice(0, 1));
  const all = [
    ...varied,
    ...(siblings.find((calls) => calls.length > 0) ?? []),
    ...once.map((operation) => sampleOf(operation)),
  ];
  // By which name a model is recorded that was named without its provider is left open.
  return all.filter((call) => {
    const { model } = fieldsOf(call.body);
    return model === undefined || modelOf(run, call) === model;
  });
}

/**
 * Calls of two listed models of which one is named after the other, such as a `mini` one, or like one of another provider:
 * a record may take them for one.
 */
async function siblingCalls(run: Run, operation: Operation): Promise<readonly Invocation[]> {
  const { price } = operation;
  const read = price && catalogRead(writtenOut(run.evaluator.price(price), price));
  if (!read) return [];
  const lists = await publishedLists(run, read.catalog);
  const ids = new Set(lists.flatMap(({ entries, others }) => [...entries.keys(), ...others]));
  const longer = [...ids].find((id) => ids.has(id.slice(0, Math.max(0, id.lastIndexOf('-')))));
  const named = longer === undefined ? [] : [longer.slice(0, longer.lastIndexOf('-')), longer];
  const nameOf = (id: string) => id.slice(id.indexOf('/') + 1);
  const alike = [...Map.groupBy(ids, nameOf).values()].find((group) => group.length > 1) ?? [];
  const context = operationContextOf(run, operation);
  return [...new Set([...named, ...alike.slice(0, 2)])].map((model, index) =>
    lengthened(writeField(context.requests.base, ['request', 'model'], model), 900 * (index + 1), context),
  );
}

/** Kinds of calls of each metered operation. */
const maxKinds = 4;

const lengthenedStream = (call: Invocation, context: OperationContext) => lengthened(call, 2400, context);
