import { z } from 'zod';
import { checkBody } from '../body.ts';
import { ApiError, badField } from '../errors.ts';
import { on } from '../fault.ts';
import { FEE, usd } from '../money.ts';
import type { Op, Quote } from '../op.ts';
import { op } from '../op.ts';
import { onReset, token, world } from '../world.ts';

/** Short-lived Python sandboxes. This deployment runs nothing: `echo` and simple `print` calls are answered from their text. */
interface Box {
  id: string;
  owner: string;
  endsAt: number;
  lifeMs: number;
  terminated: boolean;
  config: object;
}
const boxes = new Map<string, Box>();
onReset(() => boxes.clear());

const flat = (price: string): Quote => ({ base: usd(price), account: usd(price) - FEE });
const running = (b: Box): boolean => !b.terminated && (world.now() < b.endsAt || on('sandbox-outlives-timeout'));

function boxOf(id: string, owner: string): Box {
  const box = boxes.get(id);
  if (!box || box.owner !== owner)
    throw new ApiError(404, { error: 'Sandbox not found', message: 'You were not charged.' });
  return box;
}

const createSchema = z.object({
  image: z.literal('python:3.11').default('python:3.11'),
  timeout: z.number().int().min(1).max(300).default(300),
  cpu: (on('sandbox-whole-cpus') ? z.number().int() : z.number()).positive().max(1).default(1),
  memory: z
    .number()
    .int()
    .min(1)
    .max(1024)
    .default(on('sandbox-memory-default-is-maximum') ? 1024 : 512),
  setup_commands: z.unknown().optional(),
  gpu: z.unknown().optional(),
});
export const create = op<z.output<typeof createSchema>>({
  method: 'POST',
  template: '/{sandbox}/sandbox/create',
  hosts: 'both',
  upstream: true,
  describe: 'Start a Python sandbox',
  parse: async (c) => {
    const b = await checkBody(c, createSchema);
    if (b.setup_commands !== undefined) throw badField('setup_commands', 'not enabled');
    if (b.gpu !== undefined && b.gpu !== null) throw badField('gpu', 'not enabled');
    return b;
  },
  quote: () => flat('0.011'),
  run: (x, call) => {
    const config = { image: x.image, timeout: x.timeout, cpu: x.cpu, memory: x.memory, gpu: null };
    const box: Box = {
      id: token('sbx_'),
      owner: call.who.id,
      endsAt: world.now() + x.timeout * 1000,
      lifeMs: x.timeout * 1000,
      terminated: false,
      config,
    };
    return {
      body: { sandbox_id: box.id, status: 'running', created_at: world.iso(), config },
      commit: () => {
        boxes.set(box.id, box);
      },
    };
  },
});

function execute(command: string[]): { stdout: string; stderr: string; returncode: number } {
  const ok = (stdout: string) => ({ stdout, stderr: '', returncode: 0 });
  const [name, ...args] = command;
  if (name === 'echo') return ok(`${args.join(' ')}\n`);
  if (name === 'false') return { stdout: '', stderr: '', returncode: 1 };
  if (/^python[\d.]*$/.test(name ?? '') && args[0] === '-c') {
    const lines = [...(args[1] ?? '').matchAll(/print\(([^()]*)\)/g)].map((m) => printed((m[1] ?? '').trim()));
    return ok(lines.map((l) => `${l}\n`).join(''));
  }
  return ['sh', 'bash', 'true', 'ls', 'cat', 'pwd', 'pip', 'sleep'].includes(name ?? '') || /^python/.test(name ?? '')
    ? ok('')
    : { stdout: '', stderr: `${name}: command not found\n`, returncode: 127 };
}

function printed(expression: string): string {
  const quoted = /^(['"])(.*)\1$/.exec(expression);
  if (quoted) return quoted[2] ?? '';
  const sum = /^(\d{1,9})\s*([+*-])\s*(\d{1,9})$/.exec(expression);
  if (!sum) return expression;
  const [, left = '', sign, right = ''] = sum;
  const [a, b] = [BigInt(left), BigInt(right)];
  return String(sign === '+' ? a + b : sign === '*' ? a * b : a - b);
}

const execSchema = z.object({
  sandbox_id: z.string(),
  command: z.array(z.string()).min(1),
  timeout: z.number().int().min(1).default(60),
});
export const exec = op<z.output<typeof execSchema>>({
  method: 'POST',
  template: '/{sandbox}/sandbox/exec',
  hosts: 'both',
  upstream: true,
  describe: 'Run a command in a sandbox',
  parse: (c) => checkBody(c, execSchema),
  quote: () => flat('0.002'),
  authorize: (x, who) => {
    if (!running(boxOf(x.sandbox_id, who.id))) throw badField('sandbox_id', 'the sandbox is terminated');
  },
  run: (x, call) => {
    const box = boxOf(x.sandbox_id, call.who.id);
    if (on('exec-extends-lifetime')) box.endsAt = world.now() + box.lifeMs;
    return { body: { sandbox_id: x.sandbox_id, ...execute(x.command) } };
  },
});

const idSchema = z.object({ sandbox_id: z.string() });
type One = z.output<typeof idSchema>;
export const status: Op<One> = op({
  method: 'POST',
  template: '/{sandbox}/sandbox/status',
  hosts: 'both',
  upstream: true,
  describe: 'State of a sandbox',
  parse: (c) => checkBody(c, idSchema),
  quote: () => flat('0.002'),
  authorize: (x, who) => {
    boxOf(x.sandbox_id, who.id);
  },
  run: (x, call) => {
    const live = running(boxOf(x.sandbox_id, call.who.id));
    return { body: { sandbox_id: x.sandbox_id, status: live ? 'running' : 'terminated', returncode: live ? null : 0 } };
  },
});
export const terminate: Op<One> = op({
  method: 'POST',
  template: '/{sandbox}/sandbox/terminate',
  hosts: 'both',
  upstream: true,
  describe: 'End a sandbox; a no-op on an ended one',
  parse: (c) => checkBody(c, idSchema),
  quote: () => flat('0.002'),
  authorize: (x, who) => {
    const box = boxOf(x.sandbox_id, who.id);
    if (on('lapsed-sandbox-unknown') && !box.terminated && !running(box))
      throw new ApiError(404, { error: 'Sandbox not found', message: 'You were not charged.' });
  },
  run: (x, call) => ({
    body: { sandbox_id: x.sandbox_id, status: 'terminated' },
    commit: () => {
      boxOf(x.sandbox_id, call.who.id).terminated = true;
    },
  }),
});
