import { readField, shapeOfField, writeField } from '../../arbitraries/fields.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { quoteOf } from '../../calls/challenge.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import type { FieldPath } from '../../oracle/reads.ts';

/** Names under which providers bound the tokens of a completion. */
const names = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'];

/** Tokens of the bound: more than a gateway would give for nothing. */
const tokens = 4096;

/**
 * A bound of tokens under a name of another provider bounds the quote, or changes nothing.
 *
 * A gateway that passes it on, and takes it for no tokens when it quotes, sells completions at the price of their prompt.
 */
export const tokenOtherName: ProtocolCheck = {
  id: 'quote.tokens.other-name',
  async check(run) {
    const { material, requests } = answerCacheOf(run);
    let judged = 0;
    for (const operation of run.contract.operations) {
      const named = names.find((name) => shapeOfField(operation, fieldOf(name), material.validator.shapes));
      if (operation.auth !== 'payment' || operation.closed || named === undefined) continue;
      const bare = writeField(requests(operation).base, fieldOf(named), undefined);
      const least = await leastQuote(run, [bare, writeField(bare, fieldOf(named), tokens)]);
      if (least === undefined) continue;
      for (const name of names.filter((each) => readField(bare, fieldOf(each)) === undefined && each !== named)) {
        const exchange = await answerCacheOf(run).send(writeField(bare, fieldOf(name), tokens));
        const quote = quoteOf(run, exchange);
        if (quote === undefined) continue;
        judged += 1;
        if (quote < least) return lower(name, { exchange, quote, least });
      }
    }
    if (judged === 0) throw new NotTestable('No quote was given for a bound of tokens under a second name.');
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

function lower(
  name: string,
  { exchange, quote, least }: { readonly exchange: Exchange; readonly quote: bigint; readonly least: bigint },
) {
  return {
    verdict: 'fail',
    detail: `A bound of ${tokens} tokens under the name ${name} lowers the quote below that of no bound and of this one.`,
    expected: `at least ${least} micro-USDC`,
    actual: `${quote} micro-USDC`,
    exchange,
  } as const;
}
