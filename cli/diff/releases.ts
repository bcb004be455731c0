import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ending = '.json.br';

/** The file of a release of a specification. */
export function releaseFile(spec: string, version: string): string {
  return join(spec, 'releases', `${version}${ending}`);
}

/** The versions that a specification has frozen, the oldest first. */
export function releasesOf(spec: string): string[] {
  const folder = join(spec, 'releases');
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).flatMap((file) =>
    file.endsWith(ending) ? [file.slice(0, -ending.length)] : [],
  );
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The text of a bundle. */
export function readBundle(file: string): string {
  // Descriptions are compared without it, and it takes Node some milliseconds to load.
  const { brotliDecompressSync } = process.getBuiltinModule('node:zlib');
  return brotliDecompressSync(readFileSync(file)).toString('utf8');
}
