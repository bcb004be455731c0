import { randomUUID } from 'node:crypto';
import { Fields } from './check.ts';
import { iso, nowMs } from './clock.ts';
import { on } from './faults.ts';
import { paid } from './flow.ts';
import { HttpError, type Req } from './http.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';
import { state } from './state.ts';

/** A sandbox. */
export interface Sandbox {
  id: string;
  createdMs: number;
  endsMs: number;
}

interface CreateInput {
  timeout: number;
  cpu: number;
  memory: number;
}

const IMAGE = 'python:3.11';
const USE_PRICE = usd('0.002');
const CREATE_PRICE = usd('0.011');

function statusOf(box: Sandbox): 'running' | 'terminated' {
  return nowMs() < box.endsMs ? 'running' : 'terminated';
}

function findBox(id: string): Sandbox {
  const box = state.sandboxes.get(id);
  if (!box) throw new HttpError(404, { error: 'Sandbox not found', sandbox_id: id });
  return box;
}

function boxOnly(req: Req): Sandbox {
  const fields = Fields.of(req);
  const id = fields.needText('sandbox_id');
  fields.done();
  return findBox(id);
}

const create = paid<CreateInput>({
  path: '/api/v1/{sandbox}/sandbox/create',
  summary: 'Create a Python sandbox',
  price: { mode: 'fixed', amount: CREATE_PRICE },
  fixed: { amount: CREATE_PRICE },
  check: (req) => {
    const fields = Fields.of(req);
    fields.choice('image', [IMAGE]);
    const timeout = fields.integer('timeout', { min: 1, max: 300 }) ?? 300;
    const cpu = fields.number('cpu', { min: 0.01, max: 1 }) ?? 1;
    const memory = fields.integer('memory', { min: 1, max: 1024 }) ?? 512;
    for (const name of ['gpu', 'setup_commands']) if (fields.has(name)) fields.fail(name, 'is not enabled');
    fields.done();
    return { timeout, cpu, memory };
  },
  run: ({ timeout, cpu, memory }) => ({
    status: 201,
    body: () => {
      const now = nowMs();
      const box = { id: randomUUID(), createdMs: now, endsMs: now + (on('sandbox-fixed-life') ? 300 : timeout) * 1000 };
      state.sandboxes.set(box.id, box);
      return {
        sandbox_id: box.id,
        status: 'running',
        created_at: iso(now),
        config: { image: IMAGE, timeout, cpu, memory, gpu: null },
      };
    },
  }),
});

/** What a command would print: nothing is really run. */
function simulate(command: string[]): string {
  const [program, ...rest] = command;
  if (program === 'echo') return `${rest.join(' ')}\n`;
  const printed = rest[0] === '-c' ? /^print\((["'])(.*)\1\)$/.exec(rest[1] ?? '') : null;
  return printed ? `${printed[2] ?? ''}\n` : '';
}

const exec = paid<{ box: Sandbox; command: string[] }>({
  path: '/api/v1/{sandbox}/sandbox/exec',
  summary: 'Run a command in a sandbox',
  price: { mode: 'fixed', amount: USE_PRICE },
  fixed: { amount: USE_PRICE },
  check: (req) => {
    const fields = Fields.of(req);
    const id = fields.needText('sandbox_id');
    if (!fields.has('command')) fields.fail('command', 'is required');
    const command = fields.texts('command', { min: 1 }) ?? [];
    fields.integer('timeout', { min: 1 });
    fields.done();
    const box = findBox(id);
    if (statusOf(box) === 'terminated') throw new HttpError(409, { error: 'Sandbox terminated', sandbox_id: id });
    return { box, command };
  },
  run: ({ box, command }) => ({
    body: () => ({ sandbox_id: box.id, stdout: simulate(command), stderr: '', returncode: 0 }),
  }),
});

const status = paid<Sandbox>({
  path: '/api/v1/{sandbox}/sandbox/status',
  summary: 'State of a sandbox',
  price: { mode: 'fixed', amount: USE_PRICE },
  fixed: { amount: USE_PRICE },
  check: boxOnly,
  run: (box) => ({
    body: () => ({ sandbox_id: box.id, status: statusOf(box), returncode: statusOf(box) === 'running' ? null : 137 }),
  }),
});

const terminate = paid<Sandbox>({
  path: '/api/v1/{sandbox}/sandbox/terminate',
  summary: 'Terminate a sandbox',
  price: { mode: 'fixed', amount: USE_PRICE },
  fixed: { amount: USE_PRICE },
  check: (req) => {
    const box = boxOnly(req);
    if (on('sandbox-terminate-twice') && statusOf(box) === 'terminated')
      throw new HttpError(409, { error: 'Sandbox terminated', sandbox_id: box.id });
    return box;
  },
  run: (box) => {
    box.endsMs = Math.min(box.endsMs, nowMs());
    return { body: () => ({ sandbox_id: box.id, status: 'terminated' }) };
  },
});

/** The code sandbox. */
export const sandboxRoutes: Route[] = [create, exec, status, terminate];
