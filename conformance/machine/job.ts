import { sendPayment } from '../calls/cheapest.ts';
import { controlOf, ledgerOf, routeOf, watchedPayer, whileUpstream } from '../calls/control.ts';
import { isShown } from '../calls/responses.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf, valueAt } from '../common/json.ts';
import type { Machine, Operation } from '../contract/contract.ts';
import type { Exchange, Invocation, PaidCall } from '../http/exchange.ts';
import { NotTestable, returnResponse, UnexpectedResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { untraced } from '../http/trace.ts';
import type { Transfer } from '../target/control.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { acceptingStatuses, acceptsJob } from './accepted.ts';

/** Seconds that the upstream takes by itself: longer than any window, so that only events change a job. */
const foreverSeconds = 30 * 24 * 3600;

/** The response of a poll. `state` is absent when it has none that the machine knows. */
export interface Observation {
  readonly state?: string;
  readonly exchange: Exchange;
}

/** A caller that does not own a job. */
export type OtherCaller = 'other-caller' | 'unsigned';

/** A job on the target whose upstream waits for events, with a payer of its own. */
export interface Job {
  readonly machine: Machine;
  /** The operation that its owner polls. */
  readonly polledBy: Operation;
  /** The poll of the job. */
  readonly fetching: Invocation;
  /** The call that created it. */
  readonly accepted: PaidCall;
  /** Its payer, where that is a wallet of its own. */
  readonly payer?: Wallet;
  /** Delivers an event of the upstream. */
  event(name: string): Promise<void>;
  /** Moves the target's clock forward by seconds. */
  advance(seconds: number): Promise<void>;
  /** Polls as the owner. */
  poll(): Promise<Observation>;
  /** Cancels it as the owner. */
  cancel(): Promise<Exchange>;
  /** Polls as another caller, or without identifying a caller. */
  pollAs(who: OtherCaller): Promise<Exchange>;
  /** The settled transfers of its payer; `undefined` where the ledger cannot be read. */
  transfers(): Promise<readonly Transfer[] | undefined>;
}

/**
 * Creates a job, by one call or by the same payment many times at once.
 *
 * `overrides` replace fields of the example. Throws `NotTestable` where the host has no such operations or the target offers no events.
 */
export async function startJob(
  run: Run,
  machine: Machine,
  creator?: Operation,
  concurrent = 1,
  overrides?: unknown,
): Promise<Job> {
  const control = controlOf(run);
  if (!control.capabilities.has('events')) throw new NotTestable('means', 'The control API does not offer "events".');
  const create = creator ?? creatorsOf(run, machine)[0];
  const polls = operationsOf(run, machine, 'poll');
  const payer = run.contract.host.auth === 'x402' ? await watchedPayer(run) : undefined;

  const slow = { outcome: 'slow', detail: { seconds: foreverSeconds }, times: concurrent };
  const accepted = await whileUpstream(run, create, slow, () =>
    run.pay(sampleOf(create, overrides), { ...(payer && { wallet: payer }), concurrent }),
  );
  if (!acceptsJob(run.contract, create, accepted)) {
    const expected = acceptingStatuses(create).join(' or ');
    throw new UnexpectedResponse(
      `${routeOf(create)} returned ${accepted.received.status} where a job (${expected}) was expected.`,
      accepted,
    );
  }
  const id = valueAt(accepted.received.json, machine.reads.id ?? '/id');
  if (typeof id !== 'string') throw new UnexpectedResponse('The response that accepts the job has no id.', accepted);
  const invocation = pollOf(polls, id, accepted);
  const window = create.payment?.window ?? run.contract.host.payment?.window ?? 0;
  let elapsed = 0;

  // The first payment is valid for its window; after it the same wallet has to sign again.
  const sendAsOwner = (call: Invocation) => {
    if (accepted.header === '') return run.send(call);
    if (elapsed >= window / 2) return run.pay(call, payer ? { wallet: payer } : {}).catch(returnResponse);
    return sendPayment(run, call, accepted.header);
  };

  return {
    machine,
    polledBy: invocation.operation,
    fetching: invocation,
    accepted,
    ...(payer && { payer }),
    event: (name) => control.event(machine.id.replaceAll('-', '_'), id, name),
    async advance(seconds) {
      elapsed += seconds;
      await control.advance(seconds);
    },
    async poll() {
      const exchange = await sendAsOwner(invocation);
      const state = stateIn(machine, exchange);
      return { exchange, ...(state !== undefined && { state }) };
    },
    cancel: () => sendAsOwner(pollOf(operationsOf(run, machine, 'cancel'), id, accepted)),
    pollAs: (who) => (who === 'unsigned' ? run.send(unsigned(invocation)) : pollAsOther(run, invocation)),
    transfers: async () => (payer ? ledgerOf(run, payer.address) : undefined),
  };
}

/** The operations that create a job of a machine, those first whose requests the documents show. */
export function creatorsOf(run: Run, machine: Machine): readonly [Operation, ...Operation[]] {
  const [first, ...others] = operationsOf(run, machine, 'create');
  const shown = [first, ...others].find(isShown) ?? first;
  return [shown, ...[first, ...others].filter((each) => each !== shown)];
}

/** The operations that create, poll or cancel a job of a machine, those with the longest fixed path first. */
export function operationsOf(
  run: Run,
  machine: Machine,
  role: 'create' | 'poll' | 'cancel',
): readonly [Operation, ...Operation[]] {
  const [first, ...others] = run.contract.operations
    .filter((each) => each.machine?.id === machine.id && each.machine.role === role)
    .sort((one, other) => fixedPath(other).length - fixedPath(one).length);
  if (first) return [first, ...others];
  throw new NotTestable('open', `No operation of this host can ${role} a ${machine.id}.`);
}

/** The path before its first parameter. */
function fixedPath({ path }: Operation): string {
  return path.split('{')[0] ?? path;
}

/**
 * The poll of one job: the path in the response, which may differ from the documented one, else the first poll operation
 * with the id in its path.
 */
export function pollOf(operations: readonly [Operation, ...Operation[]], id: string, accepted: Exchange): Invocation {
  const texts = Object.values(fieldsOf(accepted.received.json)).filter((value) => typeof value === 'string');
  for (const operation of operations) {
    const url = texts.find((text) => text.startsWith(fixedPath(operation)));
    if (url !== undefined) return { operation, url };
  }
  const [operation] = operations;
  const named = texts.find(
    (text) => text.startsWith('/') && (text.includes(id) || text.includes(encodeURIComponent(id))),
  );
  if (named !== undefined) return { operation, url: named };
  const parameter = /\{(\w+)\+?\}/.exec(operation.path)?.[1];
  return parameter === undefined ? { operation, query: { id } } : { operation, params: { [parameter]: id } };
}

/** A call without an API key on account hosts; on the others a call without payment is unsigned already. */
function unsigned(invocation: Invocation): Invocation {
  return invocation.operation.auth === 'key' ? { ...invocation, headers: { authorization: '' } } : invocation;
}

async function pollAsOther(run: Run, invocation: Invocation): Promise<Exchange> {
  if (invocation.operation.auth === 'key') {
    const key = await untraced(() => controlOf(run).keys('1.00'));
    const authorization = `Bearer ${key}`;
    return run.send({ ...invocation, headers: { authorization } });
  }
  const wallet: Wallet | undefined = (await watchedPayer(run)) ?? run.other;
  if (!wallet) throw new NotTestable('means', 'The run has no second wallet.');
  return run.pay(invocation, { wallet }).catch(returnResponse);
}

/** A finished result need not name its state: 200 without one means the final state that settles. */
function stateIn(machine: Machine, { received }: Exchange): string | undefined {
  const named = valueAt(received.json, machine.reads.state ?? '/status');
  if (typeof named === 'string' && Object.hasOwn(machine.states, named)) return named;
  if (received.status !== 200) return undefined;
  return machine.transitions.find(({ effects }) => effects.includes('settle-once'))?.to;
}
