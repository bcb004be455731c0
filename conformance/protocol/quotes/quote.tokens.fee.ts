import Fraction from 'fraction.js';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { fieldsOf } from '../../common/json.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText, fromNumber, fromText } from '../../oracle/exact.ts';
import { amountOf, type Rates, readRates } from '../../rates/published.ts';
import { type TokenQuote, tokenQuotesOf } from './token-quotes.ts';

/** USD by which sums of amounts that are rounded to micro-USDC may differ. */
const rounding = new Fraction(4, 1_000_000);

/** A token quote includes the transaction fee once: beyond it there are only prompt tokens, and no more than bytes were sent. */
export const tokenFee: ProtocolCheck = {
  id: 'quote.tokens.fee',
  async check(run): Promise<Outcome> {
    const fee = fromText(run.contract.service.constants.transaction_fee ?? '');
    const { quotes, lists } = await tokenQuotesOf(run);
    if (!fee || quotes.length === 0) throw new NotTestable('No token quote was given.');
    for (const quote of quotes) {
      const outcome = judgeBreakdown(quote, fee);
      if (outcome) return outcome;
    }
    let compared = 0;
    for (const { columns } of lists) {
      const reading = readRates(columns, quotes);
      if (reading.kind !== 'match') continue;
      compared += quotes.length;
      for (const quote of quotes) {
        const outcome = judgeRest(quote, fee, columns, reading.rates);
        if (outcome) return outcome;
      }
    }
    if (compared === 0 && !quotes.some(({ exchange }) => partsOf(exchange)))
      throw new NotTestable('Neither a breakdown nor the published rates show what a quote consists of.');
    return { verdict: 'pass', detail: `Quotes judged: ${quotes.length}.` };
  },
};

/** What is left of a price without its two costs is the fee, in whatever part it stands. */
function judgeBreakdown(quote: TokenQuote, fee: Fraction): Outcome | undefined {
  const parts = partsOf(quote.exchange);
  if (!parts) return undefined;
  const longer = partsOf(quote.longer);
  if (longer?.input.sub(parts.input).abs().gt(rounding)) {
    return {
      verdict: 'fail',
      detail: `price.breakdown.inputCost of ${quote.operation.id} changes where the call may complete more tokens and its prompt is the same.`,
      expected: `${decimalText(parts.input)} USD`,
      actual: `${decimalText(longer.input)} USD`,
      at: '/price/breakdown/inputCost',
      exchange: quote.longer,
    };
  }
  const rest = quote.least.sub(parts.input).sub(parts.output);
  if (rest.sub(fee).abs().lte(rounding)) return undefined;
  return {
    verdict: 'fail',
    detail: `The price of ${quote.operation.id} is not inputCost, outputCost and the fee of ${decimalText(fee)} USD.`,
    expected: `${decimalText(parts.input.add(parts.output).add(fee))} USD`,
    actual: `${decimalText(quote.least)} USD`,
    at: '/price',
    exchange: quote.exchange,
  };
}

/** The two costs of a breakdown. */
function partsOf({
  received,
}: TokenQuote['exchange']): { readonly input: Fraction; readonly output: Fraction } | undefined {
  const { inputCost, outputCost } = fieldsOf(fieldsOf(fieldsOf(received.json).price).breakdown);
  const [input, output] = [amountIn(inputCost), amountIn(outputCost)];
  return input && output ? { input, output } : undefined;
}

function amountIn(value: unknown): Fraction | undefined {
  return typeof value === 'number' ? fromNumber(value) : fromText(String(value));
}

/** What is left of a quote without its completion and the fee pays prompt tokens: no more of them than bytes were sent. */
function judgeRest(
  quote: TokenQuote,
  fee: Fraction,
  columns: ReadonlyMap<string, ReadonlyMap<string, Fraction>>,
  rates: Rates,
): Outcome | undefined {
  const prompt = promptColumn(columns.get(quote.id) ?? new Map(), rates);
  if (prompt === undefined) return undefined;
  const tokens = (units: readonly [number, number]) =>
    amountOf(
      columns,
      { ...rates, columns: [prompt, rates.columns[1]] },
      {
        ...quote,
        units: [new Fraction(units[0]), new Fraction(units[1])],
      },
    );
  const bytes = Buffer.byteLength(quote.exchange.sent.body ?? '') + quote.exchange.sent.path.length;
  const most = tokens([bytes, quote.tokens]).add(fee).add(rounding);
  const least = tokens([0, quote.tokens]).add(fee).sub(rounding);
  if (quote.least.gte(least) && quote.least.lte(most)) return undefined;
  const [lowest, highest] = [least, most].map(decimalText);
  return {
    verdict: 'fail',
    detail: `The quote of ${quote.operation.id} for ${quote.id} is not the fee, ${quote.tokens} tokens of a completion, and at most as many tokens of a prompt as the request has bytes (${bytes}).`,
    expected: `${lowest} to ${highest} USD`,
    actual: `${decimalText(quote.least)} USD`,
    exchange: quote.exchange,
  };
}

/** The column of prompt rates: the dearest beside that of completions, but not dearer than it. */
function promptColumn(figures: ReadonlyMap<string, Fraction>, { columns: [, completion] }: Rates): string | undefined {
  const most = figures.get(completion);
  const parent = completion.slice(0, completion.lastIndexOf('/'));
  const beside = [...figures].filter(
    ([path, figure]) =>
      path !== completion &&
      path.startsWith(parent) &&
      !path.slice(parent.length + 1).includes('/') &&
      most?.gte(figure),
  );
  return beside.toSorted(([, one], [, other]) => other.compare(one))[0]?.[0];
}
