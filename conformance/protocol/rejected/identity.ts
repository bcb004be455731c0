import { isServed } from '../../calls/cheapest.ts';
import { isShown } from '../../calls/responses.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, UnexpectedResponse, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { driveTo } from '../../machine/drive.ts';
import { operationsOf, startJob } from '../../machine/job.ts';
import { eventsRead } from '../../machine/trigger.ts';
import { preparedExample } from '../../scenario/prepared-calls.ts';
import { signatureFlaws } from './flaws.ts';
import { sendForgeries } from './refusal.ts';

/** A payment that only identifies its signer must have a valid signature as well. */
export const rejectedIdentity: ProtocolCheck = {
  id: 'payment.rejected.identity',
  alone: true,
  async check(run) {
    const tried: string[] = [];
    for (const { operation, judge } of identifiedCalls(run)) {
      const outcome = await whereItCan(judge);
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) tried.push(operation.id);
    }
    if (tried.length === 0)
      throw new NotTestable('open', 'No operation of this host identifies its caller by a payment.');
    return { verdict: 'pass', operations: tried };
  },
};

/** An operation that identifies its caller by a payment without settling it, with its check. */
interface IdentifiedCall {
  readonly operation: Operation;
  readonly judge: () => Promise<Outcome>;
}

function identifiedCalls(run: Run): readonly IdentifiedCall[] {
  const named = run.contract.operations.filter(({ auth }) => auth === 'wallet');
  return named.flatMap((operation): readonly IdentifiedCall[] => {
    if (operation.payment?.settles === 'never') return [{ operation, judge: () => judgeCall(run, operation) }];
    const machine = run.contract.machines[operation.machine?.id ?? ''];
    return machine ? [{ operation, judge: () => judgePoll(run, machine, operation) }] : [];
  });
}

/** Makes a free call with forged signatures of a wallet, and then with a valid one. */
async function judgeCall(run: Run, operation: Operation): Promise<Outcome> {
  const { invocation, payer } = (await preparedExample(run, operation)) ?? {
    invocation: sampleOf(operation),
    payer: await run.freshPayer(),
  };
  for (const flaw of signatureFlaws) {
    for (const { what, exchange } of await sendForgeries(run, invocation, payer, flaw)) {
      if (isServed(exchange)) return servedForgery(operation, what, exchange);
    }
  }
  const valid = await run.pay(invocation, { wallet: payer });
  if (isServed(valid)) return { verdict: 'pass' };
  throw new NotTestable('unserved', `${operation.id} does not serve its example, so refusals prove nothing.`);
}

/** Polls a finished job with forged signatures of its payer, and then as its payer. */
async function judgePoll(run: Run, machine: Machine, operation: Operation): Promise<Outcome> {
  const settling = machine.transitions.find(({ effects }) => effects.includes('settle-once'));
  const [from] = settling?.from ?? [];
  // Several operations may poll jobs of one kind, and each polls those of one create operation.
  const job = await firstOf(operationsOf(run, machine, 'create'), async (creator) => {
    const started = await startJob(run, machine, creator).catch((error: unknown) => {
      // A request that the documents do not show may be refused.
      if (error instanceof UnexpectedResponse && !isShown(creator)) return undefined;
      throw error;
    });
    return started?.polledBy === operation ? started : undefined;
  });
  if (!job?.payer || !settling || from === undefined)
    throw new NotTestable('unserved', `${operation.id} polls no job on this target.`);
  await driveTo(run, job, from);
  for (const event of eventsRead(settling.if)) await job.event(event);
  for (const flaw of signatureFlaws) {
    const { challenge } = job.accepted;
    for (const { what, exchange } of await sendForgeries(run, job.fetching, job.payer, flaw, { known: challenge })) {
      if (isServed(exchange)) return servedForgery(operation, what, exchange);
    }
  }
  const { exchange } = await job.poll();
  if (isServed(exchange)) return { verdict: 'pass' };
  throw new UnexpectedResponse(
    `${operation.id} does not serve the payer of the job, so refusals prove nothing.`,
    exchange,
  );
}

function servedForgery({ id }: Operation, what: string, exchange: Exchange): Outcome {
  return {
    verdict: 'fail',
    detail: `${id} served a call with a payment ${what}.`,
    expected: 'a status of 4xx',
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
