import { hash } from 'node:crypto';
import type { Call } from '@tollwright/runtime/operation/handler';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { CallRequest } from '#generated/types/requests.ts';
import type { VoiceCallRequest } from '../../upstream/phone-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import { type HandlerContext, orderOf } from '../shared/context.ts';
import { callPaidBy, findCall, keepCall, recordOf } from './call.ts';
import { activeLeases, ownLease } from './numbers.ts';

/** Starts a voice call and settles as soon as the carrier has accepted it. */
export function startCall(context: HandlerContext): Handlers['start-call'] {
  return async (call) => {
    const { services } = context;
    const { claim } = orderOf(call);
    const id = (await callPaidBy(services.store, claim))?.id ?? (await dial(context, call));
    const receipt = await services.payments.settle(claim, call);
    return {
      status: 200,
      body: {
        call_id: id,
        status: 'queued',
        poll_url: pathOf(call.host, 'get-call').replace('{call_id}', id),
        message: 'The call is being dialed. Poll until ended_by is set.',
      },
      receipt,
    };
  };
}

/** Places the call and returns its id. */
async function dial(context: HandlerContext, call: Call<CallRequest>): Promise<string> {
  const { services, upstream } = context;
  const { owner, claim } = orderOf(call);
  const from = await callingNumber(context, call);
  // A request that is repeated after a crash has the same id, by which the carrier knows the call that it has accepted.
  const id = `call_${hash('sha256', claim).slice(0, 32)}`;
  const ticket = await upstream.startCall(upstreamRequestOf(call.request, id, from), upstreamContextOf(call, context));
  await keepCall(services, { id, owner, claim, data: { ticket } });
  return id;
}

/** The number that calls: `from`, else the only number of the caller. */
async function callingNumber({ services }: HandlerContext, call: Call<CallRequest>): Promise<string> {
  const { from } = call.request;
  if (from !== undefined) return (await ownLease(services, call, from)).number;
  const [only, ...others] = await activeLeases(services, call);
  if (!only) {
    throw new Problem('no-active-number', {
      error: 'no_active_number',
      message: 'This wallet leases no number to call from. Buy one first.',
      buy_endpoint: pathOf(call.host, 'buy-number'),
    });
  }
  if (others.length === 0) return only.number;
  throw new Problem('ambiguous-from', {
    error: 'ambiguous_from',
    message: 'This wallet leases several numbers: set `from` to one of them.',
    your_active_numbers: [only, ...others].map(({ number }) => number),
  });
}

function upstreamRequestOf(request: CallRequest, id: string, from: string): VoiceCallRequest {
  const { to, task, voice, language, max_duration: maxDuration, model } = request;
  const options = {
    voice,
    model,
    firstSentence: request.first_sentence,
    waitForGreeting: request.wait_for_greeting,
    interruptionThreshold: request.interruption_threshold,
    voicemailAction: request.voicemail_action,
    voicemailMessage: request.voicemail_message,
  };
  const present = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { id, from, to, task, language, maxDuration, ...present };
}

function pathOf(host: HostDefinition, operation: string): string {
  return host.routes.find((route) => route.operation.id === operation)?.path ?? '';
}

/** Responds with the carrier's record of a call, unchanged. */
export function getCall(context: HandlerContext): Handlers['get-call'] {
  return async (call) => {
    const found = await findCall(context.services, call.params.call_id);
    if (!found) throw new Problem('call-not-found');
    return { status: 200, body: await recordOf(context, found, upstreamContextOf(call, context)) };
  };
}
