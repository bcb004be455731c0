import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { releaseFile, releasesOf } from '../diff/releases.ts';
import { foundOf, readSeeded } from '../diff/testing/seeded.ts';
import type { Figure } from './figure.ts';
import { documented } from './openapi/documented.ts';
import { quiet, redocly } from './openapi/peers.ts';

/** Measures `diff`: its time for two whole releases, documented changes of OpenAPI, and seeded changes one by one. */
export async function releases(): Promise<Figure[]> {
  return [speed(), descriptions(), await documented(), await seededAlone()];
}

/** Compares the last release with a next one, as the patch of the documentation makes it. */
function speed(): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'));
  const [version = ''] = releasesOf('spec').slice(-1);
  cpSync('spec', folder, { recursive: true });
  execFileSync('git', ['apply', resolve('docs/next-release.patch')], { cwd: folder });
  const service = join(folder, 'service.yaml');
  writeFileSync(service, readFileSync(service, 'utf8').replace(`version: ${version}`, 'version: 99.0.0'));
  execFileSync(process.execPath, ['cli/main.ts', 'release', '99.0.0', '--spec', folder], { stdio: 'ignore' });
  const [best = 0] = fastest([['cli/main.ts', 'diff', version, releaseFile(folder, '99.0.0'), '--fail-on', 'never']]);
  rmSync(folder, { recursive: true });
  return {
    what: 'diff of two whole releases that differ, the start of the process included',
    ours: `${best.toFixed(2)} s`,
    peer: 'limit: 1 s',
    value: best,
    aim: { atMost: 1 },
  };
}

/** Compares the description of one host with one that has some changes, each tool in processes of its own, in turn. */
function descriptions(): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'descriptions-'));
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
  const text = execFileSync(process.execPath, ['cli/main.ts', 'bundle', 'openapi', 'base'], { encoding: 'utf8' });
  writeFileSync(before, text);
  writeFileSync(after, text.replaceAll('"maximum": 50,', '"maximum": 40,').replace('"/v1/search"', '"/v1/searches"'));
  const ours = ['cli/main.ts', 'diff', before, after, '--fail-on', 'never'];
  const theirs = [...redocly, before, after, '--fail-on', 'none'];
  const [own = 0, peer = 0] = fastest([ours, theirs]);
  rmSync(folder, { recursive: true });
  return {
    what: `diff of two OpenAPI descriptions of ${Math.round(text.length / 1000)} kB, the start of the process included`,
    ours: `${own.toFixed(2)} s`,
    peer: `redocly diff: ${peer.toFixed(2)} s`,
    value: own / peer,
    aim: { atMost: 1 / 3 },
  };
}

/** Seconds of the fastest of five runs of each command of Node, after one to warm up. */
function fastest(commands: readonly (readonly string[])[]): number[] {
  const run = (args: readonly string[]) => {
    const started = performance.now();
    execFileSync(process.execPath, [...args], { stdio: 'ignore', env: quiet });
    return (performance.now() - started) / 1000;
  };
  for (const command of commands) run(command);
  const rounds = Array.from({ length: 5 }, () => commands.map(run));
  return commands.map((_, index) => Math.min(...rounds.map((round) => round[index] ?? Infinity)));
}

async function seededAlone(): Promise<Figure> {
  const all = ['changes', 'engines', 'rewrites'].flatMap(readSeeded);
  let right = 0;
  for (const each of all) {
    const { names } = await foundOf([each]);
    if (names.join() === [...each.expect].sort().join()) right++;
  }
  return {
    what: 'seeded changes of the specification, each alone, that are found with the right kinds and nothing else',
    ours: `${right}`,
    peer: `${all.length}, of which ${all.filter(({ expect }) => expect.length === 0).length} change nothing`,
    value: right / all.length,
    aim: { atLeast: 1 },
  };
}
