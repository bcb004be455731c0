import { createId } from '@tollwright/runtime/system/random';
import type { Handlers } from '#generated/handlers.ts';
import { sandbox } from '#generated/machines/sandbox.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { ownerOf, type SandboxData } from './sandbox.ts';

/** Starts a sandbox that belongs to its payer. */
export function createSandbox(context: HandlerContext): Handlers['create-sandbox'] {
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
      owner: ownerOf(call),
      createdAt: upstreamContext.now,
      data,
    });
    const config = { image, timeout, cpu, memory, gpu: null };
    const created = new Date(upstreamContext.now).toISOString();
    return { status: 200, body: { sandbox_id: id, status: 'running', created_at: created, config } };
  };
}
