import type { Call, Handler } from '@tollwright/runtime/operation';
import type { Tools } from '../../tools.ts';
import { UpstreamFailure } from '../../upstream/failure.ts';
import { asking, occasionOf } from '../asking.ts';
import { givenIn } from '../read-data.ts';

/** Passes a call on to the swap service, and its refusal back. */
export function callSwap(tools: Tools): Handler<unknown, unknown, { readonly path: string }> {
  return (call) => asking(() => passOn(tools, call));
}

async function passOn(tools: Tools, call: Call<unknown, unknown, { readonly path: string }>) {
  try {
    const ask = { source: 'swap', resource: call.params.path, given: givenIn(call) } as const;
    return { status: 200, body: await tools.upstream.readData(ask, occasionOf(call, tools)) };
  } catch (failure) {
    const refused = failure instanceof UpstreamFailure && failure.kind === 'rejected';
    if (!refused) throw failure;
    return { status: failure.detail.status ?? 400, body: { error: 'Bad Request', details: failure.message } };
  }
}
