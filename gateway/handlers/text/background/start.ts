import type { Call, Reply } from '@tollwright/runtime/operation';
import { backgroundResponse } from '#generated/machines/background-response.ts';
import type { Tools } from '../../../tools.ts';
import type { ChatAsk } from '../../../upstream/port.ts';
import { asking, occasionOf } from '../../asking.ts';
import type { ResponseTerms } from '../native-response.ts';
import { attach } from './attach.ts';
import { type BackgroundJob, responseOf } from './job.ts';

/** A response that is to be made in the background. */
export interface Order {
  readonly id: string;
  readonly ask: ChatAsk;
  readonly terms: ResponseTerms;
  /** True when the caller attaches to it at once. */
  readonly stream: boolean;
}

/** Hands a response to the upstream, settles its payment and answers with where it stands. */
export async function startBackground(tools: Tools, call: Call, { id, ask, terms, stream }: Order): Promise<Reply> {
  const { services, upstream } = tools;
  const { payer: owner, claim } = call;
  if (owner === undefined || claim === undefined) throw new Error('The call came without a payment.');
  const occasion = occasionOf(call, tools);
  const ticket = await asking(() => upstream.startChat(ask, occasion));
  const state = backgroundResponse.initial;
  const machine = backgroundResponse.id;
  const data = { ask: { ...ask, messages: [...ask.messages] }, terms: { ...terms }, ticket };
  const job: BackgroundJob = { id, machine, state, owner, claim, createdAt: occasion.now, data };
  await services.store.jobs.insert(job);

  try {
    const receipt = await services.payments.settle(claim, call);
    if (stream) return { status: 200, stream: attach(tools, job, occasion), receipt };
    return { status: 200, body: responseOf(job).bare(state), receipt };
  } catch (error) {
    // Nobody has paid for it, so that nobody may fetch it.
    await services.store.jobs.move(id, [state], 'cancelled');
    throw error;
  }
}
