import { cacheable, chargedTwice, isCached, isSameButCached, tokensOf } from '../../account/cached.ts';
import { type Charge, chargesOf } from '../../account/charge.ts';
import { judgeMetered } from '../../account/metered.ts';
import { lengthened, meteredCalls } from '../../arbitraries/metered-calls.ts';
import { operationContextOf } from '../../arbitraries/request-source.ts';
import { whileUpstream } from '../../calls/control.ts';
import { streamed } from '../../calls/streamed.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { publishedLists } from '../../rates/catalog-bodies.ts';
import { isSame } from '../../record/amounts.ts';
import { type MeteredByModel, meteredByModels } from './model-charges.ts';

/** The calls of an operation with the tier flex, and the same calls without. */
interface FlexCalls {
  readonly operation: Operation;
  readonly calls: readonly Invocation[];
  readonly usual: readonly Invocation[];
}

/** The calls of the first operation that takes the tier flex; `undefined` where none does. */
function flexCalls(run: Run): FlexCalls | undefined {
  for (const operation of run.contract.operations) {
    const use = operation.price;
    if (!use || run.evaluator.price(use).kind !== 'metered') continue;
    const context = operationContextOf(run, operation);
    const all = meteredCalls(use, context).flat();
    const calls = all.filter(({ body }) => fieldsOf(body).service_tier === 'flex');
    const usual = calls.map((call) => ({ ...call, body: { ...fieldsOf(call.body), service_tier: undefined } }));
    if (calls.length > 0) return { operation, calls, usual };
  }
  return undefined;
}

/** A call that asks for flex and is served in another tier is billed as the tier that its response reports. */
const reportedTier: ProtocolCheck = {
  id: 'account.charge.reported-tier',
  alone: true,
  async check(run) {
    const found = flexCalls(run);
    if (!found) throw new NotTestable('open', 'No operation of this host takes a service tier.');
    const { operation } = found;
    const { price: use, stream } = operation;
    const [flex, usual] = [found.calls.slice(0, maxCalls), found.usual.slice(0, maxCalls)];
    const calls = [...flex, ...(stream ? flex.map((call) => streamed(run, operation, stream, call)) : [])];
    if (!use) throw new NotTestable('open', `${operation.id} has no price.`);
    const other = await whileUpstream(run, operation, { outcome: 'other_tier', times: calls.length }, () =>
      chargesOf(run, calls),
    );
    const served = other.filter(isOfOtherTier);
    if (served.length === 0) throw new NotTestable('open', 'No flex call was served in another tier.');
    // Calls in the standard tier show which of the published figures are the rates.
    return judgeMetered(run, use, [[...(await chargesOf(run, usual)), ...served]]);
  },
};

/** Calls of each kind that are served in another tier. */
const maxCalls = 4;

/** True where a response does not report flex; a stream has to name its tier, since its report may lack it. */
function isOfOtherTier({ environment, exchange }: Charge): boolean {
  const { service_tier: tier } = fieldsOf(environment.response);
  return tier !== 'flex' && (tier !== undefined || exchange.received.events.length === 0);
}

/** Prompt tokens that a response reports as read from a cache are charged at the rate that the price sheet has for them. */
const chargeCached: ProtocolCheck = {
  id: 'account.charge.cached',
  async check(run) {
    const judged: string[] = [];
    let reason: unknown;
    for (const metered of meteredByModels(run)) {
      try {
        const wrong = await judgeCachedPrompt(run, metered);
        if (wrong) return wrong;
        judged.push(metered.operation.id);
      } catch (error) {
        if (!(error instanceof NotTestable)) throw error;
        reason ??= error;
      }
    }
    if (judged.length === 0) throw reason;
    return (await judgeFlex(run)) ?? { verdict: 'pass', operations: judged };
  },
};

/** The failure of a call that is made again and not charged less, although its prompt is read from a cache. */
async function judgeCachedPrompt(run: Run, { operation, catalog }: MeteredByModel): Promise<Outcome | undefined> {
  const context = operationContextOf(run, operation);
  const call = lengthened(context.requests.base, cacheable, context);
  const [first, second] = await chargedTwice(run, call);
  const [usual, again] = [tokensOf(first.exchange.received.json), tokensOf(second.exchange.received.json)];
  const cached = again.cached - usual.cached;
  if (cached <= 0) throw new NotTestable('open', 'No response reports prompt tokens that were read from a cache.');
  if (!isSameButCached(usual, again))
    throw new NotTestable('open', 'The two responses differ in more than the tokens that were read from a cache.');
  const column = await cachedColumn(run, catalog, String(fieldsOf(call.body).model));
  if (second.usd.lt(first.usd)) return undefined;
  return failure(
    `${cached} prompt tokens that were read from a cache are charged like others, although the price sheet has a rate for them, by its name: ${column}.`,
    `less than ${decimalText(first.usd)} USD`,
    second.exchange,
    `${decimalText(second.usd)} USD`,
  );
}

/** Judges a call whose prompt is cached in the tier flex, which halves the rate of every token class (core-403). */
async function judgeFlex(run: Run): Promise<Outcome | undefined> {
  const found = flexCalls(run);
  const [flex, standard] = [found?.calls[0], found?.usual[0]];
  if (!found || !flex || !standard) return undefined;
  const { operation } = found;
  const context = operationContextOf(run, operation);
  const [, whole] = await chargedTwice(run, lengthened(standard, cacheable, context));
  const [, half] = await chargedTwice(run, lengthened(flex, cacheable, context));
  const [usual, tokens] = [tokensOf(whole.exchange.received.json), tokensOf(half.exchange.received.json)];
  const isFlex = fieldsOf(half.exchange.received.json).service_tier === 'flex';
  if (!isFlex || tokens.cached === 0 || tokens.cached !== usual.cached || !isSameButCached(usual, tokens))
    return undefined;
  if (isSame(half.usd.mul(2), whole.usd, 2)) return undefined;
  return failure(
    `A call in the tier flex with ${tokens.cached} cached prompt tokens is not charged half of the same call in the standard tier.`,
    `${decimalText(whole.usd.div(2))} USD`,
    half.exchange,
    `${decimalText(half.usd)} USD`,
  );
}

/** The column of a model's published rate for cached prompt tokens, which is lower than another rate. */
async function cachedColumn(run: Run, catalog: string, model: string): Promise<string> {
  for (const { columns } of await publishedLists(run, catalog)) {
    const entry = [...(columns.get(model) ?? [])];
    const found = entry.find(([path, rate]) => isCached(path) && entry.some(([, other]) => other.gt(rate)));
    if (found) return found[0];
  }
  throw new NotTestable('open', 'The price sheet has no rate whose name says that it is for cached prompt tokens.');
}

/** The checks of charges by service tier, and of prompts that are read from a cache. */
export const tierChargeChecks: readonly ProtocolCheck[] = [reportedTier, chargeCached];
