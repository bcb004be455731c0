import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { faults } from './src/faults.ts';

/** Each probe on a healthy gateway (must say 0) and on one with its fault (must say 1). One gateway at a time. */
const wanted = process.argv.slice(2);
const main = new URL('./main.ts', import.meta.url).pathname;

/** The first line that a gateway prints. */
interface Ready {
  target: { url: string; control: { url: string } };
  env: Record<string, string>;
}

async function start(args: string[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const part of child.stdout) {
    text += part;
    if (text.includes('\n')) break;
  }
  return { child, ready: JSON.parse(text) as Ready };
}
async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await new Promise((r) => child.once('exit', r));
}
async function probe(id: string, ready: Ready): Promise<number> {
  const { url, control } = ready.target;
  const child = spawn(
    process.execPath,
    [main, '--probe', id, '--url', url, '--control', control.url, '--token', ready.env.CONTROL_TOKEN ?? ''],
    { env: { ...process.env, ...ready.env }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return new Promise((r) => child.once('exit', (code) => r(code ?? -1)));
}

let bad = 0;
for (const host of ['base', 'account'] as const) {
  const list = faults.filter((f) => f.host === host && (wanted.length === 0 || wanted.includes(f.id)));
  if (list.length === 0) continue;
  const healthy = await start(['--host', host]);
  for (const f of list) {
    const well = await probe(f.id, healthy.ready);
    const ill = await start(['--host', host, '--fault', f.id]);
    const found = await probe(f.id, ill.ready);
    await stop(ill.child);
    const ok = well === 0 && found === 1;
    if (!ok) bad += 1;
    console.log(`${ok ? 'ok  ' : 'BAD '} ${host.padEnd(7)} ${f.id} healthy=${well} fault=${found}`);
  }
  await stop(healthy.child);
}
console.log(bad === 0 ? 'all probes tell their fault' : `${bad} probes are wrong`);
process.exitCode = bad === 0 ? 0 : 1;
