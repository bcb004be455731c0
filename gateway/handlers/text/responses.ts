import { Problem } from '@tollwright/runtime/operation/problem';
import { createId } from '@tollwright/runtime/system/random';
import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { advance, attach, happen, readBackground, responseOf, startBackground } from './background.ts';
import { complete } from './formats/complete.ts';
import { textsIn } from './formats/format.ts';
import { NativeResponse } from './formats/native-response.ts';
import { wantedOfResponse } from './formats/tools.ts';

/** Responds in the OpenAI Responses format: at once, or in the background where responses can be polled. */
export function createResponse(context: HandlerContext): Handlers['create-response'] {
  return (call) => {
    const { input, stream, background: wanted, store, conversation: _, prompt: __, ...terms } = call.request;
    const background = wanted === true && call.payer !== undefined;
    const kept = { ...terms, background, store: store ?? background };
    const request = {
      model: terms.model,
      messages: [...toldBy(terms.instructions), ...said(input)],
      maxTokens: terms.max_output_tokens,
      ...wantedOfResponse(terms),
    };
    const id = createId(context.services.random, 'resp');
    if (background) return startBackground(context, call, { id, request, terms: kept, stream });

    const format = new NativeResponse(id, Math.floor(context.services.clock.now() / 1000), kept);
    return complete(context, call, { request, format, stream });
  };
}

function toldBy(instructions: string | undefined) {
  return instructions === undefined ? [] : [{ role: 'system', content: instructions }];
}

/** The items of the input as messages. */
function said(input: string | readonly Readonly<Record<string, unknown>>[]) {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return input.map((item) => ({
    role: typeof item.role === 'string' ? item.role : item.type === 'function_call_output' ? 'tool' : 'user',
    content: textsIn(item.content ?? item),
  }));
}

/** Returns a background response in its current state, or streams it to its end. */
export function getResponse(context: HandlerContext): Handlers['get-response'] {
  return async (call) => {
    const found = readBackground(await context.services.store.jobs.find(call.params.id));
    if (!found) throw new Problem('response-not-found');
    const upstreamContext = upstreamContextOf(call, context);
    if (call.query.stream) return { status: 200, stream: attach(context, found, upstreamContext) };

    const { job, pieces } = await advance(context, found, upstreamContext);
    const response = responseOf(job);
    return { status: 200, body: pieces ? response.whole(pieces) : response.bare(job.state, job.data.error) };
  };
}

/** Cancels a background response; one that has ended stays as it is. */
export function cancelResponse(context: HandlerContext): Handlers['cancel-response'] {
  return async (call) => {
    const found = readBackground(await context.services.store.jobs.find(call.params.id));
    if (!found) throw new Problem('response-not-found');
    const { job, pieces } = await advance(context, found, upstreamContextOf(call, context));
    if (pieces) return { status: 200, body: responseOf(job).whole(pieces) };

    const { state, data } = await happen(context, job, ['cancel']);
    return { status: 200, body: responseOf(job).bare(state, data.error) };
  };
}
