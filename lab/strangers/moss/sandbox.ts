import type { Account } from './accounts.ts';
import { iso, now } from './clock.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, type Reply } from './http.ts';
import { newId } from './jobs.ts';
import { metered } from './metered.ts';
import { usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { segments } from './segments.ts';
import { onReset } from './state.ts';

/** Prices of the sandbox operations. */
export const sandboxPrices = { create: usd('0.01'), use: usd('0.001') };

interface Sandbox {
  id: string;
  owner: Account;
  endsAt: number;
}

const sandboxes = new Map<string, Sandbox>();
onReset(() => sandboxes.clear());

const base = `/v1/${segments.sandbox}/sandbox`;

/** Python sandboxes. */
export const sandboxOperations: Operation[] = [
  {
    methods: ['POST'],
    path: `${base}/create`,
    summary: 'Create a sandbox',
    upstream: 'sandbox-create',
    handle: (call) => create(call),
  },
  {
    methods: ['POST'],
    path: `${base}/exec`,
    summary: 'Run a command',
    upstream: 'sandbox-exec',
    handle: (call) => exec(call),
  },
  {
    methods: ['POST'],
    path: `${base}/status`,
    summary: 'The state of a sandbox',
    upstream: 'sandbox-status',
    handle: (call) => status(call),
  },
  {
    methods: ['POST'],
    path: `${base}/terminate`,
    summary: 'Terminate a sandbox',
    upstream: 'sandbox-terminate',
    handle: (call) => terminate(call),
  },
];

function create(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const image = form.text('image', { oneOf: ['python:3.11'] }) ?? 'python:3.11';
  const timeout = form.integer('timeout', { min: 1, max: 300 }) ?? 300;
  const cpu = form.number('cpu', { min: 0.1, max: 1 }) ?? 1;
  const memory = form.integer('memory', { min: 1, max: 1024 }) ?? 512;
  if (form.has('gpu') && form.get('gpu') !== null) form.add('gpu', 'gpu is not enabled');
  if (form.has('setup_commands')) form.add('setup_commands', 'setup_commands is not enabled');
  form.done();
  return metered(call, { quote: sandboxPrices.create, upstream: 'sandbox-create' }, () => {
    const lifetime = on('sandbox-lifetime') ? 300 : timeout;
    const sandbox = { id: newId('sb-'), owner: call.account, endsAt: now() + lifetime * 1000 };
    sandboxes.set(sandbox.id, sandbox);
    return {
      status: 201,
      body: {
        sandbox_id: sandbox.id,
        status: 'running',
        created_at: iso(now()),
        config: { image, timeout, cpu, memory, gpu: null },
      },
    };
  });
}

function find(call: Call, id: string): Sandbox {
  const sandbox = sandboxes.get(id);
  if (sandbox?.owner !== call.account) throw new HttpError(404, 'Sandbox not found');
  return sandbox;
}

function isRunning(sandbox: Sandbox): boolean {
  return now() < sandbox.endsAt;
}

function readSandbox(call: Call): Sandbox {
  const form = new Form(call.json());
  const id = form.must('sandbox_id');
  form.done();
  return find(call, id);
}

function exec(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const id = form.must('sandbox_id');
  form.need('command');
  const command = form.texts('command') ?? [];
  form.integer('timeout', { min: 1 });
  form.done();
  const sandbox = find(call, id);
  if (!isRunning(sandbox)) throw new HttpError(409, 'The sandbox is terminated');
  return metered(call, { quote: sandboxPrices.use, upstream: 'sandbox-exec' }, () => ({
    body: { sandbox_id: id, ...simulate(command) },
  }));
}

/** Nothing runs: only what a simple echo or print would write is simulated. */
function simulate(command: string[]): { stdout: string; stderr: string; returncode: number } {
  const [program = '', ...rest] = command;
  if (program === 'echo') return { stdout: `${rest.join(' ')}\n`, stderr: '', returncode: 0 };
  if (!/^python3?(\.11)?$/.test(program) || rest[0] !== '-c') return { stdout: '', stderr: '', returncode: 0 };
  const code = rest[1] ?? '';
  const printed = /^\s*print\(\s*(?:(['"])(.*?)\1|(\d{1,9})\s*(?:([+*-])\s*(\d{1,9})\s*)?)\)\s*$/.exec(code);
  if (printed === null) {
    const exit = /(?:sys\.)?exit\((\d{1,3})\)/.exec(code)?.[1];
    return { stdout: '', stderr: '', returncode: Number(exit ?? 0) };
  }
  const [, , text, left, operator, right] = printed;
  return { stdout: `${text ?? calculate(Number(left), operator, Number(right ?? 0))}\n`, stderr: '', returncode: 0 };
}

function calculate(left: number, operator: string | undefined, right: number): number {
  if (operator === '*') return left * right;
  return operator === '-' ? left - right : left + right;
}

function status(call: Call): Promise<Reply> {
  const sandbox = readSandbox(call);
  return metered(call, { quote: sandboxPrices.use, upstream: 'sandbox-status' }, () => {
    const running = isRunning(sandbox);
    return {
      body: { sandbox_id: sandbox.id, status: running ? 'running' : 'terminated', returncode: running ? null : 137 },
    };
  });
}

function terminate(call: Call): Promise<Reply> {
  const sandbox = readSandbox(call);
  if (on('terminate-twice') && !isRunning(sandbox)) throw new HttpError(409, 'The sandbox is terminated');
  return metered(call, { quote: sandboxPrices.use, upstream: 'sandbox-terminate' }, () => {
    sandbox.endsAt = Math.min(sandbox.endsAt, now());
    return { body: { sandbox_id: sandbox.id, status: 'terminated' } };
  });
}
