import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { createSandbox } from './create-sandbox.ts';
import { execInSandbox } from './exec-in-sandbox.ts';
import { getSandboxStatus } from './get-sandbox-status.ts';
import { terminateSandbox } from './terminate-sandbox.ts';

/** Handlers of sandboxes. */
export function sandboxHandlers(context: HandlerContext) {
  return {
    'create-sandbox': createSandbox(context),
    'exec-in-sandbox': execInSandbox(context),
    'get-sandbox-status': getSandboxStatus(context),
    'terminate-sandbox': terminateSandbox(context),
  } satisfies Partial<Handlers>;
}
