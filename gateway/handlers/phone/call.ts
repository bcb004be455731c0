import type { Services } from '@tollwright/runtime/pipeline/services';
import type { Job } from '@tollwright/runtime/store/jobs';
import type { Store } from '@tollwright/runtime/store/store';
import { z } from 'zod';
import { type VoiceCallEvent, type VoiceCallState, voiceCall } from '#generated/machines/voice-call.ts';
import type { UpstreamContext } from '../../upstream/context.ts';
import type { ProviderRecord } from '../../upstream/phone-port.ts';
import { type CallEvent, deliver, readTicket, writeTicket } from '../../upstream/simulated/call.ts';
import type { HandlerContext } from '../shared/context.ts';

const callData = z.object({
  /** Reference by which the carrier finds the call again. */
  ticket: z.string(),
});

/** A call that the carrier has accepted. */
interface VoiceCall {
  readonly id: string;
  readonly state: VoiceCallState;
  readonly data: z.infer<typeof callData>;
}

/** Stores a call that the carrier has accepted. */
export function keepCall(
  { store, clock }: Services,
  call: Pick<Job, 'id' | 'owner'> & { readonly claim: string; readonly data: VoiceCall['data'] },
): Promise<void> {
  const { id: machine, initial: state } = voiceCall;
  return store.jobs.insert({ ...call, machine, state, createdAt: clock.now() });
}

/** Finds a call by its id. */
export async function findCall({ store }: Services, id: string): Promise<VoiceCall | undefined> {
  return toCall(await store.jobs.find(id));
}

/** Finds the call that a claim pays for. */
export async function callPaidBy(store: Store, claim: string): Promise<VoiceCall | undefined> {
  return toCall(await store.jobs.ofClaim(claim));
}

/** Events that lead to a status, in order. */
const ways: Readonly<Record<VoiceCallState, readonly VoiceCallEvent[]>> = {
  queued: [],
  started: ['upstream.started'],
  ringing: ['upstream.started', 'upstream.ringing'],
  'in-progress': ['upstream.started', 'upstream.ringing', 'upstream.answered'],
  completed: ['upstream.ended'],
  error: ['upstream.failed'],
};

/** Fetches the carrier's record of a call and applies it to the call's machine. */
export async function recordOf(
  context: HandlerContext,
  call: VoiceCall,
  upstreamContext: UpstreamContext,
): Promise<ProviderRecord> {
  const record = await context.upstream.checkCall(call.data.ticket, upstreamContext);
  const state = isState(record.status) ? ways[record.status].reduce(moved, call.state) : call.state;
  if (state !== call.state) await context.services.store.jobs.move(call.id, [call.state], state);
  return record;
}

/** External events of a call. */
export const voiceCallEvents = {
  ringing: receiver('ringing'),
  answered: receiver('answered'),
  ended: receiver('ended'),
};

function receiver(event: CallEvent) {
  return async (services: Services, id: string, detail: Readonly<Record<string, unknown>>): Promise<boolean> => {
    const call = await findCall(services, id);
    if (!call) return false;
    const ticket = deliver(readTicket(call.data.ticket), event, detail, services.clock.now());
    await services.store.jobs.move(id, [call.state], call.state, { ...call.data, ticket: writeTicket(ticket) });
    return true;
  };
}

function moved(state: VoiceCallState, event: VoiceCallEvent): VoiceCallState {
  const step = voiceCall.step(state, event, {});
  return step.ok ? step.state : state;
}

function toCall(job: Job | undefined): VoiceCall | undefined {
  if (job?.machine !== voiceCall.id || !isState(job.state)) return undefined;
  return { id: job.id, state: job.state, data: callData.parse(job.data) };
}

function isState(state: unknown): state is VoiceCallState {
  return typeof state === 'string' && Object.hasOwn(voiceCall.states, state);
}
