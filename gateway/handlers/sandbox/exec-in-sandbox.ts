import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { findSandbox, keep, secondsLeft } from './sandbox.ts';
import { createTurns } from './turns.ts';

/** Runs commands of one sandbox one after the other, each within what is left of its lifetime. */
export function execInSandbox(context: HandlerContext): Handlers['exec-in-sandbox'] {
  const turns = createTurns();
  return async (call) => {
    const { sandbox_id: id, command, timeout } = call.request;
    const result = await turns.take(id, async () => {
      const sandbox = await findSandbox(context, call, id);
      if (sandbox.state !== 'running') throw new Problem('sandbox-ended', { error: 'The sandbox has ended' });
      const request = { command, seconds: Math.min(timeout, secondsLeft(context, sandbox)) };
      const ended = await context.upstream.runCommand(sandbox.data.ticket, request, upstreamContextOf(call, context));
      await keep(context, sandbox, ended.ticket);
      return ended;
    });
    const { stdout, stderr, code } = result;
    return { status: 200, body: { sandbox_id: id, stdout, stderr, returncode: code } };
  };
}
