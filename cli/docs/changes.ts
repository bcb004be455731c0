import type { ReleaseChanges } from '#generators/docs/site.ts';
import { openSide } from '../diff/open.ts';
import { releaseFile, releasesOf } from '../diff/releases.ts';
import { readers, reportOf } from '../diff/report.ts';

/** What changed from each release of a specification to the next one, and since the last one; the newest first. */
export async function changesOf(spec: string): Promise<readonly ReleaseChanges[]> {
  const releases = releasesOf(spec);
  const names = [...releases.map((version) => releaseFile(spec, version)), spec];
  const titles = [...releases, 'the working tree'];
  const steps: ReleaseChanges[] = [];
  for (const [index, name] of names.slice(0, -1).entries()) {
    const [before, after] = [await openSide(name, spec), await openSide(names[index + 1] ?? spec, spec)];
    const { changes } = reportOf(before, after, readers, []);
    steps.unshift({ before: titles[index] ?? name, after: titles[index + 1] ?? spec, changes });
  }
  return steps;
}
