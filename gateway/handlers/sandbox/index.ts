import { Problem } from '@tollwright/runtime/operation/problem';
import { createId } from '@tollwright/runtime/system/random';
import { createTurns } from '@tollwright/runtime/system/turns';
import type { Handlers } from '#generated/handlers.ts';
import { sandbox } from '#generated/machines/sandbox.ts';
import { codes } from '../../upstream/sandbox-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import { callerOf, type HandlerContext } from '../shared/context.ts';
import { end, findSandbox, keep, type SandboxData, secondsLeft } from './sandbox.ts';

/** Handlers of sandboxes. */
export function sandboxHandlers(context: HandlerContext) {
  return {
    'create-sandbox': createSandbox(context),
    'exec-in-sandbox': execInSandbox(context),
    'get-sandbox-status': getSandboxStatus(context),
    'terminate-sandbox': terminateSandbox(context),
  } satisfies Partial<Handlers>;
}

/** Starts a sandbox that belongs to its payer. */
function createSandbox(context: HandlerContext): Handlers['create-sandbox'] {
  return async (call) => {
    const { services, upstream } = context;
    const { image, timeout, cpu, memory } = call.request;
    const id = createId(services.random, 'sbx');
    const upstreamContext = upstreamContextOf(call, context);
    const ticket = await upstream.startSandbox({ id, image, cpu, memory }, upstreamContext);
    const data: SandboxData = { lifetime: timeout, ticket, code: null };
    await services.store.jobs.insert({
      id,
      machine: sandbox.id,
      state: sandbox.initial,
      owner: callerOf(call),
      createdAt: upstreamContext.now,
      data,
    });
    const config = { image, timeout, cpu, memory, gpu: null };
    const created = new Date(upstreamContext.now).toISOString();
    return { status: 200, body: { sandbox_id: id, status: 'running', created_at: created, config } };
  };
}

/** Runs commands of one sandbox one after the other, each within what is left of its lifetime. */
function execInSandbox(context: HandlerContext): Handlers['exec-in-sandbox'] {
  const inTurn = createTurns();
  return async (call) => {
    const { sandbox_id: id, command, timeout } = call.request;
    const result = await inTurn(id, async () => {
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

/** Returns the status of a sandbox. */
function getSandboxStatus(context: HandlerContext): Handlers['get-sandbox-status'] {
  return async (call) => {
    const { id, state, data } = await findSandbox(context, call, call.request.sandbox_id);
    return { status: 200, body: { sandbox_id: id, status: state, returncode: data.code } };
  };
}

/** Ends a sandbox and whatever runs in it. */
function terminateSandbox(context: HandlerContext): Handlers['terminate-sandbox'] {
  return async (call) => {
    const found = await findSandbox(context, call, call.request.sandbox_id);
    const { id } = await end(context, found, 'terminate', codes.killed);
    return { status: 200, body: { sandbox_id: id, status: 'terminated' } };
  };
}
