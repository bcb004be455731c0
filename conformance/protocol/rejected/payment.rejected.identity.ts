import type { Outcome, Run } from '../../check/check.ts';
import type { Exchange } from '../../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../../check/interruption.ts';
import type { Machine, Operation } from '../../contract/contract.ts';
import { driveTo } from '../../machine/drive.ts';
import { operationsOf, startJob } from '../../machine/job.ts';
import { eventsRead } from '../../machine/stimulus.ts';
import { preparedExample } from '../../requests/prepared-calls.ts';
import { isShown } from '../../requests/responses.ts';
import { sampleOf } from '../../requests/sample.ts';
import { whereItCan } from '../payable/affordable.ts';
import { isServed } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { rejectedSignature } from './payment.rejected.signature.ts';
import { rejectedSigner } from './payment.rejected.signer.ts';
import { sendForgeries } from './refusal.ts';

/** Where a payment is nobody's money but somebody's name, it has to be signed all the same. */
export const rejectedIdentity: ProtocolCheck = {
  id: 'payment.rejected.identity',
  alone: true,
  async check(run) {
    const tried: string[] = [];
    for (const { operation, judge } of namedCalls(run)) {
      const outcome = await whereItCan(judge);
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) tried.push(operation.id);
    }
    if (tried.length === 0) throw new NotTestable('No call of this host takes a signature as a name.');
    return { verdict: 'pass', operations: tried };
  },
};

/** An operation that a wallet signs for without paying, with the way to judge it. */
interface NamedCall {
  readonly operation: Operation;
  readonly judge: () => Promise<Outcome>;
}

function namedCalls(run: Run): readonly NamedCall[] {
  const named = run.contract.operations.filter(({ auth }) => auth === 'wallet');
  return named.flatMap((operation): readonly NamedCall[] => {
    if (operation.payment?.settles === 'never') return [{ operation, judge: () => callInTheNameOf(run, operation) }];
    const machine = run.contract.machines[operation.machine?.id ?? ''];
    return machine ? [{ operation, judge: () => pollInTheNameOf(run, machine, operation) }] : [];
  });
}

/** Makes a call that costs nothing in the name of another wallet, and then in its own. */
async function callInTheNameOf(run: Run, operation: Operation): Promise<Outcome> {
  const { invocation, payer } = (await preparedExample(run, operation)) ?? {
    invocation: sampleOf(operation),
    payer: await run.freshPayer(),
  };
  for (const { forge } of [rejectedSignature, rejectedSigner]) {
    for (const { what, exchange } of await sendForgeries(run, invocation, payer, forge)) {
      if (isServed(exchange)) return taken(operation, what, exchange);
    }
  }
  const honest = await run.pay(invocation, { wallet: payer });
  if (isServed(honest)) return { verdict: 'pass' };
  throw new NotTestable(`${operation.id} does not serve its example, so that refusals prove nothing.`);
}

/** Fetches a finished job in the name of the wallet that has ordered it, and then by that wallet. */
async function pollInTheNameOf(run: Run, machine: Machine, operation: Operation): Promise<Outcome> {
  const settling = machine.transitions.find(({ effects }) => effects.includes('settle-once'));
  const [from] = settling?.from ?? [];
  // Jobs of one kind may be polled by several operations, each those that it has ordered.
  const job = await firstOf(operationsOf(run, machine, 'create'), async (creator) => {
    const started = await startJob(run, machine, creator).catch((error: unknown) => {
      // An order that the documents do not show may be refused.
      if (error instanceof UnexpectedResponse && !isShown(creator)) return undefined;
      throw error;
    });
    return started?.polledBy === operation ? started : undefined;
  });
  if (!job?.payer || !settling || from === undefined) throw new NotTestable(`${operation.id} polls no job here.`);
  await driveTo(run, job, from);
  for (const event of eventsRead(settling.if)) await job.event(event);
  for (const { forge } of [rejectedSignature, rejectedSigner]) {
    const { challenge } = job.accepted;
    for (const { what, exchange } of await sendForgeries(run, job.fetching, job.payer, forge, challenge)) {
      if (isServed(exchange)) return taken(operation, what, exchange);
    }
  }
  const { exchange } = await job.poll();
  if (isServed(exchange)) return { verdict: 'pass' };
  throw new UnexpectedResponse(
    `${operation.id} does not serve who has ordered, so that refusals prove nothing.`,
    exchange,
  );
}

function taken({ id }: Operation, what: string, exchange: Exchange): Outcome {
  return {
    verdict: 'fail',
    detail: `${id} served a caller whose payment came ${what}, in the name of another wallet.`,
    expected: 'a refusal',
    actual: exchange.received.status,
    exchange,
  };
}

async function firstOf<T, U>(items: readonly T[], find: (item: T) => Promise<U | undefined>): Promise<U | undefined> {
  for (const item of items) {
    const found = await find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
