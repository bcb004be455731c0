/** Short-lived code sandboxes with a small made-up shell. */
import { customs } from './customs.ts';
import { Form } from './form.ts';
import { law } from './law.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, ok, Refusal, type Row, row } from './wire.ts';
import { type Box, iso, now, token, world } from './world.ts';

interface Order {
  timeout: number;
  cpu: number;
  memory: number;
}

interface Command {
  id: string;
  words: string[];
}

function readOrder(ask: Ask): Order {
  const form = new Form(ask.body);
  form.text('image', { oneOf: [law.boxes.image] });
  const timeout = form.integer('timeout', { min: 1, max: law.boxes.lifeMost }) ?? law.boxes.lifeMost;
  const cpu = form.number('cpu', { min: 0.01, max: law.boxes.cpuMost }) ?? law.boxes.cpuMost;
  const memory = form.integer('memory', { min: 1, max: law.boxes.memoryMost }) ?? law.boxes.memoryUsual;
  for (const field of ['gpu', 'setup_commands']) {
    if (form.has(field) && form.source[field] !== null) form.bad(field, `${field} is not enabled`);
  }
  form.done();
  return { timeout, cpu, memory };
}

function readCommand(ask: Ask): Command {
  const form = new Form(ask.body);
  const id = form.text('sandbox_id', { must: true }) ?? '';
  const words = form.texts('command', { must: true, min: 1 }) ?? [];
  form.integer('timeout', { min: 1 });
  form.done();
  return { id, words };
}

function readId(ask: Ask): string {
  const form = new Form(ask.body);
  const id = form.text('sandbox_id', { must: true }) ?? '';
  form.done();
  return id;
}

function boxOf(id: string): Box {
  const box = world.boxes.get(id);
  if (box) return box;
  throw new Refusal(404, { error: 'Sandbox not found', message: 'No sandbox has this id.' });
}

const over = (box: Box) => box.killed || law.boxes.ended(box.ends, now());

/** Runs what a made-up shell can: echo, exit codes, and prints of plain text and sums. */
function run(words: string[]): { stdout: string; stderr: string; returncode: number } {
  const [name = '', ...rest] = words;
  const done = (stdout: string, returncode = 0, stderr = '') => ({ stdout, stderr, returncode });
  if (name === 'echo') return done(`${rest.join(' ')}\n`);
  if (name === 'true') return done('');
  if (name === 'false') return done('', 1);
  if (name.startsWith('python') && rest[0] === '-c') {
    const said = /^\s*print\((['"]?)(.*?)\1\)\s*$/.exec(rest[1] ?? '')?.[2] ?? '';
    const sum = /^(\d+)\s*([+*-])\s*(\d+)$/.exec(said);
    if (!sum) return done(said === '' ? '' : `${said}\n`);
    const [left, right] = [Number(sum[1]), Number(sum[3])];
    return done(`${sum[2] === '+' ? left + right : sum[2] === '*' ? left * right : left - right}\n`);
  }
  if (name === 'sh' || name === 'bash') {
    const code = /exit (\d+)/.exec(rest[1] ?? '')?.[1];
    return code === undefined ? run((rest[1] ?? '').split(' ')) : done('', Number(code));
  }
  return done('', 127, `${name}: command not found\n`);
}

async function upstream(deal: Deal): Promise<void> {
  const { outcome } = await reach(deal);
  if (outcome === 'cut' || outcome === 'empty') throw failed();
}

const each = () => law.boxes.each;

export const boxRows: Row[] = [
  row<Order>({
    on: 'POST /api/v1/{sandbox}/sandbox/create',
    upstream: true,
    read: readOrder,
    price: () => law.boxes.create,
    effect: async (order, deal) => {
      await upstream(deal);
      const box: Box = {
        id: `sb-${token()}`,
        ends: now() + order.timeout * 1000,
        seconds: order.timeout,
        killed: false,
      };
      world.boxes.set(box.id, box);
      const config: Obj = {
        gpu: null,
        memory: order.memory,
        cpu: order.cpu,
        timeout: order.timeout,
        image: law.boxes.image,
      };
      return ok({ config, created_at: iso(now()), status: 'running', sandbox_id: box.id });
    },
  }),
  row<Command>({
    on: 'POST /api/v1/{sandbox}/sandbox/exec',
    upstream: true,
    read: readCommand,
    price: each,
    guard: (command) => {
      if (!over(boxOf(command.id))) return;
      throw new Refusal(404, { error: 'Sandbox terminated', message: 'This sandbox has ended.' });
    },
    effect: async (command, deal) => {
      await upstream(deal);
      const box = boxOf(command.id);
      box.ends = customs.boxes.endsAfterUse(box, now());
      return ok({ ...run(command.words), sandbox_id: command.id });
    },
  }),
  row<string>({
    on: 'POST /api/v1/{sandbox}/sandbox/status',
    upstream: true,
    read: readId,
    price: each,
    guard: (id) => {
      boxOf(id);
    },
    effect: async (id, deal) => {
      await upstream(deal);
      const ended = over(boxOf(id));
      return ok({ returncode: ended ? 0 : null, status: ended ? 'terminated' : 'running', sandbox_id: id });
    },
  }),
  row<string>({
    on: 'POST /api/v1/{sandbox}/sandbox/terminate',
    upstream: true,
    read: readId,
    price: each,
    guard: (id) => {
      if (!over(boxOf(id)) || customs.boxes.terminatesAgain) return;
      throw new Refusal(404, { error: 'Sandbox terminated', message: 'This sandbox has ended.' });
    },
    effect: async (id, deal) => {
      await upstream(deal);
      boxOf(id).killed = true;
      return ok({ status: 'terminated', sandbox_id: id });
    },
  }),
];
