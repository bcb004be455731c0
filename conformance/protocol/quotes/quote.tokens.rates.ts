import Fraction from 'fraction.js';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { entriesOf, type Published } from '../../rates/catalog-bodies.ts';
import { columnsOf, fieldIn } from '../../rates/entries.ts';
import { amountOf, type Rates, readRates } from '../../rates/published.ts';
import { type TokenQuote, tokenQuotesOf } from './token-quotes.ts';

/** USD by which the difference of two quotes may be rounded. */
const rounding = new Fraction(2, 1_000_000);

/** More tokens of a completion add their published rate to a quote, and no margin. */
export const tokenRates: ProtocolCheck = {
  id: 'quote.tokens.rates',
  async check(run): Promise<Outcome> {
    const { quotes, lists, others } = await tokenQuotesOf(run);
    if (quotes.length === 0) throw new NotTestable('No token quote was given for two bounds of its tokens.');
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
    if (!match) throw new NotTestable('No published figures can be recognized as the rates of the quotes.');
    for (const { list, reading } of matches) {
      const outcome = judgeOthers(list, reading.rates, others);
      if (outcome) return outcome;
    }
    const count = quotes.length + others.length;
    return { verdict: 'pass', detail: `Quotes that match ${match.list.exchange.sent.path}: ${count}.` };
  },
};

/** The failure of the first entry, of those that only the target lists, whose rates are not those of its quote. */
function judgeOthers(
  { exchange, entries }: Published,
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
        .gte(rounding)
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
  const most = Number(fieldIn(entry, 'max_output'));
  return most >= units[1].valueOf() + tokens;
}
