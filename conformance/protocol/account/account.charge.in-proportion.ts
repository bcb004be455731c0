import { chargesOf } from '../../account/charge.ts';
import { proportionCalls, wrongProportion } from '../../account/proportion.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';
import { EvaluationError } from '../../oracle/evaluate.ts';
import { decimalText } from '../../oracle/exact.ts';
import { operationsEncoding } from './encoding-operations.ts';

const id = 'account.charge.in-proportion';

/** Charges follow what they are stated to be for, whatever a unit of it costs: nothing is added for a call. */
export const inProportion: ProtocolCheck = {
  id,
  async check(run) {
    const judged: string[] = [];
    for (const { operation, use } of operationsEncoding(run, id)) {
      const charges = await chargesOf(run, proportionCalls(run, operation, use));
      if (charges.length < 2) continue;
      const wrong = unlessUnknown(() => wrongProportion(run, use, charges));
      if (wrong) {
        const [first, other] = [wrong.first, wrong.other];
        return {
          verdict: 'fail',
          detail: `The charges of ${operation.id} are not in proportion to ${run.evaluator.price(use).formula.text}: ${shortened(first.environment.request)} cost ${decimalText(first.usd)} USD.`,
          expected: `${decimalText(wrong.expected)} USD`,
          actual: `${decimalText(other.usd)} USD`,
          exchange: other.exchange,
        };
      }
      judged.push(operation.id);
    }
    if (judged.length === 0) throw new NotTestable('Too few calls were served to compare their charges.');
    return { verdict: 'pass', operations: judged };
  },
};

/** Where the catalog of a target leaves a rate open, no proportion is known. */
function unlessUnknown<T>(judge: () => T): T | undefined {
  try {
    return judge();
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** Long texts say nothing that their first letters do not. */
function shortened(request: unknown): string {
  return JSON.stringify(request, (_, value: unknown) =>
    typeof value === 'string' && value.length > 40 ? `${value.slice(0, 20)}… (${value.length})` : value,
  );
}
