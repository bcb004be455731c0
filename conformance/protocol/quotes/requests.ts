import Fraction from 'fraction.js';
import { readField, shapeOfField, writeField } from '../../arbitraries/fields.ts';
import { typeOf } from '../../arbitraries/minimal.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { quoteOf } from '../../calls/challenge.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import type { FieldPath } from '../../oracle/reads.ts';
import { propertiesOf } from '../../oracle/shapes.ts';
import { tokenQuotesOf } from './token-quotes.ts';

/** A token quote depends on the prompt and on the allowed tokens. Sampling and streaming do not change it. */
const tokenText: ProtocolCheck = {
  id: 'quote.tokens.text',
  async check(run): Promise<Outcome> {
    const { quotes } = await tokenQuotesOf(run);
    // One model of each operation: the field is read before the model.
    const firsts = [...Map.groupBy(quotes, ({ operation }) => operation.id).values()].flatMap(([first]) => first ?? []);
    let compared = 0;
    for (const { call, least } of firsts) {
      for (const { what, other } of [{ what: 'a second time', other: call }, ...sameText(run, call)]) {
        const exchange = await answerCacheOf(run).resend(other);
        const amount = quoteOf(run, exchange);
        if (amount === undefined) continue;
        const usd = new Fraction(amount, 1_000_000n);
        compared += 1;
        if (usd.equals(least)) continue;
        return {
          verdict: 'fail',
          detail: `The same prompt is quoted another price for ${call.operation.id} ${what}.`,
          expected: `${decimalText(least)} USD`,
          actual: `${decimalText(usd)} USD`,
          exchange,
        };
      }
    }
    if (compared === 0) throw new NotTestable('unserved', 'No token quote was given.');
    return { verdict: 'pass', detail: `Quotes compared: ${compared}.` };
  },
};

/** The call with each fractional field and each flag, such as `temperature` and `stream`. */
function sameText(run: Run, call: Invocation): readonly { readonly what: string; readonly other: Invocation }[] {
  const { operation } = call;
  const { material, requests } = answerCacheOf(run);
  const shapes = operation.body ? material.validator.shapes(operation.body.schema) : [];
  const fields = shapes.flatMap((shape) => Object.entries(propertiesOf(shape)));
  // A request with a field that the documents leave open may be refused, and quoted like any other wrong one.
  const stated = new Set(
    run.contract.rules
      .filter((rule) => rule.operation === operation.id && rule.kind === 'request' && rule.tier === 'must')
      .flatMap(({ schema }) => schema?.path[0] ?? []),
  );
  const named = (type: string, value: unknown) =>
    fields.filter(([name, field]) => stated.has(name) && typeOf(field) === type).map(([name]) => ({ name, value }));
  return [...named('number', 0.5), ...named('boolean', true)]
    .map(({ name, value }) => ({ what: `with ${name} ${value}`, other: writeField(call, ['request', name], value) }))
    .filter(({ other }) => requests(operation).allows(other));
}

/** Names under which providers bound the tokens of a completion. */
const boundNames = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'];

/** Tokens of the bound: more than a gateway would give for nothing. */
const boundTokens = 4096;

/**
 * A bound of tokens under a name of another provider bounds the quote, or changes nothing.
 *
 * A gateway that passes the bound on but ignores it in its quote sells completions at the price of their prompt.
 */
const tokenOtherName: ProtocolCheck = {
  id: 'quote.tokens.other-name',
  async check(run) {
    const { material, requests } = answerCacheOf(run);
    let judged = 0;
    for (const operation of run.contract.operations) {
      const named = boundNames.find((name) => shapeOfField(operation, fieldOf(name), material.validator.shapes));
      if (operation.auth !== 'payment' || operation.closed || named === undefined) continue;
      const bare = writeField(requests(operation).base, fieldOf(named), undefined);
      const least = await leastQuote(run, [bare, writeField(bare, fieldOf(named), boundTokens)]);
      if (least === undefined) continue;
      for (const name of boundNames.filter((each) => readField(bare, fieldOf(each)) === undefined && each !== named)) {
        const exchange = await answerCacheOf(run).send(writeField(bare, fieldOf(name), boundTokens));
        const quote = quoteOf(run, exchange);
        if (quote === undefined) continue;
        judged += 1;
        if (quote < least) return loweredQuote(name, { exchange, quote, least });
      }
    }
    if (judged === 0) throw new NotTestable('open', 'No quote was given for a bound of tokens under a second name.');
    return { verdict: 'pass', detail: `Quotes judged: ${judged}.` };
  },
};

function fieldOf(name: string): FieldPath {
  return ['request', name];
}

/** The lowest quote of some calls; `undefined` where one is refused. */
async function leastQuote(run: Run, calls: readonly Invocation[]): Promise<bigint | undefined> {
  const quotes: bigint[] = [];
  for (const call of calls) {
    const quote = quoteOf(run, await answerCacheOf(run).send(call));
    if (quote === undefined) return undefined;
    quotes.push(quote);
  }
  return quotes.reduce((least, quote) => (quote < least ? quote : least));
}

function loweredQuote(
  name: string,
  { exchange, quote, least }: { readonly exchange: Exchange; readonly quote: bigint; readonly least: bigint },
) {
  return {
    verdict: 'fail',
    detail: `A bound of ${boundTokens} tokens under the name ${name} lowers the quote below that of no bound and of this one.`,
    expected: `at least ${least} micro-USDC`,
    actual: `${quote} micro-USDC`,
    exchange,
  } as const;
}

/** The checks of which fields of a request change its token quote. */
export const requestChecks: readonly ProtocolCheck[] = [tokenText, tokenOtherName];
