/** Runs every probe against a healthy and a faulty gateway: 0 is wanted of the first, 1 of the second. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { FAULTS } from './faults/index.ts';
import type { HostName } from './hosts.ts';
import { readOptions } from './options.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

interface Started {
  child: ChildProcess;
  args: string[];
  env: NodeJS.ProcessEnv;
}

async function start(host: HostName, fault?: string): Promise<Started> {
  const args = [MAIN, '--host', host, '--port', '0', '--control-port', '0', ...(fault ? ['--fault', fault] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const ready = JSON.parse(line) as { target: { url: string; control: { url: string } }; env: Record<string, string> };
  const { target, env } = ready;
  return {
    child,
    args: ['--url', target.url, '--control', target.control.url, '--token', env.CONTROL_TOKEN ?? ''],
    env: { ...process.env, ...env },
  };
}

async function stop({ child }: Started): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** The exit code of a probe; anything that it prints as an error is shown. */
function probe(id: string, { args, env }: Started): Promise<number> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, '--probe', id, ...args], { env }, (error, _stdout, stderr) => {
      if (stderr !== '') process.stderr.write(`${id}: ${stderr.split('\n').slice(0, 8).join('\n')}\n`);
      resolve(error === null ? 0 : Number(error.code));
    });
  });
}

const only = readOptions(process.argv.slice(2)).get('only');
const chosen = FAULTS.filter(({ id }) => only === undefined || id.includes(only));
const healthy = { base: await start('base'), arc: await start('arc') };
let wrong = 0;
for (const { id, host } of chosen) {
  const good = await probe(id, healthy[host]);
  const faulty = await start(host, id);
  const bad = await probe(id, faulty);
  await stop(faulty);
  const right = good === 0 && bad === 1;
  if (!right) wrong += 1;
  process.stdout.write(
    `${right ? 'ok   ' : 'WRONG'} ${host.padEnd(5)} ${id.padEnd(32)} healthy ${good}  faulty ${bad}\n`,
  );
}
await Promise.all([stop(healthy.base), stop(healthy.arc)]);
process.stdout.write(`${chosen.length - wrong} of ${chosen.length} faults are told apart\n`);
process.exitCode = wrong === 0 ? 0 : 1;
