import { createId } from '@tollwright/runtime/random';
import type { Handlers } from '#generated/handlers.ts';
import { sandbox } from '#generated/machines/sandbox.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';
import { ownerOf, type SandboxData } from './sandbox.ts';

/** Starts a sandbox that belongs to whoever pays for it. */
export function createSandbox(tools: Tools): Handlers['create-sandbox'] {
  return async (call) => {
    const { services, upstream } = tools;
    const { image, timeout, cpu, memory } = call.request;
    const id = createId(services.random, 'sbx');
    const occasion = occasionOf(call, tools);
    const ticket = await asking(() => upstream.startSandbox({ id, image, cpu, memory }, occasion));
    const data: SandboxData = { lifetime: timeout, ticket, code: null };
    await services.store.jobs.insert({
      id,
      machine: sandbox.id,
      state: sandbox.initial,
      owner: ownerOf(call),
      createdAt: occasion.now,
      data,
    });
    const config = { image, timeout, cpu, memory, gpu: null };
    const created = new Date(occasion.now).toISOString();
    return { status: 200, body: { sandbox_id: id, status: sandbox.initial, created_at: created, config } };
  };
}
