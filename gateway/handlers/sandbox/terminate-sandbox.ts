import type { Handlers } from '#generated/handlers.ts';
import { codes } from '../../upstream/sandbox-port.ts';
import type { HandlerContext } from '../shared/context.ts';
import { end, findSandbox } from './sandbox.ts';

/** Ends a sandbox and whatever runs in it. */
export function terminateSandbox(context: HandlerContext): Handlers['terminate-sandbox'] {
  return async (call) => {
    const found = await findSandbox(context, call, call.request.sandbox_id);
    const { id } = await end(context, found, 'terminate', codes.killed);
    return { status: 200, body: { sandbox_id: id, status: 'terminated' } };
  };
}
