import { conform } from '#conformance/conform.ts';
import { loadHosts } from '../hosts.ts';
import type { Figure } from './figure.ts';
import { serve } from './load.ts';

/** Runs the whole suite at the controlled level against our own gateway in a process beside it, once. */
export async function conformance(): Promise<Figure[]> {
  const host = await fullest();
  const token = crypto.randomUUID();
  const gateway = await serve('./servers/controlled.ts', host, token);
  const [url = '', control = ''] = gateway.url.split(' ');
  try {
    const { summary } = await conform({
      contract: `generated/contracts/${host}.json`,
      target: `generated/targets/${host}.yaml`,
      host,
      url,
      level: 'controlled',
      control: { url: control, token },
    });
    const { requests, seconds } = summary;
    const run = `${requests} requests, ${summary.pass} rules pass`;
    const rate = requests / seconds;
    return [
      { what: `the whole suite on ${host}`, ours: `${seconds} s`, peer: run, value: seconds, aim: { atMost: 30 } },
      { what: 'requests per second', ours: `${rate.toFixed(0)} /s`, peer: run, value: rate, aim: { atLeast: 800 } },
    ];
  } finally {
    gateway.stop();
  }
}

/** The host that is paid per call and serves most. */
async function fullest(): Promise<string> {
  const hosts = Object.values(await loadHosts()).filter(({ payment }) => payment !== undefined);
  const [first] = hosts.sort((one, other) => other.routes.length - one.routes.length);
  if (!first) throw new Error('No host is paid per call.');
  return first.id;
}
