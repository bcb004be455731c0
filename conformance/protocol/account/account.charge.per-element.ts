import { isObject } from '@tollwright/runtime/values/json';
import type Fraction from 'fraction.js';
import { type Charge, chargesOf } from '../../account/charge.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure } from '../../check/outcome.ts';
import { NotTestable } from '../../http/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { operationsEncoding } from './encoding-operations.ts';

const id = 'account.charge.per-element';

/** Elements of the batches that are compared. */
const sizes = [1, 2, 3, 7];

/** Each element of a batch adds the same charge, whatever it is, and whatever one alone costs. */
export const perElement: ProtocolCheck = {
  id,
  async check(run) {
    const judged: string[] = [];
    for (const { operation } of operationsEncoding(run, id)) {
      const { base, allows } = answerCacheOf(run).requests(operation);
      const element = Array.isArray(base.body) ? base.body[0] : base.body;
      if (!isObject(element)) continue;
      const calls = sizes.map((size) => ({ ...base, body: Array.from({ length: size }, () => element) }));
      const charges = await chargesOf(run, calls.filter(allows));
      const [one, two, ...more] = charges;
      if (!one || !two || more.length === 0) continue;
      const each = two.usd.sub(one.usd);
      const due = (charge: Charge): Fraction => one.usd.add(each.mul(sizeOf(charge) - sizeOf(one)));
      // An element without one of its optional fields is an element too.
      const others = Object.keys(element).map((name) => [element, without(element, name)]);
      const mixed = await chargesOf(run, others.map((body) => ({ ...base, body })).filter(allows));
      const wrong = each.gt(0) ? [...more, ...mixed].find((charge) => !charge.usd.equals(due(charge))) : two;
      if (wrong) {
        return failure(
          `A batch of ${sizeOf(wrong)} calls to ${operation.id} is not charged for each of them: one costs ${decimalText(one.usd)} USD.`,
          each.gt(0) ? `${decimalText(due(wrong))} USD` : `more than ${decimalText(one.usd)} USD`,
          wrong.exchange,
          `${decimalText(wrong.usd)} USD`,
        );
      }
      judged.push(operation.id);
    }
    if (judged.length === 0) throw new NotTestable('Too few batches were served to compare their charges.');
    return { verdict: 'pass', operations: judged };
  },
};

function without(element: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.fromEntries(Object.entries(element).filter(([key]) => key !== name));
}

function sizeOf({ environment: { request } }: Charge): number {
  return Array.isArray(request) ? request.length : 1;
}
