import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sideOf } from '#generators/compare/load.ts';
import { unpack } from '#generators/compare/release/unpack.ts';
import type { Side } from '#generators/compare/side.ts';
import { printDiagnostics } from '../diagnostics.ts';
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
  if (existsSync(release)) return unpack(name, readBundle(release));

  const { filesAt } = await import('./git.ts');
  const files = filesAt(name, spec);
  if (!files) {
    const known = releasesOf(spec);
    throw new UsageError(
      `"${name}" is neither a folder or file, nor a release${known.length > 0 ? ` (${known.join(', ')})` : ''}, nor a git revision with ${spec}.`,
    );
  }
  const { readFiles } = await import('#generators/read.ts');
  return sideOf(name, readFiles(files, name)) ?? broken(name, readFiles(files, name).diagnostics);
}

async function readFolder(name: string): Promise<Side> {
  const { readSpec } = await import('#generators/read.ts');
  const folder = existsSync(join(name, 'service.yaml')) || !existsSync(join(name, 'spec')) ? name : join(name, 'spec');
  const reading = await readSpec(folder);
  return sideOf(name, reading) ?? broken(name, reading.diagnostics);
}

async function readFile(name: string): Promise<Side> {
  if (name.endsWith('.json.br')) return unpack(name, readBundle(name));
  const { readDescription } = await import('./description.ts');
  return readDescription(name, readFileSync(name, 'utf8'));
}

function broken(name: string, diagnostics: Parameters<typeof printDiagnostics>[0]): never {
  printDiagnostics(diagnostics);
  throw new UsageError(`${name} is no specification that can be compared: it has errors.`);
}
