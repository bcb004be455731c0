import { type Part, schemaOf } from '../../arbitraries/fields.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { readMicro } from '../../calls/challenge.ts';
import { settlesAtOnce } from '../../calls/cheapest.ts';
import { challengesOf } from '../../calls/unpaid.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { propertiesOf } from '../../oracle/shapes.ts';

/** Groups of calls that are tried, the cheapest first: a payment has to be bought for each. */
const most = 4;

/** Requests under way at the same time. */
const width = 8;

interface Quoted {
  readonly call: Invocation;
  /** Micro-USDC. */
  readonly amount: bigint;
}

/**
 * Groups of calls of different operations that cost the same, the cheapest first.
 *
 * Where two calls differ in price, a payment for one is refused for the other by its amount already.
 */
export async function equalCalls(run: Run): Promise<readonly (readonly Invocation[])[]> {
  const samples = (await challengesOf(run)).flatMap(({ operation, offers: [offer] }): readonly Quoted[] => {
    const amount = readMicro(offer?.amount);
    const isPlain = settlesAtOnce(operation) && operation.payers === undefined;
    return amount !== undefined && isPlain ? [{ call: sampleOf(operation), amount }] : [];
  });
  const families = Map.groupBy(samples, ({ call }) => call.operation.price?.id).values();
  const likened = await inParallel([...families], width, (family) => likenedIn(run, family));
  const groups = Map.groupBy([...samples, ...likened.flat()], ({ amount }) => amount);
  return [...groups]
    .toSorted(([one], [other]) => Number(one - other))
    .map(([, quoted]) => [...new Map(quoted.map(({ call }) => [call.operation.id, call])).values()])
    .filter((calls) => calls.length > 1)
    .slice(0, most);
}

/** Calls of operations with one price that ask for the same as the first of them. */
async function likenedIn(run: Run, [first, ...others]: readonly Quoted[]): Promise<readonly Quoted[]> {
  if (!first) return [];
  const calls = others.map(({ call }) => likenedTo(run, first.call, call.operation));
  const quoted = await inParallel(calls, width, async (call): Promise<Quoted | undefined> => {
    const amount = await amountOf(run, call);
    return amount === first.amount ? { call, amount } : undefined;
  });
  return [first, ...quoted.flatMap((each) => each ?? [])];
}

/** The sample of an operation with the fields that a call of another one has as well. */
function likenedTo(run: Run, { body, params }: Invocation, operation: Operation): Invocation {
  const given = { ...fieldsOf(params), ...fieldsOf(body) };
  const { validator } = answerCacheOf(run).material;
  const shared = (part: Part) => {
    const schema = schemaOf(operation, part);
    const names = schema ? validator.shapes(schema).flatMap((shape) => Object.keys(propertiesOf(shape))) : [];
    return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
  };
  return sampleOf(operation, { body: shared('body'), params: shared('params') });
}

/** The amount that a call without a payment is quoted at, if it is. */
async function amountOf(run: Run, call: Invocation): Promise<bigint | undefined> {
  try {
    const { received } = await run.send(call);
    const [offer] = received.status === 402 ? Object.values(Object(fieldsOf(received.json).accepts)) : [];
    return readMicro(fieldsOf(offer).amount);
  } catch (error) {
    if (error instanceof NotTestable) return undefined;
    throw error;
  }
}
