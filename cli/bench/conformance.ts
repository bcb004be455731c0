import { conform } from '#conformance/conform.ts';
import { judgeStranger } from '#lab/strangers/judge.ts';
import { strangers } from '#lab/strangers/stranger.ts';
import { loadHosts } from '../hosts.ts';
import type { Figure } from './figure.ts';
import { serveGateway } from './load.ts';

/** Runs the suite against our own gateway in a process beside it, and against one that others wrote and that is slow. */
export async function conformance(): Promise<Figure[]> {
  const host = await fullest();
  return [...(await ownGateway(host)), ...(await slowStranger(host))];
}

/** The runs of our own gateway, with the seconds that each may take. */
const runs = [
  { name: 'smoke', limit: 2, options: { level: 'free', profile: 'smoke' } },
  { name: 'free', limit: 8, options: { level: 'free' } },
  { name: 'controlled', limit: 20, options: { level: 'controlled' } },
] as const;

async function ownGateway(host: string): Promise<Figure[]> {
  const token = crypto.randomUUID();
  const gateway = await serveGateway({ host, controlToken: token });
  const [url = '', control = ''] = gateway.url.split(' ');
  const files = { contract: `generated/contracts/${host}.json`, target: `generated/targets/${host}.yaml` };
  const figures: Figure[] = [];
  try {
    for (const { name, limit, options } of runs) {
      const { summary } = await conform({ ...files, host, url, control: { url: control, token }, ...options });
      const { requests, seconds: value } = summary;
      const peer = `${requests} requests, ${summary.pass} rules pass`;
      figures.push({ what: `${name} run on ${host}`, ours: `${value} s`, peer, value, aim: { atMost: limit } });
      if (name !== 'controlled') continue;
      const rate = requests / value;
      figures.push({
        what: 'requests per second',
        ours: `${rate.toFixed(0)} /s`,
        peer,
        value: rate,
        aim: { atLeast: 800 },
      });
    }
    return figures;
  } finally {
    gateway.stop();
  }
}

/** Milliseconds of each response of a slow gateway. */
const delay = 20;

async function slowStranger(host: string): Promise<Figure[]> {
  const source = strangers.find(({ hosts }) => hosts.includes(host));
  if (!source) throw new Error(`No gateway under lab/strangers serves ${host}.`);
  const { summary } = await judgeStranger({ source, host, level: 'controlled', delay });
  const { seconds: value, requests, pass } = summary;
  const what = `controlled run on a gateway that others wrote, ${delay} ms a response`;
  return [{ what, ours: `${value} s`, peer: `${requests} requests, ${pass} rules pass`, value, aim: { atMost: 120 } }];
}

/** The host that is paid per call and serves most. */
async function fullest(): Promise<string> {
  const hosts = Object.values(await loadHosts('generated')).filter(({ payment }) => payment !== undefined);
  const [first] = hosts.sort((one, other) => other.routes.length - one.routes.length);
  if (!first) throw new Error('No host is paid per call.');
  return first.id;
}
