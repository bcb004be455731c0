import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { releaseFile, releasesOf } from '../diff/releases.ts';
import { foundOf, readSeeded } from '../diff/testing/seeded.ts';
import type { Figure } from './figure.ts';
import { agrees, judgePairs } from './openapi/pairs.ts';

/** Measures `diff`: its time for two whole releases, documented changes of OpenAPI, and seeded changes one by one. */
export async function releases(): Promise<Figure[]> {
  return [speed(), openApi(), seededAlone()];
}

function speed(): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'));
  const [version = ''] = releasesOf('spec').slice(-1);
  const copy = join(folder, 'copy.json.br');
  cpSync(releaseFile('spec', version), copy);
  const run = () => {
    const started = performance.now();
    execFileSync(process.execPath, ['cli/main.ts', 'diff', version, copy], { stdio: 'ignore' });
    return (performance.now() - started) / 1000;
  };
  run();
  const best = Math.min(run(), run(), run());
  rmSync(folder, { recursive: true });
  return {
    what: 'diff of two whole releases, the start of the process included',
    ours: `${best.toFixed(2)} s`,
    peer: 'limit: 1 s',
    value: best,
    aim: { atMost: 1 },
  };
}

function openApi(): Figure {
  const judged = judgePairs();
  const table = new Table({ head: ['documented change', 'oasdiff', 'ours', ''] });
  for (const each of judged) table.push([each.check, each.documented, each.ours, agrees(each) ? '' : 'differs']);
  console.error(table.toString());
  const right = judged.filter(agrees).length;
  return {
    what: 'documented changes of OpenAPI descriptions judged for callers as oasdiff documents them',
    ours: `${right}`,
    peer: `${judged.length} in the list`,
    value: right / judged.length,
    aim: { atLeast: 0.85 },
  };
}

function seededAlone(): Figure {
  const all = ['changes', 'engines', 'rewrites'].flatMap(readSeeded);
  const right = all.filter((each) => {
    const { names } = foundOf([each]);
    return names.join() === [...each.expect].sort().join();
  });
  return {
    what: 'seeded changes of the specification, each alone, that are found with the right kinds and nothing else',
    ours: `${right.length}`,
    peer: `${all.length}, of which ${all.filter(({ expect }) => expect.length === 0).length} change nothing`,
    value: right.length / all.length,
    aim: { atLeast: 1 },
  };
}
