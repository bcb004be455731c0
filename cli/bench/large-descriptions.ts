import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { install } from './installed.ts';
import { median } from './load.ts';
import { largePair } from './openapi/large.ts';
import { fetchOasdiff, runOasdiff } from './openapi/oasdiff.ts';
import { redocly } from './openapi/peers.ts';
import { inRounds, shownTimes, type Times, timesOf } from './timed.ts';

/**
 * Times descriptions of some megabytes, in which schemas refer to one another in circles, in turn with Redocly, and once
 * with oasdiff. The ratio is to the faster of them.
 */
export async function largeDescriptions(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'descriptions-'));
  const installed = install(join(folder, 'installed'));
  const oasdiff = fetchOasdiff(folder);
  const figures = [500_000, 3_000_000, 4_000_000].flatMap((bytes): Figure[] => {
    const { before, after } = largePair(bytes);
    const files = [before, after].map((description, index) => {
      const file = join(folder, `large-${index}.json`);
      writeFileSync(file, JSON.stringify(description));
      return file;
    });
    const ours = timesOf([installed, 'diff', ...files, '--fail-on', 'never'], / callers: (\d+ breaking.*)/);
    const redoclyTimes = timesOf([...redocly, ...files, '--fail-on', 'none'], /(\d+ major.*)\./);
    inRounds([ours, redoclyTimes], 1);
    const other = runOasdiff(oasdiff, folder, files);
    const fastest = Math.min(median(redoclyTimes.cpu), other.cpu ?? Infinity);
    const what = `diff of two OpenAPI descriptions of ${(bytes / 1e6).toFixed(1)} MB, installed`;
    const memory = ({ peaks }: Times) => Math.max(...peaks);
    return [
      {
        what,
        ours: `${shownTimes(ours)}, ${ours.verdict}`,
        peer: `redocly diff: ${shownTimes(redoclyTimes)}, ${redoclyTimes.verdict}; oasdiff: ${other.text}`,
        value: median(ours.cpu) / fastest,
        aim: { atMost: 1.5 },
      },
      {
        what: `${what}: memory in GB`,
        ours: `${memory(ours).toFixed(0)} MB`,
        peer: `redocly diff: ${memory(redoclyTimes).toFixed(0)} MB`,
        value: memory(ours) / 1000,
        aim: { atMost: 1 },
      },
    ];
  });
  rmSync(folder, { recursive: true });
  return figures;
}
