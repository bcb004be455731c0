import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { convertSync } from '@openapi-contrib/json-schema-to-openapi-schema';
import { releaseFile, releasesOf } from '../diff/releases.ts';
import { foundOf, readSeeded } from '../diff/testing/seeded.ts';
import type { Figure } from './figure.ts';
import { install } from './installed.ts';
import { median } from './load.ts';
import { documented } from './openapi/documented.ts';
import { redocly } from './openapi/peers.ts';
import { inRounds, shownTimes, type Times, timesOf } from './timed.ts';

/** Measures `diff`: its time beside that of its peers, documented changes of OpenAPI, and seeded changes one by one. */
export async function releases(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'));
  const installed = install(join(folder, 'installed'));
  const speed = times(folder, installed);
  rmSync(folder, { recursive: true });
  return [...speed, await documented(), await seededAlone()];
}

/**
 * Times two whole releases and two descriptions of one host, in turn with the peers that are on npm.
 *
 * Each tool runs as it is installed, in a process of its own whose start counts, after a run that warms the files.
 */
function times(folder: string, installed: string): Figure[] {
  const [version = ''] = releasesOf('spec').slice(-1);
  const files = descriptions(folder);
  const older = inOpenApi30(files);
  const compare = (...sides: string[]) => ['diff', ...sides, '--fail-on', 'never'];
  const whole = timesOf(
    [installed, ...compare(releaseFile('spec', version), nextRelease(folder, version))],
    /breaking/,
  );
  const ours = timesOf([installed, ...compare(...files)], /2 breaking/);
  const checkout = timesOf(['cli/main.ts', ...compare(...files)], /2 breaking/);
  const redoclyTimes = timesOf([...redocly, ...files, '--fail-on', 'none'], /2 major/);
  inRounds([whole, ours, checkout, redoclyTimes], 7);
  const oursOnOlder = timesOf([installed, ...compare(...older)], /2 breaking/);
  const openApiDiff = timesOf(['node_modules/openapi-diff/bin/openapi-diff', ...older], /Breaking changes found/);
  inRounds([oursOnOlder, openApiDiff], 1);

  const what = `diff of two OpenAPI descriptions of ${Math.round(statSync(files[0]).size / 1000)} kB`;
  const beside = (name: string, peer: Times, own: Times): Omit<Figure, 'what'> => ({
    ours: shownTimes(own),
    peer: `${name}: ${shownTimes(peer)}`,
    value: median(own.cpu) / median(peer.cpu),
    aim: { atMost: 1 / 3 },
  });
  return [
    {
      what: 'diff of two whole releases that differ, installed',
      ours: shownTimes(whole),
      peer: 'limit: 1 s',
      value: median(whole.cpu),
      aim: { atMost: 1 },
    },
    { what: `${what}, installed`, ...beside('redocly diff', redoclyTimes, ours) },
    { what: `${what}, from the checkout`, ...beside('redocly diff', redoclyTimes, checkout) },
    {
      what: `${what}, as OpenAPI 3.0, installed`,
      ...beside('openapi-diff (8 kinds of change)', openApiDiff, oursOnOlder),
    },
  ];
}

/** Freezes a next release, as the patch of the documentation makes it, and returns its file. */
function nextRelease(folder: string, version: string): string {
  const spec = join(folder, 'spec');
  cpSync('spec', spec, { recursive: true });
  execFileSync('git', ['apply', resolve('docs/next-release.patch')], { cwd: spec });
  const service = join(spec, 'service.yaml');
  writeFileSync(service, readFileSync(service, 'utf8').replace(`version: ${version}`, 'version: 99.0.0'));
  execFileSync(process.execPath, ['cli/main.ts', 'release', '99.0.0', '--spec', spec], { stdio: 'ignore' });
  return releaseFile(spec, '99.0.0');
}

/** Writes the description of one host, and one that has some changes. */
function descriptions(folder: string): [string, string] {
  const files: [string, string] = [join(folder, 'before.json'), join(folder, 'after.json')];
  const text = execFileSync(process.execPath, ['cli/main.ts', 'bundle', 'openapi', 'base'], { encoding: 'utf8' });
  const changed = text.replaceAll('"maximum": 50,', '"maximum": 40,').replace('"/api/v1/search"', '"/api/v1/searches"');
  writeFileSync(files[0], text);
  writeFileSync(files[1], changed);
  return files;
}

/** The same descriptions in the older version of OpenAPI, the only one that openapi-diff reads. */
function inOpenApi30(files: readonly string[]): string[] {
  const lowered = (name: string, value: unknown) => {
    if (name === 'schema') return convertSync(Object(value));
    if (name !== 'schemas') return value;
    return Object.fromEntries(Object.entries(Object(value)).map(([id, schema]) => [id, convertSync(Object(schema))]));
  };
  return files.map((file) => {
    const older = file.replace('.json', '-3.0.json');
    const description = Object(JSON.parse(readFileSync(file, 'utf8'), lowered));
    writeFileSync(older, JSON.stringify({ ...description, openapi: '3.0.3' }));
    return older;
  });
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
