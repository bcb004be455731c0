/** Starts healthy and faulty gateways, runs every probe against both, and prints a table of what was seen. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { faults } from './faults/all.ts';
import type { Fault } from './faults/fault.ts';
import { Buyer } from './probes/buyer.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

interface Running {
  child: ChildProcess;
  buyer: Buyer;
}

interface Ready {
  target: { url: string; control: { url: string } };
  env: Record<string, string>;
}

async function start(host: string, fault?: string): Promise<Running> {
  const more = fault === undefined ? [] : ['--fault', fault];
  const child = spawn(process.execPath, [main, '--host', host, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const { target, env } = JSON.parse(line) as Ready;
  const buyer = new Buyer({
    url: target.url,
    control: target.control.url,
    token: env.CONTROL_TOKEN ?? '',
    payer: env.PAYER_KEY ?? '',
    other: env.OTHER_KEY ?? '',
  });
  return { child, buyer };
}

/** 0 for healthy, 1 for the fault, 2 where the probe itself broke. */
async function probed(fault: Fault, buyer: Buyer): Promise<number> {
  try {
    await buyer.control('POST /reset');
    return (await fault.probe(buyer)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${fault.id}: ${error}\n`);
    return 2;
  }
}

const wanted = process.argv.slice(2);
const healthy = new Map<string, Running>();
for (const host of new Set(faults.map((fault) => fault.host))) healthy.set(host, await start(host));
let wrong = 0;
for (const fault of faults.filter((one) => wanted.length === 0 || wanted.includes(one.id))) {
  const sound = healthy.get(fault.host);
  const before = sound === undefined ? 2 : await probed(fault, sound.buyer);
  const { child, buyer } = await start(fault.host, fault.id);
  const after = await probed(fault, buyer);
  child.kill();
  const good = before === 0 && after === 1;
  if (!good) wrong++;
  process.stdout.write(
    `${good ? 'ok   ' : 'WRONG'} ${fault.host.padEnd(7)} ${fault.id.padEnd(26)} healthy ${before} faulty ${after}\n`,
  );
}
for (const { child } of healthy.values()) child.kill();
process.stdout.write(`${faults.length} faults, ${wrong} wrong\n`);
process.exitCode = wrong === 0 ? 0 : 1;
