import { openAccount } from '../../account/account.ts';
import { ended } from '../../account/ended.ts';
import type { Outcome, Run } from '../../check/check.ts';
import { NotTestable } from '../../check/interruption.ts';
import type { Operation } from '../../contract/contract.ts';
import { valueAt } from '../../json/json.ts';
import { decimalText, fromNumber, fromText } from '../../oracle/exact.ts';
import { sampleOf } from '../../requests/sample.ts';
import { whereItCan } from '../payable/affordable.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { operationsEncoding } from './encoding-operations.ts';

const id = 'account.charge.as-quoted';

/** An accepted job costs exactly what the response that accepted it quotes. */
export const chargeAsQuoted: ProtocolCheck = {
  id,
  async check(run) {
    const judged: string[] = [];
    for (const { operation } of operationsEncoding(run, id)) {
      const outcome = await whereItCan(() => judgeQuoted(run, operation));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) judged.push(operation.id);
    }
    if (judged.length === 0) throw new NotTestable('No job was accepted with a price and finished.');
    return { verdict: 'pass', operations: judged };
  },
};

async function judgeQuoted(run: Run, operation: Operation): Promise<Outcome | undefined> {
  const account = await openAccount(run);
  const exchange = await account.send(sampleOf(operation));
  const { status, json } = exchange.received;
  const amount = valueAt(json, '/price/amount');
  const quoted = typeof amount === 'number' ? fromNumber(amount) : fromText(String(amount));
  if (status !== 202 || !quoted) return undefined;
  const end = await ended(run, account, operation, exchange);
  if (end.received.status !== 200) return undefined;
  const spent = await account.spent();
  if (spent.equals(quoted)) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `The charge of ${operation.id} does not match the price that its 202 response quotes.`,
    expected: `${decimalText(quoted)} USD`,
    actual: `${decimalText(spent)} USD`,
    exchange,
  };
}
