import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { createSandbox } from './create-sandbox.ts';
import { execInSandbox } from './exec-in-sandbox.ts';
import { getSandboxStatus } from './get-sandbox-status.ts';
import { terminateSandbox } from './terminate-sandbox.ts';

/** Handlers of sandboxes. */
export function sandboxHandlers(tools: Tools) {
  return {
    'create-sandbox': createSandbox(tools),
    'exec-in-sandbox': execInSandbox(tools),
    'get-sandbox-status': getSandboxStatus(tools),
    'terminate-sandbox': terminateSandbox(tools),
  } satisfies Partial<Handlers>;
}
