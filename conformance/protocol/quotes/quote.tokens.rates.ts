import type { Outcome } from '../../check/check.ts';
import { NotTestable } from '../../check/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { readRates } from '../../rates/published.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { tokenQuotesOf } from './token-quotes.ts';

/** More tokens of a completion add their published rate to a quote, and no margin. */
export const tokenRates: ProtocolCheck = {
  id: 'quote.tokens.rates',
  async check(run): Promise<Outcome> {
    const { quotes, lists } = await tokenQuotesOf(run);
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
    const match = readings.find(({ reading }) => reading.kind === 'match');
    if (!match) throw new NotTestable('No published figures can be recognized as the rates of the quotes.');
    return { verdict: 'pass', detail: `Quotes that match ${match.list.exchange.sent.path}: ${quotes.length}.` };
  },
};
