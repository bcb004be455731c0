import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Report } from '#conformance/report/report.ts';
import { accuses } from '#lab/strangers/judge.ts';
import { strangers } from '#lab/strangers/stranger.ts';
import { startFront } from '#lab/toolkit/production-front.ts';
import type { Figure } from './figure.ts';
import { serveGateway } from './load.ts';

/** A deployment that is far away, limited and unreliable. */
const front = { latency: 150, rate: 10, oneCutOf: 200 };

const seeds = [1, 2, 3];

/** Figures of other tools, as measured on a gateway with six operations and twenty faults. */
const peers = {
  smoke: 'Portman: 27 requests, 5 of 20 faults',
  thousand: 'Specmatic: 2,534 tests, 253 s at 10/s, 8 of 20 faults',
  whole: 'Schemathesis: 9 of 20 faults, and one that 11,171 cases missed',
};

/** A gateway that runs in a process of its own. */
interface Deployment {
  readonly name: string;
  readonly host: string;
  readonly url: string;
  readonly target: string;
  stop(): Promise<void> | void;
}

/** Judges three gateways through a front like that of production, at level free, which pays nothing. */
export async function production(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-production-'));
  const deployments = [await own('base'), await own('account'), await stranger('base', folder)];
  try {
    const runs: Runs[] = [];
    // One after the other, as an operator runs them: the plan of a run takes a processor for seconds.
    for (const seed of seeds) for (const each of deployments) runs.push(await judged(each, seed));
    return [...(await wholeRun(deployments)), ...figuresOf(runs)];
  } finally {
    await Promise.all(deployments.map((each) => each.stop()));
    await rm(folder, { recursive: true });
  }
}

async function own(host: string): Promise<Deployment> {
  const { url, stop } = await serveGateway({ host });
  return { name: host, host, url, target: `generated/targets/${host}.yaml`, stop };
}

async function stranger(host: string, folder: string): Promise<Deployment> {
  const source = strangers.find(({ hosts }) => hosts.includes(host));
  if (!source) throw new Error(`No gateway under lab/strangers serves ${host}.`);
  const { target, stop } = await source.start(host);
  const file = join(folder, 'target.yaml');
  const { control: _, ...free } = target;
  await writeFile(file, JSON.stringify(free));
  return { name: source.name, host, url: target.url ?? '', target: file, stop };
}

/** The runs of one deployment with one seed. */
interface Runs {
  readonly name: string;
  readonly smoke: Report;
  readonly thousand: Report;
}

async function judged(deployment: Deployment, seed: number): Promise<Runs> {
  const proxy = await startFront(deployment.url, { ...front, seed });
  const run = (...options: readonly string[]) =>
    judge(deployment, proxy.url, ['--seed', String(seed), '--rate', String(front.rate), ...options]);
  try {
    const smoke = await run('--profile', 'smoke');
    const thousand = await run('--max-requests', '1000');
    console.error(
      `${deployment.name}, seed ${seed}: ${proxy.counts.cut} cut, ${proxy.counts.limited} refused with 429`,
    );
    return { name: deployment.name, smoke, thousand };
  } finally {
    await proxy.close();
  }
}

/** Runs the command in a process of its own, as an operator does. */
async function judge({ host, target }: Deployment, url: string, options: readonly string[]): Promise<Report> {
  const args = ['cli/main.ts', 'conform', url, '--host', host, '--target', target, '--level', 'free', '--json', '-'];
  const child = spawn(process.execPath, [...args, ...options], { stdio: ['ignore', 'pipe', 'ignore'] });
  return JSON.parse(await text(child.stdout));
}

/** A whole run without the front: it sends the same requests. */
async function wholeRun([first]: readonly Deployment[]): Promise<Figure[]> {
  if (!first) return [];
  const { summary } = await judge(first, first.url, []);
  const { requests: value, pass, seconds } = summary;
  const ours = `${value} requests, ${pass} rules pass, ${seconds} s`;
  return [{ what: `whole free run on ${first.name}`, ours, peer: peers.whole, value, aim: { atMost: 4000 } }];
}

function figuresOf(runs: readonly Runs[]): Figure[] {
  const wrong = runs.flatMap(({ name, smoke, thousand }) =>
    [smoke, thousand].flatMap(({ results, seed }) =>
      results
        .filter((result) => accuses(result) || result.verdict === 'error')
        .map(({ rule, verdict, detail }) => `${name}, seed ${seed}: ${verdict} ${rule}: ${detail}`),
    ),
  );
  for (const line of wrong) console.error(line);
  return [
    {
      what: `accusations and errors, ${seeds.length} seeds, ${front.latency} ms, ${front.rate} requests/s, 1 of ${front.oneCutOf} cut`,
      ours: String(wrong.length),
      peer: 'Schemathesis: all 4 paid operations accused',
      value: wrong.length,
      aim: { atMost: 0 },
    },
    ...[...Map.groupBy(runs, ({ name }) => name)].flatMap(([name, own]) => [
      slowest(
        `smoke run on ${name}`,
        own.map(({ smoke }) => smoke),
        peers.smoke,
        15,
      ),
      slowest(
        `free run with 1,000 requests on ${name}`,
        own.map(({ thousand }) => thousand),
        peers.thousand,
        120,
      ),
    ]),
  ];
}

function slowest(what: string, reports: readonly Report[], peer: string, limit: number): Figure {
  const summaries = reports.map(({ summary }) => summary);
  const value = Math.max(...summaries.map(({ seconds }) => seconds));
  const requests = Math.max(...summaries.map((summary) => summary.requests));
  const pass = Math.min(...summaries.map((summary) => summary.pass));
  return { what, ours: `${value} s, ${requests} requests, ${pass} rules pass`, peer, value, aim: { atMost: limit } };
}
