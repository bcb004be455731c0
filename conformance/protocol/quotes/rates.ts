import Fraction from 'fraction.js';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { fieldsOf } from '../../common/json.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText, fromNumber, fromText } from '../../oracle/exact.ts';
import { entriesOf, type PublishedList } from '../../rates/catalog-bodies.ts';
import { columnsOf, fieldIn } from '../../rates/entries.ts';
import { amountOf, type Rates, readRates } from '../../rates/published.ts';
import { type TokenQuote, tokenQuotesOf } from './token-quotes.ts';

/** USD by which the difference of two quotes may be rounded. */
const differenceRounding = new Fraction(2, 1_000_000);

/** More tokens of a completion add their published rate to a quote, and no margin. */
const tokenRates: ProtocolCheck = {
  id: 'quote.tokens.rates',
  async check(run): Promise<Outcome> {
    const { quotes, lists, others } = await tokenQuotesOf(run);
    if (quotes.length === 0) throw new NotTestable('open', 'No token quote was given for two bounds of its tokens.');
    const readings = lists.map((list) => ({ list, reading: readRates(list.columns, quotes) }));
    for (const { list, reading } of readings) {
      if (reading.kind !== 'mismatch') continue;
      const { wrong, expected, evidence, how, rates } = reading;
      // A deployment may expect fewer tokens than a request allows; then its quotes are lower, all in the same way.
      if (evidence === 'altered' && wrong.charged.lt(expected)) continue;
      return {
        verdict: 'fail',
        detail: `${wrong.units[1].valueOf()} more tokens do not add ${rates.columns[1]} of ${wrong.id} in ${list.exchange.sent.path} to the quote of ${wrong.operation.id}; ${how}.`,
        expected: `${decimalText(expected)} USD`,
        actual: `${decimalText(wrong.charged)} USD`,
        exchange: wrong.exchange,
      };
    }
    const matches = readings.flatMap(({ list, reading }) => (reading.kind === 'match' ? [{ list, reading }] : []));
    const [match] = matches;
    if (!match) throw new NotTestable('open', 'No published figures can be recognized as the rates of the quotes.');
    for (const { list, reading } of matches) {
      const outcome = judgeOthers(list, reading.rates, others);
      if (outcome) return outcome;
    }
    const count = quotes.length + others.length;
    return { verdict: 'pass', detail: `Quotes that match ${match.list.exchange.sent.path}: ${count}.` };
  },
};

/** Fails the first entry that only the target lists and whose rates do not match its quote. */
function judgeOthers(
  { exchange, entries }: PublishedList,
  rates: Rates,
  others: readonly TokenQuote[],
): Outcome | undefined {
  const ids = new Set([...entries.keys(), ...others.map(({ id }) => id)]);
  const listed = entriesOf(exchange.received.json, ids);
  const columns = new Map([...listed].map(([id, entry]) => [id, columnsOf(entry)]));
  const wrong = others.find((quote) => {
    const own = columns.get(quote.id);
    // A quote for fewer tokens than were asked for is right where the model returns no more; a free one has no figures.
    const isBounded = !rates.columns.every((path) => own?.has(path)) || !mayComplete(listed.get(quote.id), quote);
    return (
      !isBounded &&
      quote.charged
        .sub(amountOf(columns, rates, quote))
        .abs()
        .gte(differenceRounding)
    );
  });
  if (!wrong) return undefined;
  return {
    verdict: 'fail',
    detail: `${wrong.units[1].valueOf()} more tokens do not add ${rates.columns[1]} of ${wrong.id} in ${exchange.sent.path} to the quote of ${wrong.operation.id}, although those of other models do.`,
    expected: `${decimalText(amountOf(columns, rates, wrong))} USD`,
    actual: `${decimalText(wrong.charged)} USD`,
    exchange: wrong.exchange,
  };
}

/** True where an entry says that the model returns as many tokens as were asked for (core-251). */
function mayComplete(entry: unknown, { tokens, units }: TokenQuote): boolean {
  const maxOutput = Number(fieldIn(entry, 'max_output'));
  return maxOutput >= units[1].valueOf() + tokens;
}

/** USD by which sums of amounts that are rounded to micro-USDC may differ. */
const sumRounding = new Fraction(4, 1_000_000);

/** A token quote includes the transaction fee once: beyond it there are only prompt tokens, and no more than bytes were sent. */
const tokenFee: ProtocolCheck = {
  id: 'quote.tokens.fee',
  async check(run): Promise<Outcome> {
    const fee = fromText(run.contract.service.constants.transaction_fee ?? '');
    const { quotes, lists } = await tokenQuotesOf(run);
    if (!fee || quotes.length === 0) throw new NotTestable('unserved', 'No token quote was given.');
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
      throw new NotTestable('open', 'Neither a breakdown nor the published rates show what a quote consists of.');
    return { verdict: 'pass', detail: `Quotes judged: ${quotes.length}.` };
  },
};

/** Fails a price whose rest beside its two costs is not the fee. */
function judgeBreakdown(quote: TokenQuote, fee: Fraction): Outcome | undefined {
  const parts = partsOf(quote.exchange);
  if (!parts) return undefined;
  const longer = partsOf(quote.longer);
  if (longer?.input.sub(parts.input).abs().gt(sumRounding)) {
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
  if (rest.sub(fee).abs().lte(sumRounding)) return undefined;
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

/** Fails a quote whose rest beside the completion and the fee pays for more prompt tokens than bytes were sent. */
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
  const most = tokens([bytes, quote.tokens]).add(fee).add(sumRounding);
  const least = tokens([0, quote.tokens]).add(fee).sub(sumRounding);
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

/** The column of prompt rates: the highest rate beside that of completions that does not exceed it. */
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

/** The checks of what a token quote consists of: the rates of tokens and the fee. */
export const rateChecks: readonly ProtocolCheck[] = [tokenRates, tokenFee];
