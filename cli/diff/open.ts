import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Side } from '#generators/compare/side.ts';
import type { Reading } from '#generators/read.ts';
import { UsageError } from '../failure.ts';
import { readBundle, releaseFile, releasesOf } from './releases.ts';

/**
 * Opens a side of a comparison by its name.
 *
 * A name is a path (of a folder, a release or an OpenAPI description), else a release, else a git revision.
 */
export async function openSide(name: string, spec: string): Promise<Side> {
  const found = statSync(name, { throwIfNoEntry: false });
  if (found?.isDirectory()) return readFolder(name);
  if (found) return readFile(name);
  const release = releaseFile(spec, name);
  if (existsSync(release)) return readRelease(name, release);

  const { filesAt } = await import('./git.ts');
  const files = await filesAt(name, spec);
  if (!files) {
    const known = releasesOf(spec);
    throw new UsageError(
      `"${name}" is neither a folder or file, nor a release${known.length > 0 ? ` (${known.join(', ')})` : ''}, nor a git revision with ${spec}.`,
    );
  }
  const { readFiles } = await import('#generators/read.ts');
  return readingOf(name, readFiles(files, name));
}

async function readFolder(name: string): Promise<Side> {
  const { readSpec } = await import('#generators/read.ts');
  const folder = existsSync(join(name, 'service.yaml')) || !existsSync(join(name, 'spec')) ? name : join(name, 'spec');
  return readingOf(name, await readSpec(folder));
}

async function readFile(name: string): Promise<Side> {
  if (name.endsWith('.json.br')) return readRelease(name, name);
  const { readDescription } = await import('./description.ts');
  return readDescription(name, readFileSync(name, 'utf8'));
}

async function readRelease(name: string, file: string): Promise<Side> {
  const { unpack } = await import('#generators/compare/release/unpack.ts');
  return unpack(name, readBundle(file));
}

async function readingOf(name: string, reading: Reading): Promise<Side> {
  const { sideOf } = await import('#generators/compare/load.ts');
  const side = sideOf(name, reading);
  if (side) return side;
  const { printDiagnostics } = await import('../diagnostics.ts');
  printDiagnostics(reading.diagnostics);
  throw new UsageError(`${name} is no specification that can be compared: it has errors.`);
}
