import Fraction from 'fraction.js';
import { writeField } from '../../arbitraries/fields.ts';
import { typeOf } from '../../arbitraries/minimal.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { quoteOf } from '../../calls/challenge.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { propertiesOf } from '../../oracle/shapes.ts';
import { tokenQuotesOf } from './token-quotes.ts';

/** A token quote is for the prompt's text and the tokens that are allowed: how they are sampled or sent changes nothing. */
export const tokenText: ProtocolCheck = {
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
    if (compared === 0) throw new NotTestable('No token quote was given.');
    return { verdict: 'pass', detail: `Quotes compared: ${compared}.` };
  },
};

/** The call with each field that is a number but no count, and with each flag, such as `stream`. */
function sameText(run: Run, call: Invocation): readonly { readonly what: string; readonly other: Invocation }[] {
  const { operation } = call;
  const { material, requests } = answerCacheOf(run);
  const shapes = operation.body ? material.validator.shapes(operation.body.schema) : [];
  const fields = shapes.flatMap((shape) => Object.entries(propertiesOf(shape)));
  const named = (type: string, value: unknown) =>
    fields.filter(([, field]) => typeOf(field) === type).map(([name]) => ({ name, value }));
  return [...named('number', 0.5), ...named('boolean', true)]
    .map(({ name, value }) => ({ what: `with ${name} ${value}`, other: writeField(call, ['request', name], value) }))
    .filter(({ other }) => requests(operation).allows(other));
}
