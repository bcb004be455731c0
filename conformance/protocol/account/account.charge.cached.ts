import { isObject } from '@tollwright/runtime/values';
import type Fraction from 'fraction.js';
import { openAccount } from '../../account/account.ts';
import { lengthened } from '../../account/metered-calls.ts';
import type { OperationContext } from '../../arbitraries/domain.ts';
import type { Run } from '../../check/check.ts';
import type { Exchange, Invocation } from '../../check/exchange.ts';
import { NotTestable } from '../../check/interruption.ts';
import { fieldsOf } from '../../json/json.ts';
import { decimalText } from '../../oracle/exact.ts';
import { publishedLists } from '../../rates/catalog-bodies.ts';
import { answerCacheOf } from '../../requests/answer-cache.ts';
import { failure } from '../../requests/responses.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { meteredByModel } from './metered-by-model.ts';

/** Characters of a prompt that is long enough to be cached. */
const characters = 20_000;

/** Prompt tokens that a response reports as read from a cache are charged at the rate that the price sheet has for them. */
export const chargeCached: ProtocolCheck = {
  id: 'account.charge.cached',
  async check(run) {
    const { operation, catalog } = meteredByModel(run);
    const { material, requests } = answerCacheOf(run);
    const context: OperationContext = { operation, requests: requests(operation), evaluator: run.evaluator, material };
    const call = lengthened(context.requests.base, characters, context);
    const [first, second] = await chargedTwice(run, call);
    const cached = cachedTokens(usageOf(second.exchange)) - cachedTokens(usageOf(first.exchange));
    if (cached <= 0) throw new NotTestable('No response reports prompt tokens that were read from a cache.');
    if (!isSameButCached(usageOf(first.exchange), usageOf(second.exchange)))
      throw new NotTestable('The two responses differ in more than the tokens that were read from a cache.');
    const column = await cachedColumn(run, catalog, String(fieldsOf(call.body).model));
    if (second.usd.lt(first.usd)) return { verdict: 'pass', operations: [operation.id] };
    return failure(
      `${cached} prompt tokens that were read from a cache are charged like others, although the price sheet has a rate for them, by its name: ${column}.`,
      `less than ${decimalText(first.usd)} USD`,
      second.exchange,
      `${decimalText(second.usd)} USD`,
    );
  },
};

interface Charged {
  readonly exchange: Exchange;
  readonly usd: Fraction;
}

/** Makes a call twice with one key. */
async function chargedTwice(run: Run, call: Invocation): Promise<readonly [Charged, Charged]> {
  const account = await openAccount(run);
  const exchange = await account.send(call);
  const usd = await account.spent();
  const again = await account.send(call);
  return [
    { exchange, usd },
    { exchange: again, usd: (await account.spent()).sub(usd) },
  ];
}

function usageOf({ received }: Exchange): unknown {
  return fieldsOf(received.json).usage;
}

/** Tokens that usage reports as read from a cache, by the names of its fields. */
function cachedTokens(usage: unknown): number {
  return Object.entries(fieldsOf(usage)).reduce((sum, [name, value]) => {
    if (isObject(value)) return sum + cachedTokens(value);
    return typeof value === 'number' && isCached(name) ? sum + value : sum;
  }, 0);
}

/** True for two usages with the same prompt and completion tokens. */
function isSameButCached(one: unknown, other: unknown): boolean {
  return ['prompt_tokens', 'completion_tokens'].every(
    (name) => fieldsOf(one)[name] !== undefined && fieldsOf(one)[name] === fieldsOf(other)[name],
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

const isCached = (name: string) => /cach/i.test(name) && !/writ|creat|long/i.test(name);
