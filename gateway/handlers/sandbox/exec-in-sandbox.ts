import { Problem } from '@tollwright/runtime/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import { findSandbox, keep, secondsLeft } from './sandbox.ts';
import { createTurns } from './turns.ts';

/** Runs commands of one sandbox one after the other, each within what is left of its lifetime. */
export function execInSandbox(tools: Tools): Handlers['exec-in-sandbox'] {
  const turns = createTurns();
  return async (call) => {
    const { sandbox_id: id, command, timeout } = call.request;
    const result = await turns.take(id, async () => {
      const sandbox = await findSandbox(tools, call, id);
      if (sandbox.state !== 'running') throw new Problem('sandbox-ended', { error: 'The sandbox has ended' });
      const ask = { command, seconds: Math.min(timeout, secondsLeft(tools, sandbox)) };
      const ended = await asking(() => tools.upstream.runCommand(sandbox.data.ticket, ask, occasionOf(call, tools)));
      await keep(tools, sandbox, ended.ticket);
      return ended;
    });
    const { stdout, stderr, code } = result;
    return { status: 200, body: { sandbox_id: id, stdout, stderr, returncode: code } };
  };
}
