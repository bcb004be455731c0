import { cacheable, chargedTwice, isCached, isSameButCached, tokensOf } from '../../account/cached.ts';
import { lengthened } from '../../arbitraries/metered-calls.ts';
import { operationContextOf } from '../../calls/answer-cache.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { publishedLists } from '../../rates/catalog-bodies.ts';
import { isSame } from '../../record/amounts.ts';
import { flexCalls } from './flex-calls.ts';
import { type MeteredByModel, meteredByModels } from './metered-by-model.ts';

/** Prompt tokens that a response reports as read from a cache are charged at the rate that the price sheet has for them. */
export const chargeCached: ProtocolCheck = {
  id: 'account.charge.cached',
  async check(run) {
    const judged: string[] = [];
    let reason: unknown;
    for (const metered of meteredByModels(run)) {
      try {
        const wrong = await judge(run, metered);
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
async function judge(run: Run, { operation, catalog }: MeteredByModel): Promise<Outcome | undefined> {
  const context = operationContextOf(run, operation);
  const call = lengthened(context.requests.base, cacheable, context);
  const [first, second] = await chargedTwice(run, call);
  const [usual, again] = [tokensOf(first.exchange.received.json), tokensOf(second.exchange.received.json)];
  const cached = again.cached - usual.cached;
  if (cached <= 0) throw new NotTestable('No response reports prompt tokens that were read from a cache.');
  if (!isSameButCached(usual, again))
    throw new NotTestable('The two responses differ in more than the tokens that were read from a cache.');
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
  throw new NotTestable('The price sheet has no rate whose name says that it is for cached prompt tokens.');
}
