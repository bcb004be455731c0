import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';
import { mapTexts } from '#conformance/common/json.ts';
import { suggest, UsageError } from '#conformance/common/usage-error.ts';
import { TargetFile } from '#conformance/target/target-file.ts';
import { type Saboteur, SaboteurFile } from './saboteur.ts';

/** The folder of the saboteurs. */
export const folder = 'lab/saboteurs';

/** Reads the saboteurs of files, by default of all; throws `UsageError` with every mistake in a file. */
export function readSaboteurs(files: readonly string[] = globSync(join(folder, '*.yaml')).toSorted()): Saboteur[] {
  const saboteurs = files.flatMap(readOne);
  const seen = new Map<string, string>();
  for (const { id, file } of saboteurs) {
    const other = seen.get(id);
    if (other !== undefined) throw new UsageError(`${file} and ${other} both have a saboteur "${id}". Rename one.`);
    seen.set(id, file);
  }
  return saboteurs;
}

function readOne(file: string): Saboteur[] {
  const parsed = SaboteurFile.safeParse(parse(file));
  if (!parsed.success) throw new UsageError(`${file} is no file of saboteurs:\n${z.prettifyError(parsed.error)}`);
  const { batch, saboteurs } = parsed.data;
  return Object.entries(saboteurs).map(([id, saboteur]) => ({
    ...resolved(saboteur, `${file}: ${id}`),
    id,
    batch,
    file,
  }));
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`There is no file of saboteurs at ${file}.`);
  }
  try {
    return load(text);
  } catch (error) {
    throw new UsageError(`${file} is not YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Replaces `model:LABEL` by the catalog id of our gateway, and `{segment}` of a path by the gateway's own segment. */
function resolved<T extends Pick<Saboteur, 'host'>>(saboteur: T, place: string): T {
  const { models = {}, segments = {} } = targetOf(saboteur.host);
  return mapTexts(saboteur, (text) => {
    const [, label] = /^model:(.+)$/.exec(text) ?? [];
    if (label === undefined) return text.replace(/\{(\w+)\}/g, (whole, name: string) => segments[name] ?? whole);
    const id = models[label];
    if (id !== undefined) return id;
    throw new UsageError(
      `${place}: host ${saboteur.host} has no model "${label}".${suggest(label, Object.keys(models))}`,
    );
  });
}

function targetOf(host: string): TargetFile {
  return TargetFile.parse(load(readFileSync(`generated/targets/${host}.yaml`, 'utf8')));
}
