import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { findSandbox } from './sandbox.ts';

/** Returns the status of a sandbox. */
export function getSandboxStatus(context: HandlerContext): Handlers['get-sandbox-status'] {
  return async (call) => {
    const { id, state, data } = await findSandbox(context, call, call.request.sandbox_id);
    return { status: 200, body: { sandbox_id: id, status: state, returncode: data.code } };
  };
}
