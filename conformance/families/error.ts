import { answerInstead } from '../answer-instead.ts';
import type { Exchange, Family, Outcome, Run } from '../check.ts';
import type { ErrorEntry, Operation, Provocation, Rule } from '../contract.ts';
import { NotTestable } from '../interruption.ts';
import { fieldsOf } from '../json.ts';
import { isServed } from '../protocol/cheapest.ts';
import { whileUpstream } from '../protocol/failing-upstream.ts';
import { ledgerOf, watchedPayer } from '../protocol/ledger.ts';
import { sampleOf } from '../sample.ts';
import { headerFault, schemaFault } from '../schema-fault.ts';
import type { Wallet } from '../wallet/wallet.ts';

/**
 * Errors of operations: brought about where the spec says how, else read off the answers of the run.
 *
 * All of them run after everything else, so that there are answers to read.
 */
export const errorFamily: Family = {
  kind: 'error',
  alone: () => true,
  async check(rule, run) {
    const entry = run.contract.errors[rule.subject ?? ''];
    if (!entry || !rule.operation) return { verdict: 'error', detail: `There is no error "${rule.subject}".` };
    const operation = run.operation(rule.operation);
    const { provoke } = entry;
    const applies = provoke && (provoke.hosts?.includes(run.contract.host.id) ?? true);
    return applies ? provoked(run, operation, entry, provoke) : observed(run, operation, entry, rule);
  },
};

async function provoked(run: Run, operation: Operation, entry: ErrorEntry, how: Provocation): Promise<Outcome> {
  const watched = run.contract.host.auth === 'x402' ? await watchedPayer(run) : undefined;
  const attempt = () => callOf(run, operation, how, watched);
  const exchange =
    how.upstream === undefined
      ? await attempt()
      : await whileUpstream(run, operation, { outcome: how.upstream, detail: how.detail ?? {} }, attempt);
  if (exchange.received.status === 202 && operation.machine?.role === 'create') {
    throw new NotTestable('The call was accepted as a job, whose failure the rules of its machine judge.');
  }

  const fault = errorFault(run, entry, exchange);
  if (fault) return { verdict: 'fail', ...fault, exchange };
  if (entry.charged !== false || !watched) return { verdict: 'pass' };
  const transfers = await ledgerOf(run, watched.address);
  if (transfers.length === 0) return { verdict: 'pass', detail: 'Nothing settled.' };
  return { verdict: 'fail', detail: 'The refused call was charged.', expected: [], actual: transfers, exchange };
}

/** Makes the call, with payment where it takes one; an answer that comes before any price counts as well. */
function callOf(run: Run, operation: Operation, how: Provocation, payer?: Wallet): Promise<Exchange> {
  const invocation = sampleOf(operation, how.request);
  if (operation.auth !== 'payment') return run.send(invocation);
  return run.pay(invocation, payer ? { wallet: payer } : {}).catch(answerInstead);
}

/** What is wrong with an answer that should be this error. */
export function errorFault(run: Run, entry: ErrorEntry, { received }: Exchange) {
  if (received.status !== entry.http) {
    const what = isServed({ received, sent: { method: '', path: '', headers: {} } })
      ? 'served'
      : 'refused in another way';
    return { detail: `The call was ${what}.`, expected: entry.http, actual: received.status };
  }
  return (
    (entry.body && schemaFault(run, entry.body, received.json)) ?? headerFault(run, entry.headers, received.headers)
  );
}

/** Reads the verdict off the answers so far. */
function observed(run: Run, operation: Operation, entry: ErrorEntry, rule: Rule): Outcome {
  const seen = run.exchanges
    .filter((each) => each.operation === operation.id && each.exchange.received.status === entry.http)
    .map(({ exchange }) => ({ exchange, fault: errorFault(run, entry, exchange) }));
  const wrong = seen.find(({ exchange, fault }) => fault && isThisError(run, operation, entry, exchange));
  if (wrong?.fault) return { verdict: 'fail', ...wrong.fault, exchange: wrong.exchange };
  if (seen.some(({ fault }) => !fault)) return { verdict: 'pass', detail: 'Seen among the answers of this run.' };

  const causes = operation.conditions.filter(({ error }) => error === entry.id).map(({ id }) => id);
  const covering = causes.length > 0 ? `It is what ${causes.join(', ')} ask for.` : `${rule.id} has no provocation.`;
  throw new NotTestable(`No answer of this run was this error. ${covering}`);
}

/**
 * True when an answer of the error's status can be no other error.
 *
 * Its constant fields tell; without them it must be the operation's only error of that status, and 402 is never that.
 */
function isThisError(run: Run, operation: Operation, entry: ErrorEntry, { received }: Exchange): boolean {
  const constants = Object.entries(fieldsOf(entry.body?.properties)).flatMap(([name, schema]) => {
    const { const: constant } = fieldsOf(schema);
    return constant === undefined ? [] : [[name, constant] as const];
  });
  const body = fieldsOf(received.json);
  if (constants.length > 0) return constants.every(([name, constant]) => body[name] === constant);
  const alike = operation.errors.filter((id) => run.contract.errors[id]?.http === entry.http);
  return alike.length === 1 && entry.http !== 402;
}
