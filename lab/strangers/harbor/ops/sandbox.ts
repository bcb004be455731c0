/** Short-lived sandboxes that run nothing, but say so as a shell would. */
import { Checker } from '../check.ts';
import { type Operation, type PaidPart, paid } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Dict, jsonBody, Refusal } from '../http.ts';

export interface Box {
  id: string;
  createdMs: number;
  endMs: number;
  config: Dict;
}

function sandbox<T>(part: Omit<PaidPart<T>, 'template' | 'range'> & { path: string }): Operation {
  const micro = part.path === 'create' ? 11_000 : 2000;
  return paid<T>({ ...part, template: `/api/v1/{sandbox}/sandbox/${part.path}`, range: [micro, micro] });
}

function boxOf(gateway: Gateway, id: string): Box {
  const box = gateway.memory.boxes.get(id);
  if (box === undefined) throw new Refusal(404, { error: 'Sandbox not found' });
  return box;
}

function isRunning(gateway: Gateway, box: Box): boolean {
  return !gateway.rules.sandbox.autoTerminate || gateway.nowMs() < box.endMs;
}

const create = sandbox<{ config: Dict; seconds: number }>({
  path: 'create',
  summary: 'Create a sandbox',
  parse: (call) => {
    const rule = call.gateway.rules.sandbox;
    const check = new Checker(jsonBody(call));
    const image = check.oneOf('image', rule.images) ?? 'python:3.11';
    const seconds = check.number('timeout', { whole: true, min: 1, max: rule.timeoutMax }) ?? rule.timeoutDefault;
    const cpu = check.number('cpu', { above: 0, max: rule.cpuMax }) ?? 1;
    const memory = check.number('memory', { whole: true, min: 1, max: rule.memoryMax }) ?? rule.memoryDefault;
    for (const field of ['gpu', 'setup_commands']) {
      if (check.get(field) !== undefined) check.bad(field, `${field} is not enabled`);
    }
    check.done();
    return { seconds, config: { gpu: null, memory, cpu, timeout: seconds, image } };
  },
  quote: ({ gateway }) => ({ micro: gateway.rules.sandbox.createMicro }),
  run: ({ gateway }, { config, seconds }) => {
    const now = gateway.nowMs();
    const box: Box = { id: gateway.id('box-'), createdMs: now, endMs: now + seconds * 1000, config };
    gateway.memory.boxes.set(box.id, box);
    const body = { config, created_at: gateway.iso(now), status: 'running', sandbox_id: box.id };
    return { charge: true, undo: () => gateway.memory.boxes.delete(box.id), answer: { status: 200, body } };
  },
});

/** What a command prints: `echo`, and the `print` of a literal; anything else is silent. */
function stdoutOf([program = '', ...rest]: readonly string[]): string {
  if (program === 'echo') return `${rest.join(' ')}\n`;
  const printed = /^print\((?:'([^']*)'|"([^"]*)"|(\d+))\)$/.exec(rest.at(-1) ?? '');
  return printed === null ? '' : `${printed[1] ?? printed[2] ?? printed[3] ?? ''}\n`;
}

const exec = sandbox<{ id: string; command: string[] }>({
  path: 'exec',
  summary: 'Run a command',
  parse: (call) => {
    const check = new Checker(jsonBody(call));
    const id = check.string('sandbox_id', { required: true });
    const command = check.strings('command', { required: true, min: 1 });
    check.number('timeout', { whole: true, min: 1 });
    check.done();
    return { id: id ?? '', command: command ?? [] };
  },
  quote: ({ gateway }) => ({ micro: gateway.rules.sandbox.otherMicro }),
  precheck: ({ gateway }, { id }) => {
    if (!isRunning(gateway, boxOf(gateway, id)))
      throw new Refusal(400, { error: 'Sandbox terminated', sandbox_id: id });
  },
  run: ({ gateway }, { id, command }) => {
    const box = boxOf(gateway, id);
    if (gateway.rules.combinations.execExtends) box.endMs = gateway.nowMs() + Number(box.config.timeout) * 1000;
    const body = { returncode: 0, stderr: '', stdout: stdoutOf(command), sandbox_id: id };
    return { charge: true, answer: { status: 200, body } };
  },
});

function byId(path: string, summary: string, act: (gateway: Gateway, box: Box) => Dict): Operation {
  return sandbox<{ id: string }>({
    path,
    summary,
    parse: (call) => {
      const check = new Checker(jsonBody(call));
      const id = check.string('sandbox_id', { required: true });
      check.done();
      return { id: id ?? '' };
    },
    quote: ({ gateway }) => ({ micro: gateway.rules.sandbox.otherMicro }),
    precheck: ({ gateway }, { id }) => {
      const running = isRunning(gateway, boxOf(gateway, id));
      if (running || path !== 'terminate' || gateway.rules.details.terminateTwice) return;
      throw new Refusal(409, { error: 'Sandbox already terminated', sandbox_id: id });
    },
    run: ({ gateway }, { id }) => ({
      charge: true,
      answer: { status: 200, body: { ...act(gateway, boxOf(gateway, id)), sandbox_id: id } },
    }),
  });
}

const status = byId('status', 'The status of a sandbox', (gateway, box) => {
  const running = isRunning(gateway, box);
  const returncode = running ? null : 0;
  return { returncode, status: running ? 'running' : 'terminated' };
});

const terminate = byId('terminate', 'End a sandbox', (gateway, box) => {
  box.endMs = Math.min(box.endMs, gateway.nowMs());
  return { status: 'terminated' };
});

export const sandboxOperations = [create, exec, status, terminate];
