import type { Call, Reply } from '@tollwright/runtime/operation/handler';
import { backgroundResponse } from '#generated/machines/background-response.ts';
import type { ChatRequest } from '../../../upstream/port.ts';
import { upstreamContextOf } from '../../shared/call-upstream.ts';
import type { HandlerContext } from '../../shared/context.ts';
import type { ResponseTerms } from '../formats/native-response.ts';
import { attach } from './attach.ts';
import { type BackgroundJob, responseOf } from './job.ts';

/** The order of a background response. */
export interface Order {
  readonly id: string;
  readonly request: ChatRequest;
  readonly terms: ResponseTerms;
  /** True when the caller attaches to it at once. */
  readonly stream: boolean;
}

/** Starts a response at the upstream, settles its payment and responds with its status. */
export async function startBackground(
  context: HandlerContext,
  call: Call,
  { id, request, terms, stream }: Order,
): Promise<Reply<object>> {
  const { services, upstream } = context;
  const { payer: owner, claim } = call;
  if (owner === undefined || claim === undefined) throw new Error('The call came without a payment.');
  const upstreamContext = upstreamContextOf(call, context);
  const ticket = await upstream.startChat(request, upstreamContext);
  const state = backgroundResponse.initial;
  const machine = backgroundResponse.id;
  const data = { ask: { ...request, messages: [...request.messages] }, terms: { ...terms }, ticket };
  const job: BackgroundJob = { id, machine, state, owner, claim, createdAt: upstreamContext.now, data };
  await services.store.jobs.insert(job);

  try {
    const receipt = await services.payments.settle(claim, call);
    if (stream) return { status: 200, stream: attach(context, job, upstreamContext), receipt };
    return { status: 200, body: responseOf(job).bare(state), receipt };
  } catch (error) {
    // It is not paid for, so it must not be fetched.
    await services.store.jobs.move(id, [state], 'cancelled');
    throw error;
  }
}
