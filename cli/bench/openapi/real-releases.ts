/**
 * Fetches releases of public APIs into a folder, compares each with the one before, and prints how many changes break callers
 * beside how many a person found. Exits with 1 where they differ. It needs git and the internet, so no test runs it.
 *
 * @example node cli/bench/openapi/real-releases.ts /var/tmp/real-releases
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';
import { openSide } from '../../diff/open.ts';
import { reportOf } from '../../diff/report.ts';

/** A commit and a path in it. */
const version = z.templateLiteral([z.string(), ' ', z.string()]);

const releases = z.array(
  z.strictObject({
    api: z.string(),
    repository: z.string(),
    before: version,
    after: version,
    breaking: z.number(),
    risky: z.number(),
  }),
);

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('Name the folder that releases are fetched into.');
const folder = resolve(given);
const list = releases.parse(load(readFileSync(new URL('real-releases.yaml', import.meta.url), 'utf8')));

for (const { api, repository, before, after, breaking, risky } of list) {
  const sides = [
    await openSide(fetched(repository, before), '.'),
    await openSide(fetched(repository, after), '.'),
  ] as const;
  const started = process.cpuUsage();
  const { callers } = (await reportOf(...sides, ['callers'], [])).summary;
  const { user, system } = process.cpuUsage(started);
  const isAsRead = callers.breaking === breaking && callers.risky === risky;
  if (!isAsRead) process.exitCode = 1;
  console.log(
    `${isAsRead ? 'as read' : 'DIFFERS'}  ${api}: ${callers.breaking} breaking of ${breaking}, ${callers.risky} risky of ${risky}, ` +
      `${callers.compatible} compatible, ${((user + system) / 1e6).toFixed(2)} s of CPU`,
  );
}

/** A file of a repository at a commit, fetched once; returns its path. */
function fetched(repository: string, version: string): string {
  const [commit = '', path = ''] = version.split(' ');
  const file = join(folder, `${commit.slice(0, 12)}-${basename(path)}`);
  if (existsSync(file)) return file;
  const home = join(folder, repository.replace('/', '+'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', home, ...args], { maxBuffer: 100_000_000, stdio: ['ignore', 'pipe', 'inherit'] });
  if (!existsSync(home)) {
    mkdirSync(home, { recursive: true });
    git('init', '--quiet', '--bare');
    git('remote', 'add', 'origin', `https://github.com/${repository}.git`);
  }
  git('fetch', '--quiet', '--depth=1', '--filter=blob:none', 'origin', commit);
  writeFileSync(file, git('show', `${commit}:${path}`));
  return file;
}
