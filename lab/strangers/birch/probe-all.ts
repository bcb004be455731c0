import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { faults } from './faults.ts';
import { runProbe } from './probe.ts';
import { str } from './probes/answer.ts';
import { ProbeClient } from './probes/client.ts';

const children: ChildProcess[] = [];

async function start(host: string, ...more: string[]): Promise<{ client: ProbeClient; child: ChildProcess }> {
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname, '--host', host, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface(child.stdout)) {
    const said: unknown = JSON.parse(line);
    const client = new ProbeClient({
      url: str(said, 'target', 'url'),
      control: str(said, 'target', 'control', 'url'),
      token: str(said, 'env', 'CONTROL_TOKEN'),
      payerKey: str(said, 'env', 'PAYER_KEY'),
      otherKey: str(said, 'env', 'OTHER_KEY'),
    });
    return { client, child };
  }
  throw new Error('the gateway did not start');
}

async function verdict(id: string, client: ProbeClient): Promise<string> {
  try {
    return (await runProbe(id, client)) ? '0' : '1';
  } catch (error) {
    return `broke (${error instanceof Error ? error.message : String(error)})`;
  }
}

const ids = process.argv.slice(2);
const healthy = new Map<string, ProbeClient>();
let wrong = 0;
try {
  const unknown = ids.filter((id) => !faults.some((fault) => fault.id === id));
  if (unknown.length > 0) throw new Error(`unknown faults: ${unknown.join(', ')}`);
  for (const { id, host } of faults.filter((fault) => ids.length === 0 || ids.includes(fault.id))) {
    const good = healthy.get(host) ?? (await start(host)).client;
    healthy.set(host, good);
    const bent = await start(host, '--fault', id);
    const [right, bad] = [await verdict(id, good), await verdict(id, bent.client)];
    bent.child.kill('SIGTERM');
    if (right === '0' && bad === '1') continue;
    wrong += 1;
    console.log(`${id} (${host}): healthy ${right}, faulty ${bad}`);
  }
} finally {
  for (const child of children) child.kill('SIGTERM');
}
console.log(`${ids.length || faults.length} probes, ${wrong} do not say 0 and 1`);
process.exitCode = wrong === 0 ? 0 : 1;
