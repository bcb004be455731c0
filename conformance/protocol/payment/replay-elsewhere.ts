import { type Part, schemaOf } from '../../arbitraries/fields.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { readMicro } from '../../calls/challenge.ts';
import { isServed, payerOf, sendPayment, settlesAtOnce } from '../../calls/cheapest.ts';
import { firstPaidFinding } from '../../calls/first-finding.ts';
import { challengesOf } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { propertiesOf } from '../../oracle/shapes.ts';
import { replayFailure, usePayment } from './replay.ts';

/** Groups of calls that are tried, the cheapest first: a payment has to be bought for each. */
const maxGroups = 4;

/** Requests under way at the same time. */
const concurrency = 8;

interface QuotedCall {
  readonly call: Invocation;
  /** Micro-USDC. */
  readonly amount: bigint;
}

/**
 * Groups of calls of different operations that cost the same, the cheapest first.
 *
 * Where two calls differ in price, a payment for one is refused for the other by its amount already.
 */
async function equalCalls(run: Run): Promise<readonly (readonly Invocation[])[]> {
  const samples = (await challengesOf(run)).flatMap(({ operation, offers: [offer] }): readonly QuotedCall[] => {
    const amount = readMicro(offer?.amount);
    const isPlain = settlesAtOnce(operation) && operation.payers === undefined;
    return amount !== undefined && isPlain ? [{ call: sampleOf(operation), amount }] : [];
  });
  const families = Map.groupBy(samples, ({ call }) => call.operation.price?.id).values();
  const likened = await inParallel([...families], concurrency, (family) => likenedIn(run, family));
  const groups = Map.groupBy([...samples, ...likened.flat()], ({ amount }) => amount);
  return [...groups]
    .toSorted(([one], [other]) => Number(one - other))
    .map(([, quoted]) => [...new Map(quoted.map(({ call }) => [call.operation.id, call])).values()])
    .filter((calls) => calls.length > 1)
    .slice(0, maxGroups);
}

/** Calls of operations with one price that ask for the same as the first of them. */
async function likenedIn(run: Run, [first, ...others]: readonly QuotedCall[]): Promise<readonly QuotedCall[]> {
  if (!first) return [];
  const calls = others.map(({ call }) => likenedTo(run, first.call, call.operation));
  const quoted = await inParallel(calls, concurrency, async (call): Promise<QuotedCall | undefined> => {
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

/** A used payment buys no other request either. */
export const replayElsewhere: ProtocolCheck = {
  id: 'payment.replay.elsewhere',
  async check(run) {
    const { invocation, header } = await usePayment(run);
    const others = (await challengesOf(run)).filter(({ operation }) => operation.id !== invocation.operation.id);
    const tried = [...reformatted(invocation), ...others.map(({ operation }) => sampleOf(operation))];
    const sold = await firstPaidFinding(run, tried, async (call) => {
      const { id } = call.operation;
      const how = id === invocation.operation.id ? 'with a differently formatted body' : `for ${id}`;
      return replayFailure(how, await sendPayment(run, call, header));
    });
    if (sold) return sold;
    const groups = await equalCalls(run);
    for (const group of groups) {
      const bought = await buyTwice(run, group);
      if (bought) return bought;
    }
    const count = tried.length + groups.flatMap(([, ...others]) => others).length;
    return { verdict: 'pass', detail: `Calls tried: ${count}.` };
  },
};

/** Pays the first of some calls that cost the same, and sends its payment with each of the others. */
async function buyTwice(run: Run, [first, ...others]: readonly Invocation[]): Promise<Outcome | undefined> {
  if (!first) return undefined;
  const paid = await run.pay(first, { wallet: payerOf(run) });
  // Another rule judges that a valid payment is served.
  if (!isServed(paid)) return undefined;
  return firstPaidFinding(run, others, async (call) =>
    replayFailure(
      `for ${first.operation.id}, sent with a call of ${call.operation.id} that costs the same,`,
      await sendPayment(run, call, paid.header),
    ),
  );
}

/** The same call with a body of the same value in other bytes. */
function reformatted(invocation: Invocation): readonly Invocation[] {
  const { body, operation } = invocation;
  if (body === undefined || operation.body?.contentType !== 'application/json') return [];
  const { contentType } = operation.body;
  return [2, 4].map((indent) => ({ ...invocation, raw: { text: JSON.stringify(body, null, indent), contentType } }));
}
