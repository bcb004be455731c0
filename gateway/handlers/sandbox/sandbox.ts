import type { Call } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Job } from '@tollwright/runtime/store/jobs';
import { z } from 'zod';
import { type SandboxState, sandbox } from '#generated/machines/sandbox.ts';
import { codes } from '../../upstream/sandbox-port.ts';
import { callerOf, type HandlerContext } from '../shared/context.ts';

const sandboxData = z.object({
  /** Seconds. */
  lifetime: z.number(),
  /** Reference by which the upstream finds the sandbox again. */
  ticket: z.string(),
  /** Return code of the sandbox itself; null while it runs. */
  code: z.number().nullable(),
});

/** The stored data of a sandbox. */
export type SandboxData = z.infer<typeof sandboxData>;

/** A sandbox with its data parsed. */
interface StoredSandbox extends Job {
  readonly state: SandboxState;
  readonly data: SandboxData;
}

/** Finds a sandbox of the caller in its current state: one past its lifetime has ended. */
export async function findSandbox(context: HandlerContext, call: Call, id: string): Promise<StoredSandbox> {
  const found = await readSandbox(context, id);
  if (!found || found.owner !== callerOf(call)) throw new Problem('sandbox-not-found');
  // The machine's own deadline is the longest lifetime; a sandbox may have been given a shorter one.
  const left = secondsLeft(context, found);
  const expiry = sandbox.due('running', left > 0 ? found.data.lifetime - left : Number.POSITIVE_INFINITY);
  return expiry ? end(context, found, expiry, codes.timedOut) : found;
}

/** Ends a sandbox by an event of its machine; one that has ended stays as it is. */
export async function end(
  context: HandlerContext,
  stored: StoredSandbox,
  event: Parameters<typeof sandbox.step>[1],
  code: number,
): Promise<StoredSandbox> {
  const step = sandbox.step(stored.state, event, {});
  if (!step.ok) return stored;
  const ended = { ...stored, state: step.state, data: { ...stored.data, code } };
  await context.services.store.jobs.move(stored.id, [stored.state], step.state, ended.data);
  await context.upstream.endSandbox(stored.data.ticket);
  return ended;
}

/** Stores a sandbox after a command, unless it has ended since. */
export async function keep({ services }: HandlerContext, { id, state }: StoredSandbox, ticket: string): Promise<void> {
  const now = sandboxData.safeParse((await services.store.jobs.find(id))?.data);
  if (now.success) await services.store.jobs.move(id, [state], state, { ...now.data, ticket });
}

/** Seconds until a sandbox ends by itself. */
export function secondsLeft({ services }: HandlerContext, { createdAt, data }: StoredSandbox): number {
  return data.lifetime - (services.clock.now() - createdAt) / 1000;
}

async function readSandbox({ services }: HandlerContext, id: string): Promise<StoredSandbox | undefined> {
  const job = await services.store.jobs.find(id);
  if (job?.machine !== sandbox.id || !isState(job.state)) return undefined;
  return { ...job, state: job.state, data: sandboxData.parse(job.data) };
}

function isState(state: string): state is SandboxState {
  return Object.hasOwn(sandbox.states, state);
}
