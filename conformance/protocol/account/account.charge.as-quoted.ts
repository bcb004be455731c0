import { openAccount } from '../../account/account.ts';
import { ended } from '../../account/ended.ts';
import { writeField } from '../../arbitraries/fields.ts';
import { integerFieldsOf } from '../../arbitraries/metered-calls.ts';
import { operationContextOf } from '../../calls/answer-cache.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { valueAt } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { decimalText, fromNumber, fromText } from '../../oracle/exact.ts';
import { operationsEncoding } from './encoding-operations.ts';

const id = 'account.charge.as-quoted';

/** A call costs exactly the price that its response states: that of an accepted job, or of a result. */
export const chargeAsQuoted: ProtocolCheck = {
  id,
  async check(run) {
    const judged: string[] = [];
    for (const { operation } of operationsEncoding(run, id)) {
      for (const call of callsOf(run, operation)) {
        const outcome = await whereItCan(() => judgeStated(run, call));
        if (outcome?.verdict === 'fail') return outcome;
        if (outcome) judged.push(operation.id);
      }
    }
    if (judged.length === 0) throw new NotTestable('No response to a call that was charged states a price.');
    return { verdict: 'pass', operations: [...new Set(judged)] };
  },
};

/** The number that each integer field is tried with beside the example. */
const several = 3;

function callsOf(run: Run, operation: Operation): readonly Invocation[] {
  const context = operationContextOf(run, operation);
  const { base, allows } = context.requests;
  return [
    base,
    ...integerFieldsOf(context)
      .map((field) => writeField(base, field, several))
      .filter(allows),
  ];
}

async function judgeStated(run: Run, call: Invocation): Promise<Outcome | undefined> {
  const { operation } = call;
  const account = await openAccount(run);
  const exchange = await account.send(call);
  const { status, json } = exchange.received;
  const amount = valueAt(json, '/price/amount');
  const stated = typeof amount === 'number' ? fromNumber(amount) : fromText(String(amount));
  if (!(status === 200 || status === 202) || !stated) return undefined;
  const end = await ended(run, account, operation, exchange);
  if (end.received.status !== 200) return undefined;
  const spent = await account.spent();
  if (spent.equals(stated)) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `The charge of ${operation.id} does not match the price that its ${status} response states.`,
    expected: `${decimalText(stated)} USD`,
    actual: `${decimalText(spent)} USD`,
    exchange,
  };
}
