import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { faults } from './faults.ts';
import { runProbe } from './probe.ts';
import { at, ProbeClient, type ProbeTarget } from './probes/client.ts';

// Starts a healthy gateway and one with each fault; every probe begins with an empty state.

async function start(options: string[]): Promise<{ child: ChildProcess; target: ProbeTarget }> {
  const main = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, '--host', 'account', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('the gateway did not start')));
  });
  const first: unknown = JSON.parse(line);
  return {
    child,
    target: {
      url: String(at(first, 'target.url')),
      control: String(at(first, 'target.control.url')),
      token: String(at(first, 'env.CONTROL_TOKEN')),
      key: String(at(first, 'env.API_KEY')),
    },
  };
}

async function verdict(id: string, target: ProbeTarget): Promise<string> {
  try {
    await new ProbeClient(target).reset();
    return (await runProbe(id, target)) ? 'right' : 'wrong';
  } catch (error) {
    return `the probe failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const wanted = process.argv.slice(2);
const ids = wanted.length > 0 ? wanted : faults.map((fault) => fault.id);
const healthy = await start([]);
let bad = 0;
for (const id of ids) {
  const without = await verdict(id, healthy.target);
  const faulty = await start(['--fault', id]);
  const withFault = await verdict(id, faulty.target);
  faulty.child.kill('SIGTERM');
  if (without === 'right' && withFault === 'wrong') continue;
  bad += 1;
  console.log(`${id}: healthy ${without}, faulty ${withFault}`);
}
healthy.child.kill('SIGTERM');
console.log(`${ids.length} faults probed, ${bad} not shown`);
process.exitCode = bad > 0 ? 1 : 0;
