import type { Call, Handler } from '@tollwright/runtime/operation/handler';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { parametersOf } from '../shared/read-data.ts';

/** Forwards a call to the swap service, and its refusal to the caller. */
export function callSwap(context: HandlerContext): Handler<unknown, unknown, { readonly path: string }> {
  return (call) => passOn(context, call);
}

async function passOn(context: HandlerContext, call: Call<unknown, unknown, { readonly path: string }>) {
  try {
    const request = { source: 'swap', resource: call.params.path, parameters: parametersOf(call) } as const;
    return { status: 200, body: await context.upstream.readData(request, upstreamContextOf(call, context)) };
  } catch (failure) {
    const refused = failure instanceof UpstreamFailure && failure.kind === 'rejected';
    if (!refused) throw failure;
    return { status: failure.detail.status ?? 400, body: { error: 'Bad Request', details: failure.message } };
  }
}
