import type { ReleaseChanges } from '#generators/docs/site.ts';
import { witnessText } from '../diff/formats/text.ts';
import { openSide } from '../diff/open.ts';
import { releaseFile, releasesOf } from '../diff/releases.ts';
import { levels, readers, reportOf } from '../diff/report.ts';

/** Changes from each release of a specification to the next one, and since the last one; the newest first. */
export async function changesOf(spec: string): Promise<readonly ReleaseChanges[]> {
  const releases = releasesOf(spec);
  const names = [...releases.map((version) => releaseFile(spec, version)), spec];
  const titles = [...releases, 'the working tree'];
  const steps: ReleaseChanges[] = [];
  for (const [index, name] of names.slice(0, -1).entries()) {
    const [before, after] = [await openSide(name, spec), await openSide(names[index + 1] ?? spec, spec)];
    const { changes: found } = await reportOf(before, after, readers, []);
    const changes = found
      .map((change) => ({ ...change, ...(change.witness && { proof: witnessText(change.witness) }) }))
      .sort((one, other) => levels.indexOf(one.levels.callers) - levels.indexOf(other.levels.callers));
    steps.unshift({ before: titles[index] ?? name, after: titles[index + 1] ?? spec, changes });
  }
  return steps;
}
